import { SaxesParser } from 'saxes';
import { createFieldReader, fieldFault } from './office-fields.rules.ts';
import { isWebLink, type OfficeFault, relationshipFault } from './office-relationships.rules.ts';

const active = new Set(
  [
    'oleobject oleobjects oleobj olelink ddelink ddeitem ddeitems control controls activexcontrol ocx',
    'attachedtemplate subdoc altchunk macrosheet dialogsheet script webextension frameset foreignobject',
    'vbaproject customui commands',
  ]
    .join(' ')
    .split(' '),
);
const linked = new Set('externalbook externalreference mailmerge dbpr webpr connection'.split(' '));
/** Functions that call programs, fetch data or talk to other processes, and DDE itself. */
const formula =
  /\b(CALL|REGISTER(\.ID)?|EXEC|WEBSERVICE|RTD|DDE|FOPEN|RUN|EVALUATE)\s*\(|\|\s*('[^']*'|[^\s"|]+)\s*!/i;
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
  let formulaText = '';
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
    const element = localOf(name);
    path.push(element);
    formulaText = '';
    report(elementFault(element, attributes));
    if (element === 'fldchar') fields.mark(attributeOf(attributes, 'fldchartype'));
    if (element === 'fldsimple') report(fieldFault(attributeOf(attributes, 'instr') ?? ''));
  });
  const take = (words: string) => {
    const element = path.at(-1) ?? '';
    if (/^(del)?instrtext$/.test(element)) fields.add(words);
    if (/^(f|formula\d?|definedname|fmla\w*)$/.test(element)) formulaText += words;
  };
  parser.on('text', take);
  parser.on('cdata', take);
  parser.on('closetag', () => {
    if (formula.test(formulaText.replace(/"[^"]*"/g, '""'))) report('active');
    formulaText = '';
    path.pop();
  });
  for (let index = 0; index < text.length && !found; index += chunk)
    parser.write(text.slice(index, index + chunk));
  if (!found) parser.close();
  fields.close();
  return found ?? fields.fault();
}

const localOf = (name: string) => name.slice(name.lastIndexOf(':') + 1).toLowerCase();
const attributeOf = (attributes: Record<string, string>, local: string) =>
  Object.entries(attributes).find(([name]) => localOf(name) === local)?.[1];

function elementFault(
  element: string,
  attributes: Record<string, string>,
): OfficeFault | undefined {
  if (active.has(element)) return 'active';
  if (linked.has(element)) return 'linked';
  if (element === 'relationship') return relationshipFault(attributes);
  if (element === 'definedname' && isProcedure(attributes)) return 'active';
  for (const [name, value] of Object.entries(attributes)) {
    const local = localOf(name);
    if (/^\s*(j\s*a\s*v\s*a|v\s*b)\s*s\s*c\s*r\s*i\s*p\s*t\s*:|^\s*data:text/i.test(value))
      return 'active';
    if (/^(macro|onaction|onload|onclick|onerror|onbegin)$/.test(local) && value !== '')
      return 'active';
    if (local === 'action' && value !== '' && !jumps.test(value)) return 'active';
    if (local === 'src' && /^\s*([a-z][a-z0-9+.-]+:|\\\\|\/\/)/i.test(value)) return 'linked';
    if (local === 'href' && /^\s*([a-z][a-z0-9+.-]+:|\\\\|\/\/)/i.test(value) && !isPlain(value))
      return 'linked';
  }
  return undefined;
}

const isPlain = (value: string) =>
  isWebLink(value) || /^\s*data:image\/(png|jpeg|gif);/.test(value);

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
