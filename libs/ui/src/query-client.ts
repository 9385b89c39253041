import { isCallFailed } from '@cme/commons/api-client';
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
        retry: (count, fault) =>
          count < 2 && !(isCallFailed(fault) && fault.statusCode >= 400 && fault.statusCode < 500),
      },
      mutations: { retry: false },
    },
  });
