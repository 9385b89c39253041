import { LRUCache } from 'lru-cache';
import type { OwnCalls } from '../proxy/own-calls.ts';
import type { RenderedPart } from './assemble.ts';

/** Bytes. Above this size a separate request is cheaper than inlining. */
const largest = 6000;

const cacheMs = 600_000;

/** How a rendered page marks the pictures it shows first. */
const first =
  /<link rel="preload" as="image" href="(\/qm\/static\/[\w/-]+\.svg)" fetchPriority="high"\/>/g;

/**
 * Inlines drawings that a page shows first, in markup and data alike, to save a round trip before
 * they are painted. If one cannot be loaded, its address stays.
 */
export function createPictureCache(own: OwnCalls) {
  const pictures = new LRUCache<string, Promise<string | undefined>>({ max: 1000, ttl: cacheMs });

  function find(path: string): Promise<string | undefined> {
    const cached = pictures.get(path);
    if (cached) return cached;
    const found = fetchPicture(own, path);
    pictures.set(path, found);
    found.catch(() => pictures.delete(path));
    return found.catch(() => undefined);
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

/** Undefined for a picture that stays outside, which is remembered too. */
async function fetchPicture(own: OwnCalls, path: string): Promise<string | undefined> {
  const answer = await own.send(path, { signal: AbortSignal.timeout(2000) });
  if (answer.status >= 500 || answer.status === 429) throw new Error(`picture ${answer.status}`);
  const drawing = await answer.text();
  const isFit =
    answer.ok &&
    answer.headers.get('content-type')?.startsWith('image/svg+xml') &&
    drawing.length <= largest;
  return isFit
    ? `data:image/svg+xml,${drawing.replace(/[^\w ./:;=,()-]/gu, encodeSign)}`
    : undefined;
}

/**
 * Also escapes the apostrophe, which `encodeURIComponent` leaves: the address appears unquoted in
 * markup and JSON.
 */
const encodeSign = (sign: string): string => (sign === "'" ? '%27' : encodeURIComponent(sign));
