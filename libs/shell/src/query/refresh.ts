import type { InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';

/**
 * Refetches what has changed. A fetch in flight may have been answered before the change, so it
 * is cancelled first: invalidating alone would let an initial fetch finish and treat its result
 * as fresh.
 */
export async function refresh(
  client: QueryClient,
  filters: InvalidateQueryFilters = {},
): Promise<void> {
  // Marks the queries stale at once for components that mount before the refetch ends; cancelling
  // restores the earlier state.
  void client.invalidateQueries({ ...filters, refetchType: 'none' });
  await client.cancelQueries(filters);
  await client.invalidateQueries(filters);
}
