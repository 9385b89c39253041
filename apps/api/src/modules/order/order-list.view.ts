import type { Order as WireOrder } from '@cme/contract';
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { refundables } from '../refund/preview.view.ts';
import { refundsOf } from '../refund/refund.store.ts';
import { itemsOfAll, type Order } from './order.store.ts';
import { order, type OrderStatus } from './order.tables.ts';
import { orderOf } from './order.view.ts';

export type OrderTab = 'all' | 'pending' | 'paid' | 'closed' | 'refunded';

const within = (...statuses: OrderStatus[]) => inArray(order.order_status, statuses);
const tabs: Readonly<Record<OrderTab, SQL>> = {
  all: sql`true`,
  pending: within('pending'),
  paid: within('paid', 'completed'),
  closed: within('closed'),
  refunded: within('refunding', 'partial_refunded', 'refunded'),
};
const shownTo = (userId: string) => and(eq(order.user_id, userId), eq(order.is_hidden, 'N'));

/** Newest first; hidden ones are left out. */
export const readOrders = (
  db: Db,
  userId: string,
  tab: OrderTab,
  page: number,
  size: number,
): Promise<Order[]> =>
  db
    .select()
    .from(order)
    .where(and(shownTo(userId), tabs[tab]))
    .orderBy(desc(order.created_at), desc(order.order_code))
    .limit(size)
    .offset((page - 1) * size);

export async function countOrders(db: Db, userId: string): Promise<Record<OrderTab, number>> {
  const count = (tab: OrderTab) => sql<number>`(count(*) filter (where ${tabs[tab]}))::int`;
  const [row] = await db
    .select({
      all: count('all'),
      pending: count('pending'),
      paid: count('paid'),
      closed: count('closed'),
      refunded: count('refunded'),
    })
    .from(order)
    .where(shownTo(userId));
  return row ?? { all: 0, pending: 0, paid: 0, closed: 0, refunded: 0 };
}

const isReturnable = async (db: Db, row: Order, now: Date) =>
  (await refundables(db, row, now)).some(({ amount_fen }) => amount_fen > 0);

/** Orders as their buyer sees them. A refund is offered where something of the order can be
 * returned. */
export async function wireOrders(db: Db, orders: Order[], now: Date): Promise<WireOrder[]> {
  const codes = orders.map(({ order_code }) => order_code);
  const [items, refunds] = [await itemsOfAll(db, codes), await refundsOf(db, codes)];
  const wired = orders.map((row) =>
    orderOf(
      row,
      items.get(row.order_code) ?? [],
      refunds.filter(({ order_code }) => order_code === row.order_code),
      now,
    ),
  );
  for (const [at, one] of wired.entries()) {
    if (one.actions.includes('refund') && !(await isReturnable(db, orders[at]!, now)))
      one.actions = one.actions.filter((action) => action !== 'refund');
  }
  return wired;
}
