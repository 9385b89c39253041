import { constants, createHash, createVerify } from 'node:crypto';
import type { AlipaySettings } from '../../../platform/settings/pay-settings.ts';
import { ForgeryError, headersOnce, type Notice } from '../gateway/gateway.ts';
import { parseFen } from '../trade/pay.rules.ts';
import { isBase64 } from '../wechat/wechat.crypt.ts';

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The form fields as received. Duplicate fields, broken escapes and invalid UTF-8 are rejected. */
function parseFormFields(raw: Buffer): Map<string, string> {
  const fields = new Map<string, string>();
  for (const pair of ascii(raw).split('&')) {
    const cut = pair.indexOf('=');
    if (cut <= 0) throw new ForgeryError('not a form');
    const name = decodePart(pair.slice(0, cut));
    if (fields.has(name)) throw new ForgeryError(`field ${name} twice`);
    fields.set(name, decodePart(pair.slice(cut + 1)));
  }
  return fields;
}

function ascii(raw: Buffer): string {
  if (raw.length === 0 || raw.some((byte) => byte < 0x21 || byte > 0x7e))
    throw new ForgeryError('not a form');
  return raw.toString('latin1');
}

function decodePart(part: string): string {
  try {
    return strict.decode(Buffer.from(decodeURIComponent(part.replaceAll('+', ' ')), 'utf8'));
  } catch (cause) {
    throw new ForgeryError('broken escape', { cause });
  }
}

/** The signed text: every decoded field except `sign` and `sign_type`, sorted by name. */
export const signedText = (fields: ReadonlyMap<string, string>): string =>
  [...fields]
    .filter(([name]) => name !== 'sign' && name !== 'sign_type')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

/** Only RSA2: RSA-SHA256 with PKCS#1 v1.5. */
export function verifyRsa2(text: string, signature: string, publicKey: string): boolean {
  if (!isBase64(signature)) return false;
  return createVerify('RSA-SHA256')
    .update(text, 'utf8')
    .verify({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, signature, 'base64');
}

/** Verifies an Alipay notification; `WAIT_BUYER_PAY` and closings are not payments. */
export function readAlipayNotice(
  raw: Buffer,
  rawHeaders: readonly string[],
  settings: AlipaySettings,
): Notice {
  const headers = headersOnce(rawHeaders, ['content-type', 'content-encoding']);
  if (headers['content-encoding']) throw new ForgeryError('encoded body');
  if (!/^application\/x-www-form-urlencoded(;|$)/.test(headers['content-type'] ?? ''))
    throw new ForgeryError('another content type');
  const fields = parseFormFields(raw);
  const field = (name: string) => fields.get(name) ?? '';
  if (!field('sign')) throw new ForgeryError('no signature');
  if (field('sign_type') !== 'RSA2') throw new ForgeryError('another signature type');
  if (!/^utf-8$/i.test(field('charset'))) throw new ForgeryError('another charset');
  if (!verifyRsa2(signedText(fields), field('sign'), settings.publicKey))
    throw new ForgeryError('wrong signature');
  if (field('app_id') !== settings.appId) throw new ForgeryError('another app');
  if (field('seller_id') !== settings.sellerId) throw new ForgeryError('another merchant');
  const key = field('notify_id');
  if (!key || !field('out_trade_no')) throw new ForgeryError('no number');
  return {
    key: key.length > 64 ? createHash('sha256').update(key).digest('hex') : key,
    trade_no: field('out_trade_no'),
    gateway_no: field('trade_no'),
    ...readMeaning(field),
  };
}

function readMeaning(field: (name: string) => string): Pick<Notice, 'kind' | 'paid'> {
  if (field('gmt_refund') || field('refund_fee')) return { kind: 'refund' };
  if (!['TRADE_SUCCESS', 'TRADE_FINISHED'].includes(field('trade_status')))
    return { kind: 'other' };
  const amount_fen = parseFen(field('total_amount'));
  const at = alipayTime(field('gmt_payment'));
  if (amount_fen === undefined || !at || !field('trade_no')) throw new ForgeryError('no success');
  const currency = field('trans_currency') || field('settle_currency') || 'CNY';
  return {
    kind: 'payment',
    paid: { state: 'paid', gateway_no: field('trade_no'), amount_fen, currency, at },
  };
}

/** `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai. */
export function alipayTime(text: string): Date | undefined {
  const at = new Date(`${text.replace(' ', 'T')}+08:00`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
