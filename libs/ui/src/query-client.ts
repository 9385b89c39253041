import { isCallFailed } from '@cme/commons/api-client';
import { QueryClient } from '@tanstack/react-query';

/** One per document, and one per rendering on a server. What a server has fetched counts as fresh
 * for a while, so that nothing is asked twice; a refusal is an answer and is not asked for
 * again. */
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
