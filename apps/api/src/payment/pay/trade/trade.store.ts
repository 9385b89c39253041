import {
  and,
  asc,
  desc,
  eq,
  inArray,
  type InferInsertModel,
  type InferSelectModel,
  isNull,
  lt,
  or,
  sql,
} from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { logState } from '../../../platform/state-log/state-log.store.ts';
import { nextTrade } from './pay.rules.ts';
import { type Gateway, trade, type TradeStatus } from './pay.tables.ts';

export type Trade = InferSelectModel<typeof trade>;
type NewTrade = InferInsertModel<typeof trade>;

const open: TradeStatus[] = ['created', 'waiting'];

export async function findTrade(db: Db, tradeNo: string): Promise<Trade | undefined> {
  const [row] = await db.select().from(trade).where(eq(trade.trade_no, tradeNo));
  return row;
}

/** The trade, locked until the transaction ends. Its order is always locked first. */
export async function lockTrade(tx: Db, tradeNo: string): Promise<Trade | undefined> {
  const [row] = await tx.select().from(trade).where(eq(trade.trade_no, tradeNo)).for('update');
  return row;
}

/** All trades of an order, newest first. */
export const readTrades = (db: Db, orderCode: string): Promise<Trade[]> =>
  db
    .select()
    .from(trade)
    .where(eq(trade.order_code, orderCode))
    .orderBy(desc(trade.created_at), desc(trade.trade_no));

export const readOpenTrades = (db: Db, orderCode: string): Promise<Trade[]> =>
  db
    .select()
    .from(trade)
    .where(and(eq(trade.order_code, orderCode), inArray(trade.trade_status, open)))
    .orderBy(asc(trade.created_at));

export async function openTradeOn(
  db: Db,
  orderCode: string,
  channel: string,
): Promise<Trade | undefined> {
  const [row] = await db
    .select()
    .from(trade)
    .where(
      and(
        eq(trade.order_code, orderCode),
        eq(trade.channel, channel),
        inArray(trade.trade_status, open),
      ),
    );
  return row;
}

export async function insertTrade(db: Db, row: NewTrade): Promise<Trade> {
  const [created] = await db.insert(trade).values(row).returning();
  if (!created) throw new Error('a trade was not inserted');
  await logState(db, {
    entity: 'trade',
    entity_id: row.trade_no,
    from: '',
    to: row.trade_status,
    actor_type: 'learner',
    actor_id: row.user_id,
    reason: row.channel,
    at: row.created_at,
  });
  return created;
}

/** Stores the gateway's payment data. Under concurrent calls the first is kept and returned to
 * all. */
export async function storePrepay(
  db: Db,
  tradeNo: string,
  prepay: Record<string, string>,
  at: Date,
): Promise<Trade | undefined> {
  return db.transaction(async (tx) => {
    const before = await lockTrade(tx, tradeNo);
    return before?.trade_status === 'created'
      ? moveTrade(tx, before, 'waiting', { reason: '', at }, { prepay })
      : before;
  });
}

/** Moves a locked trade to another state and logs it. An invalid transition is a bug and throws. */
export async function moveTrade(
  tx: Db,
  before: Trade,
  to: TradeStatus,
  { reason, at }: { reason: string; at: Date },
  set: Partial<NewTrade> = {},
): Promise<Trade> {
  if (!nextTrade[before.trade_status].includes(to))
    throw new Error(`invalid transition of a trade: ${before.trade_status} to ${to}`);
  const [after] = await tx
    .update(trade)
    .set({ ...set, trade_status: to })
    .where(and(eq(trade.trade_no, before.trade_no), eq(trade.trade_status, before.trade_status)))
    .returning();
  if (!after) throw new Error('a trade was changed without its lock');
  await logState(tx, {
    entity: 'trade',
    entity_id: before.trade_no,
    from: before.trade_status,
    to,
    actor_type: 'system',
    actor_id: '',
    reason,
    at,
  });
  return after;
}

export async function setTrade(db: Db, tradeNo: string, set: Partial<NewTrade>): Promise<void> {
  await db.update(trade).set(set).where(eq(trade.trade_no, tradeNo));
}

/** Claims the open trades that are due for a query, each for one process only. */
export async function claimDue(
  db: Db,
  now: Date,
  { olderThan, notAskedSince, most }: { olderThan: Date; notAskedSince: Date; most: number },
): Promise<Trade[]> {
  const due = db
    .select({ trade_no: trade.trade_no })
    .from(trade)
    .where(
      and(
        inArray(trade.trade_status, open),
        inArray(trade.gateway, ['wechat', 'alipay']),
        lt(trade.created_at, olderThan),
        or(isNull(trade.asked_at), lt(trade.asked_at, notAskedSince)),
      ),
    )
    .orderBy(sql`${trade.asked_at} nulls first`)
    .limit(most)
    .for('update', { skipLocked: true });
  return db.update(trade).set({ asked_at: now }).where(inArray(trade.trade_no, due)).returning();
}

/** True if this caller may query the order's open trades now. */
export async function claimQuery(
  db: Db,
  orderCode: string,
  now: Date,
  notAskedSince: Date,
): Promise<boolean> {
  const reserved = await db
    .update(trade)
    .set({ asked_at: now })
    .where(
      and(
        eq(trade.order_code, orderCode),
        inArray(trade.trade_status, open),
        lt(trade.created_at, notAskedSince),
        or(isNull(trade.asked_at), lt(trade.asked_at, notAskedSince)),
      ),
    )
    .returning({ trade_no: trade.trade_no });
  return reserved.length > 0;
}

/** Trades of a gateway paid within a period. */
export const paidBetween = (db: Db, gateway: Gateway, from: Date, to: Date): Promise<Trade[]> =>
  db
    .select()
    .from(trade)
    .where(
      and(
        eq(trade.gateway, gateway),
        sql`${trade.paid_at} >= ${from.toISOString()}::timestamptz`,
        sql`${trade.paid_at} < ${to.toISOString()}::timestamptz`,
      ),
    );

export const insertTrades = async (db: Db, rows: NewTrade[]): Promise<void> => {
  if (rows.length > 0) await db.insert(trade).values(rows);
};

/** The gateways of these trades. */
export async function gatewaysOfTrades(db: Db, tradeNos: string[]): Promise<Map<string, Gateway>> {
  const rows =
    tradeNos.length === 0
      ? []
      : await db
          .select({ trade_no: trade.trade_no, gateway: trade.gateway })
          .from(trade)
          .where(inArray(trade.trade_no, tradeNos));
  return new Map(rows.map(({ trade_no, gateway }) => [trade_no, gateway]));
}
