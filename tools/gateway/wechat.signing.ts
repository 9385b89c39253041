import { createCipheriv, createSign, createVerify, randomBytes } from 'node:crypto';
import type { GatewayFile } from '@cme/api/settings/sandbox-keys';
import type { GatewayRequest } from './http.ts';

type Keys = GatewayFile['wechat'];

const scheme = 'WECHATPAY2-SHA256-RSA2048';

/** Signature headers of a body from the gateway. */
export function signHeaders(keys: Keys, body: string, at: number): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const nonce = randomBytes(16).toString('hex');
  const signer = createSign('RSA-SHA256');
  for (const line of [timestamp, nonce, body]) signer.update(line).update('\n');
  return {
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': nonce,
    'wechatpay-serial': keys.serial,
    'wechatpay-signature': signer.sign(keys.private_key, 'base64'),
  };
}

/** Verifies the merchant's signature of this request and that it is at most five minutes old. */
export function isFromMerchant(
  keys: Keys,
  { method, target, headers, raw }: GatewayRequest,
): boolean {
  const [name = '', list = ''] = (headers.authorization ?? '').split(/ (.+)/s);
  if (name !== scheme) return false;
  const part = Object.fromEntries(
    [...list.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
  ) as Record<string, string>;
  const isLate = Math.abs(Number(part.timestamp) - Date.now() / 1000) > 300;
  if (part.mchid !== keys.mchid || part.serial_no !== keys.merchant_serial || isLate) return false;
  return createVerify('RSA-SHA256')
    .update(`${method}\n${target}\n${part.timestamp}\n${part.nonce_str}\n`)
    .update(raw)
    .update('\n')
    .verify(keys.merchant_key, part.signature ?? '', 'base64');
}

/** Encrypts the resource of a notification for the merchant. */
export function encryptContent(keys: Keys, associatedData: string, content: object) {
  const nonce = randomBytes(6).toString('hex');
  const cipher = createCipheriv(
    'aes-256-gcm',
    Buffer.from(keys.api_v3_key),
    Buffer.from(nonce),
  ).setAAD(Buffer.from(associatedData));
  const ciphertext = Buffer.concat([
    cipher.update(JSON.stringify(content), 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ]).toString('base64');
  return {
    original_type: associatedData,
    algorithm: 'AEAD_AES_256_GCM',
    ciphertext,
    associated_data: associatedData,
    nonce,
  };
}
