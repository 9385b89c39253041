import { and, eq, inArray, notInArray } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { ownedAmong } from '../../study/learning/owned.store.ts';
import type { OrderItem } from './order.store.ts';
import { order, orderReservation, type OrderStatus } from './order.tables.ts';

/**
 * Reserves what the order buys, until it is delivered or closed. False when some of it is already
 * being bought.
 */
export async function createReservations(
  tx: Db,
  userId: string,
  orderCode: string,
  contentIds: string[],
): Promise<boolean> {
  const ids = [...new Set(contentIds)];
  const created = await tx
    .insert(orderReservation)
    .values(
      ids.map((contentId) => ({ user_id: userId, order_code: orderCode, content_id: contentId })),
    )
    .onConflictDoNothing()
    .returning({ id: orderReservation.content_id });
  return created.length === ids.length;
}

export async function releaseReservations(
  tx: Db,
  orderCode: string,
  stay: readonly OrderItem[] = [],
): Promise<void> {
  const owed = stay
    .filter(({ deliver_status }) => deliver_status === 'waiting' || deliver_status === 'failed')
    .flatMap(({ content_id, courses }) => [content_id, ...courses]);
  await tx
    .delete(orderReservation)
    .where(
      and(
        eq(orderReservation.order_code, orderCode),
        ...(owed.length > 0 ? [notInArray(orderReservation.content_id, owed)] : []),
      ),
    );
}

export interface Reservation {
  content_id: string;
  order_code: string;
  order_status: OrderStatus;
  expire_at: Date;
}

/** Which of these contents the person is buying, and with which orders. */
export const reservationsOn = (
  db: Db,
  userId: string,
  contentIds: string[],
): Promise<Reservation[]> =>
  contentIds.length === 0
    ? Promise.resolve([])
    : db
        .select({
          content_id: orderReservation.content_id,
          order_code: orderReservation.order_code,
          order_status: order.order_status,
          expire_at: order.expire_at,
        })
        .from(orderReservation)
        .innerJoin(order, eq(order.order_code, orderReservation.order_code))
        .where(
          and(
            eq(orderReservation.user_id, userId),
            inArray(orderReservation.content_id, contentIds),
          ),
        );

/** Their unpaid orders that contain some of these contents. */
export const pendingOn = async (
  db: Db,
  userId: string,
  contentIds: string[],
  now: Date,
): Promise<Reservation[]> =>
  (await reservationsOn(db, userId, contentIds)).filter(
    ({ order_status, expire_at }) => order_status === 'pending' && expire_at > now,
  );

/** Which of these contents the person has: enrolled, or paid and about to be enrolled. */
export async function ownedOrPaid(
  db: Db,
  userId: string,
  contentIds: string[],
  now: Date,
): Promise<Set<string>> {
  const owned = await ownedAmong(db, userId, contentIds, now);
  for (const reservation of await reservationsOn(db, userId, contentIds))
    if (reservation.order_status !== 'pending') owned.add(reservation.content_id);
  return owned;
}
