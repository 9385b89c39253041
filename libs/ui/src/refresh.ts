import type { InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';

/** Asks again for what has changed. A question under way may have been answered before the
 * change: it is given up first, because invalidating alone lets the first one for a query run on
 * and takes its answer for fresh. */
export async function refresh(
  client: QueryClient,
  which: InvalidateQueryFilters = {},
): Promise<void> {
  // At once, for whoever looks before the questions have ended; giving one up restores what was
  // known before it.
  void client.invalidateQueries({ ...which, refetchType: 'none' });
  await client.cancelQueries(which);
  await client.invalidateQueries(which);
}
