import { setTimeout as pause } from 'node:timers/promises';
import { orderCreate, orderPreview, payCreate } from '@cme/contract/payment';
import { sql } from 'drizzle-orm';
import type { Db } from '../../src/platform/database/database.ts';
import { makePaidCourses } from '../load/shop.ts';
import { makeLearners } from '../load/study.ts';
import type { Environment } from './environment.ts';

export interface Purchase {
  buyer: string;
  course: { id: string; price: string };
}

/** This many new purchases; parallel ones by different people. */
export async function openShop(
  { context }: Environment,
  count: number,
  each = 20,
): Promise<Purchase[]> {
  const courses = await makePaidCourses(context, Math.min(each, count));
  const buyers = await makeLearners(context, Math.ceil(count / courses.length));
  return Array.from({ length: count }, (_, index) => ({
    buyer: buyers[index % buyers.length]!,
    course: courses[Math.floor(index / buyers.length)]!,
  }));
}

export const wish = (id: string) => ({ item: { id } });

/** An order at the current price, which may change between viewing and ordering. */
export async function place(
  { send }: Environment,
  { buyer, course }: Purchase,
  requestId: string,
): Promise<{ order_code: string; pay: string }> {
  for (let tries = 0; ; tries += 1) {
    const { pay } = await send(orderPreview, wish(course.id), buyer);
    try {
      return await send(
        orderCreate,
        { ...wish(course.id), seen_amount: pay, request_id: `${requestId}.${tries}` },
        buyer,
      );
    } catch (error) {
      if (
        tries > 20 ||
        !(error instanceof Error && 'code' in error && error.code === 'price_changed')
      )
        throw error;
    }
  }
}

export const payAt = (
  { send }: Environment,
  { buyer }: Purchase,
  orderCode: string,
  channel: 'wx_native' | 'ali_page',
) => send(payCreate, { order_code: orderCode, channel }, buyer);

/** Names as a set for SQL. */
export const names = (ids: readonly string[]) =>
  sql`(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`;

/** Polls the database until a query returns no rows, or times out. */
export async function untilNone(
  countLeft: () => Promise<number>,
  longest = 180_000,
): Promise<number> {
  const end = Date.now() + longest;
  for (let wait = 250; ; wait = Math.min(wait * 2, 4000)) {
    const left = await countLeft();
    if (left === 0 || Date.now() > end) return left;
    await pause(wait);
  }
}

/** Number of undelivered orders. */
export async function undelivered(db: Db, codes: readonly string[]): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from "order" where order_status <> 'completed' and order_code in ${names(codes)}`,
  );
  return rows[0]?.n ?? 0;
}
