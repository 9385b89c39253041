import { createHmac, hash } from 'node:crypto';

const contentType = 'application/json; charset=utf-8';
const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();

export interface TencentRequest {
  service: string;
  host: string;
  body: string;
  /** Seconds. */
  timestamp: number;
  /** Further signed headers, after `host` in alphabetical order. */
  signed?: Readonly<Record<string, string>>;
}

/** The headers of a signed POST: TC3-HMAC-SHA256. */
export function signTencent(
  { service, host, body, timestamp, signed = {} }: TencentRequest,
  secretId: string,
  secretKey: string,
): Record<string, string> {
  const headers = { 'content-type': contentType, host, ...signed };
  const names = Object.keys(headers).join(';');
  const lines = Object.entries(headers).map(
    ([name, value]) => `${name}:${value.trim().toLowerCase()}\n`,
  );
  const request = ['POST', '/', '', lines.join(''), names, hash('sha256', body)].join('\n');
  const day = new Date(timestamp * 1000).toISOString().slice(0, 10);
  const scope = `${day}/${service}/tc3_request`;
  const text = ['TC3-HMAC-SHA256', timestamp, scope, hash('sha256', request)].join('\n');
  const key = hmac(hmac(hmac(`TC3${secretKey}`, day), service), 'tc3_request');
  const signature = hmac(key, text).toString('hex');
  return {
    'content-type': contentType,
    ...signed,
    'x-tc-timestamp': String(timestamp),
    authorization: `TC3-HMAC-SHA256 Credential=${secretId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}
