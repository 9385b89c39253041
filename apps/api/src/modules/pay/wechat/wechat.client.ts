import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { WechatSettings } from '../../../settings/pay-settings.ts';
import { askGateway, type Reply } from '../gateway/ask-gateway.ts';
import {
  type BillRow,
  GatewayAway,
  type GatewayClient,
  GatewayRefused,
  type NewPayment,
  type NewRefund,
  type Prepay,
  type RefundReport,
} from '../gateway/gateway.ts';
import { readWechatBill } from '../reconcile/bill.rules.ts';
import { wireTime } from '../../../http/wire-time.ts';
import { authorization, signLines, verifyBytes } from './wechat.crypt.ts';
import { readWechatNotice, tradeReportOf, Transaction } from './wechat.notice.ts';

const Prepaid = z.object({
  code_url: z.optional(z.string()),
  prepay_id: z.optional(z.string()),
  h5_url: z.optional(z.string()),
});
const Fault = z.object({ code: z.string(), message: z._default(z.string(), '') });
const RefundRow = z.object({
  refund_id: z.string(),
  status: z.string(),
  amount: z.object({ refund: z.int() }),
});
const BillRef = z.object({
  download_url: z.string(),
  hash_type: z.literal('SHA1'),
  hash_value: z.string(),
});
const refundStates: Record<string, RefundReport['state']> = {
  SUCCESS: 'success',
  PROCESSING: 'processing',
  ABNORMAL: 'failed',
  CLOSED: 'failed',
};
const nonce = () => randomBytes(16).toString('hex');
const seconds = () => String(Math.floor(Date.now() / 1000));
/** Clocks may differ a little; a signed answer of another day is not an answer. */
const answerWindow = 300;

/** WeChat Pay v3, direct merchant. */
export function wechatClient(settings: WechatSettings, notifyUrl: string): GatewayClient {
  async function call(method: 'GET' | 'POST', path: string, given?: object): Promise<unknown> {
    const body = given ? JSON.stringify(given) : '';
    const stamp = { method, path, body, timestamp: seconds(), nonce: nonce() };
    const headers = {
      accept: 'application/json',
      'user-agent': 'cme',
      authorization: authorization(stamp, settings),
      ...(given && { 'content-type': 'application/json' }),
    };
    const reply = await askGateway(settings.base + path, {
      method,
      headers,
      ...(given && { body }),
    });
    verifyAnswer(reply, settings);
    if (reply.status === 204 || (reply.status === 200 && reply.bytes.length === 0)) return {};
    const payload = parsed(reply);
    if (reply.status === 200) return payload;
    const fault = Fault.safeParse(payload);
    if (!fault.success || reply.status >= 500)
      throw new GatewayAway(`the gateway answers ${reply.status}`);
    throw new GatewayRefused(fault.data.code, fault.data.message);
  }
  const shaped = <S extends z.ZodMiniType>(shape: S, payload: unknown): z.output<S> => {
    const read = shape.safeParse(payload);
    if (!read.success)
      throw new GatewayAway('the gateway answers something else', { cause: read.error });
    return read.data;
  };
  const refundReport = (payload: unknown): RefundReport => {
    const row = shaped(RefundRow, payload);
    return {
      state: refundStates[row.status] ?? 'processing',
      gateway_no: row.refund_id,
      amount_fen: row.amount.refund,
    };
  };
  return {
    gateway: 'wechat',
    async open(payment) {
      const { code_url, prepay_id, h5_url } = shaped(
        Prepaid,
        await call(
          'POST',
          `/v3/pay/transactions/${kindOf(payment.channel)}`,
          orderOf(payment, settings, notifyUrl),
        ),
      );
      const prepay: Prepay = {
        ...(code_url && { code_url }),
        ...(prepay_id && { prepay_id }),
        ...(h5_url && {
          h5_url: `${h5_url}&redirect_url=${encodeURIComponent(payment.return_url)}`,
        }),
      };
      if (Object.keys(prepay).length === 0)
        throw new GatewayAway('the gateway answers nothing to go on with');
      return prepay;
    },
    show({ code_url, prepay_id, h5_url }, now) {
      if (code_url) return { qr_text: code_url };
      if (h5_url) return { redirect_url: h5_url };
      const stamp = {
        appId: settings.appid,
        timeStamp: String(Math.floor(now.getTime() / 1000)),
        nonceStr: nonce(),
        package: `prepay_id=${prepay_id ?? ''}`,
      };
      return {
        jsapi: {
          ...stamp,
          signType: 'RSA',
          paySign: signLines(
            [stamp.appId, stamp.timeStamp, stamp.nonceStr, stamp.package],
            settings.privateKey,
          ),
        },
      };
    },
    async ask(tradeNo) {
      try {
        const row = shaped(
          Transaction,
          await call('GET', `/v3/pay/transactions/out-trade-no/${tradeNo}?mchid=${settings.mchid}`),
        );
        if (row.mchid !== settings.mchid || row.out_trade_no !== tradeNo)
          throw new GatewayAway('the gateway answers about another trade');
        return tradeReportOf(row);
      } catch (fault) {
        if (
          fault instanceof GatewayRefused &&
          /^(ORDER_NOT_EXIST|ORDERNOTEXIST|RESOURCE_NOT_EXISTS)$/.test(fault.code)
        )
          return {
            state: 'unknown',
            gateway_no: '',
            amount_fen: 0,
            currency: 'CNY',
            at: new Date(0),
          };
        throw fault;
      }
    },
    async close(tradeNo) {
      try {
        await call('POST', `/v3/pay/transactions/out-trade-no/${tradeNo}/close`, {
          mchid: settings.mchid,
        });
      } catch (fault) {
        if (fault instanceof GatewayRefused && /^ORDER_?PAID$/.test(fault.code)) return 'paid';
        if (
          !(
            fault instanceof GatewayRefused &&
            /^(ORDER_?CLOSED|ORDER_?NOT_?EXIST|RESOURCE_NOT_EXISTS)$/.test(fault.code)
          )
        )
          throw fault;
      }
      return 'closed';
    },
    refund: async (refund) =>
      refundReport(await call('POST', '/v3/refund/domestic/refunds', refundOf(refund, notifyUrl))),
    async askRefund({ refund_no }) {
      try {
        return refundReport(await call('GET', `/v3/refund/domestic/refunds/${refund_no}`));
      } catch (fault) {
        if (fault instanceof GatewayRefused && fault.code === 'RESOURCE_NOT_EXISTS')
          return { state: 'unknown', gateway_no: '', amount_fen: 0 };
        throw fault;
      }
    },
    async bill(day): Promise<BillRow[] | undefined> {
      try {
        const { download_url, hash_value } = shaped(
          BillRef,
          await call('GET', `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL`),
        );
        const { pathname, search, origin } = new URL(download_url);
        if (origin !== new URL(settings.base).origin)
          throw new GatewayAway('the bill lies elsewhere');
        const stamp = {
          method: 'GET',
          path: pathname + search,
          body: '',
          timestamp: seconds(),
          nonce: nonce(),
        };
        const { status, bytes } = await askGateway(
          download_url,
          {
            method: 'GET',
            headers: { 'user-agent': 'cme', authorization: authorization(stamp, settings) },
          },
          60_000,
        );
        if (
          status !== 200 ||
          createHash('sha1').update(bytes).digest('hex') !== hash_value.toLowerCase()
        )
          throw new GatewayAway('the bill came broken');
        return readWechatBill(bytes.toString('utf8'));
      } catch (fault) {
        if (fault instanceof GatewayRefused && fault.code === 'NO_STATEMENT_EXIST') return [];
        if (fault instanceof GatewayRefused && fault.code === 'STATEMENT_CREATING')
          return undefined;
        throw fault;
      }
    },
    readNotice: (raw, headers, now) => readWechatNotice(raw, headers, now, settings),
  };
}

