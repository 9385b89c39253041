import { createSign } from 'node:crypto';
import type { GatewayFile } from '../../apps/api/src/sandbox-keys.ts';
import { shanghai } from '../gateway/book.ts';

/** The gateway's notice of a payment, signed as the embedded gateway signs. */
export function noticeOf(keys: GatewayFile['alipay'], trade_no: string, yuan: string, at = Date.now()): string {
  const time = shanghai(at);
  const fields: Record<string, string> = {
    notify_id: `n${trade_no}`, notify_time: time, app_id: keys.app_id, charset: 'utf-8', seller_id: keys.seller_id, out_trade_no: trade_no, trade_no: `2026${trade_no}`, trade_status: 'TRADE_SUCCESS', total_amount: yuan, gmt_payment: time,
  };
  const text = Object.keys(fields).sort().map((name) => `${name}=${fields[name]}`).join('&');
  return new URLSearchParams({ ...fields, sign_type: 'RSA2', sign: createSign('RSA-SHA256').update(text, 'utf8').sign(keys.private_key, 'base64') }).toString();
}
export const formType = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
