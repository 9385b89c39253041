import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Encoding } from '../http/encoding.ts';

/** A page as sent, in each encoding requested so far. */
export interface CachedPage {
  status: number;
  headers: Record<string, string>;
  etag: string;
  body(encoding: Encoding): Buffer;
}

/**
 * Caches anonymous pages for a few seconds. Concurrent requests for the same page share one render;
 * failures are not cached.
 */
export function createPageCache() {
  const pages = new LRUCache<string, Promise<CachedPage>>({ ttl: 5000, max: 400 });
  return {
    clear: () => pages.clear(),
    get size() {
      return pages.size;
    },
    get(key: string, make: () => Promise<CachedPage>): Promise<CachedPage> {
      const cached = pages.get(key);
      if (cached) return cached;
      const page = make();
      const drop = () => pages.peek(key) === page && pages.delete(key);
      pages.set(key, page);
      page.then(({ status }) => status >= 500 && drop(), drop);
      return page;
    },
  };
}

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
