import { payAuthorize, payChannels, payCreate, paySandbox, payStatus } from '@cme/contract/payment';
import type { FastifyInstance } from 'fastify';
import { answer } from '../../platform/http/answer.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { findOwnOrder } from '../order/order.store.ts';
import { closeOthersQueue } from './book-trade.action.ts';
import { authorize, createTrade, noOrder } from './create.action.ts';
import { registerNotify } from './notify.routes.ts';
import { channelsFor } from './trade/pay.rules.ts';
import { simulateOutcome } from './sandbox.ts';
import { closeTrades } from './settle.action.ts';
import { readPayStatus } from './status.view.ts';
import { type RefundCheck, startSweeping } from './sweep.job.ts';
import { findTrade } from './trade/trade.store.ts';

export function registerPay(
  app: FastifyInstance,
  context: AppContext,
  checkRefunds: RefundCheck,
): void {
  answer(app, context, payChannels, async ({ body, person, site, db }) => {
    const order = await findOwnOrder(db, person.user_id, body.order_code);
    if (!order || order.site_id !== site.site_id) throw noOrder();
    return { list: channelsFor(body.device, context.settings.pay, site.pay_channels) };
  });
  answer(app, context, payAuthorize, authorize, { perMinute: 30 });
  answer(app, context, payCreate, createTrade, { perMinute: 60 });
  answer(app, context, payStatus, readPayStatus);
  answer(app, context, paySandbox, async ({ body, person, db }) => {
    const trade = await findTrade(db, body.trade_no);
    if (!context.settings.pay.sandbox || trade?.user_id !== person.user_id)
      throw new RefusalError(404, '没有找到这笔支付', 'not_found');
    await simulateOutcome(context, context.settings.pay.sandbox, trade, body.act);
    return {};
  });
  registerNotify(app, context);
  context.jobs.define<{ order_code: string }>(
    closeOthersQueue,
    async ({ order_code }) => void (await closeTrades(context, order_code)),
  );
  const stop = startSweeping(context, checkRefunds);
  app.addHook('preClose', async () => stop());
}
