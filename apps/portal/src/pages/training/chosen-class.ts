import type { ClassRow } from '@cme/contract';

/** The class that the address names by its 期, else the first: those to apply to come first. */
export const chosenClass = (
  list: readonly ClassRow[],
  search: URLSearchParams,
): ClassRow | undefined =>
  list.find(({ period }) => String(period) === search.get('period')) ?? list[0];
