/** A text as a pattern of LIKE that finds it anywhere: its own wildcards stand for themselves. */
export function likePattern(text: string): string {
  return `%${text.replaceAll('\0', '').replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}
