import type { House } from '../../apps/api/src/house.ts';

/** A wrong call, told apart from a failure by its exit code. */
export class Usage extends Error {}

export interface Command {
  /** Its arguments, as the usage text names them. */
  args: string;
  about: string;
  /** Answers the line that is printed. */
  run(house: House, args: readonly string[]): Promise<string>;
}

/** Every argument that a command needs; a missing one is a wrong call. */
export function needed(args: readonly string[], ...names: string[]): string[] {
  return names.map((name, at) => {
    const value = args[at]?.trim();
    if (!value) throw new Usage(`缺少${name}`);
    return value;
  });
}

/** Who decides, for the records. */
export const staffName = process.env['STAFF'] ?? process.env['USER'] ?? 'centre';

/** Rows as lines, or the word for none. */
export const listed = (rows: readonly (readonly (string | number)[])[]): string => rows.map((row) => row.join('  ')).join('\n') || '没有';
