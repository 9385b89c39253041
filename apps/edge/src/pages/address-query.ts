import { ContentFilters, SearchFilters } from '@cme/contract';
import { parseTarget } from '../http/target.ts';

/**
 * Query parameters that a rendered page depends on. All others are kept from the renderer and the
 * cache key, so that arbitrary parameters cannot fill the cache.
 */
const knownNames = new Set([
  ...Object.keys(ContentFilters.shape),
  ...Object.keys(SearchFilters.shape),
  'page',
  'page_size',
  'tab',
  'article',
  'period',
  // Personal centre: the open dialog and the selected year.
  'show',
  'view',
  'screen',
  'year',
  'month',
]);

/** Only the presence of these matters to the page, not the value. */
const named = new Set(['score_id']);

/** Normalised path, and the known parameters in a fixed order. */
export function addressQuery(url: string): { path: string; query: string } {
  const { path, search } = parseTarget(url);
  const searchParams = new URLSearchParams(search);
  const pairs = [...knownNames, ...named].flatMap((name) => {
    const value = searchParams.get(name);
    return value ? [[name, named.has(name) ? '1' : value.slice(0, 100)]] : [];
  });
  const query = new URLSearchParams(pairs).toString();
  return { path, query: query && `?${query}` };
}
