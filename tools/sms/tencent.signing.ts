import { createHash, createHmac } from 'node:crypto';
import type { SmsSandbox } from '@cme/api/settings/sms-sandbox';

type Account = SmsSandbox['tencent'];

export interface TencentRequest {
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();
const validSeconds = 300;
const credential =
  /^TC3-HMAC-SHA256 Credential=([^/]+)\/(\d{4}-\d{2}-\d{2})\/(\w+)\/tc3_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;

/** Why a request is not the account's; undefined if it is. */
export function findForgery(
  account: Account,
  { headers, body }: TencentRequest,
): [string, string] | undefined {
  const [, secretId, day = '', service = '', names = '', signature] =
    credential.exec(headers['authorization'] ?? '') ?? [];
  if (secretId !== account.secret_id)
    return ['AuthFailure.SecretIdNotFound', 'The SecretId is not found.'];
  const timestamp = Number(headers['x-tc-timestamp']);
  const isOfDay = new Date(timestamp * 1000).toISOString().startsWith(day);
  if (!(Math.abs(timestamp - Date.now() / 1000) <= validSeconds) || !isOfDay)
    return ['AuthFailure.SignatureExpire', 'The signature has expired.'];
  const signed = names.split(';');
  if (!signed.includes('content-type') || !signed.includes('host') || service !== 'sms')
    return ['AuthFailure.SignatureFailure', 'The credential scope is not valid.'];
  const lines = signed.map((name) => `${name}:${(headers[name] ?? '').trim().toLowerCase()}\n`);
  const canonical = ['POST', '/', '', lines.join(''), names, sha256(body)].join('\n');
  const text = `TC3-HMAC-SHA256\n${timestamp}\n${day}/${service}/tc3_request\n${sha256(canonical)}`;
  const key = hmac(hmac(hmac(`TC3${account.secret_key}`, day), service), 'tc3_request');
  if (hmac(key, text).toString('hex') !== signature)
    return ['AuthFailure.SignatureFailure', 'The provided credentials could not be validated.'];
  return undefined;
}
