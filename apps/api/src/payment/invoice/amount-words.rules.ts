const digits = '零壹贰叁肆伍陆柒捌玖';
const places = ['', '拾', '佰', '仟'];

/** An amount in Chinese capital numerals, up to 9999 9999 yuan. */
export function capitalAmount(fen: number): string {
  const yuan = Math.floor(fen / 100);
  const jiao = Math.floor(fen / 10) % 10;
  const cent = fen % 10;
  const tens = Math.floor(yuan / 10_000);
  const rest = yuan % 10_000;
  const link = tens > 0 && rest > 0 && rest < 1000 ? '零' : '';
  const wholeAmount =
    yuan === 0 ? '' : `${tens > 0 ? `${group(tens)}万` : ''}${link}${group(rest)}圆`;
  if (jiao === 0 && cent === 0) return wholeAmount === '' ? '零圆整' : `${wholeAmount}整`;
  const small = `${jiao > 0 ? `${digits[jiao]}角` : wholeAmount === '' ? '' : '零'}${cent > 0 ? `${digits[cent]}分` : ''}`;
  return wholeAmount + small;
}

/** Up to four digits, with one 零 per gap. */
function group(value: number): string {
  let text = '';
  let gap = false;
  for (let place = 3; place >= 0; place -= 1) {
    const digit = Math.floor(value / 10 ** place) % 10;
    if (digit === 0) {
      gap = text !== '';
      continue;
    }
    text += `${gap ? '零' : ''}${digits[digit]}${places[place]}`;
    gap = false;
  }
  return text;
}
