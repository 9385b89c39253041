import { sessionRestore } from '@cme/contract/person';
import { AreaPages, type Page } from '@cme/contract/site/pages';
import type { Route } from '../route-links/table.ts';
import { firstCall } from './first-call.ts';

export interface PageOptions extends Omit<Page, 'path' | 'access' | 'chunks'> {
  /** Name of the page's chunk, with those of the routes around it. */
  chunk: string | string[];
}

export const definePage = (
  { path, access }: Pick<Route, 'path' | 'access'>,
  { chunk, ...options }: PageOptions,
): Page => ({ path, access, chunks: [chunk].flat(), ...options });

/**
 * The pages of an area, and the chunks that each of them needs besides its own to make its first
 * calls. Throws at build time if something in it could not be read by the edge.
 */
export function definePages(declared: Omit<AreaPages, 'restore'>): AreaPages {
  const makesCalls = declared.pages.some(({ calls }) => calls);
  const restore = makesCalls ? firstCall(sessionRestore, {}) : undefined;
  return AreaPages.parse({ ...declared, ...(restore && { restore }) });
}
