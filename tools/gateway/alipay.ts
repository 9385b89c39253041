import { createSign, createVerify } from 'node:crypto';
import type { GatewayFile } from '../../apps/api/src/settings/sandbox-keys.ts';
import { alipayBill } from './bills.ts';
import { type Book, type GatewayTrade, numberOf, shanghai } from './book.ts';
import type { Answer, Asked } from './http.ts';

type Keys = GatewayFile['alipay'];
type Fields = Record<string, string>;
type Content = Record<string, string | undefined>;

const yuan = (fen: number) => (fen / 100).toFixed(2);
const fen = (text: string | undefined) =>
  /^\d+\.\d{2}$/.test(text ?? '') ? Math.round(Number(text) * 100) : Number.NaN;
const listed = (fields: Fields) =>
  Object.keys(fields)
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&');
const refused = (sub_code: string, sub_msg: string) => ({
  code: '40004',
  msg: 'Business Failed',
  sub_code,
  sub_msg,
});
const well = { code: '10000', msg: 'Success' };

/** Alipay's one door: the pay pages of computer and phone sites for browsers, everything else for
 * the merchant's server. */
export function alipayGateway(
  keys: Keys,
  book: Book,
  addresses: { here: string },
  page: (trade: GatewayTrade) => Answer,
) {
  const sign = (text: string) =>
    createSign('RSA-SHA256').update(text, 'utf8').sign(keys.private_key, 'base64');

  function handle({ url, form }: Asked): Answer {
    const fields: Fields = Object.fromEntries([...url.searchParams, ...form()]);
    const { sign: signature = '', ...signed } = fields;
    const method = fields.method ?? '';
    const isMerchant =
      fields.app_id === keys.app_id &&
      fields.sign_type === 'RSA2' &&
      createVerify('RSA-SHA256')
        .update(listed(signed), 'utf8')
        .verify(keys.merchant_key, signature, 'base64');
    if (!isMerchant)
      return sealed(method, {
        code: '40002',
        msg: 'Invalid Arguments',
        sub_code: 'isv.invalid-signature',
        sub_msg: '无效签名',
      });
    let content: Content;
    try {
      content = JSON.parse(fields.biz_content ?? '{}') as Content;
    } catch {
      return sealed(method, refused('ACQ.INVALID_PARAMETER', '参数无效'));
    }
    if (method === 'alipay.trade.page.pay' || method === 'alipay.trade.wap.pay')
      return open(fields, content);
    const calls: Record<string, (given: Content) => object> = {
      'alipay.trade.query': query,
      'alipay.trade.close': close,
      'alipay.trade.refund': refund,
      'alipay.trade.fastpay.refund.query': queryRefund,
      'alipay.data.dataservice.bill.downloadurl.query': bill,
    };
    return sealed(
      method,
      calls[method]?.(content) ?? {
        code: '40002',
        msg: 'Invalid Arguments',
        sub_code: 'isv.invalid-method',
        sub_msg: '不存在的方法名',
      },
    );
  }
  function sealed(method: string, told: object): Answer {
    const text = JSON.stringify(told);
    return {
      status: 200,
      headers: { 'content-type': 'text/html;charset=utf-8' },
      body: `{"${method.replaceAll('.', '_')}_response":${text},"sign":"${sign(text)}"}`,
    };
  }

  function open(fields: Fields, content: Content): Answer {
    const number = content.out_trade_no ?? '';
    const amount_fen = fen(content.total_amount);
    if (!number || Number.isNaN(amount_fen) || amount_fen < 1 || !content.subject)
      return {
        status: 400,
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        body: 'ACQ.INVALID_PARAMETER 参数无效',
      };
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
    return page(trade);
  }
  const stateOf = (trade: GatewayTrade) => {
    const isReturned =
      trade.refunds.reduce((sum, one) => sum + one.amount_fen, 0) >= trade.amount_fen;
    if (trade.state === 'paid') return isReturned ? 'TRADE_CLOSED' : 'TRADE_SUCCESS';
    return trade.state === 'waiting' ? 'WAIT_BUYER_PAY' : 'TRADE_CLOSED';
  };
  const unknown = refused('ACQ.TRADE_NOT_EXIST', '交易不存在');
  function query({ out_trade_no = '' }: Content): object {
    const trade = book.find('alipay', out_trade_no);
    if (!trade) return unknown;
    return {
      ...well,
      out_trade_no,
      trade_no: numbered(trade),
      trade_status: stateOf(trade),
      total_amount: yuan(trade.amount_fen),
      buyer_logon_id: '138****0000',
      ...(trade.paid_at > 0 && { send_pay_date: shanghai(trade.paid_at) }),
    };
  }
  function numbered(trade: GatewayTrade): string {
    trade.gateway_no ||= numberOf('alipay', book.now());
    return trade.gateway_no;
  }
  function close({ out_trade_no = '' }: Content): object {
    const trade = book.find('alipay', out_trade_no);
    if (!trade) return unknown;
    if (trade.state === 'paid' || trade.state === 'closed')
      return refused('ACQ.TRADE_STATUS_ERROR', '交易状态不合法');
    book.close(trade);
    return { ...well, out_trade_no, trade_no: numbered(trade) };
  }
  function refund({ out_trade_no = '', out_request_no = '', refund_amount }: Content): object {
    const trade = book.find('alipay', out_trade_no);
    const amount_fen = fen(refund_amount);
    if (!trade || trade.state !== 'paid') return unknown;
    const before = trade.refunds.find(({ number }) => number === out_request_no);
    const done = trade.refunds.reduce((sum, one) => sum + one.amount_fen, 0);
    const answer = {
      ...well,
      out_trade_no,
      trade_no: trade.gateway_no,
      buyer_logon_id: '138****0000',
    };
    if (before)
      return before.amount_fen === amount_fen
        ? { ...answer, fund_change: 'N', refund_fee: yuan(done) }
        : refused('ACQ.REQUEST_AMOUNT_EXCEED', '同一请求号金额不一致');
    if (
      !out_request_no ||
      Number.isNaN(amount_fen) ||
      amount_fen < 1 ||
      done + amount_fen > trade.amount_fen
    )
      return refused('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL', '退款金额超限');
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
    return { ...answer, fund_change: 'Y', refund_fee: yuan(done + amount_fen) };
  }
  function queryRefund({ out_trade_no = '', out_request_no = '' }: Content): object {
    const trade = book.find('alipay', out_trade_no);
    const row = trade?.refunds.find(({ number }) => number === out_request_no);
    if (!trade) return unknown;
    return row
      ? {
          ...well,
          out_trade_no,
          trade_no: trade.gateway_no,
          out_request_no,
          refund_amount: yuan(row.amount_fen),
          total_amount: yuan(trade.amount_fen),
          refund_status: 'REFUND_SUCCESS',
        }
      : { ...well };
  }
  function bill({ bill_date = '' }: Content): object {
    if (!alipayBill(book.all(), bill_date)) return refused('isp.bill_not_exist', '账单不存在');
    return {
      ...well,
      bill_download_url: `${addresses.here}/alipay-bill?day=${bill_date}&sign=${encodeURIComponent(sign(bill_date))}`,
    };
  }

  /** Fields that a browser takes back to the merchant; nothing is decided by them. */
  function returned(trade: GatewayTrade): string {
    if (!trade.return_url) return '';
    const fields: Fields = {
      charset: 'utf-8',
      out_trade_no: trade.number,
      method: 'alipay.trade.page.pay.return',
      total_amount: yuan(trade.amount_fen),
      trade_no: trade.gateway_no,
      app_id: keys.app_id,
      seller_id: keys.seller_id,
      timestamp: shanghai(book.now()),
      version: '1.0',
    };
    const url = new URL(trade.return_url);
    for (const [name, value] of Object.entries({
      ...fields,
      sign_type: 'RSA2',
      sign: sign(listed(fields)),
    }))
      url.searchParams.set(name, value);
    return url.href;
  }

  function notice(
    id: string,
    trade: GatewayTrade,
    refundNo: string,
  ): { headers: Record<string, string>; body: string } {
    const row = trade.refunds.find(({ number }) => number === refundNo);
    const fields: Fields = {
      notify_id: id,
      notify_type: 'trade_status_sync',
      notify_time: shanghai(book.now()),
      app_id: keys.app_id,
      auth_app_id: keys.app_id,
      charset: 'utf-8',
      version: '1.0',
      seller_id: keys.seller_id,
      out_trade_no: trade.number,
      trade_no: trade.gateway_no,
      trade_status: row ? stateOf(trade) : 'TRADE_SUCCESS',
      total_amount: yuan(trade.amount_fen),
      receipt_amount: yuan(trade.amount_fen),
      buyer_pay_amount: yuan(trade.amount_fen),
      invoice_amount: yuan(trade.amount_fen),
      point_amount: '0.00',
      subject: trade.subject,
      buyer_id: '2088102000000000',
      gmt_create: shanghai(trade.paid_at),
      gmt_payment: shanghai(trade.paid_at),
      fund_bill_list: `[{"amount":"${yuan(trade.amount_fen)}","fundChannel":"ALIPAYACCOUNT"}]`,
      ...(row && {
        gmt_refund: `${shanghai(row.at)}.000`,
        refund_fee: yuan(row.amount_fen),
        out_biz_no: row.number,
      }),
    };
    const body = new URLSearchParams({
      ...fields,
      sign_type: 'RSA2',
      sign: sign(listed(fields)),
    }).toString();
    return {
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
      body,
    };
  }
  return { handle, notice, returned };
}
