/**
 * How typed and pasted text is read. A rule reads what was meant and judges that; it never drops a
 * character that could mean something. Pages show the text as it was typed, and the server reads it
 * again by the same rules.
 */

/**
 * Soft hyphens, zero-width and direction marks, word joiners and the like; not the selectors of
 * variants of Chinese characters.
 */
const invisible = /(?![\u{E0100}-\u{E01EF}])\p{Default_Ignorable_Code_Point}/gu;
const dashes = /[\u2010-\u2015\u2212\u30FC\uFE58\uFE63\uFF0D]/gu;
const spaces = /\s/gu;

/** Half-width, without what cannot be seen. For texts whose characters have one meaning in any width. */
const toHalfWidth = (value: string): string => value.normalize('NFKC').replace(invisible, '');

/** Codes and numbers of cards, units and papers: no spaces, one kind of dash. */
export const plainCode = (value: string): string =>
  toHalfWidth(value).replace(spaces, '').replace(dashes, '-');

/** Numbers of documents and units: capitals without spaces and dashes. */
export const plainNumber = (value: string): string =>
  plainCode(value).replaceAll('-', '').toUpperCase();

/** A code of digits, in groups or not: `123 456` and `123-456` are 123456. */
export const plainDigits = plainNumber;

/** A mobile number without country code, brackets and separators. */
export function plainMobile(value: string): string {
  const typed = plainCode(value).replace(/[-().]/g, '');
  return /^(?:\+?86|0086)(1\d{10})$/.exec(typed)?.[1] ?? typed;
}

/** An e-mail address. A space inside stays, to be refused: it may stand for a missing letter. */
export const plainEmail = (value: string): string =>
  toHalfWidth(value)
    .replace(/[\t\r\n]/g, '')
    .replace(/ *@ */, '@')
    .trim();

/**
 * A number as people write it: `１２`, `1。5`, `1,000.5`. Undefined for anything else, such as `-5`,
 * `1e3`, `1,00` or `3个`. Commas stand only between groups of three digits.
 */
export function readNumber(value: string): number | undefined {
  const typed = toHalfWidth(value).trim().replaceAll('。', '.');
  const isGrouped = /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(typed);
  if (!isGrouped && !/^(\d+\.?\d*|\.\d+)$/.test(typed)) return undefined;
  return Number(typed.replaceAll(',', ''));
}

/** Radicals that some documents contain instead of characters, and letters in full width. */
const lookAlikes = /[\u2E80-\u2FDF\uFF21-\uFF3A\uFF41-\uFF5A\uFF07]/gu;

/**
 * A name as it is printed: the characters and dots that the person writes. Only what cannot be seen,
 * and spaces between Chinese characters, go.
 */
export const plainName = (value: string): string =>
  value
    .normalize('NFC')
    .replace(lookAlikes, (character) => character.normalize('NFKC'))
    .replace(invisible, '')
    .replace(/\s+/gu, ' ')
    .replace(/([\p{Script=Han}·•・‧．⋅∙●･᛫]) (?=[\p{Script=Han}·•・‧．⋅∙●･᛫])/gu, '$1')
    .trim();

/** A line of text: only what cannot be seen goes, and spaces around it or in a row. */
export const plainLine = (value: string): string =>
  value.replace(invisible, '').replace(/\s+/gu, ' ').trim();

/** Length as people count: characters outside the basic plane, too, are one. */
export const countCharacters = (value: string): number => [...value].length;

/** What a text that is too long is told. */
export const tooLong = (most: number, length: number): string =>
  `最多 ${most} 字，现在 ${length} 字`;
