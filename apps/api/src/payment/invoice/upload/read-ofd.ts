import { SaxesParser } from 'saxes';
import type { ZipPart } from '../../../person/file/check/office/read-zip.ts';

const largest = 20 * 1024 * 1024;

/** The visible text of an OFD and the values that it names, in stored order. Throws if it is
 * damaged. */
export function readOfd(parts: readonly ZipPart[]): string[] {
  const lines: string[] = [];
  let size = 0;
  for (const part of parts.filter(({ name }) => /\.xml$/i.test(name))) {
    const xml = part.read();
    size += xml.length;
    if (size > largest) throw new RangeError('more text than an invoice has');
    lines.push(...readTexts(xml.toString()));
  }
  return lines;
}

/** `<ofd:TextCode>` of pages and templates, `<ofd:CustomData Name="发票号码">`. */
function readTexts(xml: string): string[] {
  const lines: string[] = [];
  let current: string | undefined;
  const parser = new SaxesParser({});
  parser.on('error', (error) => {
    throw new RangeError(error.message);
  });
  parser.on('opentag', ({ name, attributes }) => {
    const local = name.split(':').at(-1);
    if (local === 'TextCode') current = '';
    if (local === 'CustomData') current = `${String(attributes['Name'] ?? '')}:`;
  });
  parser.on('text', (text) => {
    if (current !== undefined) current += text;
  });
  parser.on('closetag', ({ name }) => {
    if (!/(^|:)(TextCode|CustomData)$/.test(name) || current === undefined) return;
    lines.push(current);
    current = undefined;
  });
  parser.write(xml.replace(/^\uFEFF/, '')).close();
  return lines;
}
