/** A text as it is compared: without regard to width, case, spaces and invisible characters. */
export function normaliseText(text: string): string {
  const plain = text
    // NFKC would turn 10⁹ into 109.
    .replace(/(?<=\p{Nd})[⁰¹²³⁴-⁹⁺⁻]+/gu, (power) => `^${power}`)
    .normalize('NFKC')
    .replace(/[\s\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/[‐-―−]/gu, '-')
    // A Chinese keyboard writes the decimal point as a full stop.
    .replace(/(?<=\d)。(?=\d)/gu, '.')
    .toLowerCase();
  return formatNumber(plain) ?? plain;
}

const decimal = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d+|(?=\.\d))(?:\.(\d*))?(%?)$/;

/** The one way to write a number, digit by digit, so that none is too long; undefined for others. */
function formatNumber(text: string): string | undefined {
  const match = decimal.exec(text);
  if (!match) return undefined;
  const [, sign = '', whole = '', fraction = '', percent = ''] = match;
  const digits = whole.replaceAll(',', '').replace(/^0+(?=\d)/, '') || '0';
  const decimals = fraction.replace(/0+$/, '');
  const value = decimals ? `${digits}.${decimals}` : digits;
  return `${sign === '-' && value !== '0' ? '-' : ''}${value}${percent}`;
}
