import { orderCancel, orderDetail, orderHide, orderList } from '@cme/contract/payment';
import type { FastifyInstance } from 'fastify';
import { answer } from '../../platform/http/answer.ts';
import type { Db } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { cancelOrder, type Trades } from '../order/close.action.ts';
import { findOwnOrder, type Order, setOrder } from '../order/order.store.ts';
import { toOrderRows } from './order-list.view.ts';
import { countOrders, readOrders } from '../order/order-list.store.ts';

export function registerMyOrders(app: FastifyInstance, context: AppContext, trades: Trades): void {
  answer(app, context, orderDetail, async ({ db, person, body }) =>
    readOrderRow(db, await ownOrder(db, person.user_id, body.order_code), context.now()),
  );
  answer(app, context, orderList, async ({ db, person, body }) => {
    const { status, page, page_size } = body;
    const counts = await countOrders(db, person.user_id);
    const list = await toOrderRows(
      db,
      await readOrders(db, person.user_id, status, page, page_size),
      context.now(),
    );
    return { list, total: counts[status], page, page_size, counts };
  });
  answer(app, context, orderCancel, async ({ db, person, body }) =>
    readOrderRow(
      db,
      await cancelOrder(context, trades, person.user_id, body.order_code),
      context.now(),
    ),
  );
  answer(app, context, orderHide, async ({ db, person, body }) => {
    const order = await ownOrder(db, person.user_id, body.order_code);
    if (!['closed', 'refunded'].includes(order.order_status))
      throw new RefusalError(400, '只有已取消或已退款的订单可以删除', 'order_state');
    await setOrder(db, order.order_code, { is_hidden: 'Y' });
    return {};
  });
}

/** The person's own order; others are not found. */
async function ownOrder(db: Db, userId: string, orderCode: string): Promise<Order> {
  const order = await findOwnOrder(db, userId, orderCode);
  if (!order) throw new RefusalError(404, '没有找到该订单', 'not_found');
  return order;
}

async function readOrderRow(db: Db, order: Order, now: Date) {
  const [one] = await toOrderRows(db, [order], now);
  if (!one) throw new Error('the view of an order is missing');
  return one;
}
