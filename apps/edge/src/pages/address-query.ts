import { parseTarget } from '../http/target.ts';
import { pageParameters, type Read } from './page-parameters.ts';

export interface PageTarget {
  path: string;
  /** What the page reads of the query, in a fixed order; with the question mark, or empty. */
  query: string;
  /** Too far into a list to be rendered: all of these share one shell. */
  isShell: boolean;
}

/** Pages of a list that are rendered. Nobody turns further, but anybody can ask for each of them. */
const lastRendered = 50;
const matchers = Object.entries(pageParameters).map(
  ([pattern, parameters]) =>
    [new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}/?$`), parameters] as const,
);

/**
 * Normalised path, and only those query parameters that this page reads, with values that it tells
 * apart. All others are kept from the renderer and the cache key, so that no query can fill the cache
 * or cause a rendering of its own.
 */
export function addressQuery(url: string): PageTarget {
  const { path, search } = parseTarget(url);
  const [, parameters = {}] = matchers.find(([pattern]) => pattern.test(path)) ?? [];
  const given = new URLSearchParams(search);
  const pairs = Object.entries(parameters).flatMap(([name, read]) => readPair(given, name, read));
  const isShell = pairs.some(([name, value]) => name === 'page' && Number(value) > lastRendered);
  const query = isShell ? '' : new URLSearchParams(pairs).toString();
  return { path, query: query && `?${query}`, isShell };
}

function readPair(given: URLSearchParams, name: string, read: Read): [string, string][] {
  const value = given.get(name);
  const known = value ? read(value) : undefined;
  return known ? [[name, known]] : [];
}
