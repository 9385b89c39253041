import { createSign } from 'node:crypto';
import type { GatewayFile } from '../../src/platform/settings/sandbox-keys.ts';
import { wechatNotice } from '../pay/notices.ts';
import { formatShanghaiTime } from '../../../../tools/gateway/book.ts';

/** The gateway's payment notification, signed like the embedded gateway's. */
export function signNotice(
  keys: GatewayFile['alipay'],
  tradeNo: string,
  yuan: string,
  sentAt = Date.now(),
): string {
  const time = formatShanghaiTime(sentAt);
  const fields: Record<string, string> = {
    notify_id: `n${tradeNo}`,
    notify_time: time,
    app_id: keys.app_id,
    charset: 'utf-8',
    seller_id: keys.seller_id,
    out_trade_no: tradeNo,
    trade_no: `2026${tradeNo}`,
    trade_status: 'TRADE_SUCCESS',
    total_amount: yuan,
    gmt_payment: time,
  };
  const text = Object.keys(fields)
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&');
  return new URLSearchParams({
    ...fields,
    sign_type: 'RSA2',
    sign: createSign('RSA-SHA256').update(text, 'utf8').sign(keys.private_key, 'base64'),
  }).toString();
}
export const formType = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };

export const channels = ['ali_page', 'wx_native'] as const;
export type Channel = (typeof channels)[number];

export interface Telling {
  path: string;
  headers: Record<string, string>;
  body: string;
  /** Whether a reply acknowledges it: Alipay checks the body, WeChat only the status. */
  isHeard(status: number, text: string): boolean;
}

/** A payment notification of a channel, signed again each time with the same numbers. */
export function paymentNotification(
  keys: GatewayFile,
  channel: Channel,
  tradeNo: string,
  yuan: string,
): Telling {
  const path = '/qm/api/v5/pay/notify/';
  if (channel === 'ali_page')
    return {
      path: `${path}alipay`,
      headers: formType,
      body: signNotice(keys.alipay, tradeNo, yuan),
      isHeard: (status, text) => status === 200 && text === 'success',
    };
  const { headers, body } = wechatNotice(keys.wechat, {
    trade_no: tradeNo,
    amount_fen: Math.round(Number(yuan) * 100),
    at: new Date(),
    gateway_no: `4200${tradeNo}`,
    id: `EV-${tradeNo}`,
  });
  const single = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, String(value)]),
  );
  return {
    path: `${path}wechat`,
    headers: single,
    body: String(body),
    isHeard: (status) => status === 200 || status === 204,
  };
}
