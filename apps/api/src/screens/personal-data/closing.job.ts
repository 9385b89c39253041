import { sql } from 'drizzle-orm';
import type { AppContext } from '../../platform/context/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { logState, system } from '../../platform/state-log/state-log.store.ts';
import { deriveKeys } from '../../person/identity/secret.rules.ts';
import { endSessions } from '../../person/identity/session/session.store.ts';
import { insertFormerAccount } from '../../person/identity/former-account.store.ts';
import { anonymiseUser } from '../../person/identity/anonymise-user.store.ts';
import { lockUser } from '../../person/identity/user.store.ts';
import { readClosingBlockers } from './closing.action.ts';
import { dueClosings, endClosing, isRowOfPerson } from './personal-data.store.ts';
import { personalTables } from './register.rules.ts';

/** Closes the accounts whose cooling-off period is over, one transaction each. Safe at any time in
 * any number of processes. A new obstacle, such as an order, postpones it. */
export async function sweepClosings(context: AppContext): Promise<number> {
  let done = 0;
  for (const { closing_id, user_id } of await dueClosings(context.db, context.now())) {
    if (context.stopping.aborted) break;
    const isClosed = await context.db.transaction(async (tx) => {
      const user = await lockUser(tx, user_id);
      if (user?.status !== 'normal' || (await readClosingBlockers(tx, user_id)).length > 0)
        return false;
      if (!(await endClosing(tx, closing_id, 'done', context.now()))) return false;
      await insertFormerAccount(tx, user, context.now());
      await erase(context, tx, user_id);
      return true;
    });
    if (isClosed) done += 1;
  }
  return done;
}

/** Deletes what can be deleted, and anonymises the rest. */
async function erase(context: AppContext, tx: Db, userId: string): Promise<void> {
  const now = context.now();
  await endSessions(tx, now, userId, 'account_closed');
  await detachPersonalFiles(tx, userId, now);
  for (const [table, { onClosing, blank = [] }] of Object.entries(personalTables)) {
    const name = sql.identifier(table);
    const rows = isRowOfPerson(table, userId);
    if (onClosing === 'delete' && table !== 'file')
      await tx.execute(sql`delete from ${name} where ${rows}`);
    if (blank.length > 0) {
      const empty = blank.map((column) => sql`${sql.identifier(column)} = ''`);
      await tx.execute(sql`update ${name} set ${sql.join(empty, sql`, `)} where ${rows}`);
    }
  }
  await anonymiseUser(tx, deriveKeys(context.settings), userId);
  await logState(tx, {
    ...system,
    entity: 'account_closing',
    entity_id: userId,
    from: 'closing',
    to: 'closed',
    at: now,
  });
}

/** Proofs stay with their declarations; other files are removed by the next file sweep. */
async function detachPersonalFiles(tx: Db, userId: string, now: Date): Promise<void> {
  await tx.execute(sql`delete from file_use where owner_type <> 'declare'
    and file_id in (select file_id from file where user_id = ${userId})`);
  const nowText = now.toISOString();
  await tx.execute(sql`
    update file set file_status = 'deleted', touched_at = ${nowText}::timestamptz, lease_until = null
    where (user_id = ${userId} or file_id in (select e.file_id from data_export e where e.user_id = ${userId}))
      and not exists (select from file_use u where u.file_id = file.file_id)`);
}
