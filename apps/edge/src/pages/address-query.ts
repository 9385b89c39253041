import { ContentFilters, SearchFilters } from '@cme/contract';
import { targetOf } from '../http/target.ts';

/** Query parameters that a rendered page depends on. Others reach the browser in the address bar,
 * but neither the server's rendering nor the cache, so that made-up parameters make no new
 * pages. */
const known = new Set([
  ...Object.keys(ContentFilters.shape),
  ...Object.keys(SearchFilters.shape),
  'page',
  'page_size',
  'tab',
  'article',
  'period',
  // Of the personal centre: what opens in place of a page, and which year it is about.
  'show',
  'view',
  'screen',
  'year',
  'month',
]);

/** Whether there is one makes another page, whichever it is: of an examination, its attempt. */
const named = new Set(['score_id']);

/** Path without its tricks, and the known parameters in a fixed order. */
export function addressQuery(url: string): { path: string; query: string } {
  const { path, search } = targetOf(url);
  const searchParams = new URLSearchParams(search);
  const pairs = [...known, ...named].flatMap((name) => {
    const value = searchParams.get(name);
    return value ? [[name, named.has(name) ? '1' : value.slice(0, 100)]] : [];
  });
  const query = new URLSearchParams(pairs).toString();
  return { path, query: query && `?${query}` };
}
