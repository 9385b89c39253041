import type { ClassRow } from '@cme/contract/study';

/**
 * The class whose 期 is in the URL, otherwise the first; classes open for enrolment are listed
 * first.
 */
export const findChosenClass = (
  list: readonly ClassRow[],
  search: URLSearchParams,
): ClassRow | undefined =>
  list.find(({ period }) => String(period) === search.get('period')) ?? list[0];
