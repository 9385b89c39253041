import type { AppContext } from '../../platform/context/context.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { closeOrder } from './book.action.ts';
import { findOrder, findOwnOrder, lockOrder, type Order } from './order.store.ts';
import type { CloseReason } from './order.tables.ts';

/**
 * What closing an order requires of its payments at every gateway. Throws if one cannot be reached:
 * the order must not be closed then.
 */
export interface Trades {
  /** Queries the open trades and books payments. */
  settle(orderCode: string): Promise<'paid' | 'open'>;
  /** Closes the open trades, so that they cannot be paid any more. */
  close(orderCode: string): Promise<'paid' | 'open'>;
}

export const timeoutQueue = 'order_timeout';
const retrySeconds = 60;

/**
 * Closes an open order once every gateway confirms that nothing was paid and has closed its trades.
 * A payment that arrived meanwhile wins.
 */
async function closeUnpaid(
  context: AppContext,
  trades: Trades,
  orderCode: string,
  reason: CloseReason,
): Promise<void> {
  if ((await trades.settle(orderCode)) === 'paid') return;
  await trades.close(orderCode);
  await context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderCode);
    if (order?.order_status === 'pending') await closeOrder(tx, order, reason, context.now());
  });
}

/** The buyer cancels an order. */
export async function cancelOrder(
  context: AppContext,
  trades: Trades,
  userId: string,
  orderCode: string,
): Promise<Order> {
  const before = await findOwnOrder(context.db, userId, orderCode);
  if (before?.order_status === 'pending') await closeUnpaid(context, trades, orderCode, 'canceled');
  const after = await findOwnOrder(context.db, userId, orderCode);
  if (!after) throw new RefusalError(404, '没有找到该订单', 'not_found');
  if (after.order_status !== 'closed')
    throw new RefusalError(400, '订单已支付，不能取消', 'order_state');
  return after;
}

/** Closes an expired order; any other order is left alone. */
export async function expireOrder(
  context: AppContext,
  trades: Trades,
  orderCode: string,
): Promise<void> {
  const order = await findOrder(context.db, orderCode);
  if (order?.order_status === 'pending' && order.expire_at <= context.now())
    await closeUnpaid(context, trades, orderCode, 'timeout');
}

/** The expiry job. It retries when a clock runs ahead or a gateway cannot be reached. */
export function registerTimeoutJob(context: AppContext, trades: Trades): void {
  const retry = (orderCode: string, seconds: number) =>
    context.jobs.enqueue(
      context.db,
      timeoutQueue,
      { order_code: orderCode },
      { startAfter: seconds },
    );
  context.jobs.define<{ order_code: string }>(timeoutQueue, async ({ order_code }) => {
    const order = await findOrder(context.db, order_code);
    if (order?.order_status !== 'pending') return;
    const left = order.expire_at.getTime() - context.now().getTime();
    if (left > 0) return retry(order_code, Math.ceil(left / 1000));
    try {
      await expireOrder(context, trades, order_code);
    } catch (error) {
      context.log.error({ err: error, order_code }, 'an order could not be closed');
      await retry(order_code, retrySeconds);
    }
  });
}
