import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Encoding } from '../http/encoding.ts';
import { createRefreshingCache } from './refreshing-cache.ts';

/** A page as sent, in each encoding requested so far. */
export interface CachedPage {
  status: number;
  headers: Record<string, string>;
  etag: string;
  body(encoding: Encoding): Buffer;
}

/**
 * Anonymous pages. A reader gets a page that is at most 35 s old, and after 5 s each request starts
 * to render its successor. Failures are not cached.
 */
export const createPageCache = () =>
  createRefreshingCache<CachedPage>(
    { fresh: 5000, stale: 30_000, max: 400 },
    ({ status }) => status < 500,
  );

/** Encodes a text lazily, once for each encoding. */
export function encodeBody(text: string): CachedPage['body'] {
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
