import { and, asc, eq, inArray, type InferInsertModel, type InferSelectModel, sql } from 'drizzle-orm';
import type { Db } from '../../database.ts';
import { logState } from '../learning/learning.store.ts';
import { canBecome } from './order.rules.ts';
import { order, orderHold, orderItem, type OrderStatus } from './order.tables.ts';

export type Order = InferSelectModel<typeof order>;
export type OrderItem = InferSelectModel<typeof orderItem>;
type NewOrder = InferInsertModel<typeof order>;

/** One person's trading one after the other: cart, orders and cards. Needs a transaction, and comes before any row of theirs. */
export async function holdBuyer(tx: Db, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`buyer ${userId}`}, 0))`);
}

export async function findOrder(db: Db, orderCode: string): Promise<Order | undefined> {
  const [row] = await db.select().from(order).where(eq(order.order_code, orderCode));
  return row;
}

/** The person's own order; somebody else's is not found. */
export async function findOwnOrder(db: Db, userId: string, orderCode: string): Promise<Order | undefined> {
  const [row] = await db.select().from(order).where(and(eq(order.order_code, orderCode), eq(order.user_id, userId)));
  return row;
}

/** The order, held until the transaction ends. */
export async function lockOrder(tx: Db, orderCode: string): Promise<Order | undefined> {
  const [row] = await tx.select().from(order).where(eq(order.order_code, orderCode)).for('update');
  return row;
}

export const itemsOf = (db: Db, orderCode: string): Promise<OrderItem[]> =>
  db.select().from(orderItem).where(eq(orderItem.order_code, orderCode)).orderBy(asc(orderItem.sort));

export interface Step {
  actor_type: 'learner' | 'staff' | 'system';
  actor_id: string;
  reason?: string;
  at: Date;
}

/** Moves a locked order on and writes it down. A step that the rules do not know is an error of ours. */
export async function moveOrder(tx: Db, before: Order, to: OrderStatus, step: Step, set: Partial<NewOrder> = {}): Promise<Order> {
  if (!canBecome(before.order_status, to)) throw new Error(`an order that is ${before.order_status} cannot become ${to}`);
  const [after] = await tx.update(order).set({ ...set, order_status: to })
    .where(and(eq(order.order_code, before.order_code), eq(order.order_status, before.order_status))).returning();
  if (!after) throw new Error('an order was changed without its lock');
  await logState(tx, { entity: 'order', entity_id: before.order_code, from: before.order_status, to, ...step });
  return after;
}

export async function setOrder(tx: Db, orderCode: string, set: Partial<NewOrder>): Promise<void> {
  await tx.update(order).set(set).where(eq(order.order_code, orderCode));
}

export async function setItems(tx: Db, itemIds: string[], set: Partial<InferInsertModel<typeof orderItem>>): Promise<void> {
  if (itemIds.length > 0) await tx.update(orderItem).set(set).where(inArray(orderItem.order_item_id, itemIds));
}

/** The order no longer stands in the way of another one for the same things. */
export async function releaseHolds(tx: Db, orderCode: string): Promise<void> {
  await tx.delete(orderHold).where(eq(orderHold.order_code, orderCode));
}

export interface Hold {
  content_id: string;
  order_code: string;
}

/** Which of these contents stand in open orders of the person. */
export const holdsOn = (db: Db, userId: string, contentIds: string[]): Promise<Hold[]> =>
  contentIds.length === 0 ? Promise.resolve([]) : db.select({ content_id: orderHold.content_id, order_code: orderHold.order_code }).from(orderHold)
    .where(and(eq(orderHold.user_id, userId), inArray(orderHold.content_id, contentIds)));
