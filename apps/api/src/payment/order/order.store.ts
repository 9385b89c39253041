import {
  and,
  asc,
  eq,
  exists,
  inArray,
  type InferInsertModel,
  type InferSelectModel,
  lt,
  not,
  or,
  sql,
} from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { logState } from '../../platform/state-log/state-log.store.ts';
import { canBecome, newOrderCode } from './order.rules.ts';
import { order, orderItem, orderRequest, type OrderStatus } from './order.tables.ts';

export type Order = InferSelectModel<typeof order>;
export type OrderItem = InferSelectModel<typeof orderItem>;
type NewOrder = InferInsertModel<typeof order>;

/**
 * Serialises a person's cart, orders and cards. Needs a transaction, and must be taken before any
 * of their rows.
 */
export async function lockBuyer(tx: Db, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`buyer ${userId}`}, 0))`);
}

export async function findOrder(db: Db, orderCode: string): Promise<Order | undefined> {
  const [row] = await db.select().from(order).where(eq(order.order_code, orderCode));
  return row;
}

/** The person's own order; those of other people are not found. */
export async function findOwnOrder(
  db: Db,
  userId: string,
  orderCode: string,
): Promise<Order | undefined> {
  const [row] = await db
    .select()
    .from(order)
    .where(and(eq(order.order_code, orderCode), eq(order.user_id, userId)));
  return row;
}

/** Locks the order until the end of the transaction. */
export async function lockOrder(tx: Db, orderCode: string): Promise<Order | undefined> {
  const [row] = await tx.select().from(order).where(eq(order.order_code, orderCode)).for('update');
  return row;
}

/** Lines of several orders, by order. */
export async function itemsOfAll(db: Db, orderCodes: string[]): Promise<Map<string, OrderItem[]>> {
  const itemsByOrder = new Map<string, OrderItem[]>(orderCodes.map((code) => [code, []]));
  if (orderCodes.length === 0) return itemsByOrder;
  const rows = await db
    .select()
    .from(orderItem)
    .where(inArray(orderItem.order_code, orderCodes))
    .orderBy(asc(orderItem.sort));
  for (const row of rows) itemsByOrder.get(row.order_code)?.push(row);
  return itemsByOrder;
}

export const readOrderItems = (db: Db, orderCode: string): Promise<OrderItem[]> =>
  db
    .select()
    .from(orderItem)
    .where(eq(orderItem.order_code, orderCode))
    .orderBy(asc(orderItem.sort));

export interface Transition {
  actor_type: 'learner' | 'staff' | 'system';
  actor_id: string;
  reason?: string;
  at: Date;
}

/**
 * Moves a locked order to another state and records it. An unknown transition is a programming
 * error.
 */
export async function moveOrder(
  tx: Db,
  before: Order,
  to: OrderStatus,
  step: Transition,
  set: Partial<NewOrder> = {},
): Promise<Order> {
  if (!canBecome(before.order_status, to))
    throw new Error(`an order that is ${before.order_status} cannot become ${to}`);
  const [after] = await tx
    .update(order)
    .set({ ...set, order_status: to })
    .where(
      and(eq(order.order_code, before.order_code), eq(order.order_status, before.order_status)),
    )
    .returning();
  if (!after) throw new Error('an order was changed without a lock');
  await logState(tx, {
    entity: 'order',
    entity_id: before.order_code,
    from: before.order_status,
    to,
    ...step,
  });
  return after;
}

export async function setOrder(tx: Db, orderCode: string, set: Partial<NewOrder>): Promise<void> {
  await tx.update(order).set(set).where(eq(order.order_code, orderCode));
}

export async function setItems(
  tx: Db,
  itemIds: string[],
  set: Partial<InferInsertModel<typeof orderItem>>,
): Promise<void> {
  if (itemIds.length > 0)
    await tx.update(orderItem).set(set).where(inArray(orderItem.order_item_id, itemIds));
}

export async function findRequest(
  db: Db,
  userId: string,
  requestId: string,
): Promise<{ request_hash: string; order_code: string } | undefined> {
  const [row] = await db
    .select()
    .from(orderRequest)
    .where(and(eq(orderRequest.user_id, userId), eq(orderRequest.request_id, requestId)));
  return row;
}

export async function storeRequest(
  tx: Db,
  row: InferInsertModel<typeof orderRequest>,
): Promise<void> {
  await tx.insert(orderRequest).values(row);
}

/** Inserts an order with a unique code. */
export async function insertOrder(
  tx: Db,
  row: Omit<NewOrder, 'order_code'>,
  items: Omit<InferInsertModel<typeof orderItem>, 'order_code'>[],
): Promise<Order> {
  for (;;) {
    const [created] = await tx
      .insert(order)
      .values({ ...row, order_code: newOrderCode(row.created_at) })
      .onConflictDoNothing()
      .returning();
    if (!created) continue;
    await tx
      .insert(orderItem)
      .values(items.map((item) => ({ ...item, order_code: created.order_code })));
    return created;
  }
}

/** Open orders that had expired by then, oldest first. */
export async function overdueOrders(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ code: order.order_code })
    .from(order)
    .where(and(eq(order.order_status, 'pending'), lt(order.expire_at, before)))
    .orderBy(asc(order.expire_at))
    .limit(limit);
  return rows.map(({ code }) => code);
}

/** Orders paid before then that are neither complete nor left to staff; longest waiting first. */
export async function undeliveredOrders(db: Db, before: Date, limit: number): Promise<string[]> {
  const some = (status: OrderItem['deliver_status']) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(orderItem)
        .where(
          and(eq(orderItem.order_code, order.order_code), eq(orderItem.deliver_status, status)),
        ),
    );
  // The process may have died between the last line and the order's own update.
  const isDone = and(eq(order.order_status, 'paid'), not(some('failed')));
  const rows = await db
    .select({ code: order.order_code })
    .from(order)
    .where(
      and(
        inArray(order.order_status, ['paid', 'partial_refunded']),
        lt(order.paid_at, before),
        or(some('waiting'), isDone),
      ),
    )
    .orderBy(asc(order.paid_at))
    .limit(limit);
  return rows.map(({ code }) => code);
}

/** A sample order in any state. */
export async function insertSampleOrder(
  db: Db,
  row: NewOrder,
  items: InferInsertModel<typeof orderItem>[],
): Promise<void> {
  await db.insert(order).values(row);
  await db.insert(orderItem).values(items);
}
