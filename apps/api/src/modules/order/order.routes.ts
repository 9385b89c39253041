import {
  orderCancel,
  orderCreate,
  orderDetail,
  orderHide,
  orderList,
  orderPreview,
} from '@cme/contract';
import type { FastifyInstance } from 'fastify';
import { answer } from '../../http/answer.ts';
import type { Db } from '../../database/database.ts';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import { wireTime } from '../../http/wire-time.ts';
import { yuan } from '../catalogue/catalogue.rules.ts';
import { keysOf } from '../identity/secret.rules.ts';
import { cancelOrder, watchTimeouts } from './close.action.ts';
import { createOrder } from './create.action.ts';
import { watchDeliveries } from './deliver.job.ts';
import { countOrders, readOrders, wireOrders } from './order-list.view.ts';
import { findOwnOrder, type Order, setOrder } from './order.store.ts';
import { previewOf } from './preview.view.ts';
import { startSweeping } from './sweep.job.ts';

export function registerOrder(app: FastifyInstance, context: AppContext): void {
  const keys = keysOf(context.settings);
  const sweeping = startSweeping(context);
  watchTimeouts(context);
  watchDeliveries(context);
  // At once after a start: what a crash left does not wait for the broom.
  app.addHook('onListen', async () => sweeping.now());
  app.addHook('preClose', async () => sweeping.stop());
  answer(app, context, orderPreview, ({ db, site, person, body }) =>
    previewOf(db, keys, site.site_id, person.user_id, body, context.now()),
  );
  answer(app, context, orderCreate, async ({ site, person, body }) => {
    const { order_code, order_status, pay_fen, expire_at } = await createOrder(
      context,
      site.site_id,
      person,
      body,
    );
    return {
      order_code,
      order_status,
      pay: yuan(pay_fen),
      server_time: context.now().getTime(),
      expire_at: wireTime(expire_at),
      expire_ms: expire_at.getTime(),
    };
  });
  answer(app, context, orderDetail, async ({ db, person, body }) =>
    shown(db, await ownOrder(db, person.user_id, body.order_code), context.now()),
  );
  answer(app, context, orderList, async ({ db, person, body }) => {
    const { status, page, page_size } = body;
    const counts = await countOrders(db, person.user_id);
    const list = await wireOrders(
      db,
      await readOrders(db, person.user_id, status, page, page_size),
      context.now(),
    );
    return { list, total: counts[status], page, page_size, counts };
  });
  answer(app, context, orderCancel, async ({ db, person, body }) =>
    shown(db, await cancelOrder(context, person.user_id, body.order_code), context.now()),
  );
  answer(app, context, orderHide, async ({ db, person, body }) => {
    const order = await ownOrder(db, person.user_id, body.order_code);
    if (!['closed', 'refunded'].includes(order.order_status))
      throw new Refusal(400, '只有已取消或已退款的订单可以删除', 'order_state');
    await setOrder(db, order.order_code, { is_hidden: 'Y' });
    return {};
  });
}

/** The person's own order; anybody else's is not found. */
async function ownOrder(db: Db, userId: string, orderCode: string): Promise<Order> {
  const order = await findOwnOrder(db, userId, orderCode);
  if (!order) throw new Refusal(404, '没有找到该订单', 'not_found');
  return order;
}

async function shown(db: Db, order: Order, now: Date) {
  const [one] = await wireOrders(db, [order], now);
  if (!one) throw new Error('an order was lost on its way');
  return one;
}
