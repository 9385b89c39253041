import { LRUCache } from 'lru-cache';
import type { RenderedPart } from './assemble.ts';

/** A larger drawing costs more inside of the page than a request of its own. */
const largest = 6000;

/** How a rendered page says which pictures it shows first. */
const first =
  /<link rel="preload" as="image" href="(\/qm\/static\/[\w/-]+\.svg)" fetchPriority="high"\/>/g;

/** Drawings that a page shows first come inside of it, in what is rendered and in its data alike:
 * they are painted with the page instead of a round trip later. One that cannot be had stays an
 * address. */
export function openPictures(api: () => string) {
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

/** Also the apostrophe, which `encodeURIComponent` leaves: the address stands in markup and in
 * JSON as it is. */
const encodeSign = (sign: string): string => (sign === "'" ? '%27' : encodeURIComponent(sign));
