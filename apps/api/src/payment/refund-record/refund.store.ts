import {
  and,
  asc,
  desc,
  eq,
  gte,
  inArray,
  type InferInsertModel,
  type InferSelectModel,
  isNull,
  lt,
  ne,
  or,
} from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { logState, readStateTimes } from '../../platform/state-log/state-log.store.ts';
import { nextRefund, type RefundStatus } from './refund.rules.ts';
import { refund, refundItem } from './refund.tables.ts';

export type Refund = InferSelectModel<typeof refund>;
export type RefundItem = InferSelectModel<typeof refundItem>;
type NewRefund = InferInsertModel<typeof refund>;

/** False if there is one already: of the request, or an automatic one of the trade. */
export async function insertRefund(
  tx: Db,
  row: NewRefund,
  items: Omit<RefundItem, 'refund_no'>[] = [],
): Promise<boolean> {
  const created = await tx
    .insert(refund)
    .values(row)
    .onConflictDoNothing()
    .returning({ refund_no: refund.refund_no });
  if (created.length === 0) return false;
  if (items.length > 0)
    await tx
      .insert(refundItem)
      .values(items.map((item) => ({ ...item, refund_no: row.refund_no })));
  const actor =
    row.kind === 'learner'
      ? { actor_type: 'learner' as const, actor_id: row.user_id }
      : { actor_type: 'system' as const, actor_id: '' };
  await logState(tx, {
    entity: 'refund',
    entity_id: row.refund_no,
    from: '',
    to: row.refund_status,
    ...actor,
    reason: row.kind,
    at: row.created_at,
  });
  return true;
}

export async function findRefund(db: Db, refundNo: string): Promise<Refund | undefined> {
  const [row] = await db.select().from(refund).where(eq(refund.refund_no, refundNo));
  return row;
}

export async function lockRefund(tx: Db, refundNo: string): Promise<Refund | undefined> {
  const [row] = await tx.select().from(refund).where(eq(refund.refund_no, refundNo)).for('update');
  return row;
}

export async function findByRequest(
  db: Db,
  userId: string,
  requestId: string,
): Promise<Refund | undefined> {
  const [row] = await db
    .select()
    .from(refund)
    .where(and(eq(refund.user_id, userId), eq(refund.request_id, requestId)));
  return row;
}

/** All refunds of these orders, newest first. */
export const readRefunds = (db: Db, orderCodes: string[]): Promise<Refund[]> =>
  orderCodes.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(refund)
        .where(inArray(refund.order_code, orderCodes))
        .orderBy(desc(refund.created_at), desc(refund.refund_no));

export const itemsOfRefund = (db: Db, refundNo: string): Promise<RefundItem[]> =>
  db
    .select()
    .from(refundItem)
    .where(eq(refundItem.refund_no, refundNo))
    .orderBy(asc(refundItem.order_item_id));

/** Not finished or given up: the money may still be refunded. */
const openStatuses: RefundStatus[] = ['pending', 'approved', 'processing', 'failed'];
export const isOpenRefund = ({ refund_status }: Pick<Refund, 'refund_status'>): boolean =>
  openStatuses.includes(refund_status);

/** The unfinished refund of an order, or of one of its items, that the learner requested. */
export async function findOpenRefund(
  db: Db,
  orderCode: string,
  itemId?: string,
): Promise<Refund | undefined> {
  const ofItem =
    itemId === undefined
      ? undefined
      : inArray(
          refund.refund_no,
          db
            .select({ no: refundItem.refund_no })
            .from(refundItem)
            .where(eq(refundItem.order_item_id, itemId)),
        );
  const [row] = await db
    .select()
    .from(refund)
    .where(
      and(
        eq(refund.order_code, orderCode),
        eq(refund.kind, 'learner'),
        inArray(refund.refund_status, openStatuses),
        ofItem,
      ),
    )
    .limit(1);
  return row;
}

