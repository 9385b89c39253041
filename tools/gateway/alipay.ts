import { formatShanghaiTime } from './book.ts';
import type { GatewayTrade } from './trade.ts';
import {
  type AlipayContext,
  calls,
  type Content,
  createInvalidReply,
  createTrade,
  createRefusal,
  getTradeStatus,
  formatYuan,
} from './alipay.calls.ts';
import { type Fields, isFromMerchant, signText, signFields } from './alipay.signing.ts';
import type { GatewayReply, GatewayRequest, Notice } from './http.ts';

const payPages = ['alipay.trade.page.pay', 'alipay.trade.wap.pay'];

/** Alipay's single endpoint: payment pages (desktop and wap) for browsers, all other methods for
 * the merchant's server. */
export function createAlipayGateway(
  context: AlipayContext,
  pageOf: (trade: GatewayTrade) => GatewayReply,
) {
  const { keys } = context;
  return {
    handle({ url, form }: GatewayRequest): GatewayReply {
      const fields: Fields = Object.fromEntries([...url.searchParams, ...form()]);
      const { method = '' } = fields;
      if (!isFromMerchant(keys, fields))
        return signReply(keys, method, createInvalidReply('isv.invalid-signature', '无效签名'));
      const content = parseContent(fields);
      if (!content)
        return signReply(keys, method, createRefusal('ACQ.INVALID_PARAMETER', '参数无效'));
      if (payPages.includes(method)) {
        const trade = createTrade(context, fields, content);
        return trade ? pageOf(trade) : invalidPayment;
      }
      const reply =
        calls[method]?.(context, content) ??
        createInvalidReply('isv.invalid-method', '不存在的方法名');
      return signReply(keys, method, reply);
    },
    notice: (id: string, trade: GatewayTrade, refundNo: string) =>
      createNotice(context, id, trade, refundNo),
    returnUrl: (trade: GatewayTrade) => createReturnUrl(context, trade),
  };
}

const invalidPayment: GatewayReply = {
  status: 400,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: 'ACQ.INVALID_PARAMETER 参数无效',
};

function parseContent({ biz_content = '{}' }: Fields): Content | undefined {
  try {
    return JSON.parse(biz_content) as Content;
  } catch {
    return undefined;
  }
}

function signReply(keys: AlipayContext['keys'], method: string, reply: object): GatewayReply {
  const text = JSON.stringify(reply);
  const name = `${method.replaceAll('.', '_')}_response`;
  return {
    status: 200,
    headers: { 'content-type': 'text/html;charset=utf-8' },
    body: `{"${name}":${text},"sign":"${signText(keys, text)}"}`,
  };
}

/** The return URL of the merchant. Its parameters are informational only. */
function createReturnUrl({ keys, book }: AlipayContext, trade: GatewayTrade): string {
  if (!trade.return_url) return '';
  const fields = signFields(keys, {
    charset: 'utf-8',
    out_trade_no: trade.number,
    method: 'alipay.trade.page.pay.return',
    total_amount: formatYuan(trade.amount_fen),
    trade_no: trade.gateway_no,
    app_id: keys.app_id,
    seller_id: keys.seller_id,
    timestamp: formatShanghaiTime(book.now()),
    version: '1.0',
  });
  const url = new URL(trade.return_url);
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  return url.href;
}

/** The signed notification of a payment or refund. */
function createNotice(
  { keys, book }: AlipayContext,
  id: string,
  trade: GatewayTrade,
  refundNo: string,
): Notice {
  const refund = trade.refunds.find(({ number }) => number === refundNo);
  const amount = formatYuan(trade.amount_fen);
  const fields = signFields(keys, {
    notify_id: id,
    notify_type: 'trade_status_sync',
    notify_time: formatShanghaiTime(book.now()),
    app_id: keys.app_id,
    auth_app_id: keys.app_id,
    charset: 'utf-8',
    version: '1.0',
    seller_id: keys.seller_id,
    out_trade_no: trade.number,
    trade_no: trade.gateway_no,
    trade_status: refund ? getTradeStatus(trade) : 'TRADE_SUCCESS',
    total_amount: amount,
    receipt_amount: amount,
    buyer_pay_amount: amount,
    invoice_amount: amount,
    point_amount: '0.00',
    subject: trade.subject,
    buyer_id: '2088102000000000',
    gmt_create: formatShanghaiTime(trade.paid_at),
    gmt_payment: formatShanghaiTime(trade.paid_at),
    fund_bill_list: `[{"amount":"${amount}","fundChannel":"ALIPAYACCOUNT"}]`,
    ...(refund && {
      gmt_refund: `${formatShanghaiTime(refund.at)}.000`,
      refund_fee: formatYuan(refund.amount_fen),
      out_biz_no: refund.number,
    }),
  });
  return {
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    body: new URLSearchParams(fields).toString(),
  };
}
