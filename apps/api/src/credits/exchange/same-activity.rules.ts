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
    ['C', 'СϹ'],
    ['E', 'ЕΕ'],
    ['H', 'НΗҺ'],
    ['J', 'ЈͿ'],
    ['K', 'КΚ'],
    ['M', 'МΜ'],
    ['N', 'Ν'],
    ['P', 'РΡ'],
    ['Q', 'Ԛ'],
    ['S', 'Ѕ'],
    ['T', 'ТΤ'],
    ['W', 'Ԝ'],
    ['X', 'ХΧ'],
    ['Y', 'УΥҮ'],
    ['Z', 'Ζ'],
    ['0', 'OОΟ〇零'],
    ['1', 'ILІΙӀ'],
  ].flatMap(([to = '', from = '']) => [...from].map((letter) => [letter, to])),
);
const numerals = '〇一二三四五六七八九';
/** Words around a number that are not part of it. */
const labels =
  /证书|证件|学分|项目|活动|会议|编号|号码|证号|字号|号|第|复印件|影印件|原件|扫描件|照片|副本/gu;
/** The same in Latin letters, with their look-alikes folded. */
const prefix = /^(N0|NR|NBR|NUM(BER)?|SN|CERT(1F1CATE)?)(?=.)/u;
const suffix = /(?<=.)(C0PY|PDF|JPE?G|PNG)$/u;

/** A text without case, width, accents, spaces, punctuation and invisible characters. */
const plainText = (text: string): string =>
  text
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[\s\p{P}\p{S}\p{C}\p{M}\p{Lm}]/gu, '');

/** A digit of any script: each has ten in a row. */
function toDigit(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

const fold = (text: string): string =>
  [...plainText(text)]
    .map((letter) => lookalikes[letter] ?? letter)
    .join('')
    .replaceAll(/(?!\d)\p{Nd}/gu, toDigit);

function compact(folded: string): string {
  let key = folded.replaceAll(/[^A-Z\d]/gu, '');
  for (let before = ''; before !== key;) {
    before = key;
    key = key.replace(prefix, '').replace(suffix, '');
  }
  return key;
}

/** The letters and digits of a number, however it is written; its Chinese numerals as digits. */
export const numberKey = (number: string): string =>
  compact(
    fold(number).replaceAll(new RegExp(`[${numerals}]`, 'gu'), (numeral) =>
      String(numerals.indexOf(numeral)),
    ),
  );

/** A number without its labels, for what may be declared once: other Chinese words, such as the
 * names of two cities, make two numbers. */
export const claimNumber = (number: string): string =>
  fold(number).replaceAll(labels, '').replace(prefix, '').replace(suffix, '');

/** Chinese numerals may be part of a number or of the words around it. */
const isSameNumber = (a: string, b: string): boolean => {
  const others = [compact(fold(b)), numberKey(b)];
  return [compact(fold(a)), numberKey(a)].some((key) => key !== '' && others.includes(key));
};

/** Whether the numbers of two people may be the same: not if both name their place or issuer, and
 * not the same one. */
export function isPerhapsSameNumber(a: string, b: string): boolean {
  if (!isSameNumber(a, b)) return false;
  const [own = '', other = ''] = [a, b].map((number) =>
    plainText(number)
      .replaceAll(labels, '')
      .replaceAll(new RegExp(`\\P{Script=Han}|[${numerals}]`, 'gu'), ''),
  );
  return own.includes(other) || other.includes(own);
}

const overlap = (a: Activity, b: Activity): boolean =>
  (a.start_on || '0') <= (b.end_on || '9') && (b.start_on || '0') <= (a.end_on || '9');

/** Whether two declarations are about the same activity: by number, or by name and days, so that
 * leaving the number out does not make another activity of it. The kind does not matter. */
export function isSameActivity(a: Activity, b: Activity): boolean {
  if (isSameNumber(a.activity_no, b.activity_no)) return true;
  const name = plainText(a.activity_name);
  return name !== '' && name === plainText(b.activity_name) && overlap(a, b);
}
