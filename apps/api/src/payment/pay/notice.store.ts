import { and, eq, type InferInsertModel, type InferSelectModel } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { payNotice } from './trade/pay.tables.ts';

export type PayNotice = InferSelectModel<typeof payNotice>;

/** Stores a notification as received. Of repeated ones the first is kept: its row records whether
 * it was processed. */
export async function storeNotice(
  db: Db,
  row: InferInsertModel<typeof payNotice>,
): Promise<PayNotice> {
  const [created] = await db
    .insert(payNotice)
    .values(row)
    .onConflictDoNothing({ target: [payNotice.gateway, payNotice.notice_key, payNotice.trade_no] })
    .returning();
  if (created) return created;
  const [before] = await db
    .select()
    .from(payNotice)
    .where(
      and(
        eq(payNotice.gateway, row.gateway),
        eq(payNotice.notice_key, row.notice_key),
        eq(payNotice.trade_no, row.trade_no),
      ),
    );
  if (!before) throw new Error('an existing notification was not found');
  return before;
}

export async function closeNotice(db: Db, id: string, result: string, at: Date): Promise<void> {
  await db.update(payNotice).set({ result, handled_at: at }).where(eq(payNotice.id, id));
}
