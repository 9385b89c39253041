import type { InvoiceDocument } from './document.ts';

/** Text without white space and in ordinary width, in which names of two spellings are equal. */
export const compact = (text: string): string => text.normalize('NFKC').replace(/\s+/gu, '');

const serialPattern = /F\d{15}(?!\d)/;
const redPattern = /被红冲蓝字[^\d]{0,12}号码:?(\d{20})(?!\d)/;

/** What the text of an issued invoice says, in whatever order its parts are stored. */
export function readFacts(
  lines: readonly string[],
  fileName: string,
): Partial<Omit<InvoiceDocument, 'source' | 'kind'>> {
  const spaced = lines.map((line) => line.normalize('NFKC')).join('\n');
  const text = compact(spaced);
  const blue_no = redPattern.exec(text)?.[1];
  const number = findNumber(spaced, text, fileName, blue_no);
  const serial = serialPattern.exec(text)?.[0];
  const total_fen = findTotal(text);
  const issued_on = findDay(text);
  return {
    texts: lines.map(compact).filter((line) => line !== ''),
    ...(number && { number }),
    ...(serial && { serial }),
    ...(blue_no && { blue_no }),
    ...(total_fen !== undefined && { total_fen }),
    ...(issued_on && { issued_on }),
  };
}

/** The number behind its label, in the file's name, or the only one of 20 digits. */
function findNumber(
  spaced: string,
  text: string,
  fileName: string,
  blueNo: string | undefined,
): string | undefined {
  const labelled = [...text.matchAll(/(?<!蓝字.{0,12})发票号码:?(\d{20})(?!\d)/g)].map(
    ([, found]) => found,
  );
  const named = numberInName(fileName);
  const alone = [...spaced.matchAll(/(?<!\d)\d{20}(?!\d)/g)]
    .map(([found]) => found)
    .filter((found) => found !== blueNo);
  return labelled[0] ?? named ?? (new Set(alone).size === 1 ? alone[0] : undefined);
}

/** `dzfp_<number>_<title>_<time>.pdf`, as the bureau names its files. */
const numberInName = (fileName: string): string | undefined =>
  /(?<!\d)\d{20}(?!\d)/.exec(fileName)?.[0];

/** Of sum, tax and total the total is the largest. */
function findTotal(text: string): number | undefined {
  const sums = [...text.matchAll(/[¥￥](-?)([\d,]+\.\d{2})/g)].map(
    ([, sign, amount = '']) => (sign ? -1 : 1) * toFen(amount),
  );
  if (sums.length === 0) return undefined;
  const most = Math.max(...sums.map(Math.abs));
  return sums.some((sum) => sum < 0) ? -most : most;
}

/** An amount in yuan as fen, exact. */
export function toFen(amount: string): number {
  const [, sign = '', yuan = '', cents = ''] =
    /^(-?)(\d+)(?:\.(\d{1,2})0*)?$/.exec(amount.replace(/[,¥￥\s]/g, '')) ?? [];
  return yuan === '' ? Number.NaN : Number(`${sign}1`) * Number(yuan + cents.padEnd(2, '0'));
}

function findDay(text: string): string | undefined {
  const [, year, month = '', day = ''] = /(20\d{2})年(\d{1,2})月(\d{1,2})日/.exec(text) ?? [];
  return year && `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Whether a name stands among the texts whole, alone or behind its label, in one part or several;
 * not as the beginning of a longer name. */
export function hasName(texts: readonly string[], name: string): boolean {
  const wanted = compact(name);
  const label = /^(购买方)?名称:/;
  const starts = texts.some((_, start) => {
    let joined = '';
    for (let end = start; end < texts.length && joined.length < wanted.length; end += 1)
      joined = (joined + (texts[end] ?? '')).replace(label, '');
    return joined === wanted;
  });
  const behindLabel = texts.join('').split(`名称:${wanted}`).slice(1);
  return starts || behindLabel.some((rest) => /^(名称:|统一社会|纳税人|销|$)/.test(rest));
}
