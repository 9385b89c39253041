import { createHash } from 'node:crypto';
import { createWechatBill } from './bills.ts';
import { createNumber } from './book.ts';
import type { GatewayRefund, GatewayTrade } from './trade.ts';
import type { GatewayRequest } from './http.ts';
import { createFailure, type WechatContext, type WechatReply } from './wechat.context.ts';
import { toRefundReply, toTradeReply } from './wechat.replies.ts';
import {
  type Fields,
  findPaymentFailure,
  parsePayment,
  findRefundFailure,
} from './wechat.rules.ts';

/** `param` is the path parameter: a number, or the kind of payment. */
type Handler = (context: WechatContext, request: GatewayRequest, param: string) => WechatReply;

const trade = '/v3/pay/transactions/out-trade-no/([\\w|*-]{6,32})';
const refunds = '/v3/refund/domestic/refunds';

/** WeChat Pay v3 for a direct merchant. */
const routes: readonly [method: string, path: RegExp, handler: Handler][] = [
  ['POST', /^\/v3\/pay\/transactions\/(native|jsapi|h5)$/, createPayment],
  ['GET', new RegExp(`^${trade}$`), queryTrade],
  ['POST', new RegExp(`^${trade}/close$`), closeTrade],
  ['POST', new RegExp(`^${refunds}$`), refundTrade],
  ['GET', new RegExp(`^${refunds}/([\\w|*@-]{1,64})$`), queryRefund],
  ['GET', /^\/v3\/bill\/tradebill$/, getTradeBill],
  ['GET', /^\/v3\/billdownload\/file$/, downloadBill],
];
const unknown = createFailure(404, 'RESOURCE_NOT_EXISTS', '请求的资源不存在');
const noTrade = createFailure(404, 'ORDER_NOT_EXIST', '订单不存在');

export function routeWechat(context: WechatContext, request: GatewayRequest): WechatReply {
  for (const [method, path, handler] of routes) {
    const match = request.method === method ? path.exec(request.url.pathname) : null;
    if (match) return handler(context, request, match[1] ?? '');
  }
  return unknown;
}

function createPayment(
  context: WechatContext,
  { json }: GatewayRequest,
  kind: string,
): WechatReply {
  const { book, people } = context;
  const fields = json();
  const { number, total } = parsePayment(fields);
  const earlierTrade = book.find('wechat', number);
  const failed = findPaymentFailure(context, kind, fields, earlierTrade);
  if (failed) return failed;
  const expire = Date.parse(String(fields.time_expire ?? ''));
  const opened =
    earlierTrade ??
    book.add({
      gateway: 'wechat',
      number,
      channel: kind,
      amount_fen: total,
      subject: String(fields.description),
      notify_url: String(fields.notify_url),
      return_url: '',
      expire_at: Number.isNaN(expire) ? book.now() + 7_200_000 : expire,
    });
  opened.state = 'waiting';
  const page = `${people}/wechat/${opened.token}`;
  if (kind === 'native') return { status: 200, body: { code_url: page } };
  if (kind === 'h5') return { status: 200, body: { h5_url: `${page}?from=h5` } };
  return { status: 200, body: { prepay_id: `wx${opened.token}` } };
}

function queryTrade({ keys, book }: WechatContext, { url }: GatewayRequest, number: string) {
  if (url.searchParams.get('mchid') !== keys.mchid) return unknown;
  const trade = book.find('wechat', number);
  return trade ? { status: 200, body: toTradeReply(keys, trade) } : noTrade;
}

function closeTrade({ keys, book }: WechatContext, { json }: GatewayRequest, number: string) {
  if (json().mchid !== keys.mchid) return unknown;
  const trade = book.find('wechat', number);
  if (!trade) return noTrade;
  if (trade.state === 'paid') return createFailure(400, 'ORDERPAID', '该订单已支付');
  if (trade.state !== 'closed') book.close(trade);
  return { status: 204 };
}

function refundTrade({ book }: WechatContext, { json }: GatewayRequest): WechatReply {
  const fields = json();
  const number = String(fields.out_refund_no ?? '');
  const trade = book.find('wechat', String(fields.out_trade_no));
  if (!trade || trade.state !== 'paid')
    return createFailure(404, 'RESOURCE_NOT_EXISTS', '订单不存在或未支付');
  const earlierRefund = trade.refunds.find((refund) => refund.number === number);
  const failed = findRefundFailure(trade, fields, earlierRefund);
  if (failed) return failed;
  const refund = earlierRefund ?? addRefund(book, trade, number, fields);
  return { status: 200, body: toRefundReply(trade, refund) };
}

/** A refund is processing at first and succeeds after half a second. */
function addRefund(
  book: WechatContext['book'],
  paid: GatewayTrade,
  number: string,
  fields: Fields,
): GatewayRefund {
  const refund: GatewayRefund = {
    number,
    refund_id: `5030${createNumber('wechat', book.now()).slice(4)}`,
    amount_fen: Number((fields.amount as { refund: unknown }).refund),
    state: 'processing',
    at: book.now(),
    notify_url: String(fields.notify_url ?? ''),
  };
  paid.refunds.push(refund);
  book.save();
  setTimeout(() => {
    refund.state = 'success';
    book.announce(paid, number);
    book.save();
  }, 500).unref();
  return refund;
}

function queryRefund({ book }: WechatContext, _: GatewayRequest, number: string): WechatReply {
  for (const trade of book.all()) {
    const candidate = trade.refunds.find((refund) => refund.number === number);
    if (trade.gateway === 'wechat' && candidate)
      return { status: 200, body: toRefundReply(trade, candidate) };
  }
  return createFailure(404, 'RESOURCE_NOT_EXISTS', '退款单不存在');
}

function getTradeBill({ book, here }: WechatContext, { url }: GatewayRequest): WechatReply {
  const day = url.searchParams.get('bill_date') ?? '';
  const text = createWechatBill(book.all(), day);
  if (!text) return createFailure(400, 'NO_STATEMENT_EXIST', '账单文件不存在');
  return {
    status: 200,
    body: {
      hash_type: 'SHA1',
      hash_value: createHash('sha1').update(text).digest('hex'),
      download_url: `${here}/v3/billdownload/file?token=${day}`,
    },
  };
}

function downloadBill({ book }: WechatContext, { url }: GatewayRequest): WechatReply {
  return { status: 200, text: createWechatBill(book.all(), url.searchParams.get('token') ?? '') };
}
