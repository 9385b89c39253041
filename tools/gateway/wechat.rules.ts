import type { GatewayRefund, GatewayTrade } from './trade.ts';
import { createFailure, type WechatContext, type WechatReply } from './wechat.context.ts';
import { sumRefunds } from './trade.rules.ts';

export type Fields = Record<string, unknown>;

/** A text of so many bytes, on one line. */
const isText = (value: unknown, bytes: number): boolean =>
  typeof value === 'string' &&
  value !== '' &&
  value.isWellFormed() &&
  Buffer.byteLength(value) <= bytes &&
  !/\p{Cc}/u.test(value);

const isPositive = (value: number) => Number.isInteger(value) && value >= 1;

export interface NewPayment {
  number: string;
  total: number;
  currency: unknown;
}

export function parsePayment(fields: Fields): NewPayment {
  const amount = fields.amount as { total?: unknown; currency?: unknown } | undefined;
  return {
    number: String(fields.out_trade_no ?? ''),
    total: Number(amount?.total),
    currency: amount?.currency,
  };
}

/** The reason why a payment cannot be created; undefined if it can. */
export function findPaymentFailure(
  { keys, isOpenid }: Pick<WechatContext, 'keys' | 'isOpenid'>,
  kind: string,
  fields: Fields,
  earlier: GatewayTrade | undefined,
): WechatReply | undefined {
  const { number, total, currency } = parsePayment(fields);
  const { openid } = (fields.payer as { openid?: unknown } | undefined) ?? {};
  if (fields.appid !== keys.appid || fields.mchid !== keys.mchid)
    return createFailure(400, 'APPID_MCHID_NOT_MATCH', '商户号和 appid 不匹配');
  const isComplete =
    /^[\w|*-]{6,32}$/.test(number) &&
    isPositive(total) &&
    currency === 'CNY' &&
    isText(fields.description, 127) &&
    fields.notify_url;
  if (!isComplete) return createFailure(400, 'PARAM_ERROR', '参数错误');
  if (kind === 'jsapi' && !isOpenid(openid))
    return createFailure(400, 'INVALID_REQUEST', '无效的openid');
  if (earlier?.state === 'paid') return createFailure(400, 'ORDERPAID', '该订单已支付');
  if (earlier?.state === 'closed') return createFailure(400, 'ORDER_CLOSED', '该订单已关闭');
  if (earlier && earlier.amount_fen !== total)
    return createFailure(403, 'OUT_TRADE_NO_USED', '商户订单号重复');
  return undefined;
}

/** The reason why a refund cannot be created; undefined if it can. `before` is an earlier refund
 * with the same number. */
export function findRefundFailure(
  trade: GatewayTrade,
  fields: Fields,
  earlier: GatewayRefund | undefined,
): WechatReply | undefined {
  const amount = fields.amount as { refund?: unknown; total?: unknown } | undefined;
  const refundFen = Number(amount?.refund);
  if (earlier)
    return earlier.amount_fen === refundFen
      ? undefined
      : createFailure(400, 'PARAM_ERROR', '同一退款单号金额不一致');
  if (fields.reason !== undefined && !isText(fields.reason, 80))
    return createFailure(400, 'PARAM_ERROR', '退款原因超过80字节');
  const isCovered =
    fields.out_refund_no &&
    isPositive(refundFen) &&
    amount?.total === trade.amount_fen &&
    refundFen <= trade.amount_fen - sumRefunds(trade);
  return isCovered ? undefined : createFailure(403, 'NOT_ENOUGH', '退款金额超过可退金额');
}
