import type { GatewayRefund, GatewayTrade } from './trade.ts';
import { failure, type WechatContext, type WechatReply } from './wechat.context.ts';
import { refundedFen } from './trade.rules.ts';

export type Fields = Record<string, unknown>;

const positive = (value: number) => Number.isInteger(value) && value >= 1;

export interface NewPayment {
  number: string;
  total: number;
  currency: unknown;
}

export function paymentOf(fields: Fields): NewPayment {
  const amount = fields.amount as { total?: unknown; currency?: unknown } | undefined;
  return {
    number: String(fields.out_trade_no ?? ''),
    total: Number(amount?.total),
    currency: amount?.currency,
  };
}

/** The reason why a payment cannot be created; undefined if it can. */
export function paymentFailure(
  { keys, isOpenid }: Pick<WechatContext, 'keys' | 'isOpenid'>,
  kind: string,
  fields: Fields,
  before: GatewayTrade | undefined,
): WechatReply | undefined {
  const { number, total, currency } = paymentOf(fields);
  const { openid } = (fields.payer as { openid?: unknown } | undefined) ?? {};
  if (fields.appid !== keys.appid || fields.mchid !== keys.mchid)
    return failure(400, 'APPID_MCHID_NOT_MATCH', '商户号和 appid 不匹配');
  const isComplete =
    /^[\w|*-]{6,32}$/.test(number) &&
    positive(total) &&
    currency === 'CNY' &&
    fields.description &&
    fields.notify_url;
  if (!isComplete) return failure(400, 'PARAM_ERROR', '参数错误');
  if (kind === 'jsapi' && !isOpenid(openid)) return failure(400, 'INVALID_REQUEST', '无效的openid');
  if (before?.state === 'paid') return failure(400, 'ORDERPAID', '该订单已支付');
  if (before?.state === 'closed') return failure(400, 'ORDER_CLOSED', '该订单已关闭');
  if (before && before.amount_fen !== total)
    return failure(403, 'OUT_TRADE_NO_USED', '商户订单号重复');
  return undefined;
}

/** The reason why a refund cannot be created; undefined if it can. `before` is an earlier refund
 * with the same number. */
export function refundFailure(
  trade: GatewayTrade,
  fields: Fields,
  before: GatewayRefund | undefined,
): WechatReply | undefined {
  const amount = fields.amount as { refund?: unknown; total?: unknown } | undefined;
  const sum = Number(amount?.refund);
  if (before)
    return before.amount_fen === sum
      ? undefined
      : failure(400, 'PARAM_ERROR', '同一退款单号金额不一致');
  const isCovered =
    fields.out_refund_no &&
    positive(sum) &&
    amount?.total === trade.amount_fen &&
    sum <= trade.amount_fen - refundedFen(trade);
  return isCovered ? undefined : failure(403, 'NOT_ENOUGH', '退款金额超过可退金额');
}
