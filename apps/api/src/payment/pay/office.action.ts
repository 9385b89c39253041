import { and, eq, inArray } from 'drizzle-orm';
import type { AppContext } from '../../platform/context/context.ts';
import { lockOrder } from '../order/order.store.ts';
import { returnMoney } from './return-money.action.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { recordIncident } from './audit.store.ts';
import { type Booked, bookTrade } from './book-trade.action.ts';
import { parseFen } from './trade/pay.rules.ts';
import { trade } from './trade/pay.tables.ts';
import { findTrade, lockTrade, setTrade } from './trade/trade.store.ts';

type FinanceContext = Pick<AppContext, 'db' | 'jobs' | 'now'>;

/** Confirms a bank transfer that finance has seen on the account. Idempotent per bank reference. */
export async function confirmTransfer(
  office: FinanceContext,
  {
    order_code,
    bank_no,
    yuan,
    by,
  }: { order_code: string; bank_no: string; yuan: string; by: string },
): Promise<Booked> {
  const amount_fen = parseFen(yuan);
  if (!bank_no || amount_fen === undefined)
    throw new NotPossibleError('请填写银行流水号和金额，金额如 68.00');
  const [open] = await office.db
    .select()
    .from(trade)
    .where(
      and(
        eq(trade.order_code, order_code),
        eq(trade.gateway, 'offline'),
        inArray(trade.trade_status, ['waiting', 'closed', 'succeeded']),
      ),
    );
  if (!open) throw new NotPossibleError('该订单没有对公转账');
  const at = office.now();
  await recordIncident(office.db, at, {
    gateway: 'offline',
    event: 'transfer',
    reason: `${bank_no} ${yuan} by ${by}`,
    trade_no: open.trade_no,
  });
  return bookTrade(office, 'offline', open.trade_no, {
    state: 'paid',
    gateway_no: bank_no,
    amount_fen,
    currency: 'CNY',
    at,
  });
}

/** Refunds a payment on hold (`trade.held`): the amount received, which differs from the
 * trade's. */
export async function returnUnbookedMoney(
  { db, jobs, now }: FinanceContext,
  tradeNo: string,
  yuan?: string,
): Promise<void> {
  const existing = await findTrade(db, tradeNo);
  if (!existing?.held) throw new NotPossibleError('这笔支付没有被挂起的款项');
  const amount_fen = yuan === undefined ? existing.amount_fen : parseFen(yuan);
  if (amount_fen === undefined) throw new NotPossibleError('金额须如 68.00');
  await db.transaction(async (tx) => {
    await lockOrder(tx, existing.order_code);
    const trade = await lockTrade(tx, tradeNo);
    if (!trade?.held) return;
    await returnMoney(tx, jobs, { trade, kind: 'amount', amountFen: amount_fen }, now());
    await setTrade(tx, tradeNo, { held: '' });
  });
}
