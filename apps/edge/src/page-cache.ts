import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Encoding } from './encoding.ts';

/** One page as it goes out, in every encoding that somebody asked for. */
export interface Kept {
  status: number;
  headers: Record<string, string>;
  etag: string;
  body(encoding: Encoding): Buffer;
}

const lifetime = 5000;
const most = 400;

/** Keeps anonymous pages for some seconds. Whoever comes while one is being made waits for that
 * one; a page that could not be made is not kept. */
export function openPageCache(now: () => number = Date.now) {
  const pages = new Map<string, { until: number; page: Promise<Kept> }>();
  return {
    clear: () => pages.clear(),
    get size() {
      return pages.size;
    },
    keep(key: string, make: () => Promise<Kept>): Promise<Kept> {
      const held = pages.get(key);
      if (held && held.until > now()) return held.page;
      const page = make();
      pages.delete(key);
      pages.set(key, { until: now() + lifetime, page });
      page.then(
        ({ status }) => status >= 500 && pages.delete(key),
        () => pages.delete(key),
      );
      if (pages.size > most) pages.delete(pages.keys().next().value ?? '');
      return page;
    },
  };
}

export function bodyOf(html: string): Kept['body'] {
  const made = new Map<Encoding, Buffer>();
  const make: Record<Encoding, () => Buffer> = {
    br: () => brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    gzip: () => gzipSync(html, { level: 6 }),
    identity: () => Buffer.from(html),
  };
  return (encoding) => {
    const found = made.get(encoding) ?? make[encoding]();
    made.set(encoding, found);
    return found;
  };
}
