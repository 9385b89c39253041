import type { GatewayFile } from '@cme/api/settings/sandbox-keys';
import { createAlipayBill } from './bills.ts';
import { type Book, createNumber, formatShanghaiTime } from './book.ts';
import type { GatewayTrade } from './trade.ts';
import { type Fields, signText } from './alipay.signing.ts';
import { sumRefunds } from './trade.rules.ts';

export interface AlipayContext {
  keys: GatewayFile['alipay'];
  book: Book;
  /** Base URL of the gateway. */
  here: string;
}
export type Content = Record<string, string | undefined>;
type Call = (context: AlipayContext, content: Content) => object;

export const formatYuan = (fen: number) => (fen / 100).toFixed(2);
const parseFen = (text: string | undefined) =>
  /^\d+\.\d{2}$/.test(text ?? '') ? Math.round(Number(text) * 100) : Number.NaN;

const success = { code: '10000', msg: 'Success' };
const buyer = { buyer_logon_id: '138****0000' };
export const createRefusal = (subCode: string, subMsg: string) => ({
  code: '40004',
  msg: 'Business Failed',
  sub_code: subCode,
  sub_msg: subMsg,
});
export const createInvalidReply = (subCode: string, subMsg: string) => ({
  code: '40002',
  msg: 'Invalid Arguments',
  sub_code: subCode,
  sub_msg: subMsg,
});
const noTrade = createRefusal('ACQ.TRADE_NOT_EXIST', '交易不存在');

/** 256 bytes in GBK, without special characters. */
const isSubject = (text: string | undefined): text is string =>
  text !== undefined &&
  text !== '' &&
  text.isWellFormed() &&
  text.replace(/[^\x00-\x7f]/g, '--').length <= 256 &&
  !/[/=&\p{Cc}]/u.test(text);

/** Calls of the merchant's server. */
export const calls: Readonly<Record<string, Call>> = {
  'alipay.trade.query': queryTrade,
  'alipay.trade.close': closeTrade,
  'alipay.trade.refund': refundTrade,
  'alipay.trade.fastpay.refund.query': queryRefund,
  'alipay.data.dataservice.bill.downloadurl.query': getBillUrl,
};

/** The trade of a payment page, new or existing; undefined if a field is missing. */
export function createTrade(
  { book }: AlipayContext,
  fields: Fields,
  content: Content,
): GatewayTrade | undefined {
  const number = content.out_trade_no ?? '';
  const amount_fen = parseFen(content.total_amount);
  if (!number || !(amount_fen >= 1) || !isSubject(content.subject)) return undefined;
  const expire = Date.parse(`${(content.time_expire ?? '').replace(' ', 'T')}+08:00`);
  const trade =
    book.find('alipay', number) ??
    book.add({
      gateway: 'alipay',
      number,
      channel: fields.method === 'alipay.trade.wap.pay' ? 'wap' : 'page',
      amount_fen,
      subject: content.subject,
      notify_url: fields.notify_url ?? '',
      return_url: fields.return_url ?? '',
      expire_at: Number.isNaN(expire) ? book.now() + 7_200_000 : expire,
    });
  if (trade.state === 'failed') trade.state = 'waiting';
  return trade;
}

export function getTradeStatus(trade: GatewayTrade): string {
  if (trade.state === 'waiting') return 'WAIT_BUYER_PAY';
  const isReturned = sumRefunds(trade) >= trade.amount_fen;
  return trade.state === 'paid' && !isReturned ? 'TRADE_SUCCESS' : 'TRADE_CLOSED';
}

function ensureNumber(book: Book, trade: GatewayTrade): string {
  trade.gateway_no ||= createNumber('alipay', book.now());
  return trade.gateway_no;
}

function queryTrade({ book }: AlipayContext, { out_trade_no = '' }: Content): object {
  const trade = book.find('alipay', out_trade_no);
  if (!trade) return noTrade;
  return {
    ...success,
    out_trade_no,
    trade_no: ensureNumber(book, trade),
    trade_status: getTradeStatus(trade),
    total_amount: formatYuan(trade.amount_fen),
    ...buyer,
    ...(trade.paid_at > 0 && { send_pay_date: formatShanghaiTime(trade.paid_at) }),
  };
}

function closeTrade({ book }: AlipayContext, { out_trade_no = '' }: Content): object {
  const trade = book.find('alipay', out_trade_no);
  if (!trade) return noTrade;
  if (trade.state === 'paid' || trade.state === 'closed')
    return createRefusal('ACQ.TRADE_STATUS_ERROR', '交易状态不合法');
  book.close(trade);
  return { ...success, out_trade_no, trade_no: ensureNumber(book, trade) };
}

function refundTrade({ book }: AlipayContext, content: Content): object {
  const { out_trade_no = '', out_request_no = '', refund_amount } = content;
  const trade = book.find('alipay', out_trade_no);
  const amount_fen = parseFen(refund_amount);
  if (!trade || trade.state !== 'paid') return noTrade;
  const earlierRefund = trade.refunds.find(({ number }) => number === out_request_no);
  const refundedBefore = sumRefunds(trade);
  const reply = { ...success, out_trade_no, trade_no: trade.gateway_no, ...buyer };
  if (earlierRefund)
    return earlierRefund.amount_fen === amount_fen
      ? { ...reply, fund_change: 'N', refund_fee: formatYuan(refundedBefore) }
      : createRefusal('ACQ.REQUEST_AMOUNT_EXCEED', '同一请求号金额不一致');
  if (!out_request_no || !(amount_fen >= 1) || refundedBefore + amount_fen > trade.amount_fen)
    return createRefusal('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL', '退款金额超限');
  trade.refunds.push({
    number: out_request_no,
    refund_id: trade.gateway_no,
    amount_fen,
    state: 'success',
    at: book.now(),
    notify_url: trade.notify_url,
  });
  book.announce(trade, out_request_no);
  book.save();
  return { ...reply, fund_change: 'Y', refund_fee: formatYuan(refundedBefore + amount_fen) };
}

function queryRefund({ book }: AlipayContext, content: Content): object {
  const { out_trade_no = '', out_request_no = '' } = content;
  const trade = book.find('alipay', out_trade_no);
  if (!trade) return noTrade;
  const refund = trade.refunds.find(({ number }) => number === out_request_no);
  if (!refund) return success;
  return {
    ...success,
    out_trade_no,
    trade_no: trade.gateway_no,
    out_request_no,
    refund_amount: formatYuan(refund.amount_fen),
    total_amount: formatYuan(trade.amount_fen),
    refund_status: 'REFUND_SUCCESS',
  };
}

function getBillUrl({ keys, book, here }: AlipayContext, { bill_date = '' }: Content): object {
  if (!createAlipayBill(book.all(), bill_date))
    return createRefusal('isp.bill_not_exist', '账单不存在');
  const signature = encodeURIComponent(signText(keys, bill_date));
  return {
    ...success,
    bill_download_url: `${here}/alipay-bill?day=${bill_date}&sign=${signature}`,
  };
}
