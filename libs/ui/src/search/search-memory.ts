import { readToken } from '@cme/commons/auth-token';
import { send } from '@cme/commons/api-client';
import { searchForget, searchHistory, searchHot, searchRecord, searchSuggest } from '@cme/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';

/** A guest's search history stays on the device; a learner's belongs to the account. */
const storageKey = 'search_history';
const mostKept = 10;

function readGuestWords(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter((word) => typeof word === 'string') : [];
  } catch {
    return [];
  }
}

function storeGuestWords(words: readonly string[]): void {
  try {
    if (words.length > 0)
      localStorage.setItem(storageKey, JSON.stringify(words.slice(0, mostKept)));
    else localStorage.removeItem(storageKey);
  } catch {
    // Without storage there is no history.
  }
}

const historyKey = ['search', 'history'];

export const historyQuery = (signedIn: boolean) =>
  queryOptions({
    queryKey: [...historyKey, signedIn],
    queryFn: async ({ signal }) =>
      signedIn
        ? (await send(searchHistory, {}, { signal })).list.map(({ word }) => word)
        : readGuestWords(),
    staleTime: signedIn ? 30_000 : 0,
  });

export const hotQuery = () =>
  queryOptions({
    queryKey: ['search', 'hot'],
    queryFn: async ({ signal }) =>
      (await send(searchHot, {}, { signal })).list.map(({ word }) => word),
    staleTime: 300_000,
  });

export const suggestQuery = (keyword: string) =>
  queryOptions({
    queryKey: ['search', 'suggest', keyword],
    queryFn: async ({ signal }) =>
      (await send(searchSuggest, { keyword }, { signal })).list.map(({ text }) => text),
    staleTime: 60_000,
    retry: false,
  });

/**
 * Counts a search and adds it to the user's history. Errors are ignored, because they do not
 * concern the user.
 */
export async function recordSearch(client: QueryClient, keyword: string): Promise<void> {
  if (keyword === '') return;
  if (readToken() === undefined)
    storeGuestWords([keyword, ...readGuestWords().filter((word) => word !== keyword)]);
  await send(searchRecord, { keyword }).catch(() => undefined);
  await client.invalidateQueries({ queryKey: historyKey });
}

/** Clears the user's history. */
export async function forgetSearches(client: QueryClient): Promise<void> {
  if (readToken() === undefined) storeGuestWords([]);
  else await send(searchForget, {});
  await client.invalidateQueries({ queryKey: historyKey });
}
