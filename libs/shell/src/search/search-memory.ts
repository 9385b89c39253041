import { readToken } from '@cme/commons/auth-token';
import { send } from '@cme/commons/api-client';
import {
  longestKeyword,
  searchForget,
  searchHistory,
  searchHot,
  searchRecord,
  searchSuggest,
} from '@cme/contract/content';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { readTab, writeTab } from '../storage/tab-storage.ts';

const mostKept = 10;

/** A guest's search history stays in the tab; a learner's belongs to the account. */
function readGuestWords(): string[] {
  const stored = readTab('search_history');
  return Array.isArray(stored) ? stored.filter((word) => typeof word === 'string') : [];
}

const storeGuestWords = (words: readonly string[]): void =>
  writeTab('search_history', words.length > 0 ? words.slice(0, mostKept) : undefined);

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
  if (keyword === '' || keyword.length > longestKeyword) return;
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
