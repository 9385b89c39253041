/**
 * Page numbers to show: first, last, the current one and its neighbours; undefined is a gap of
 * two or more.
 */
export function pageNumbers(page: number, last: number): (number | undefined)[] {
  const candidates = [1, page - 1, page, page + 1, last].filter((at) => at >= 1 && at <= last);
  const shown: (number | undefined)[] = [];
  let before = 0;
  for (const at of [...new Set(candidates)].sort((a, b) => a - b)) {
    if (at - before === 2) shown.push(before + 1);
    else if (at - before > 2) shown.push(undefined);
    shown.push(at);
    before = at;
  }
  return shown;
}
