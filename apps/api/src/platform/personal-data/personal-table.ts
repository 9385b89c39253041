/** What happens to a person's rows when their account is closed. - `delete`: deleted - `unnamed`:
 * kept, but anonymous, since the account has no name and no number any more; `blank` lists the
 * columns that are emptied - `keep`: required by law */
type OnClosing = 'delete' | 'unnamed' | 'keep';

export interface PersonalTable {
  /** Description for the person. */
  name: string;
  /** Condition on a person's rows; `:user` stands for their id. */
  of: string;
  onClosing: OnClosing;
  /** Columns that are emptied when the account is closed. */
  blank?: readonly string[];
  /** Retention period as text. */
  kept: string;
  /** Internal: not listed among the data of an account. */
  isInternal?: true;
  /** Columns omitted from an export besides hashes: secrets, and data that is not about the
   * person. */
  hidden?: readonly string[];
}

export const ownCondition = 'user_id = :user';
export const inTable = (column: string, table: string) =>
  `${column} in (select ${column} from ${table} where ${ownCondition})`;

export const account = '至账号注销';
const unnamed = '至账号注销，之后仅作为无法识别个人的学习统计保留';

export const deletedOnClosing = (
  name: string,
  of = ownCondition,
  kept = account,
): PersonalTable => ({
  name,
  of,
  onClosing: 'delete',
  kept,
});
export const internalTable = (name: string, of?: string, kept?: string): PersonalTable => ({
  ...deletedOnClosing(name, of, kept),
  isInternal: true,
});
export const keptUnnamed = (
  name: string,
  of = ownCondition,
  blank: readonly string[] = [],
): PersonalTable => ({
  name,
  of,
  onClosing: 'unnamed',
  blank,
  kept: unnamed,
});
export const keptByLaw = (
  name: string,
  kept: string,
  of = ownCondition,
  blank: readonly string[] = [],
) => ({ name, of, onClosing: 'keep', blank, kept }) satisfies PersonalTable;
