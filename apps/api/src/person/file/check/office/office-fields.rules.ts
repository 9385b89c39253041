import { isWebLink, type OfficeFault } from './office-relationships.rules.ts';

/** Fields of Word that only show text. DDE, INCLUDETEXT, LINK, EMBED, DATABASE, MACROBUTTON and what
 * nobody knows are not among them. */
const shown = new Set(
  [
    '= ADDIN ADVANCE ASK AUTHOR AUTONUM AUTONUMLGL AUTONUMOUT BARCODE BIBLIOGRAPHY BIDIOUTLINE CITATION',
    'COMMENTS COMPARE CREATEDATE DATE DISPLAYBARCODE DOCPROPERTY DOCVARIABLE EDITTIME EQ FILENAME',
    'FILESIZE FILLIN FORMCHECKBOX FORMDROPDOWN FORMTEXT GOTOBUTTON HYPERLINK IF INDEX INFO KEYWORDS',
    'LASTSAVEDBY LISTNUM MERGEFIELD MERGEREC MERGESEQ NEXT NEXTIF NOTEREF NUMCHARS NUMPAGES NUMWORDS PAGE',
    'PAGEREF PRINTDATE QUOTE REF REVNUM SAVEDATE SECTION SECTIONPAGES SEQ SET SHAPE SKIPIF STYLEREF',
    'SUBJECT SYMBOL TA TC TEMPLATE TIME TITLE TOA TOC USERADDRESS USERINITIALS USERNAME XE',
  ]
    .join(' ')
    .split(' '),
);
const nested = '\uFFFF';

export function fieldFault(instruction: string): OfficeFault | undefined {
  const text = instruction.trim();
  if (text === '') return undefined;
  const name = text.startsWith('=') ? '=' : (/^[^\s"\\{]*/.exec(text)?.[0] ?? '').toUpperCase();
  if (!shown.has(name)) return /^INCLUDE|^LINK$|^RD$/.test(name) ? 'linked' : 'active';
  if (name !== 'HYPERLINK') return undefined;
  return hasWebTarget(text.slice(name.length)) ? undefined : 'linked';
}

/** Whether all targets of a HYPERLINK are on the web. Switches may take one argument. */
function hasWebTarget(words: string): boolean {
  const [, ...found] = `  ${words}`.split(/\s*("[^"]*"?|[^\s"]+)\s*/u);
  const tokens = found.filter((token) => token !== '');
  return tokens.every((token, index) => {
    if (/^\\[a-z!]$/i.test(token)) return true;
    if (/^\\[lot]$/i.test(tokens[index - 1] ?? '')) return true;
    const target = token.replaceAll('"', '');
    return target === '' || isWebLink(target);
  });
}

/** Collects the instructions of fields that are split over runs and nested in each other. */
export function createFieldReader(): {
  mark(kind: string | undefined): void;
  add(text: string): void;
  close(): void;
  fault(): OfficeFault | undefined;
} {
  const open: { text: string; isResult: boolean }[] = [{ text: '', isResult: false }];
  let found: OfficeFault | undefined;
  const judge = (text: string) => void (found ??= fieldFault(text));
  return {
    mark(kind) {
      const current = open.at(-1);
      if (kind === 'begin') {
        // A field that computes the instruction of another one hides its name.
        if (current && !current.isResult && open.length > 1) current.text += nested;
        open.push({ text: '', isResult: false });
      } else if (kind === 'separate' && current) {
        judge(current.text);
        Object.assign(current, { text: '', isResult: true });
      } else if (kind === 'end' && open.length > 1) judge(open.pop()?.text ?? '');
    },
    add(text) {
      const current = open.at(-1);
      if (current) current.text += text;
    },
    close() {
      for (const { text } of open) judge(text);
    },
    fault: () => found,
  };
}