const kindOf = (channel: string) => channel.slice('wx_'.length);

function orderOf(
  payment: NewPayment,
  { appid, mchid }: WechatSettings,
  notify_url: string,
): object {
  const scene =
    payment.channel === 'wx_h5'
      ? { scene_info: { payer_client_ip: payment.address, h5_info: { type: 'Wap' } } }
      : {};
  return {
    appid,
    mchid,
    notify_url,
    description: payment.subject.slice(0, 40),
    out_trade_no: payment.trade_no,
    time_expire: `${wireTime(payment.expire_at).replace(' ', 'T')}+08:00`,
    amount: { total: payment.amount_fen, currency: 'CNY' },
    ...(payment.channel === 'wx_jsapi' ? { payer: { openid: payment.openid ?? '' } } : {}),
    ...scene,
  };
}

const refundOf = (
  { refund_no, trade_no, amount_fen, total_fen, reason }: NewRefund,
  notify_url: string,
) => ({
  out_trade_no: trade_no,
  out_refund_no: refund_no,
  reason: reason.slice(0, 26),
  notify_url,
  amount: { refund: amount_fen, total: total_fen, currency: 'CNY' },
});

function verifyAnswer({ headers, bytes, status }: Reply, { platformKeys }: WechatSettings): void {
  const header = (name: string) => headers.get(`wechatpay-${name}`) ?? '';
  const key = Object.hasOwn(platformKeys, header('serial'))
    ? platformKeys[header('serial')]
    : undefined;
  const fresh = Math.abs(Number(header('timestamp')) - Number(seconds())) <= answerWindow;
  if (
    !key ||
    !fresh ||
    !verifyBytes(header('timestamp'), header('nonce'), bytes, header('signature'), key)
  )
    throw new GatewayAway(`the answer ${status} is not signed by the gateway`);
}

function parsed({ bytes }: Reply): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (cause) {
    throw new GatewayAway('the gateway answers no JSON', { cause });
  }
}
