import { isWebLink, type OfficeFault } from './office-relationships.rules.ts';

/** Functions that call programs, macros or other processes. */
const active =
  /^(CALL|REGISTER(\.ID)?|UNREGISTER|EXEC(UTE)?|RTD|DDE|INITIATE|POKE|REQUEST|TERMINATE|SEND\.KEYS|RUN|EVALUATE|FOPEN|FREAD(LN)?|FWRITE(LN)?|FILES|DIRECTORY|OPEN|SAVE\.AS|FORMULA|HALT|ALERT|GET\.\w+|SQL\.\w+|PY|COPILOT|LABS\..+|_xludf\..+|_xll\..+)$/i;
/** Functions that fetch from outside. */
const linked =
  /^(WEBSERVICE|IMAGE|STOCKHISTORY|IMPORT\w+|GOOGLE\w+|FIELDVALUE|CUBE\w+|TRANSLATE|DETECTLANGUAGE|QUERY\w*)$/i;

interface Token {
  kind: 'text' | 'sheet' | 'word' | 'sign';
  value: string;
}

/** Texts in double quotes, sheets in single ones, words, and signs. In both kinds of quotes the quote
 * itself is doubled, and the other one has no meaning. */
function* readTokens(formula: string): Generator<Token> {
  const token = /"((?:[^"]|"")*)("|$)|'((?:[^']|'')*)('|$)|([\p{L}\p{N}_.\\?]+)|([^\s])/gu;
  for (const [, text, , sheet, , word, sign] of formula.matchAll(token)) {
    if (text !== undefined) yield { kind: 'text', value: text.replaceAll('""', '"') };
    else if (sheet !== undefined) yield { kind: 'sheet', value: sheet.replaceAll("''", "'") };
    else if (word !== undefined) yield { kind: 'word', value: word };
    else yield { kind: 'sign', value: sign ?? '' };
  }
}

/** What a formula does beyond calculating. */
export function formulaFault(formula: string): OfficeFault | undefined {
  const tokens = [...readTokens(formula)];
  for (const [index, { kind, value }] of tokens.entries()) {
    const next = tokens[index + 1]?.value.normalize('NFKC');
    // No operator: DDE.
    if ((kind === 'sign' || kind === 'sheet') && value.includes('|')) return 'active';
    // No sheet may be named so: another workbook.
    if (kind === 'sheet' && /[\\/?*[\]]/.test(value)) return 'linked';
    if (kind !== 'word') continue;
    const isPassed = /^_xleta\./i.test(value);
    if (next !== '(' && !isPassed) continue;
    const name = value.normalize('NFKC').replace(/^(_xl(fn|eta|ws|pm)\.)+/i, '');
    if (active.test(name)) return 'active';
    if (linked.test(name)) return 'linked';
    if (/^HYPERLINK$/i.test(name) && !isWebTarget(tokens[index + 2])) return 'linked';
  }
  return undefined;
}

/** Whatever is appended to it, the beginning of the text decides where it leads. */
const isWebTarget = (token: Token | undefined) => token?.kind === 'text' && isWebLink(token.value);
