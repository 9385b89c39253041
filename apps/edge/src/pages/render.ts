import { AsyncLocalStorage } from 'node:async_hooks';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { areaOf } from '@cme/commons/route-links';
import type { PageBlock } from '@cme/contract/site';
import { VisitorRefusedError } from '../http/work-limit.ts';
import { addressHeader } from '../proxy/own-calls.ts';
import type { Release } from '@cme/release';
import type { HeadTag } from './document.ts';

/** Result of an application's server build for an anonymous reader. */
export interface Rendered {
  status: number;
  /** Redirect target on the same site. */
  location?: string;
  html?: string;
  title?: string;
  /** Absent in releases older than this field. */
  head?: HeadTag[];
  state?: string;
  /** Absent when the chunks can be found by the path. */
  pages?: string[];
}

type Render = (address: string) => Promise<Rendered>;
export type BlockInside = PageBlock & { api_inside: string; origin: string };

interface Rendering {
  block: BlockInside;
  /** Address of the visitor for whom the page is rendered. */
  visitor: string;
  /** The API has refused a call, because this visitor has made too many. */
  isRefused?: boolean;
}

const renderings = new AsyncLocalStorage<Rendering>();
Object.assign(globalThis, { [Symbol.for('cme.page.1')]: () => renderings.getStore()?.block });

/**
 * Server builds call the API with the global `fetch`. What they ask during a rendering is sent in
 * the visitor's name, so that nobody can use up what the pages of others need.
 */
const sendPlain = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  const rendering = renderings.getStore();
  if (!rendering) return sendPlain(input, init);
  const request = new Request(input, init);
  if (request.url.startsWith(rendering.block.api_inside))
    request.headers.set(addressHeader, rendering.visitor);
  const answer = await sendPlain(request);
  if (answer.status === 429) rendering.isRefused = true;
  return answer;
};

/**
 * Render timeout in milliseconds. Learner pages show most of their content later, so they wait
 * less.
 */
const longest = (area: string) => (area === 'portal' ? 4000 : 1500);
const entry = 'server/index.js';
const loaded = new Map<string, Promise<{ render: Render }>>();

/** Older releases of the learner areas have no server build. */
export const canRender = ({ manifest }: Release): boolean => Object.hasOwn(manifest.files, entry);

/** Each release's server build is imported once and kept, so that switching back is free. */
export async function render(
  release: Release,
  block: BlockInside,
  path: string,
  visitor: string,
): Promise<Rendered> {
  const file = pathToFileURL(join(release.folder, entry)).href;
  let build = loaded.get(file);
  if (!build) loaded.set(file, (build = import(file)));
  const { render: draw } = await build;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const aborter = new Promise<never>(
    (_, fail) =>
      (timer = setTimeout(
        fail,
        longest(areaOf(path, Object.keys(block.areas))),
        new Error('render timeout'),
      )),
  );
  const rendering: Rendering = { block, visitor };
  const drawn = renderings
    .run(rendering, () => Promise.race([draw(`http://${block.host}${path}`), aborter]))
    .finally(() => clearTimeout(timer));
  await drawn.catch(() => undefined);
  // Also if the page is complete but for a part: nobody else should get it.
  if (rendering.isRefused) throw new VisitorRefusedError('too many calls');
  return drawn;
}
