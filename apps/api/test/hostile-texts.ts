import list from 'big-list-of-naughty-strings/blns.json' with { type: 'json' };

/** Texts that often break programs: scripts, quotes, rare characters, overflowing numbers, reserved
 * words. */
export const hostileTexts: readonly string[] = list.filter((text) => text.trim() !== '');
