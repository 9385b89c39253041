import type { AreaPages, Page } from '@cme/contract/site/pages';
import { parseTarget } from '../http/target.ts';
import { readParameter } from './parameters.ts';

/** What an address asks for. */
export interface PageTarget {
  path: string;
  /** What the page reads of the query, in a fixed order; with the question mark, or empty. */
  query: string;
  /** Left to the browser: all of these share one shell. */
  isShell: boolean;
  /** Undefined if its area does not declare it. */
  page?: Page;
  /** Parts of the path, as they are in it. */
  parts: Record<string, string>;
}

/** Pages of a list that are rendered. Nobody turns further, but anybody can ask for each of them. */
const lastRendered = 50;

interface Matcher {
  page: Page;
  pattern: RegExp;
}

const matchers = new WeakMap<AreaPages, Matcher[]>();

function matchersOf(declared: AreaPages): Matcher[] {
  const known =
    matchers.get(declared) ??
    declared.pages.map((page) => ({ page, pattern: toRegExp(page.path) }));
  matchers.set(declared, known);
  return known;
}

const toRegExp = (path: string): RegExp =>
  path === '*' ? /^/ : new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`);

/**
 * The page of an area that is at this address, with only those query parameters that it reads, and
 * values that it tells apart. All others are kept from the renderer and the cache key, so that no
 * query can fill the cache or cause a rendering of its own. A release that does not declare its
 * pages is rendered only without a query.
 */
export function readTarget(url: string, declared: AreaPages | undefined): PageTarget {
  const { path, search } = parseTarget(url);
  if (!declared) return { path, query: '', isShell: search !== '', parts: {} };
  const found = matchersOf(declared).find(({ pattern }) => pattern.test(path));
  const parts = { ...found?.pattern.exec(path)?.groups };
  const given = new URLSearchParams(search);
  const pairs = Object.entries(found?.page.query ?? {}).flatMap(([name, rule]) => {
    const value = readParameter(rule, given.get(name) ?? '');
    const isFar = rule.kind === 'page_number' && Number(value) > lastRendered;
    return value === undefined ? [] : [{ name, value, isFar }];
  });
  const isShell = pairs.some(({ isFar }) => isFar);
  const query = new URLSearchParams(pairs.map(({ name, value }) => [name, value])).toString();
  return {
    path,
    query: isShell || !query ? '' : `?${query}`,
    isShell,
    parts,
    ...(found && { page: found.page }),
  };
}
