import { createHmac, hash } from 'node:crypto';

export interface AliyunRequest {
  host: string;
  action: string;
  version: string;
  query: Readonly<Record<string, string>>;
  date: Date;
  nonce: string;
}

/** RFC 3986, stricter than `encodeURIComponent`. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const bodyHash = hash('sha256', '');

/** The query and headers of a signed POST without a body: signature version 3,
 * ACS3-HMAC-SHA256. */
export function signAliyun(
  { host, action, version, query, date, nonce }: AliyunRequest,
  keyId: string,
  keySecret: string,
): { search: string; headers: Record<string, string> } {
  const search = Object.entries(query)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const signed: Record<string, string> = {
    host,
    'x-acs-action': action,
    'x-acs-content-sha256': bodyHash,
    'x-acs-date': `${date.toISOString().slice(0, 19)}Z`,
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  };
  const names = Object.keys(signed).join(';');
  const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}\n`);
  const request = ['POST', '/', search, lines.join(''), names, bodyHash].join('\n');
  const signature = createHmac('sha256', keySecret)
    .update(`ACS3-HMAC-SHA256\n${hash('sha256', request)}`)
    .digest('hex');
  const { host: _, ...headers } = signed;
  return {
    search,
    headers: {
      ...headers,
      authorization: `ACS3-HMAC-SHA256 Credential=${keyId},SignedHeaders=${names},Signature=${signature}`,
    },
  };
}
