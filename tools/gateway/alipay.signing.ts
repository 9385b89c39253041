import { createSign, createVerify } from 'node:crypto';
import type { GatewayFile } from '@cme/api/settings/sandbox-keys';

type Keys = GatewayFile['alipay'];
export type Fields = Record<string, string>;

const toSignedText = (fields: Fields) =>
  Object.keys(fields)
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&');

export const signText = (keys: Keys, text: string): string =>
  createSign('RSA-SHA256').update(text, 'utf8').sign(keys.private_key, 'base64');

export const signFields = (keys: Keys, fields: Fields): Fields => ({
  ...fields,
  sign_type: 'RSA2',
  sign: signText(keys, toSignedText(fields)),
});

/** Verifies the merchant's signature of these fields. */
export function isFromMerchant(keys: Keys, { sign: signature = '', ...fields }: Fields): boolean {
  if (fields.app_id !== keys.app_id || fields.sign_type !== 'RSA2') return false;
  return createVerify('RSA-SHA256')
    .update(toSignedText(fields), 'utf8')
    .verify(keys.merchant_key, signature, 'base64');
}
