import type { PageBlock } from '@cme/contract';

/** The page block as the server that renders has it: also the address by which it reaches the API
 * itself. */
export interface RenderedPage extends PageBlock {
  /** Origin of the API as seen from the server; never written into a page. */
  api_inside?: string;
  /** The address bar's origin; only where a server renders. */
  origin?: string;
}

const onServer = Symbol.for('cme.page.1');
const read = new WeakMap<Element, PageBlock>();

/** True where a person's browser runs this, false while a server renders. */
export const inBrowser = (): boolean => typeof document !== 'undefined';

/** This page's settings: which site, which hosts, where the areas and the API are. In a browser
 * they stand in `<script type="application/json" id="site">`; on the server the function under
 * `globalThis[Symbol.for('cme.page.1')]` answers for the request being rendered. Throws when
 * neither is there, because nothing could be right without them. */
export function page(): RenderedPage {
  if (!inBrowser()) return rendered();
  const element = document.getElementById('site');
  if (!element) throw new Error('the page carries no settings (script#site)');
  const known = read.get(element);
  if (known) return known;
  const block = JSON.parse(element.textContent ?? '') as PageBlock;
  read.set(element, block);
  return block;
}

function rendered(): RenderedPage {
  const ask = (globalThis as Record<symbol, unknown>)[onServer] as
    | (() => RenderedPage | undefined)
    | undefined;
  const block = ask?.();
  if (!block) throw new Error('no page is being rendered here');
  return block;
}
