import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import type { Order } from './order.store.ts';
import { order, type OrderStatus } from './order.tables.ts';

export type OrderTab = 'all' | 'pending' | 'paid' | 'closed' | 'refunded';

const hasStatus = (...statuses: OrderStatus[]) => inArray(order.order_status, statuses);
const tabs: Readonly<Record<OrderTab, SQL>> = {
  all: sql`true`,
  pending: hasStatus('pending'),
  paid: hasStatus('paid', 'completed'),
  closed: hasStatus('closed'),
  refunded: hasStatus('refunding', 'partial_refunded', 'refunded'),
};
const visibleTo = (userId: string) => and(eq(order.user_id, userId), eq(order.is_hidden, 'N'));

/** Newest first, without hidden ones. */
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
    .where(and(visibleTo(userId), tabs[tab]))
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
    .where(visibleTo(userId));
  return row ?? { all: 0, pending: 0, paid: 0, closed: 0, refunded: 0 };
}
