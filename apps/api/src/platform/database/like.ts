/** A LIKE pattern that finds a text anywhere, with its wildcards escaped. */
export function likePattern(text: string): string {
  return `%${text.replaceAll('\0', '').replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}
