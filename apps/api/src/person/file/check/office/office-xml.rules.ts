import { SaxesParser } from 'saxes';
import { createFieldReader, fieldFault } from './office-fields.rules.ts';
import { formulaFault } from './office-formulas.rules.ts';
import {
  isInside,
  isWebLink,
  type OfficeFault,
  relationshipFault,
  styleFault,
} from './office-relationships.rules.ts';

const active = new Set(
  [
    'oleobject oleobjects oleobj olelink ddelink ddeitem ddeitems control controls activexcontrol ocx',
    'attachedtemplate subdoc altchunk macrosheet dialogsheet script webextension frameset foreignobject',
    'vbaproject customui commands iframe embed',
  ]
    .join(' ')
    .split(' '),
);
const linked = new Set('externalbook externalreference mailmerge dbpr webpr connection'.split(' '));
/** Elements and attributes that contain a formula, a style, or the base of relative links. */
const formula = /^(f|definedname|fmla\w*|\w*formula\d?|textlink)$/;
const judges: readonly [RegExp, (text: string) => OfficeFault | undefined][] = [
  [formula, formulaFault],
  [/^style$/, styleFault],
  [/^hyperlinkbase$/, (base) => (base.trim() === '' || isWebLink(base) ? undefined : 'linked')],
];
/** Elements whose `href` is opened by a click; others show what it leads to. */
const clicked = /^(a|imagedata|shape|rect|roundrect|oval|line|polyline|curve|arc|group)$/;
const autoNames = /^(_xlnm\.)?auto_?(open|close|activate|deactivate)/i;
const jumps = /^ppaction:\/\/(hlinksldjump|hlinkshowjump|noaction|media|customshow)\b/i;
const chunk = 1024 * 1024;

/** What an XML part does beyond showing text; `unknown` for one that cannot be read. */
export function xmlFault(bytes: Buffer): OfficeFault | undefined {
  const text = decode(bytes);
  if (text === undefined) return 'unknown';
  const parser = new SaxesParser();
  const fields = createFieldReader();
  const path: string[] = [];
  const texts: { element: string; text: string }[] = [];
  let found: OfficeFault | undefined;
  const report = (fault: OfficeFault | undefined) => void (found ??= fault);

  parser.on('error', () => report('unknown'));
  parser.on('doctype', () => report('unknown'));
  parser.on('processinginstruction', ({ target }) => {
    if (/stylesheet/i.test(target)) report('active');
  });
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (!/^(utf-?8|utf-?16|us-ascii)$/i.test(encoding)) report('unknown');
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = getLocalName(name);
    path.push(element);
    if (judges.some(([names]) => names.test(element))) texts.push({ element, text: '' });
    report(elementFault(element, attributes));
    if (element === 'fldchar') fields.mark(findAttribute(attributes, 'fldchartype'));
    if (element === 'fldsimple') report(fieldFault(findAttribute(attributes, 'instr') ?? ''));
  });
  const take = (words: string) => {
    const element = path.at(-1) ?? '';
    if (/^(del)?instrtext$/.test(element)) fields.add(words);
    const current = texts.at(-1);
    if (current) current.text += words;
  };
  parser.on('text', take);
  parser.on('cdata', take);
  parser.on('closetag', () => {
    const element = path.pop();
    const current = texts.at(-1);
    if (current === undefined || current.element !== element) return;
    texts.pop();
    for (const [names, judge] of judges) if (names.test(element)) report(judge(current.text));
  });
  for (let index = 0; index < text.length && !found; index += chunk)
    parser.write(text.slice(index, index + chunk));
  if (!found) parser.close();
  fields.close();
  return found ?? fields.fault();
}

const getLocalName = (name: string) => name.slice(name.lastIndexOf(':') + 1).toLowerCase();
const findAttribute = (attributes: Record<string, string>, local: string) =>
  Object.entries(attributes).find(([name]) => getLocalName(name) === local)?.[1];

function elementFault(
  element: string,
  attributes: Record<string, string>,
): OfficeFault | undefined {
  if (active.has(element)) return 'active';
  if (linked.has(element)) return 'linked';
  if (element === 'relationship') return relationshipFault(attributes);
  if (element === 'definedname' && isProcedure(attributes)) return 'active';
  for (const [name, value] of Object.entries(attributes)) {
    const local = getLocalName(name);
    if (/^\s*(j\s*a\s*v\s*a|v\s*b)\s*s\s*c\s*r\s*i\s*p\s*t\s*:|^\s*data:text/i.test(value))
      return 'active';
    if (/^(macro|onaction|onload|onclick|onerror|onbegin)$/.test(local) && value !== '')
      return 'active';
    if (local === 'action' && value !== '' && !jumps.test(value)) return 'active';
    const fault = addressFault(element, local, value);
    if (fault) return fault;
    for (const [names, judge] of judges) if (names.test(local) && judge(value)) return judge(value);
  }
  return undefined;
}

/** An attribute that leads out of the document. */
function addressFault(element: string, local: string, value: string): OfficeFault | undefined {
  const isPicture = /^\s*data:image\/(png|jpeg|gif);/.test(value);
  if (/src$|href$|^srcset$|^poster$/.test(local)) {
    const isLink = local === 'href' && clicked.test(element) && isWebLink(value);
    return isInside(value) || value.startsWith('#') || isPicture || isLink ? undefined : 'linked';
  }
  if (local === 'base' && !isInside(value)) return 'linked';
  if (local === 'attributename' && /href|src/i.test(value)) return 'linked';
  if (local === 'http-equiv') return 'active';
  return /\burl\s*\(/i.test(value) ? styleFault(value) : undefined;
}

const isProcedure = (attributes: Record<string, string>) =>
  autoNames.test(attributes['name'] ?? '') ||
  ['xlm', 'function', 'vbProcedure'].some((name) => /^(1|true)$/.test(attributes[name] ?? ''));

function decode(bytes: Buffer): string | undefined {
  const [first, second] = bytes;
  const label =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : 'utf-8';
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
