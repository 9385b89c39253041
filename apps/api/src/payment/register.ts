import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../platform/context/context.ts';
import type { CompletionEffects } from '../study/learning/completion.effects.ts';
import { registerCard } from './card/card.routes.ts';
import { registerInvoice } from './invoice/invoice.routes.ts';
import { registerMyOrders } from './order-list/orders.routes.ts';
import { registerOrder } from './order/order.routes.ts';
import { useCard } from './order/use-card.action.ts';
import { registerPay } from './pay/pay.routes.ts';
import { gatewayTrades } from './pay/settle.action.ts';
import { registerRefund } from './refund/refund.routes.ts';
import { checkRefunds } from './refund/send.job.ts';
import { registerShopplist } from './shopplist/shopplist.routes.ts';
import { deleteCartContents, readCartRows } from './shopplist/shopplist.store.ts';

export function registerPaymentCalls(
  app: FastifyInstance,
  context: AppContext,
  completion: CompletionEffects,
): void {
  const trades = gatewayTrades(context);
  const cart = { readRows: readCartRows, deleteCartContents };
  registerCard(app, context, (db, use, now) => useCard(db, use, cart, now));
  registerOrder(app, context, { trades, cart });
  registerShopplist(app, context);
  registerPay(app, context, () => checkRefunds(context, completion));
  registerInvoice(app, context);
  registerRefund(app, context, completion);
  registerMyOrders(app, context, trades);
}
