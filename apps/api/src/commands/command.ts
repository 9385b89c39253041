import type { AppContext } from '../context.ts';
import type { Account, Role } from './account.ts';

/** A wrong call, told apart from a failure by its exit code. */
export class Usage extends Error {}

interface CommandUsage {
  /** Its arguments, as the usage text names them. */
  args: string;
  about: string;
}

/** Shows something that says nothing about learners: anybody who may run commands. */
export interface ReadCommand extends CommandUsage {
  role?: undefined;
  /** Answers the line that is printed. */
  run(context: AppContext, args: readonly string[]): Promise<string>;
}

/** Changes something, or shows what is about learners: only an account with this role, which is
 * written down. */
export interface DecisionCommand extends CommandUsage {
  role: Role;
  run(context: AppContext, args: readonly string[], who: Account): Promise<string>;
}

export type Command = ReadCommand | DecisionCommand;

/** Every argument that a command needs; a missing one is a wrong call. */
export function needed(args: readonly string[], ...names: string[]): string[] {
  return names.map((name, at) => {
    const value = args[at]?.trim();
    if (!value) throw new Usage(`缺少${name}`);
    return value;
  });
}

/** Rows as lines, or the word for none. */
export const listed = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => row.join('  ')).join('\n') || '没有';
