import type { AppContext } from '../../platform/context/context.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import type { Account, Role } from './account.ts';

/** A usage error, distinguished from a failure by its exit code. */
export class UsageError extends Error {}

interface CommandUsage {
  /** Its arguments, as in the usage text. */
  args: string;
  about: string;
}

/** Prints nothing about learners: no account required. */
export interface ReadCommand extends CommandUsage {
  role?: undefined;
  runFirst?: undefined;
  isEnrolling?: undefined;
  isInPerson?: undefined;
  /** Returns the line to print. */
  run(context: AppContext, args: readonly string[]): Promise<string>;
}

/** Changes something, or prints data about learners: requires an account with this role and is
 * logged. */
export interface DecisionCommand extends CommandUsage {
  role: Role;
  /** The second factor itself: the password is enough for staff who have none yet. */
  isEnrolling?: true;
  /** A session is not enough: the second of two people is here in person. */
  isInPerson?: true;
  /** Runs it without an account, while the installation is empty and has none; undefined otherwise. */
  runFirst?(context: AppContext, args: readonly string[]): Promise<string | undefined>;
  run(context: AppContext, args: readonly string[], account: Account): Promise<string>;
}

export type Command = ReadCommand | DecisionCommand;

/** The arguments of a command; a missing one is a usage error. */
export function requireArguments(args: readonly string[], ...names: string[]): string[] {
  return names.map((name, index) => {
    const value = args[index]?.trim();
    if (!value) throw new UsageError(`缺少${name}`);
    return value;
  });
}

export function requireReason(word: string): string {
  if ([...word].length < 5) throw new NotPossibleError('请写明原因，至少5个字');
  if ([...word].length > 200) throw new NotPossibleError('原因最多200个字');
  return word;
}

/** Rows as lines, or the text for none. */
export const formatTable = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => row.join('  ')).join('\n') || '没有';
