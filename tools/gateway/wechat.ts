import { randomBytes } from 'node:crypto';
import type { GatewayTrade } from './trade.ts';
import type { GatewayReply, GatewayRequest, Notice } from './http.ts';
import { routeWechat } from './wechat.calls.ts';
import { failure, type WechatContext, type WechatReply } from './wechat.context.ts';
import { iso, noticeContent } from './wechat.replies.ts';
import { encrypted, isFromMerchant, signedHeaders } from './wechat.signing.ts';

/** WeChat Pay v3: requests and replies are signed, notifications encrypted and signed. */
export function wechatGateway(context: WechatContext) {
  const { keys } = context;
  return {
    handle(request: GatewayRequest): GatewayReply {
      if (!isFromMerchant(keys, request))
        return signedReply(keys, failure(401, 'SIGN_ERROR', '签名错误'));
      return signedReply(keys, routeWechat(context, request));
    },
    notice: (id: string, trade: GatewayTrade, refundNo: string) =>
      noticeOf(context, id, trade, refundNo),
  };
}

function signedReply(
  keys: WechatContext['keys'],
  { status, body, text }: WechatReply,
): GatewayReply {
  const bytes = text ?? (body ? JSON.stringify(body) : '');
  const headers = {
    ...(body && { 'content-type': 'application/json; charset=utf-8' }),
    ...signedHeaders(keys, bytes, Date.now()),
    'request-id': randomBytes(12).toString('hex').toUpperCase(),
  };
  return { status, headers, body: bytes };
}

/** The notification of a payment or refund, encrypted and signed each time it is sent. */
function noticeOf(
  { keys, book }: WechatContext,
  id: string,
  trade: GatewayTrade,
  refundNo: string,
): Notice {
  const refund = trade.refunds.find(({ number }) => number === refundNo);
  const body = JSON.stringify({
    id,
    create_time: iso(book.now()),
    resource_type: 'encrypt-resource',
    event_type: refund ? 'REFUND.SUCCESS' : 'TRANSACTION.SUCCESS',
    summary: refund ? '退款成功' : '支付成功',
    resource: encrypted(
      keys,
      refund ? 'refund' : 'transaction',
      noticeContent(keys, trade, refund),
    ),
  });
  const headers = {
    'content-type': 'application/json',
    'wechatpay-signature-type': 'WECHATPAY2-SHA256-RSA2048',
    ...signedHeaders(keys, body, book.now()),
  };
  return { headers, body };
}
