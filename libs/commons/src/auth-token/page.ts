import type { PageBlock } from '@cme/contract/site';

/** The page block on a rendering server, with the address at which it reaches the API. */
export interface RenderedPage extends PageBlock {
  /** API origin as seen from the server; never written into a page. */
  api_inside?: string;
  /** Origin of the request; only on a rendering server. */
  origin?: string;
}

const onServer = Symbol.for('cme.page.1');
const blocks = new WeakMap<Element, PageBlock>();

/** True in a browser, false while rendering on a server. */
export const inBrowser = (): boolean => typeof document !== 'undefined';

/**
 * This page's settings: site, hosts, addresses of the areas and the API. In a browser they are in
 * `<script type="application/json" id="site">`; on a server the function under
 * `globalThis[Symbol.for('cme.page.1')]` returns those of the current request. Throws when neither
 * exists.
 */
export function page(): RenderedPage {
  if (!inBrowser()) return readRendered();
  const element = document.getElementById('site');
  if (!element) throw new Error('the page has no settings (script#site)');
  const cachedBlock = blocks.get(element);
  if (cachedBlock) return cachedBlock;
  const block = JSON.parse(element.textContent ?? '') as PageBlock;
  blocks.set(element, block);
  return block;
}

function readRendered(): RenderedPage {
  const readPage = (globalThis as Record<symbol, unknown>)[onServer] as
    | (() => RenderedPage | undefined)
    | undefined;
  const block = readPage?.();
  if (!block) throw new Error('no page is being rendered');
  return block;
}
