/** What identifies a declared activity. */
export interface Activity {
  year: number;
  activity_no: string;
  activity_name: string;
  start_on: string;
  end_on: string;
}

/** Letters and digits that look alike on a certificate. */
const lookalikes: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['A', 'АΑ'],
    ['B', 'ВΒ'],
    ['C', 'С'],
    ['E', 'ЕΕ'],
    ['H', 'НΗ'],
    ['K', 'КΚ'],
    ['M', 'МΜ'],
    ['N', 'Ν'],
    ['P', 'РΡ'],
    ['T', 'ТΤ'],
    ['X', 'ХΧ'],
    ['Y', 'УΥ'],
    ['0', 'OОΟ〇'],
    ['1', 'ILІΙ'],
  ].flatMap(([to = '', from = '']) => [...from].map((letter) => [letter, to])),
);

/** A text without case, width, spaces, punctuation and invisible characters. */
const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{P}\p{S}\p{C}\p{M}]/gu, '');

/** A number for comparison, however it is written. */
export const numberKey = (number: string): string =>
  [...plainText(number)]
    .map((letter) => lookalikes[letter] ?? letter)
    .join('')
    .replace(/^(证书|项目|活动|学分证)?(编号|号码|证号)|^N0(?=\d)/u, '');

const overlap = (a: Activity, b: Activity): boolean =>
  (a.start_on || '0') <= (b.end_on || '9') && (b.start_on || '0') <= (a.end_on || '9');

/** Whether two declarations are about the same activity: by number, or by name and days, so that
 * leaving the number out does not make another activity of it. The kind does not matter. */
export function isSameActivity(a: Activity, b: Activity): boolean {
  const number = numberKey(a.activity_no);
  if (number !== '' && number === numberKey(b.activity_no)) return true;
  const name = plainText(a.activity_name);
  return name !== '' && name === plainText(b.activity_name) && overlap(a, b);
}
