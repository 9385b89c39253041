import type { AppContext } from '../../platform/context/context.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import type { Trades } from '../order/close.action.ts';
import { findOrder } from '../order/order.store.ts';
import { bookTrade } from './book-trade.action.ts';
import {
  GatewayUnavailableError,
  GatewayRefusedError,
  type TradeReport,
} from './gateway/gateway.ts';
import { openGateways } from './gateways.ts';
import { isOpenTrade } from './trade/pay.rules.ts';
import { lockTrade, moveTrade, readOpenTrades, type Trade } from './trade/trade.store.ts';

type PaymentContext = Pick<AppContext, 'db' | 'jobs' | 'now' | 'settings' | 'log'>;

/** Shown when a gateway is unreachable: nothing was changed, and retrying is safe. */
export const gatewayAway = () =>
  new RefusalError(470, '支付渠道暂时无法连接，请稍后再试', 'gateway_away');

/** Queries every gateway about the open trades of an order and books payments. Throws
 * `gateway_away` if one is unreachable: then the order must not be closed. */
export async function settleTrades(
  context: PaymentContext,
  orderCode: string,
): Promise<'paid' | 'open'> {
  for (const trade of await readOpenTrades(context.db, orderCode))
    await refuseWhenAway(context, settleTrade(context, trade));
  return stateAfter(context, orderCode);
}

/** Closes the open trades of an order at their gateways, so that they cannot be paid any more. A
 * payment that arrived first is booked. */
export async function closeTrades(
  context: PaymentContext,
  orderCode: string,
): Promise<'paid' | 'open'> {
  for (const trade of await readOpenTrades(context.db, orderCode))
    await refuseWhenAway(context, closeTrade(context, trade));
  return stateAfter(context, orderCode);
}

/** Trade operations passed to what closes orders. */
export const gatewayTrades = (context: PaymentContext): Trades => ({
  settle: (orderCode) => settleTrades(context, orderCode),
  close: (orderCode) => closeTrades(context, orderCode),
});

async function stateAfter({ db }: PaymentContext, orderCode: string): Promise<'paid' | 'open'> {
  const order = await findOrder(db, orderCode);
  return order && order.order_status !== 'pending' && order.order_status !== 'closed'
    ? 'paid'
    : 'open';
}

async function refuseWhenAway(context: PaymentContext, work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (fault) {
    if (!(fault instanceof GatewayUnavailableError || fault instanceof GatewayRefusedError))
      throw fault;
    context.log.warn({ err: fault }, 'gateway');
    throw gatewayAway();
  }
}

/** Queries one trade at its gateway and applies the result. */
export async function settleTrade(
  context: PaymentContext,
  trade: Trade,
): Promise<TradeReport['state']> {
  const client = openGateways(context.settings.pay).get(trade.gateway);
  if (!client) return 'waiting';
  const report = await client.queryTrade(trade.trade_no);
  if (report.state === 'paid') await bookTrade(context, trade.gateway, trade.trade_no, report);
  if (report.state === 'failed' || report.state === 'closed')
    await endTrade(context, trade, report.state);
  return report.state;
}

export async function closeTrade(context: PaymentContext, trade: Trade): Promise<void> {
  const client = openGateways(context.settings.pay).get(trade.gateway);
  if (client && (await client.close(trade.trade_no)) === 'paid')
    return void (await settleTrade(context, trade));
  await endTrade(context, trade, 'closed');
}

/** Ends a failed or closed trade, unless it was paid meanwhile. */
async function endTrade(
  { db, now }: PaymentContext,
  { trade_no }: Trade,
  to: 'failed' | 'closed',
): Promise<void> {
  await db.transaction(async (tx) => {
    const trade = await lockTrade(tx, trade_no);
    if (trade && isOpenTrade(trade.trade_status))
      await moveTrade(tx, trade, to, { reason: 'gateway', at: now() });
  });
}
