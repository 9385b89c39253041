import type { AlipaySdk } from 'alipay-sdk';
import * as z from 'zod/mini';
import { formatTime } from '../../../platform/http/format-time.ts';
import { yuan } from '../../../platform/money/money.rules.ts';
import {
  GatewayUnavailableError,
  GatewayRefusedError,
  type NewPayment,
  type Prepay,
  type TradeReport,
} from '../gateway/gateway.ts';
import { fitAlipaySubject } from '../gateway/gateway-text.rules.ts';
import { parseFen } from '../trade/pay.rules.ts';
import type { AlipayCall } from './alipay.call.ts';
import { alipayTime } from './alipay.notice.ts';

const TradeRow = z.object({
  out_trade_no: z.string(),
  trade_no: z.string(),
  trade_status: z.string(),
  total_amount: z.string(),
  send_pay_date: z.optional(z.string()),
});

const states: Record<string, TradeReport['state']> = {
  TRADE_SUCCESS: 'paid',
  TRADE_FINISHED: 'paid',
  WAIT_BUYER_PAY: 'waiting',
  TRADE_CLOSED: 'closed',
};
const unknown: TradeReport = {
  state: 'unknown',
  gateway_no: '',
  amount_fen: 0,
  currency: 'CNY',
  at: new Date(0),
};
/** The signed URL of Alipay's payment page. */
export function payPage(page: AlipaySdk, notifyUrl: string, payment: NewPayment): Prepay {
  const method = payment.channel === 'ali_wap' ? 'alipay.trade.wap.pay' : 'alipay.trade.page.pay';
  return {
    url: page.pageExecute(method, 'GET', {
      bizContent: toBizContent(payment),
      notifyUrl,
      returnUrl: payment.return_url,
      timestamp: formatTime(new Date()),
    }),
  };
}

export async function queryTrade(call: AlipayCall, tradeNo: string): Promise<TradeReport> {
  try {
    const row = await call('alipay.trade.query', TradeRow, { outTradeNo: tradeNo });
    const state = states[row.trade_status];
    const amount_fen = parseFen(row.total_amount);
    if (row.out_trade_no !== tradeNo || !state || amount_fen === undefined)
      throw new GatewayUnavailableError('Alipay answers about another trade');
    return {
      state,
      gateway_no: row.trade_no,
      amount_fen,
      currency: 'CNY',
      at: alipayTime(row.send_pay_date ?? '') ?? new Date(0),
    };
  } catch (fault) {
    if (fault instanceof GatewayRefusedError && fault.code === 'ACQ.TRADE_NOT_EXIST')
      return unknown;
    throw fault;
  }
}

/** Closes a trade. Before the learner opens the payment page there is nothing to close; a closed or
 * paid trade returns an error code. */
export async function closeTrade(call: AlipayCall, tradeNo: string): Promise<'closed' | 'paid'> {
  try {
    await call('alipay.trade.close', z.looseObject({}), { outTradeNo: tradeNo });
  } catch (fault) {
    if (fault instanceof GatewayRefusedError && fault.code === 'ACQ.TRADE_STATUS_ERROR')
      return (await queryTrade(call, tradeNo)).state === 'paid' ? 'paid' : 'closed';
    if (!(fault instanceof GatewayRefusedError && fault.code === 'ACQ.TRADE_NOT_EXIST'))
      throw fault;
  }
  return 'closed';
}

const toBizContent = ({ trade_no, subject, amount_fen, expire_at, channel }: NewPayment) => ({
  outTradeNo: trade_no,
  totalAmount: yuan(amount_fen),
  subject: fitAlipaySubject(subject),
  timeExpire: formatTime(expire_at),
  productCode: channel === 'ali_wap' ? 'QUICK_WAP_WAY' : 'FAST_INSTANT_TRADE_PAY',
});
