import { and, count, desc, eq, inArray, type InferSelectModel } from 'drizzle-orm';
import { ulid } from 'ulid';
import type { Db } from '../../platform/database/database.ts';
import { cartItem } from './shopplist.tables.ts';

export type CartItem = InferSelectModel<typeof cartItem>;

/** Newest first. */
export const readCart = (db: Db, userId: string): Promise<CartItem[]> =>
  db
    .select()
    .from(cartItem)
    .where(eq(cartItem.user_id, userId))
    .orderBy(desc(cartItem.added_at), desc(cartItem.cart_id));

export const readCartRows = (db: Db, userId: string, cartIds: string[]): Promise<CartItem[]> =>
  db
    .select()
    .from(cartItem)
    .where(and(eq(cartItem.user_id, userId), inArray(cartItem.cart_id, cartIds)))
    .orderBy(desc(cartItem.added_at), desc(cartItem.cart_id));

export async function countCart(db: Db, userId: string): Promise<number> {
  const [row] = await db.select({ n: count() }).from(cartItem).where(eq(cartItem.user_id, userId));
  return row?.n ?? 0;
}

export async function findInCart(
  db: Db,
  userId: string,
  contentId: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ cart_id: cartItem.cart_id })
    .from(cartItem)
    .where(and(eq(cartItem.user_id, userId), eq(cartItem.content_id, contentId)));
  return row?.cart_id;
}

export async function insertCartRow(tx: Db, row: Omit<CartItem, 'cart_id'>): Promise<string> {
  const cart_id = ulid(row.added_at.getTime());
  await tx.insert(cartItem).values({ ...row, cart_id });
  return cart_id;
}

export async function deleteCartRows(db: Db, userId: string, cartIds: string[]): Promise<void> {
  if (cartIds.length > 0)
    await db
      .delete(cartItem)
      .where(and(eq(cartItem.user_id, userId), inArray(cartItem.cart_id, cartIds)));
}

/** Removes items of any source, such as those just ordered. */
export async function deleteCartContents(
  db: Db,
  userId: string,
  contentIds: string[],
): Promise<void> {
  if (contentIds.length > 0)
    await db
      .delete(cartItem)
      .where(and(eq(cartItem.user_id, userId), inArray(cartItem.content_id, contentIds)));
}

export async function emptyCart(db: Db, userId: string): Promise<void> {
  await db.delete(cartItem).where(eq(cartItem.user_id, userId));
}
