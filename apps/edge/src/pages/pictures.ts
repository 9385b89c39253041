import { LRUCache } from 'lru-cache';
import type { RenderedPart } from './assemble.ts';

/** Bytes. Above this size a separate request is cheaper than inlining. */
const largest = 6000;

/** How a rendered page marks the pictures it shows first. */
const first =
  /<link rel="preload" as="image" href="(\/qm\/static\/[\w/-]+\.svg)" fetchPriority="high"\/>/g;

/**
 * Inlines drawings that a page shows first, in markup and data alike, to save a round trip before
 * they are painted. If one cannot be loaded, its address stays.
 */
export function createPictureCache(api: () => string) {
  const pictures = new LRUCache<string, Promise<string | undefined>>({ max: 200 });

  function find(path: string): Promise<string | undefined> {
    const cached = pictures.get(path);
    if (cached) return cached;
    const found = ask(api() + path);
    pictures.set(path, found);
    void found.then((picture) => picture === undefined && pictures.delete(path));
    return found;
  }

  return async function inside<Page extends Partial<RenderedPart>>(page: Page): Promise<Page> {
    let { html = '', state = '' } = page;
    for (const [link, path = ''] of html.matchAll(first)) {
      const picture = await find(path);
      if (!picture) continue;
      html = html.replace(link, '').replaceAll(`src="${path}"`, `src="${picture}"`);
      state = state.replaceAll(`"${path}"`, `"${picture}"`);
    }
    return page.html ? { ...page, html, state } : page;
  };
}

async function ask(url: string): Promise<string | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000) });
    const drawing = await answer.text();
    const isFit =
      answer.ok &&
      answer.headers.get('content-type')?.startsWith('image/svg+xml') &&
      drawing.length <= largest;
    return isFit
      ? `data:image/svg+xml,${drawing.replace(/[^\w ./:;=,()-]/gu, encodeSign)}`
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Also escapes the apostrophe, which `encodeURIComponent` leaves: the address appears unquoted in
 * markup and JSON.
 */
const encodeSign = (sign: string): string => (sign === "'" ? '%27' : encodeURIComponent(sign));
