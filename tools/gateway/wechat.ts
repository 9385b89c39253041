import { createCipheriv, createHash, createSign, createVerify, randomBytes } from 'node:crypto';
import type { GatewayFile } from '../../apps/api/src/settings/sandbox-keys.ts';
import { type Book, type GatewayRefund, type GatewayTrade, numberOf, shanghai } from './book.ts';
import type { Answer, Asked } from './http.ts';
import { wechatBill } from './bills.ts';

type Keys = GatewayFile['wechat'];
interface Told {
  status: number;
  body?: object;
  text?: string;
}
const fault = (status: number, code: string, message: string): Told => ({
  status,
  body: { code, message },
});
const iso = (at: number) => `${shanghai(at).replace(' ', 'T')}+08:00`;

/** WeChat Pay v3 for a direct merchant: asked with signatures, answered with signatures. */
export function wechatGateway(
  keys: Keys,
  book: Book,
  addresses: { here: string; people: string; isOpenid: (given: unknown) => boolean },
) {
  const sign = (lines: (string | Buffer)[]) =>
    lines
      .reduce((signer, line) => signer.update(line).update('\n'), createSign('RSA-SHA256'))
      .sign(keys.private_key, 'base64');

  function stamped(body: string): Record<string, string> {
    const [timestamp, nonce] = [
      String(Math.floor(Date.now() / 1000)),
      randomBytes(16).toString('hex'),
    ];
    return {
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': nonce,
      'wechatpay-serial': keys.serial,
      'wechatpay-signature': sign([timestamp, nonce, body]),
      'request-id': randomBytes(12).toString('hex').toUpperCase(),
    };
  }

  /** Whether our merchant signed exactly this request, lately. */
  function isMerchant({ method, target, headers, raw }: Asked): boolean {
    const found = /^WECHATPAY2-SHA256-RSA2048 (.+)$/.exec(headers.authorization ?? '');
    const part = Object.fromEntries(
      [...(found?.[1] ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    ) as Record<string, string>;
    if (
      part.mchid !== keys.mchid ||
      part.serial_no !== keys.merchant_serial ||
      Math.abs(Number(part.timestamp) - Date.now() / 1000) > 300
    )
      return false;
    return createVerify('RSA-SHA256')
      .update(`${method}\n${target}\n${part.timestamp}\n${part.nonce_str}\n`)
      .update(raw)
      .update('\n')
      .verify(keys.merchant_key, part.signature ?? '', 'base64');
  }

  function handle(asked: Asked): Answer {
    if (!isMerchant(asked)) return sealed(fault(401, 'SIGN_ERROR', '签名错误'));
    return sealed(route(asked));
  }
  function sealed({ status, body, text }: Told): Answer {
    const bytes = text ?? (body ? JSON.stringify(body) : '');
    return {
      status,
      headers: {
        ...(body && { 'content-type': 'application/json; charset=utf-8' }),
        ...stamped(bytes),
      },
      body: bytes,
    };
  }
  function route({ method, url, json }: Asked): Told {
    const path = url.pathname;
    const [, kind] = /^\/v3\/pay\/transactions\/(native|jsapi|h5)$/.exec(path) ?? [];
    if (method === 'POST' && kind) return open(kind, json());
    const [, number = '', closing] =
      /^\/v3\/pay\/transactions\/out-trade-no\/([\w|*-]{6,32})(\/close)?$/.exec(path) ?? [];
    if (number && method === 'GET' && url.searchParams.get('mchid') === keys.mchid)
      return query(number);
    if (number && closing && method === 'POST' && json().mchid === keys.mchid) return close(number);
    if (path === '/v3/refund/domestic/refunds' && method === 'POST') return refund(json());
    const [, refundNo = ''] =
      /^\/v3\/refund\/domestic\/refunds\/([\w|*@-]{1,64})$/.exec(path) ?? [];
    if (refundNo && method === 'GET') return queryRefund(refundNo);
    if (path === '/v3/bill/tradebill' && method === 'GET')
      return bill(url.searchParams.get('bill_date') ?? '');
    if (path === '/v3/billdownload/file' && method === 'GET')
      return { status: 200, text: wechatBill(book.all(), url.searchParams.get('token') ?? '') };
    return fault(404, 'RESOURCE_NOT_EXISTS', '请求的资源不存在');
  }

  function open(kind: string, given: Record<string, unknown>): Told {
    const amount = given.amount as { total?: unknown; currency?: unknown } | undefined;
    const number = String(given.out_trade_no ?? '');
    const total = Number(amount?.total);
    if (given.appid !== keys.appid || given.mchid !== keys.mchid)
      return fault(400, 'APPID_MCHID_NOT_MATCH', '商户号和 appid 不匹配');
    if (
      !/^[\w|*-]{6,32}$/.test(number) ||
      !Number.isInteger(total) ||
      total < 1 ||
      amount?.currency !== 'CNY' ||
      !given.description ||
      !given.notify_url
    )
      return fault(400, 'PARAM_ERROR', '参数错误');
    if (
      kind === 'jsapi' &&
      !addresses.isOpenid((given.payer as { openid?: unknown } | undefined)?.openid)
    )
      return fault(400, 'INVALID_REQUEST', '无效的openid');
    const before = book.find('wechat', number);
    if (before?.state === 'paid') return fault(400, 'ORDERPAID', '该订单已支付');
    if (before?.state === 'closed') return fault(400, 'ORDER_CLOSED', '该订单已关闭');
    if (before && before.amount_fen !== total)
      return fault(403, 'OUT_TRADE_NO_USED', '商户订单号重复');
    const expire = Date.parse(String(given.time_expire ?? ''));
    const trade =
      before ??
      book.add({
        gateway: 'wechat',
        number,
        channel: kind,
        amount_fen: total,
        subject: String(given.description),
        notify_url: String(given.notify_url),
        return_url: '',
        expire_at: Number.isNaN(expire) ? book.now() + 7_200_000 : expire,
      });
    trade.state = 'waiting';
    if (kind === 'native')
      return { status: 200, body: { code_url: `${addresses.people}/wechat/${trade.token}` } };
    if (kind === 'h5')
      return { status: 200, body: { h5_url: `${addresses.people}/wechat/${trade.token}?from=h5` } };
    return { status: 200, body: { prepay_id: `wx${trade.token}` } };
  }

  function described(trade: GatewayTrade): Record<string, unknown> {
    const state =
      trade.refunds.length > 0 && trade.state === 'paid'
        ? 'REFUND'
        : { waiting: 'NOTPAY', paid: 'SUCCESS', failed: 'PAYERROR', closed: 'CLOSED' }[trade.state];
    const names: Record<string, string> = {
      SUCCESS: '支付成功',
      NOTPAY: '订单未支付',
      CLOSED: '已关闭',
      PAYERROR: '支付失败',
      REFUND: '转入退款',
    };
    const base = {
      appid: keys.appid,
      mchid: keys.mchid,
      out_trade_no: trade.number,
      trade_state: state,
      trade_state_desc: names[state] ?? '',
      attach: '',
    };
    if (trade.state !== 'paid')
      return { ...base, amount: { total: trade.amount_fen, currency: 'CNY' } };
    return {
      ...base,
      transaction_id: trade.gateway_no,
      trade_type: trade.channel === 'h5' ? 'MWEB' : trade.channel.toUpperCase(),
      bank_type: 'OTHERS',
      success_time: iso(trade.paid_at),
      payer: { openid: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o' },
      amount: {
        total: trade.amount_fen,
        payer_total: trade.amount_fen,
        currency: 'CNY',
        payer_currency: 'CNY',
      },
    };
  }
  function query(number: string): Told {
    const trade = book.find('wechat', number);
    return trade
      ? { status: 200, body: described(trade) }
      : fault(404, 'ORDER_NOT_EXIST', '订单不存在');
  }
  function close(number: string): Told {
    const trade = book.find('wechat', number);
    if (!trade) return fault(404, 'ORDER_NOT_EXIST', '订单不存在');
    if (trade.state === 'paid') return fault(400, 'ORDERPAID', '该订单已支付');
    if (trade.state !== 'closed') book.close(trade);
    return { status: 204 };
  }

  function refund(given: Record<string, unknown>): Told {
    const trade = book.find('wechat', String(given.out_trade_no));
    const amount = given.amount as { refund?: unknown; total?: unknown; currency?: unknown };
    const number = String(given.out_refund_no ?? '');
    const sum = Number(amount?.refund);
    if (!trade || trade.state !== 'paid')
      return fault(404, 'RESOURCE_NOT_EXISTS', '订单不存在或未支付');
    const before = trade.refunds.find((one) => one.number === number);
    if (before && before.amount_fen !== sum)
      return fault(400, 'PARAM_ERROR', '同一退款单号金额不一致');
    if (before) return { status: 200, body: refundOf(trade, before) };
    const left = trade.amount_fen - trade.refunds.reduce((total, one) => total + one.amount_fen, 0);
    if (
      !number ||
      !Number.isInteger(sum) ||
      sum < 1 ||
      amount.total !== trade.amount_fen ||
      sum > left
    )
      return fault(403, 'NOT_ENOUGH', '退款金额超过可退金额');
    const row: GatewayRefund = {
      number,
      refund_id: `5030${numberOf('wechat', book.now()).slice(4)}`,
      amount_fen: sum,
      state: 'processing',
      at: book.now(),
      notify_url: String(given.notify_url ?? ''),
    };
    trade.refunds.push(row);
    book.save();
    setTimeout(() => {
      row.state = 'success';
      book.announce(trade, number);
      book.save();
    }, 500).unref();
    return { status: 200, body: refundOf(trade, row) };
  }
  const refundOf = (trade: GatewayTrade, row: GatewayRefund) => ({
    refund_id: row.refund_id,
    out_refund_no: row.number,
    transaction_id: trade.gateway_no,
    out_trade_no: trade.number,
    channel: 'ORIGINAL',
    user_received_account: '支付用户零钱',
    create_time: iso(row.at),
    ...(row.state === 'success' && { success_time: iso(row.at) }),
    status: row.state === 'success' ? 'SUCCESS' : 'PROCESSING',
    amount: {
      total: trade.amount_fen,
      refund: row.amount_fen,
      payer_total: trade.amount_fen,
      payer_refund: row.amount_fen,
      settlement_refund: row.amount_fen,
      settlement_total: trade.amount_fen,
      discount_refund: 0,
      currency: 'CNY',
    },
  });
  function queryRefund(number: string): Told {
    const trade = book
      .all()
      .find((one) => one.gateway === 'wechat' && one.refunds.some((row) => row.number === number));
    const row = trade?.refunds.find((one) => one.number === number);
    return trade && row
      ? { status: 200, body: refundOf(trade, row) }
      : fault(404, 'RESOURCE_NOT_EXISTS', '退款单不存在');
  }

  function bill(day: string): Told {
    const text = wechatBill(book.all(), day);
    if (!text) return fault(400, 'NO_STATEMENT_EXIST', '账单文件不存在');
    return {
      status: 200,
      body: {
        hash_type: 'SHA1',
        hash_value: createHash('sha1').update(text).digest('hex'),
        download_url: `${addresses.here}/v3/billdownload/file?token=${day}`,
      },
    };
  }

  /** The notice of a payment or refund, encrypted and signed anew each time it is sent. */
  function notice(
    id: string,
    trade: GatewayTrade,
    refundNo: string,
  ): { headers: Record<string, string>; body: string } {
    const row = trade.refunds.find(({ number }) => number === refundNo);
    const plain = row
      ? {
          mchid: keys.mchid,
          out_trade_no: trade.number,
          transaction_id: trade.gateway_no,
          out_refund_no: row.number,
          refund_id: row.refund_id,
          refund_status: 'SUCCESS',
          success_time: iso(row.at),
          amount: { total: trade.amount_fen, refund: row.amount_fen },
        }
      : { ...described(trade), trade_state: 'SUCCESS' };
    const nonce = randomBytes(6).toString('hex');
    const associated_data = row ? 'refund' : 'transaction';
    const cipher = createCipheriv(
      'aes-256-gcm',
      Buffer.from(keys.api_v3_key),
      Buffer.from(nonce),
    ).setAAD(Buffer.from(associated_data));
    const ciphertext = Buffer.concat([
      cipher.update(JSON.stringify(plain), 'utf8'),
      cipher.final(),
      cipher.getAuthTag(),
    ]).toString('base64');
    const body = JSON.stringify({
      id,
      create_time: iso(book.now()),
      resource_type: 'encrypt-resource',
      event_type: row ? 'REFUND.SUCCESS' : 'TRANSACTION.SUCCESS',
      summary: row ? '退款成功' : '支付成功',
      resource: {
        original_type: associated_data,
        algorithm: 'AEAD_AES_256_GCM',
        ciphertext,
        associated_data,
        nonce,
      },
    });
    const [timestamp, word] = [
      String(Math.floor(book.now() / 1000)),
      randomBytes(16).toString('hex'),
    ];
    const headers = {
      'content-type': 'application/json',
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': word,
      'wechatpay-serial': keys.serial,
      'wechatpay-signature-type': 'WECHATPAY2-SHA256-RSA2048',
      'wechatpay-signature': sign([timestamp, word, body]),
    };
    return { headers, body };
  }
  return { handle, notice };
}
