import { SaxesParser } from 'saxes';
import type { OfficeFault } from './office-relationships.rules.ts';

const activeType =
  /macro|vba|activex|oleobject|dialogsheet|attachedtoolbars|keymap|webextension|taskpane|controlproperties|customui|customization|volatiledependencies|addin|customdata|template\.main|slideshow\.main/i;
const linkedType = /externallink|connections|querytable|mailmerge|recipientdata|slideupdate/i;
const xmlType =
  /^(application\/(vnd\.(openxmlformats-(officedocument|package)|ms-(word|excel|powerpoint|office)|wps-officedocument)\.[\w.-]+\+xml|xml|inkml\+xml|vnd\.openxmlformats-officedocument\.vmldrawing)|text\/xml|image\/svg\+xml)$/i;
const pictureType = /^image\/(x-)?(png|jpe?g|pjpeg|gif|bmp|tiff?|emf|wmf|vnd\.ms-photo|webp)$/i;
const otherType =
  /^(application\/(x-font\w*|vnd\.openxmlformats-officedocument\.(obfuscatedfont|(spreadsheet|presentation|wordprocessing)ml\.printersettings)|vnd\.openxmlformats-package\.digital-signature-origin)|(audio|video)\/[\w.-]+)$/i;

/** First bytes of what is no picture, font or recording: OLE, programs, archives, pages, scripts. */
const foreign = [
  'd0cf11e0a1b11ae1',
  '4d5a',
  '504b',
  '526172',
  '377abc',
  '7f454c46',
  '25504446',
  '1f8b',
];
const pictures = [
  '89504e47',
  'ffd8ff',
  '47494638',
  '424d',
  '49492a00',
  '4d4d002a',
  '4949bc',
  '01000000',
  'd7cdc69a',
  '01000900',
  '02000900',
  '52494646',
];

export const isXml = (type: string, name: string): boolean =>
  xmlType.test(type) || /\.(xml|rels|vml|svg)$/i.test(name);

/** Whether a part of this type may be in a document at all. */
export function typeFault(type: string | undefined): OfficeFault | undefined {
  if (type === undefined) return 'unknown';
  if (activeType.test(type)) return 'active';
  if (linkedType.test(type)) return 'linked';
  return [xmlType, pictureType, otherType].some((known) => known.test(type))
    ? undefined
    : 'unknown';
}

/** A part that is no XML is what its type says: something else under its name is found here. */
export function bytesFault(bytes: Buffer, type: string): OfficeFault | undefined {
  const head = bytes.subarray(0, 1024);
  const start = head.toString('hex');
  const text = head.toString('latin1');
  if (foreign.some((mark) => start.startsWith(mark)) || head.includes(ole)) return 'active';
  if (/^\s*(<|\{\\rtf|#!)|<script/i.test(text)) return 'active';
  if (!pictureType.test(type) || bytes.length === 0) return undefined;
  return pictures.some((mark) => start.startsWith(mark)) ? undefined : 'unknown';
}
const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** The types of parts by the list in the archive; undefined if it cannot be read. */
export function readTypes(list: Buffer): ((name: string) => string | undefined) | undefined {
  const byName = new Map<string, string>();
  const byEnding = new Map<string, string>();
  const parser = new SaxesParser();
  let isBroken = false;
  parser.on('error', () => (isBroken = true));
  parser.on('opentag', ({ name, attributes }) => {
    const element = name.slice(name.lastIndexOf(':') + 1);
    const { PartName: part = '', Extension: ending = '', ContentType: type = '' } = attributes;
    const [map, key] =
      element === 'Override'
        ? [byName, part.replace(/^\//, '').toLowerCase()]
        : [byEnding, ending.toLowerCase()];
    if (element === 'Types') return;
    if (!['Override', 'Default'].includes(element) || key === '' || map.has(key)) isBroken = true;
    map.set(key, type.trim());
  });
  try {
    parser.write(new TextDecoder('utf-8', { fatal: true }).decode(list)).close();
  } catch {
    return undefined;
  }
  return isBroken
    ? undefined
    : (name) => {
        const lower = name.toLowerCase();
        return byName.get(lower) ?? byEnding.get(lower.slice(lower.lastIndexOf('.') + 1));
      };
}
