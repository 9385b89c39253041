import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Encodings that the client accepts, best first; `identity` is always last. */
export function acceptedEncodings(header: string | string[] | undefined): Encoding[] {
  const accepted = String(header ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*q=/));
  const isAccepted = (name: string) =>
    accepted.some(([key, weight]) => key === name && Number(weight ?? 1) > 0);
  return [...(['br', 'gzip'] as const).filter(isAccepted), 'identity'];
}

/** A page as sent, in each encoding requested so far. */
export interface EncodedPage {
  status: number;
  headers: Record<string, string>;
  etag: string;
  body(encoding: Encoding): Buffer;
}

/** Encodes a text lazily, once for each encoding. */
export function encodeBody(text: string): EncodedPage['body'] {
  const encodings = new Map<Encoding, Buffer>();
  const make: Record<Encoding, () => Buffer> = {
    br: () => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    gzip: () => gzipSync(text, { level: 6 }),
    identity: () => Buffer.from(text),
  };
  return (encoding) => {
    const found = encodings.get(encoding) ?? make[encoding]();
    encodings.set(encoding, found);
    return found;
  };
}
