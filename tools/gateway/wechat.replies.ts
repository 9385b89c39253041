import { formatShanghaiTime } from './book.ts';
import type { GatewayRefund, GatewayTrade } from './trade.ts';
import type { WechatContext } from './wechat.context.ts';

export const formatIsoTime = (at: number) => `${formatShanghaiTime(at).replace(' ', 'T')}+08:00`;

const states: Record<GatewayTrade['state'], string> = {
  waiting: 'NOTPAY',
  paid: 'SUCCESS',
  failed: 'PAYERROR',
  closed: 'CLOSED',
};
const stateNames: Record<string, string> = {
  SUCCESS: '支付成功',
  NOTPAY: '订单未支付',
  CLOSED: '已关闭',
  PAYERROR: '支付失败',
  REFUND: '转入退款',
};

/** A trade in WeChat's format. */
export function toTradeReply({ appid, mchid }: WechatContext['keys'], trade: GatewayTrade): object {
  const isPaid = trade.state === 'paid';
  const state = isPaid && trade.refunds.length > 0 ? 'REFUND' : states[trade.state];
  const base = {
    appid,
    mchid,
    out_trade_no: trade.number,
    trade_state: state,
    trade_state_desc: stateNames[state] ?? '',
    attach: '',
  };
  if (!isPaid) return { ...base, amount: { total: trade.amount_fen, currency: 'CNY' } };
  return {
    ...base,
    transaction_id: trade.gateway_no,
    trade_type: trade.channel === 'h5' ? 'MWEB' : trade.channel.toUpperCase(),
    bank_type: 'OTHERS',
    success_time: formatIsoTime(trade.paid_at),
    payer: { openid: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o' },
    amount: {
      total: trade.amount_fen,
      payer_total: trade.amount_fen,
      currency: 'CNY',
      payer_currency: 'CNY',
    },
  };
}

export const toRefundReply = (trade: GatewayTrade, refund: GatewayRefund): object => ({
  refund_id: refund.refund_id,
  out_refund_no: refund.number,
  transaction_id: trade.gateway_no,
  out_trade_no: trade.number,
  channel: 'ORIGINAL',
  user_received_account: '支付用户零钱',
  create_time: formatIsoTime(refund.at),
  ...(refund.state === 'success' && { success_time: formatIsoTime(refund.at) }),
  status: refund.state === 'success' ? 'SUCCESS' : 'PROCESSING',
  amount: {
    total: trade.amount_fen,
    refund: refund.amount_fen,
    payer_total: trade.amount_fen,
    payer_refund: refund.amount_fen,
    settlement_refund: refund.amount_fen,
    settlement_total: trade.amount_fen,
    discount_refund: 0,
    currency: 'CNY',
  },
});

/** The content of a notification about a payment or a refund. */
export function createNoticeContent(
  keys: WechatContext['keys'],
  trade: GatewayTrade,
  refund: GatewayRefund | undefined,
): object {
  if (!refund) return { ...toTradeReply(keys, trade), trade_state: 'SUCCESS' };
  return {
    mchid: keys.mchid,
    out_trade_no: trade.number,
    transaction_id: trade.gateway_no,
    out_refund_no: refund.number,
    refund_id: refund.refund_id,
    refund_status: 'SUCCESS',
    success_time: formatIsoTime(refund.at),
    amount: { total: trade.amount_fen, refund: refund.amount_fen },
  };
}
