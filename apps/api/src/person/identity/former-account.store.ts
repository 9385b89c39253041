import type { IdKind } from '@cme/contract/base';
import { and, eq, inArray, lt } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { formerAccount } from './identity.tables.ts';
import { idHashes } from './number.rules.ts';
import type { Keys } from './secret.rules.ts';

/** Days for which a closed account is recognised when its person registers again. */
const formerDays = 3 * 366;
const day = 86_400_000;

/** Notes the document of an account that is being closed, as a keyed hash. */
export async function insertFormerAccount(
  tx: Db,
  { user_id, site_id, id_hash }: { user_id: string; site_id: string; id_hash: string },
  closedAt: Date,
): Promise<void> {
  await tx
    .insert(formerAccount)
    .values({ former_id: user_id, site_id, id_hash, closed_at: closedAt })
    .onConflictDoNothing();
}

/** Connects the closed accounts of a document with the account that has it now. */
export async function connectFormerAccounts(
  tx: Db,
  keys: Keys,
  account: { user_id: string; site_id: string; id_type: IdKind; id_no: string },
): Promise<void> {
  const { user_id, site_id, id_type, id_no } = account;
  await tx
    .update(formerAccount)
    .set({ user_id })
    .where(
      and(
        eq(formerAccount.site_id, site_id),
        inArray(formerAccount.id_hash, idHashes(keys, site_id, id_type, id_no)),
      ),
    );
}

/** The account and those that its person has closed: a new account does not undo refusals, used
 * attempts or claims of the earlier one. */
export async function accountsOfPerson(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .select({ former_id: formerAccount.former_id })
    .from(formerAccount)
    .where(eq(formerAccount.user_id, userId));
  return [userId, ...rows.map(({ former_id }) => former_id)];
}

/** The same for several people: closed accounts by the current one. */
export async function readFormerAccounts(
  db: Db,
  userIds: readonly string[],
): Promise<{ user_id: string; former_id: string }[]> {
  if (userIds.length === 0) return [];
  return db
    .select({ user_id: formerAccount.user_id, former_id: formerAccount.former_id })
    .from(formerAccount)
    .where(inArray(formerAccount.user_id, [...userIds]));
}

export async function sweepFormerAccounts(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - formerDays * day);
  await db.delete(formerAccount).where(lt(formerAccount.closed_at, before));
}
