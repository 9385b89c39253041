/** How a gateway counts, and the most it takes. */
interface Limit {
  bytes?: number;
  characters?: number;
}

const graphemes = new Intl.Segmenter('zh', { granularity: 'grapheme' });
const ellipsis = '…';

const isWithin = (text: string, { bytes = Infinity, characters = Infinity }: Limit): boolean =>
  Buffer.byteLength(text) <= bytes && [...text].length <= characters;

/** A text that a gateway takes: on one line, well-formed, and cut between what a reader sees as
 * characters, never within one. */
function fitText(text: string, limit: Limit): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  if (isWithin(line, limit)) return line;
  const parts = [...graphemes.segment(line)].map(({ segment }) => segment);
  return cut(parts, limit) || cut([...line], limit);
}

/** As many of the parts as fit before an ellipsis. */
function cut(parts: readonly string[], limit: Limit): string {
  let kept = '';
  for (const part of parts) {
    if (!isWithin(kept + part + ellipsis, limit)) break;
    kept += part;
  }
  return kept && kept.trimEnd() + ellipsis;
}

/** Alipay refuses these in a subject; readers see the same. */
const fullWidth: Readonly<Record<string, string>> = { '/': '／', '=': '＝', '&': '＆' };

/** The subject of a trade at Alipay: 256 bytes, two for each Chinese character. */
export const fitAlipaySubject = (text: string): string =>
  fitText(text, { characters: 128 }).replace(/[/=&]/g, (letter) => fullWidth[letter] ?? letter);
/** The reason of a refund at Alipay: 256 bytes likewise. */
export const fitAlipayReason = (text: string): string => fitText(text, { characters: 128 });
/** The description of a trade at WeChat: 127 bytes. */
export const fitWechatDescription = (text: string): string => fitText(text, { bytes: 127 });
/** The reason of a refund at WeChat: 80 bytes. */
export const fitWechatReason = (text: string): string => fitText(text, { bytes: 80 });
