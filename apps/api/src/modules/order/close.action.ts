import type { AppContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import { closeOrder } from './book.action.ts';
import { findOrder, findOwnOrder, lockOrder, type Order } from './order.store.ts';
import type { CloseReason } from './order.tables.ts';

/** What closing an order asks of its payments at every gateway. Refuses when one cannot be asked:
 * then nobody may close the order. */
export interface Trades {
  /** Asks about the open ones and books what was paid. */
  settle(orderCode: string): Promise<'paid' | 'open'>;
  /** Closes the open ones, so that nobody can pay them any more. */
  close(orderCode: string): Promise<'paid' | 'open'>;
}

export const timeoutQueue = 'order_timeout';
const retrySeconds = 60;

/** Closes an open order once every gateway has said that nothing was paid, and has closed its
 * trades. Money that came meanwhile wins. */
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

/** The buyer takes an order back. */
export async function cancelOrder(
  context: AppContext,
  trades: Trades,
  userId: string,
  orderCode: string,
): Promise<Order> {
  const before = await findOwnOrder(context.db, userId, orderCode);
  if (before?.order_status === 'pending') await closeUnpaid(context, trades, orderCode, 'canceled');
  const after = await findOwnOrder(context.db, userId, orderCode);
  if (!after) throw new Refusal(404, '没有找到该订单', 'not_found');
  if (after.order_status !== 'closed')
    throw new Refusal(400, '订单已支付，不能取消', 'order_state');
  return after;
}

/** Closes an order whose time is over; one that is not, or not open any more, is left alone. */
export async function expireOrder(
  context: AppContext,
  trades: Trades,
  orderCode: string,
): Promise<void> {
  const order = await findOrder(context.db, orderCode);
  if (order?.order_status === 'pending' && order.expire_at <= context.now())
    await closeUnpaid(context, trades, orderCode, 'timeout');
}

/** The job of an order's last moment. A clock that runs ahead, or a gateway that cannot be reached,
 * makes the job retry. */
export function watchTimeouts(context: AppContext, trades: Trades): void {
  const again = (order_code: string, seconds: number) =>
    context.jobs.enqueue(context.db, timeoutQueue, { order_code }, { startAfter: seconds });
  context.jobs.define<{ order_code: string }>(timeoutQueue, async ({ order_code }) => {
    const order = await findOrder(context.db, order_code);
    if (order?.order_status !== 'pending') return;
    const left = order.expire_at.getTime() - context.now().getTime();
    if (left > 0) return again(order_code, Math.ceil(left / 1000));
    try {
      await expireOrder(context, trades, order_code);
    } catch (error) {
      context.log.error({ err: error, order_code }, 'an order could not be closed');
      await again(order_code, retrySeconds);
    }
  });
}
