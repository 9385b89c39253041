import type { Db } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { bookPayment } from '../order/book.action.ts';
import { lockOrder } from '../order/order.store.ts';
import { returnMoney } from './return-money.action.ts';
import { recordIncident } from './audit.store.ts';
import type { TradeReport } from './gateway/gateway.ts';
import { hasMoney } from './trade/pay.rules.ts';
import type { Gateway } from './trade/pay.tables.ts';
import { findTrade, lockTrade, moveTrade, setTrade, type Trade } from './trade/trade.store.ts';

/** The outcome of a reported payment. `repeat`: it was booked before. `late`: the order was closed,
 * and the payment is refunded. `duplicate`: the order is already paid, and the payment is
 * refunded. `held`: put on hold for a manual check; nothing was granted. */
export type Booked = 'booked' | 'repeat' | 'late' | 'duplicate' | 'held' | 'unknown';

export const closeOthersQueue = 'pay_close_others';

/** Books a successful payment: trade, order and delivery job in one transaction, exactly once,
 * however often and by whatever channel it is reported. */
export async function bookTrade(
  context: Pick<AppContext, 'db' | 'jobs' | 'now'>,
  gateway: Gateway,
  tradeNo: string,
  report: TradeReport,
): Promise<Booked> {
  const existing = await findTrade(context.db, tradeNo);
  if (!existing || existing.gateway !== gateway) return 'unknown';
  return context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, existing.order_code);
    const trade = await lockTrade(tx, tradeNo);
    if (!order || !trade) return 'unknown';
    if (hasMoney(trade.trade_status)) return retryBooking(tx, context, trade, report);
    const at = context.now();
    const money = { gateway_no: report.gateway_no, paid_at: report.at, notified_at: at };
    const mismatch = findMismatch(trade, report);
    if (mismatch) {
      await moveTrade(
        tx,
        trade,
        'succeeded',
        { reason: mismatch, at },
        { ...money, held: mismatch },
      );
      await recordIncident(tx, at, {
        gateway,
        event: 'pay_amount',
        trade_no: tradeNo,
        reason: `${report.amount_fen} ${report.currency} instead of ${trade.amount_fen} CNY`,
      });
      return 'held';
    }
    const result = await bookPayment(tx, context.jobs, order, {
      trade_no: tradeNo,
      channel: trade.channel,
      amount_fen: trade.amount_fen,
      at,
    });
    await moveTrade(
      tx,
      trade,
      'succeeded',
      { reason: result, at },
      { ...money, booked: result === 'booked' ? 'Y' : 'N' },
    );
    if (result === 'booked') {
      await context.jobs.enqueue(tx, closeOthersQueue, { order_code: order.order_code });
      return 'booked';
    }
    const kind = result === 'duplicate' && order.trade_no !== tradeNo ? 'duplicate' : 'late';
    await returnMoney(tx, context.jobs, { trade: { ...trade, ...money }, kind }, at);
    return kind;
  });
}

/** Repeating the same success changes nothing; a second payment with the same trade number needs a
 * manual check. */
async function retryBooking(
  tx: Db,
  { now }: Pick<AppContext, 'now'>,
  trade: Trade,
  report: TradeReport,
): Promise<Booked> {
  if (trade.gateway_no === report.gateway_no) return 'repeat';
  await setTrade(tx, trade.trade_no, { held: 'pay_order' });
  await recordIncident(tx, now(), {
    gateway: trade.gateway,
    event: 'pay_order',
    trade_no: trade.trade_no,
    reason: 'a second number of the gateway for one trade',
  });
  return 'held';
}

function findMismatch(trade: Trade, report: TradeReport): '' | 'pay_amount' {
  return report.amount_fen === trade.amount_fen && report.currency === 'CNY' ? '' : 'pay_amount';
}
