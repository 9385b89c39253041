import { Converter } from 'opencc-js/t2cn';

const toMainland = Converter({ from: 't', to: 'cn' });
const traditional = /[\u3400-\u9fff\uf900-\ufaff]/gu;
const simplified = new Map<string, string>();

/** One character at a time, so that a text and a part of it fold alike. */
function simplify(letter: string): string {
  let plain = simplified.get(letter);
  if (plain === undefined) {
    plain = toMainland(letter);
    simplified.set(letter, plain);
  }
  return plain;
}

/** Normalises texts and queries: ignores width, ligatures, case, invisible characters, and whether
 * characters are Traditional. */
export const normalizeText = (text: string): string =>
  text
    .replaceAll('\0', '')
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
    .replace(traditional, simplify);
