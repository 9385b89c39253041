import { ulid } from 'ulid';
import {
  insertPackage,
  type NewContent,
} from '../../src/content/catalogue/write/catalogue.write.ts';
import { bookPayment } from '../../src/payment/order/book.action.ts';
import { deliverOrder } from '../../src/payment/order/deliver.job.ts';
import { lockOrder } from '../../src/payment/order/order.store.ts';
import type { TestApi } from '../test-api.ts';
import { newCourse, type TestCourse } from '../learner.ts';

/** A paid course. */
export const paidCourse = (
  api: TestApi,
  fen: number,
  options: Parameters<typeof newCourse>[1] = {},
): Promise<TestCourse> => newCourse(api, { is_free: 'N', price_fen: fen, ...options });

/** A package of these courses. */
export async function newPackage(
  { db, clock }: TestApi,
  fen: number,
  courses: { id: string }[],
  options: Partial<NewContent> & { site?: string } = {},
): Promise<{ id: string }> {
  const { site = 'main', ...content } = options;
  const id = ulid();
  const now = clock.now();
  await insertPackage(db, {
    content: {
      content_id: id,
      title: '护理套餐',
      year: 2026,
      price_fen: fen,
      status: 'on',
      publish_at: now,
      start_at: new Date(now.getTime() - 1000),
      end_at: new Date(now.getTime() + 300 * 86_400_000),
      ...content,
    },
    courses: courses.map((course) => ({ content_id: course.id })),
    teachers: [],
    sites: [{ site_id: site }],
  });
  return { id };
}

/** A full payment of an order, as reported by a gateway. */
export async function payOrder(
  { db, context }: TestApi,
  orderCode: string,
  at = context.now(),
): Promise<'booked' | 'duplicate' | 'gone'> {
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderCode);
    if (!order) throw new Error('no such order');
    return bookPayment(tx, context.jobs, order, {
      trade_no: ulid(),
      channel: 'wx_native',
      amount_fen: order.pay_fen,
      at,
    });
  });
}

/** Paid and delivered. */
export async function payAndDeliver(api: TestApi, orderCode: string): Promise<void> {
  await payOrder(api, orderCode);
  await deliverOrder(api.context, orderCode);
}
