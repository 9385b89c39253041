/** The page of a list that an address asks for; nonsense is the first one. */
export const parsePage = (search: URLSearchParams): number =>
  Math.min(10_000, Math.max(1, Math.trunc(Number(search.get('page'))) || 1));

/**
 * Page numbers to show: first, last, the current one and its neighbours; undefined is a gap of
 * two or more.
 */
export function pageNumbers(page: number, last: number): (number | undefined)[] {
  const candidates = [1, page - 1, page, page + 1, last].filter(
    (number) => number >= 1 && number <= last,
  );
  const numbers: (number | undefined)[] = [];
  let previous = 0;
  for (const number of [...new Set(candidates)].sort((a, b) => a - b)) {
    if (number - previous === 2) numbers.push(previous + 1);
    else if (number - previous > 2) numbers.push(undefined);
    numbers.push(number);
    previous = number;
  }
  return numbers;
}
