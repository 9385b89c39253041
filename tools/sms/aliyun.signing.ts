import { createHash, createHmac } from 'node:crypto';
import type { SmsSandbox } from '@cme/api/settings/sms-sandbox';

type Account = SmsSandbox['aliyun'];

export interface AliyunRequest {
  method: string;
  pathname: string;
  /** As sent, which the signature covers. */
  search: string;
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const signedNames = [
  'host',
  'x-acs-action',
  'x-acs-content-sha256',
  'x-acs-date',
  'x-acs-signature-nonce',
  'x-acs-version',
];
const validMs = 15 * 60_000;
const credential =
  /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/;

/** Why a request is not the account's; undefined if it is. Each nonce is valid once. */
export function findForgery(
  account: Account,
  nonces: Set<string>,
  request: AliyunRequest,
): [string, string] | undefined {
  const { headers } = request;
  const [, keyId, names = '', signature] = credential.exec(headers['authorization'] ?? '') ?? [];
  if (keyId !== account.key_id)
    return ['InvalidAccessKeyId.NotFound', 'Specified access key is not found.'];
  const signed = names.split(';');
  if (signedNames.some((name) => !signed.includes(name)))
    return ['IncompleteSignature', 'A required header is not signed.'];
  if (Math.abs(Date.parse(headers['x-acs-date'] ?? '') - Date.now()) > validMs)
    return ['InvalidTimeStamp.Expired', 'Specified time stamp or date value is expired.'];
  if (
    headers['x-acs-content-sha256'] !== sha256(request.body) ||
    signature !== sign(account, request, signed)
  )
    return ['SignatureDoesNotMatch', 'Specified signature does not match our calculation.'];
  const nonce = headers['x-acs-signature-nonce'] ?? '';
  if (nonces.has(nonce)) return ['SignatureNonceUsed', 'Specified signature nonce was used.'];
  nonces.add(nonce);
  return undefined;
}

function sign(
  { key_secret }: Account,
  { method, pathname, search, headers, body }: AliyunRequest,
  names: string[],
): string {
  const canonical = [
    method,
    pathname,
    [...new URLSearchParams(search)]
      .map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(value)}`)
      .sort()
      .join('&'),
    names.map((name) => `${name}:${(headers[name] ?? '').trim()}\n`).join(''),
    names.join(';'),
    sha256(body),
  ];
  return createHmac('sha256', key_secret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical.join('\n'))}`)
    .digest('hex');
}

const encodeStrictly = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
