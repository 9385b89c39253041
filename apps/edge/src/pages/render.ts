import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageBlock } from '@cme/contract';
import type { Release } from '../releases/store.ts';
import type { HeadTag } from './document.ts';

/** What the portal's server build promises: it renders one public page for an anonymous reader. */
export interface Rendered {
  status: number;
  /** Where the page is instead, on the same site. */
  location?: string;
  html?: string;
  title?: string;
  /** Absent in releases that do not know it yet. */
  head?: HeadTag[];
  state?: string;
  pages: string[];
}

type Render = (address: string) => Promise<Rendered>;
export type BlockInside = PageBlock & { api_inside: string; origin: string };

const request = new AsyncLocalStorage<BlockInside>();
Object.assign(globalThis, { [Symbol.for('cme.page.1')]: () => request.getStore() });

const longest = 4000;
const loaded = new Map<string, Promise<{ render: Render }>>();

/** Every release's build is loaded once and stays, so that a switch back costs nothing. */
export async function render(
  release: Release,
  block: BlockInside,
  path: string,
): Promise<Rendered> {
  const file = pathToFileURL(join(release.folder, 'server', 'index.js')).href;
  let build = loaded.get(file);
  if (!build) loaded.set(file, (build = import(file)));
  const { render: draw } = await build;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>(
    (_, fail) => (timer = setTimeout(fail, longest, new Error('rendering took too long'))),
  );
  return request
    .run(block, () => Promise.race([draw(`http://${block.host}${path}`), late]))
    .finally(() => clearTimeout(timer));
}
