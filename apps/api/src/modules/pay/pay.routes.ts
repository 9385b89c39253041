import { payAuthorize, payChannels, payCreate, paySandbox, payStatus } from '@cme/contract';
import type { FastifyInstance } from 'fastify';
import { answer } from '../../answer.ts';
import type { House } from '../../house.ts';
import { Refusal } from '../../refusal.ts';
import { findOwnOrder } from '../order/order.store.ts';
import { closeOthersQueue } from './book-trade.ts';
import { authorize, createTrade, noOrder } from './create.ts';
import { registerNotify } from './notify.routes.ts';
import { channelsFor } from './pay.rules.ts';
import { pressAtGateway } from './sandbox.ts';
import { closeTrades } from './settle.ts';
import { statusOf } from './status.ts';
import { startSweeping } from './sweep.ts';
import { findTrade } from './trade.store.ts';

export function registerPay(app: FastifyInstance, house: House): void {
  answer(app, house, payChannels, async ({ body, person, site, db }) => {
    const order = await findOwnOrder(db, person.user_id, body.order_code);
    if (!order || order.site_id !== site.site_id) throw noOrder();
    return { list: channelsFor(body.device, house.settings.pay) };
  });
  answer(app, house, payAuthorize, authorize, { perMinute: 30 });
  answer(app, house, payCreate, createTrade, { perMinute: 60 });
  answer(app, house, payStatus, statusOf);
  answer(app, house, paySandbox, async ({ body, person, db }) => {
    const trade = await findTrade(db, body.trade_no);
    if (!house.settings.pay.sandbox || trade?.user_id !== person.user_id)
      throw new Refusal(404, '没有找到这笔支付', 'not_found');
    await pressAtGateway(house, house.settings.pay.sandbox, trade, body.act);
    return {};
  });
  registerNotify(app, house);
  house.jobs.define<{ order_code: string }>(
    closeOthersQueue,
    async ({ order_code }) => void (await closeTrades(house, order_code)),
  );
  const stop = startSweeping(house);
  app.addHook('preClose', async () => stop());
}
