import * as z from 'zod/mini';
import { formatTime } from '../../../platform/http/format-time.ts';
import type { WechatSettings } from '../../../platform/settings/pay-settings.ts';
import {
  GatewayUnavailableError,
  type GatewayClient,
  GatewayRefusedError,
  type NewPayment,
  type Prepay,
  type TradeReport,
} from '../gateway/gateway.ts';
import { fitWechatDescription } from '../gateway/gateway-text.rules.ts';
import { nonce, parsePayload, type WechatCall } from './wechat.call.ts';
import { signLines } from './wechat.crypt.ts';
import { toTradeReport, Transaction } from './wechat.notice.ts';

const Prepaid = z.object({
  code_url: z.optional(z.string()),
  prepay_id: z.optional(z.string()),
  h5_url: z.optional(z.string()),
});

/** Creates a payment and returns the data for the learner's page. */
export async function openPayment(
  call: WechatCall,
  settings: WechatSettings,
  notifyUrl: string,
  payment: NewPayment,
): Promise<Prepay> {
  const path = `/v3/pay/transactions/${toTradeKind(payment.channel)}`;
  const { code_url, prepay_id, h5_url } = parsePayload(
    Prepaid,
    await call('POST', path, toWechatOrder(payment, settings, notifyUrl)),
  );
  const prepay: Prepay = {
    ...(code_url && { code_url }),
    ...(prepay_id && { prepay_id }),
    ...(h5_url && { h5_url: `${h5_url}&redirect_url=${encodeURIComponent(payment.return_url)}` }),
  };
  if (Object.keys(prepay).length === 0)
    throw new GatewayUnavailableError('the gateway answers nothing to go on with');
  return prepay;
}

/** A QR code, a URL, or the parameters for WeChat's own browser. */
export function showPayment(
  { appid, privateKey }: WechatSettings,
  { code_url, prepay_id, h5_url }: Prepay,
  now: Date,
): ReturnType<GatewayClient['show']> {
  if (code_url) return { qr_text: code_url };
  if (h5_url) return { redirect_url: h5_url };
  const stamp = {
    appId: appid,
    timeStamp: String(Math.floor(now.getTime() / 1000)),
    nonceStr: nonce(),
    package: `prepay_id=${prepay_id ?? ''}`,
  };
  const lines = [stamp.appId, stamp.timeStamp, stamp.nonceStr, stamp.package];
  return { jsapi: { ...stamp, signType: 'RSA', paySign: signLines(lines, privateKey) } };
}

const unknown = (): TradeReport => ({
  state: 'unknown',
  gateway_no: '',
  amount_fen: 0,
  currency: 'CNY',
  at: new Date(0),
});

const isRefusal = (fault: unknown, codes: RegExp): boolean =>
  fault instanceof GatewayRefusedError && codes.test(fault.code);

export async function queryTrade(
  call: WechatCall,
  { mchid }: WechatSettings,
  tradeNo: string,
): Promise<TradeReport> {
  try {
    const path = `/v3/pay/transactions/out-trade-no/${tradeNo}?mchid=${mchid}`;
    const row = parsePayload(Transaction, await call('GET', path));
    if (row.mchid !== mchid || row.out_trade_no !== tradeNo)
      throw new GatewayUnavailableError('the gateway answers about another trade');
    return toTradeReport(row);
  } catch (fault) {
    if (isRefusal(fault, /^(ORDER_NOT_EXIST|ORDERNOTEXIST|RESOURCE_NOT_EXISTS)$/)) return unknown();
    throw fault;
  }
}

/** Closes a trade, so that it cannot be paid any more; a paid one stays paid. */
export async function closeTrade(
  call: WechatCall,
  { mchid }: WechatSettings,
  tradeNo: string,
): Promise<'closed' | 'paid'> {
  try {
    await call('POST', `/v3/pay/transactions/out-trade-no/${tradeNo}/close`, { mchid });
  } catch (fault) {
    if (isRefusal(fault, /^ORDER_?PAID$/)) return 'paid';
    if (!isRefusal(fault, /^(ORDER_?CLOSED|ORDER_?NOT_?EXIST|RESOURCE_NOT_EXISTS)$/)) throw fault;
  }
  return 'closed';
}

const toTradeKind = (channel: string) => channel.slice('wx_'.length);

function toWechatOrder(
  payment: NewPayment,
  { appid, mchid }: WechatSettings,
  notifyUrl: string,
): object {
  const scene =
    payment.channel === 'wx_h5'
      ? { scene_info: { payer_client_ip: payment.address, h5_info: { type: 'Wap' } } }
      : {};
  return {
    appid,
    mchid,
    notify_url: notifyUrl,
    description: fitWechatDescription(payment.subject),
    out_trade_no: payment.trade_no,
    time_expire: `${formatTime(payment.expire_at).replace(' ', 'T')}+08:00`,
    amount: { total: payment.amount_fen, currency: 'CNY' },
    ...(payment.channel === 'wx_jsapi' ? { payer: { openid: payment.openid ?? '' } } : {}),
    ...scene,
  };
}