/** Items in a refund that is pending or done, except the refund `besides`. */
export async function refundedItems(
  db: Db,
  orderCode: string,
  extraReason = '',
): Promise<Map<string, RefundStatus>> {
  const rows = await db
    .select({ id: refundItem.order_item_id, status: refund.refund_status })
    .from(refundItem)
    .innerJoin(refund, eq(refund.refund_no, refundItem.refund_no))
    .where(
      and(
        eq(refund.order_code, orderCode),
        ne(refund.refund_no, extraReason),
        inArray(refund.refund_status, [...openStatuses, 'success']),
      ),
    );
  return new Map(rows.map(({ id, status }) => [id, status]));
}

interface Transition {
  actor_type: 'learner' | 'staff' | 'system';
  actor_id: string;
  reason?: string;
  at: Date;
}

/** Moves a locked refund to another state and logs it. */
export async function moveRefund(
  tx: Db,
  before: Refund,
  to: RefundStatus,
  step: Transition,
  set: Partial<NewRefund> = {},
): Promise<Refund> {
  if (!nextRefund[before.refund_status].includes(to))
    throw new Error(`invalid transition of a refund: ${before.refund_status} to ${to}`);
  const [after] = await tx
    .update(refund)
    .set({ ...set, refund_status: to })
    .where(
      and(eq(refund.refund_no, before.refund_no), eq(refund.refund_status, before.refund_status)),
    )
    .returning();
  if (!after) throw new Error('a refund was changed without its lock');
  await logState(tx, {
    entity: 'refund',
    entity_id: before.refund_no,
    from: before.refund_status,
    to,
    ...step,
  });
  return after;
}

/** Keeps the requested amount if less is paid. */
export async function lowerRefund(
  tx: Db,
  before: Refund,
  items: readonly RefundItem[],
): Promise<Refund> {
  const amount_fen = items.reduce((sum, item) => sum + item.amount_fen, 0);
  for (const { refund_no, order_item_id, ...now } of items) {
    await tx
      .update(refundItem)
      .set(now)
      .where(and(eq(refundItem.refund_no, refund_no), eq(refundItem.order_item_id, order_item_id)));
  }
  const [after] = await tx
    .update(refund)
    .set({ amount_fen, asked_fen: before.amount_fen })
    .where(eq(refund.refund_no, before.refund_no))
    .returning();
  if (!after) throw new Error('a locked refund was not found');
  return after;
}

export const readRefundStates = (db: Db, refundNo: string) =>
  readStateTimes(db, 'refund', refundNo);

/** Claims refunds in progress that are due for a query, each for one process only. */
export async function findOpenClaim(
  db: Db,
  now: Date,
  notAskedSince: Date,
  limit: number,
): Promise<Refund[]> {
  const due = db
    .select({ refund_no: refund.refund_no })
    .from(refund)
    .where(
      and(
        inArray(refund.refund_status, ['approved', 'processing']),
        lt(refund.created_at, notAskedSince),
        or(isNull(refund.asked_at), lt(refund.asked_at, notAskedSince)),
      ),
    )
    .orderBy(asc(refund.created_at))
    .limit(limit)
    .for('update', { skipLocked: true });
  return db.update(refund).set({ asked_at: now }).where(inArray(refund.refund_no, due)).returning();
}

export const insertSampleRefunds = async (
  db: Db,
  rows: NewRefund[],
  items: RefundItem[],
): Promise<void> => {
  if (rows.length > 0) await db.insert(refund).values(rows);
  if (items.length > 0) await db.insert(refundItem).values(items);
};

/** Refunds that succeeded within a period. */
export const refundedBetween = (db: Db, from: Date, to: Date): Promise<Refund[]> =>
  db
    .select()
    .from(refund)
    .where(
      and(
        eq(refund.refund_status, 'success'),
        gte(refund.finished_at, from),
        lt(refund.finished_at, to),
      ),
    );

/** Refunds of a trade in progress. */
export const readRefundsInProgress = (db: Db, tradeNo: string): Promise<Refund[]> =>
  db
    .select()
    .from(refund)
    .where(
      and(eq(refund.trade_no, tradeNo), inArray(refund.refund_status, ['approved', 'processing'])),
    );

/** Records that a refund in progress was sent or queried again. */
export async function touchRefund(tx: Db, { refund_no, tries }: Refund, at: Date): Promise<void> {
  await tx
    .update(refund)
    .set({ tries: tries + 1, asked_at: at })
    .where(eq(refund.refund_no, refund_no));
}
