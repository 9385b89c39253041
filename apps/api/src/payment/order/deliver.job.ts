import { ulid } from 'ulid';
import type { Db } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { countBuy } from '../../content/catalogue/package.store.ts';
import { openContents } from '../../study/learning/open.action.ts';
import { suspendStudy } from '../../study/learning/suspend.action.ts';
import { insertMessages } from '../../person/message/message.store.ts';
import { findOpenRefund } from '../refund-record/refund.store.ts';
import { deliverQueue } from './book.action.ts';
import { deliverTries } from './order.rules.ts';
import {
  readOrderItems,
  lockOrder,
  moveOrder,
  type Order,
  type OrderItem,
  setItems,
} from './order.store.ts';
import { releaseReservations } from './reservation.store.ts';

const deliverableStatuses: readonly string[] = ['paid', 'completed', 'partial_refunded'];

/**
 * Delivers a paid order line by line: a failing line does not block the others. Idempotent. Returns
 * the seconds until the next retry, if any.
 */
export async function deliverOrder(
  context: AppContext,
  orderCode: string,
): Promise<number | undefined> {
  let retryAt: number | undefined;
  for (const { order_item_id, deliver_status } of await readOrderItems(context.db, orderCode)) {
    if (deliver_status !== 'waiting') continue;
    try {
      await context.db.transaction((tx) =>
        deliverItem(tx, orderCode, order_item_id, context.now()),
      );
    } catch (error) {
      retryAt = (await recordFailure(context, orderCode, order_item_id, error)) ?? retryAt;
    }
  }
  await context.db.transaction((tx) => complete(tx, orderCode, context.now()));
  return retryAt;
}

async function deliverItem(tx: Db, orderCode: string, itemId: string, now: Date): Promise<void> {
  const order = await lockOrder(tx, orderCode);
  const items = await readOrderItems(tx, orderCode);
  const item = items.find(({ order_item_id }) => order_item_id === itemId);
  if (
    !order ||
    !item ||
    item.deliver_status !== 'waiting' ||
    !deliverableStatuses.includes(order.order_status)
  )
    return;
  const from = {
    site_id: order.site_id,
    user_id: order.user_id,
    source: 'order' as const,
    source_id: itemId,
    actor_type: 'system' as const,
    actor_id: orderCode,
  };
  await openContents(tx, from, [...new Set([...item.courses, item.content_id])], now);
  const refund = await findOpenRefund(tx, orderCode, itemId);
  if (refund)
    await suspendStudy(
      tx,
      [itemId],
      refund,
      refund.refund_status === 'pending' ? 'refund_pending' : 'refund_approved',
    );
  await countBuy(tx, order.site_id, item.content_id);
  await setItems(tx, [itemId], { deliver_status: 'done', delivered_at: now });
  // A partially refunded order is never completed.
  if (order.order_status === 'partial_refunded')
    await releaseReservations(
      tx,
      orderCode,
      items.filter((entry) => entry !== item),
    );
}

/** Counts a failure; after the last retry the line is left to staff and an alert is raised. */
async function recordFailure(
  { db, log }: AppContext,
  orderCode: string,
  itemId: string,
  error: unknown,
): Promise<number | undefined> {
  return db.transaction(async (tx) => {
    await lockOrder(tx, orderCode);
    const item = (await readOrderItems(tx, orderCode)).find(
      ({ order_item_id }) => order_item_id === itemId,
    );
    if (item?.deliver_status !== 'waiting') return undefined;
    const deliver_tries = item.deliver_tries + 1;
    const isLast = deliver_tries >= deliverTries;
    await setItems(tx, [itemId], {
      deliver_tries,
      ...(isLast ? { deliver_status: 'failed' as const } : {}),
    });
    log[isLast ? 'fatal' : 'error'](
      {
        err: error,
        order_code: orderCode,
        order_item_id: itemId,
        deliver_tries,
        ...(isLast ? { alarm: 'delivery' } : {}),
      },
      'delivery failed',
    );
    return isLast ? undefined : 2 ** deliver_tries;
  });
}

async function complete(tx: Db, orderCode: string, now: Date): Promise<void> {
  const order = await lockOrder(tx, orderCode);
  const items = await readOrderItems(tx, orderCode);
  if (
    order?.order_status !== 'paid' ||
    items.some(({ deliver_status }) => deliver_status !== 'done')
  )
    return;
  await moveOrder(
    tx,
    order,
    'completed',
    { actor_type: 'system', actor_id: '', reason: 'delivered', at: now },
    { completed_at: now },
  );
  await releaseReservations(tx, orderCode);
  await notifyBuyer(tx, order, items, now);
}

async function notifyBuyer(
  tx: Db,
  { site_id, user_id, order_code }: Order,
  items: OrderItem[],
  createdAt: Date,
): Promise<void> {
  const [first] = items;
  const subject = `《${first?.snapshot.title ?? ''}》${items.length > 1 ? `等${items.length}项` : ''}`;
  await insertMessages(tx, [
    {
      id: ulid(createdAt.getTime()),
      site_id,
      user_id,
      kind: 'order',
      title: '课程已开通',
      text: `您购买的${subject}已开通，可以开始学习了。`,
      link_type: 'order',
      link_id: order_code,
      created_at: createdAt,
    },
  ]);
}

export function registerDeliveryJob(context: AppContext): void {
  context.jobs.define<{ order_code: string }>(deliverQueue, async ({ order_code }) => {
    const retryAt = await deliverOrder(context, order_code);
    if (retryAt !== undefined)
      await context.jobs.enqueue(context.db, deliverQueue, { order_code }, { startAfter: retryAt });
  });
}
