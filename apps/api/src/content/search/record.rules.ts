const longest = 30;

/** The stored form of a keyword; undefined if it may be a person's number, or is empty. */
export function toRecordedWord(keyword: string): string | undefined {
  const word = keyword
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
  const digits = word.replace(/[^\p{Nd}]/gu, '').length;
  return word === '' || [...word].length > longest || digits > 5 ? undefined : word;
}
