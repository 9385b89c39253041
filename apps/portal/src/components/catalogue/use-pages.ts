import { useLocation } from '@cme/ui/router';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Kind, listQuery, pageSize } from './catalogue.queries.ts';

/** Number of pages loaded, stored by history entry: going back restores as many. */
const placeOf = (key: string) => `catalogue ${key}`;

function readFar(key: string): number {
  try {
    return Math.min(50, Number(sessionStorage.getItem(placeOf(key))) || 0);
  } catch {
    return 0;
  }
}

function keepFar(key: string, far: number): void {
  try {
    sessionStorage.setItem(placeOf(key), String(far));
  } catch {
    // Without storage the list starts at its first page.
  }
}

/** Default years if the server sends none. */
const lastYears = (): string[] => [0, 1, 2].map((back) => String(new Date().getFullYear() - back));

/** The page in the URL, and on phones the further pages that were scrolled to. */
export function usePages(kind: Kind, search: URLSearchParams) {
  const { key } = useLocation();
  const asked = `${key} ${search.toString()}`;
  const [far, setFar] = useState({ asked, pages: 0 });
  useEffect(() => setFar({ asked, pages: readFar(asked) }), [asked]);
  const further = far.asked === asked ? far.pages : 0;
  const first = useQuery(listQuery(kind, search));
  const others = useQueries({
    queries: Array.from({ length: further }, (_, at) => listQuery(kind, search, at + 1)),
  });
  const total = first.data?.total;
  const begun = first.data ? (first.data.page - 1) * pageSize : 0;
  const loaded = [first.data, ...others.map(({ data }) => data)].flatMap(
    (page) => page?.list ?? [],
  );
  const seen = new Set<string>();
  // A course that has moved to the next page meanwhile is listed once.
  const courses = loaded.filter(({ id }) => !seen.has(id) && seen.add(id));
  const isLoadingMore = others.some(({ isPending }) => isPending);
  return {
    total,
    years: first.data ? (first.data.years ?? lastYears()) : [],
    courses,
    error: first.error,
    isPending: first.isPending,
    isOld: first.isPlaceholderData,
    retry: () => void first.refetch(),
    isLoadingMore,
    hasMore: total !== undefined && begun + (further + 1) * pageSize < total,
    more: () => {
      if (isLoadingMore || first.isPlaceholderData) return;
      for (const page of others) if (page.error) return void page.refetch();
      keepFar(asked, further + 1);
      setFar({ asked, pages: further + 1 });
    },
  };
}
