import { randomBytes } from 'node:crypto';
import type { GatewayTrade } from './trade.ts';
import type { GatewayReply, GatewayRequest, Notice } from './http.ts';
import { routeWechat } from './wechat.calls.ts';
import { createFailure, type WechatContext, type WechatReply } from './wechat.context.ts';
import { formatIsoTime, createNoticeContent } from './wechat.replies.ts';
import { encryptContent, isFromMerchant, signHeaders } from './wechat.signing.ts';

/** WeChat Pay v3: requests and replies are signed, notifications encrypted and signed. */
export function createWechatGateway(context: WechatContext) {
  const { keys } = context;
  return {
    handle(request: GatewayRequest): GatewayReply {
      if (!isFromMerchant(keys, request))
        return signReply(keys, createFailure(401, 'SIGN_ERROR', '签名错误'));
      return signReply(keys, routeWechat(context, request));
    },
    notice: (id: string, trade: GatewayTrade, refundNo: string) =>
      createNotice(context, id, trade, refundNo),
  };
}

function signReply(keys: WechatContext['keys'], { status, body, text }: WechatReply): GatewayReply {
  const bytes = text ?? (body ? JSON.stringify(body) : '');
  const headers = {
    ...(body && { 'content-type': 'application/json; charset=utf-8' }),
    ...signHeaders(keys, bytes, Date.now()),
    'request-id': randomBytes(12).toString('hex').toUpperCase(),
  };
  return { status, headers, body: bytes };
}

/** The notification of a payment or refund, encrypted and signed each time it is sent. */
function createNotice(
  { keys, book }: WechatContext,
  id: string,
  trade: GatewayTrade,
  refundNo: string,
): Notice {
  const refund = trade.refunds.find(({ number }) => number === refundNo);
  const body = JSON.stringify({
    id,
    create_time: formatIsoTime(book.now()),
    resource_type: 'encrypt-resource',
    event_type: refund ? 'REFUND.SUCCESS' : 'TRANSACTION.SUCCESS',
    summary: refund ? '退款成功' : '支付成功',
    resource: encryptContent(
      keys,
      refund ? 'refund' : 'transaction',
      createNoticeContent(keys, trade, refund),
    ),
  });
  const headers = {
    'content-type': 'application/json',
    'wechatpay-signature-type': 'WECHATPAY2-SHA256-RSA2048',
    ...signHeaders(keys, body, book.now()),
  };
  return { headers, body };
}
