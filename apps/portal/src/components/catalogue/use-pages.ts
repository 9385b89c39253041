import { readTab, writeTab } from '@cme/shell';
import { useLocation } from '@cme/ui/router';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Kind, listQuery, pageSize } from './catalogue.queries.ts';

/** Number of pages loaded, stored by history entry: going back restores as many. */
const readPageCount = (key: string): number => Math.min(50, Number(readTab('catalogue', key)) || 0);

/** Default years if the server sends none. */
const lastYears = (): string[] => [0, 1, 2].map((back) => String(new Date().getFullYear() - back));

/** The page in the URL, and on phones the further pages that were scrolled to. */
export function usePages(kind: Kind, search: URLSearchParams) {
  const { key } = useLocation();
  const listKey = `${key} ${search.toString()}`;
  const [far, setFar] = useState({ asked: listKey, pages: 0 });
  useEffect(() => setFar({ asked: listKey, pages: readPageCount(listKey) }), [listKey]);
  const further = far.asked === listKey ? far.pages : 0;
  const firstPage = useQuery(listQuery(kind, search));
  const furtherPages = useQueries({
    queries: Array.from({ length: further }, (_, index) => listQuery(kind, search, index + 1)),
  });
  const total = firstPage.data?.total;
  const offset = firstPage.data ? (firstPage.data.page - 1) * pageSize : 0;
  const loaded = [firstPage.data, ...furtherPages.map(({ data }) => data)].flatMap(
    (page) => page?.list ?? [],
  );
  const visited = new Set<string>();
  // A course that has moved to the next page meanwhile is listed once.
  const courses = loaded.filter(({ id }) => !visited.has(id) && visited.add(id));
  const isLoadingMore = furtherPages.some(({ isPending }) => isPending);
  return {
    total,
    years: firstPage.data ? (firstPage.data.years ?? lastYears()) : [],
    courses,
    error: firstPage.error,
    isPending: firstPage.isPending,
    isOld: firstPage.isPlaceholderData,
    retry: () => void firstPage.refetch(),
    isLoadingMore,
    hasMore: total !== undefined && offset + (further + 1) * pageSize < total,
    more: () => {
      if (isLoadingMore || firstPage.isPlaceholderData) return;
      for (const page of furtherPages) if (page.error) return void page.refetch();
      writeTab('catalogue', further + 1, listKey);
      setFar({ asked: listKey, pages: further + 1 });
    },
  };
}
