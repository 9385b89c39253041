import list from 'big-list-of-naughty-strings/blns.json' with { type: 'json' };

/** Texts that are known to break programs: scripts, quotes, rare writing, numbers that overflow,
 * reserved words. */
export const naughty: readonly string[] = list.filter((text) => text.trim() !== '');
