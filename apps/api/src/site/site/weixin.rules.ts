import { createHash } from 'node:crypto';

/** Signature of the JS-SDK: SHA-1 over the four fields sorted by name. */
export function weixinSignature({
  ticket,
  nonceStr,
  timestamp,
  url,
}: {
  ticket: string;
  nonceStr: string;
  timestamp: number;
  url: string;
}): string {
  return createHash('sha1')
    .update(`jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${url}`)
    .digest('hex');
}

/** The URL as signed: http or https, without its fragment, otherwise unchanged. Undefined for
 * anything else. */
export function signable(address: string): { url: string; origin: string } | undefined {
  const parsed = URL.parse(address);
  const isPlain =
    parsed &&
    ['http:', 'https:'].includes(parsed.protocol) &&
    parsed.username === '' &&
    parsed.password === '' &&
    address.startsWith(parsed.origin);
  return isPlain ? { url: address.replace(/#.*$/s, ''), origin: parsed.origin } : undefined;
}
