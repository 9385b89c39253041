import * as z from 'zod/mini';
import type { WechatSettings } from '../../../platform/settings/pay-settings.ts';
import { ForgeryError, headersOnce, type Notice, type TradeReport } from '../gateway/gateway.ts';
import { decrypt, verifyBytes } from './wechat.crypt.ts';

/** Maximum age of a notification, against replays. */
const windowMs = 300_000;

const Envelope = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(64)),
  event_type: z.string(),
  resource_type: z.literal('encrypt-resource'),
  resource: z.object({
    algorithm: z.literal('AEAD_AES_256_GCM'),
    ciphertext: z.string(),
    nonce: z.string(),
    associated_data: z._default(z.string(), ''),
  }),
});

/** A transaction in notifications and queries. */
export const Transaction = z.object({
  appid: z.optional(z.string()),
  mchid: z.string(),
  out_trade_no: z.string(),
  transaction_id: z._default(z.string(), ''),
  trade_state: z.string(),
  success_time: z.optional(z.string()),
  amount: z.optional(z.object({ total: z.int(), currency: z._default(z.string(), 'CNY') })),
});
const RefundNote = z.object({
  mchid: z.string(),
  out_trade_no: z.string(),
  out_refund_no: z.string(),
  refund_id: z.string(),
  refund_status: z.string(),
});

const states: Record<string, TradeReport['state']> = {
  SUCCESS: 'paid',
  REFUND: 'paid',
  NOTPAY: 'waiting',
  USERPAYING: 'waiting',
  CLOSED: 'closed',
  REVOKED: 'closed',
  PAYERROR: 'failed',
};

export function toTradeReport(row: z.infer<typeof Transaction>): TradeReport {
  const state = states[row.trade_state];
  if (!state) throw new Error(`trade_state ${row.trade_state}`);
  return {
    state,
    gateway_no: row.transaction_id,
    amount_fen: row.amount?.total ?? 0,
    currency: row.amount?.currency ?? 'CNY',
    at: new Date(row.success_time ?? 0),
  };
}

const names = [
  'wechatpay-timestamp',
  'wechatpay-nonce',
  'wechatpay-signature',
  'wechatpay-serial',
  'wechatpay-signature-type',
  'content-encoding',
  'content-type',
];

/** Verifies the signature over the raw bytes, then decrypts the resource. */
export function readWechatNotice(
  raw: Buffer,
  rawHeaders: readonly string[],
  now: Date,
  settings: WechatSettings,
): Notice {
  const headers = headersOnce(rawHeaders, names);
  verifyHeaders(raw, headers, now, settings);
  let envelope: z.infer<typeof Envelope>;
  let decrypted: unknown;
  try {
    envelope = Envelope.parse(JSON.parse(raw.toString('utf8')));
    decrypted = JSON.parse(decrypt(envelope.resource, settings.apiV3Key));
  } catch (cause) {
    throw new ForgeryError('the notice cannot be opened', { cause });
  }
  if (envelope.event_type.startsWith('REFUND.'))
    return refundNote(envelope.id, decrypted, settings);
  if (envelope.event_type !== 'TRANSACTION.SUCCESS')
    return { key: envelope.id, kind: 'other', trade_no: '', gateway_no: '' };
  const row = Transaction.safeParse(decrypted);
  if (!row.success) throw new ForgeryError('not a transaction');
  if (row.data.mchid !== settings.mchid) throw new ForgeryError('another merchant');
  if (row.data.appid !== settings.appid) throw new ForgeryError('another app');
  if (
    row.data.trade_state !== 'SUCCESS' ||
    !row.data.amount ||
    !row.data.transaction_id ||
    !row.data.success_time ||
    Number.isNaN(Date.parse(row.data.success_time))
  )
    throw new ForgeryError('no success');
  return {
    key: envelope.id,
    kind: 'payment',
    trade_no: row.data.out_trade_no,
    gateway_no: row.data.transaction_id,
    paid: toTradeReport(row.data),
  };
}

function verifyHeaders(
  raw: Buffer,
  headers: Record<string, string>,
  now: Date,
  settings: WechatSettings,
): void {
  const {
    'wechatpay-timestamp': timestamp = '',
    'wechatpay-nonce': nonce = '',
    'wechatpay-signature': signature = '',
    'wechatpay-serial': serial = '',
  } = headers;
  if (!signature) throw new ForgeryError('no signature');
  if (signature.startsWith('WECHATPAY/SIGNTEST/'))
    throw new ForgeryError('a test of our verification');
  if (
    (headers['wechatpay-signature-type'] ?? 'WECHATPAY2-SHA256-RSA2048') !==
    'WECHATPAY2-SHA256-RSA2048'
  )
    throw new ForgeryError('another signature type');
  if (headers['content-encoding']) throw new ForgeryError('encoded body');
  if (!/^application\/json(;|$)/.test(headers['content-type'] ?? ''))
    throw new ForgeryError('another content type');
  if (!/^\d{10}$/.test(timestamp) || Math.abs(Number(timestamp) * 1000 - now.getTime()) > windowMs)
    throw new ForgeryError('outside of the time window');
  const key = Object.hasOwn(settings.platformKeys, serial)
    ? settings.platformKeys[serial]
    : undefined;
  if (!key) throw new ForgeryError('unknown serial');
  if (!verifyBytes(timestamp, nonce, raw, signature, key))
    throw new ForgeryError('wrong signature');
}

function refundNote(key: string, decrypted: unknown, settings: WechatSettings): Notice {
  const row = RefundNote.safeParse(decrypted);
  if (!row.success) throw new ForgeryError('not a refund');
  if (row.data.mchid !== settings.mchid) throw new ForgeryError('another merchant');
  return { key, kind: 'refund', trade_no: row.data.out_trade_no, gateway_no: row.data.refund_id };
}
