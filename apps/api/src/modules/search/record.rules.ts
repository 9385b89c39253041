const longest = 30;

/** A keyword as it is kept; undefined for what might be the number of a person, and for what is no
 * word any more. */
export function keptWord(keyword: string): string | undefined {
  const word = keyword
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
  const digits = word.replace(/[^\p{Nd}]/gu, '').length;
  return word === '' || [...word].length > longest || digits > 5 ? undefined : word;
}
