import { isCallError } from '@cme/commons/api-client';
import { QueryClient } from '@tanstack/react-query';

/**
 * One per document, and one per server rendering. Prefetched data stay fresh for a while, so that
 * hydration does not refetch; refusals are not retried.
 */
export const newQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 20_000,
        retry: (count, error) =>
          count < 2 && !(isCallError(error) && error.statusCode >= 400 && error.statusCode < 500),
      },
      mutations: { retry: false },
    },
  });
