import { createCipheriv, createSign, randomBytes } from 'node:crypto';
import type { GatewayFile } from '../../src/platform/settings/sandbox-keys.ts';
import { sendRaw, type RawReply } from '../ask.ts';

export interface NoticeRequest {
  headers: Record<string, string | string[]>;
  body: string | Buffer;
}

const shanghai = (nowText: Date) =>
  new Date(nowText.getTime() + 8 * 3_600_000).toISOString().slice(0, 19);

export interface PaymentFacts {
  trade_no: string;
  amount_fen: number;
  at: Date;
  gateway_no?: string;
  id?: string;
}

interface WechatTwist {
  /** Overrides of the transaction before encryption. */
  plain?: object;
  envelope?: object;
  resource?: object;
  key?: string;
  cipher?: 'aes-256-gcm' | 'aes-128-gcm';
}

const chance = () => randomBytes(8).toString('hex');

/** The encrypted body of a WeChat payment notification, unsigned. */
export function wechatBody(
  keys: GatewayFile['wechat'],
  { trade_no, amount_fen, at, gateway_no = `4200${chance()}`, id = `EV-${chance()}` }: PaymentFacts,
  twist: WechatTwist = {},
): string {
  const plain = {
    appid: keys.appid,
    mchid: keys.mchid,
    out_trade_no: trade_no,
    transaction_id: gateway_no,
    trade_state: 'SUCCESS',
    trade_state_desc: '支付成功',
    trade_type: 'NATIVE',
    bank_type: 'OTHERS',
    success_time: `${shanghai(at)}+08:00`,
    payer: { openid: 'o' },
    amount: { total: amount_fen, payer_total: amount_fen, currency: 'CNY', payer_currency: 'CNY' },
    ...twist.plain,
  };
  const nonce = randomBytes(6).toString('hex');
  const cipher = createCipheriv(
    twist.cipher ?? 'aes-256-gcm',
    Buffer.from(twist.key ?? keys.api_v3_key),
    Buffer.from(nonce),
  ).setAAD(Buffer.from('transaction'));
  const ciphertext = Buffer.concat([
    cipher.update(JSON.stringify(plain), 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ]).toString('base64');
  return JSON.stringify({
    id,
    create_time: `${shanghai(at)}+08:00`,
    resource_type: 'encrypt-resource',
    event_type: 'TRANSACTION.SUCCESS',
    summary: '支付成功',
    ...twist.envelope,
    resource: {
      original_type: 'transaction',
      algorithm: 'AEAD_AES_256_GCM',
      ciphertext,
      associated_data: 'transaction',
      nonce,
      ...twist.resource,
    },
  });
}

/** The signed envelope. */
export function wechatLetter(
  keys: GatewayFile['wechat'],
  body: string | Buffer,
  at: Date,
  key: Parameters<ReturnType<typeof createSign>['sign']>[0] = keys.private_key,
  algorithm = 'RSA-SHA256',
): NoticeRequest {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const nonce = randomBytes(16).toString('hex');
  const signature = createSign(algorithm)
    .update(`${timestamp}\n${nonce}\n`)
    .update(body)
    .update('\n')
    .sign(key)
    .toString('base64');
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': nonce,
      'wechatpay-serial': keys.serial,
      'wechatpay-signature': signature,
    },
  };
}

export const wechatNotice = (
  keys: GatewayFile['wechat'],
  payment: PaymentFacts,
  twist?: WechatTwist,
): NoticeRequest => wechatLetter(keys, wechatBody(keys, payment, twist), payment.at);

export type Fields = Record<string, string>;

export function alipayFields(
  keys: GatewayFile['alipay'],
  { trade_no, amount_fen, at, gateway_no = `2026${chance()}`, id = chance() }: PaymentFacts,
): Fields {
  const time = shanghai(at).replace('T', ' ');
  return {
    notify_id: id,
    notify_type: 'trade_status_sync',
    notify_time: time,
    app_id: keys.app_id,
    charset: 'utf-8',
    version: '1.0',
    seller_id: keys.seller_id,
    out_trade_no: trade_no,
    trade_no: gateway_no,
    trade_status: 'TRADE_SUCCESS',
    total_amount: (amount_fen / 100).toFixed(2),
    subject: '糖尿病 100%+&=',
    buyer_id: '2088',
    gmt_create: time,
    gmt_payment: time,
    passback_params: '',
  };
}

export const alipayText = (fields: Fields) =>
  Object.keys(fields)
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&');

export const formLetter = (fields: Fields): NoticeRequest => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
  body: new URLSearchParams(fields).toString(),
});

export function alipayLetter(
  keys: GatewayFile['alipay'],
  fields: Fields,
  key = keys.private_key,
  algorithm = 'RSA-SHA256',
  signType = 'RSA2',
): NoticeRequest {
  return formLetter({
    ...fields,
    sign_type: signType,
    sign: createSign(algorithm).update(alipayText(fields), 'utf8').sign(key, 'base64'),
  });
}

export const alipayNotice = (keys: GatewayFile['alipay'], payment: PaymentFacts): NoticeRequest =>
  alipayLetter(keys, alipayFields(keys, payment));

export const post = (
  url: string,
  gateway: 'wechat' | 'alipay',
  { headers, body }: NoticeRequest,
): Promise<RawReply> => sendRaw(`${url}/qm/api/v5/pay/notify/${gateway}`, { headers, body });
