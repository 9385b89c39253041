/** A stretch of the video in whole milliseconds, `[from, to]` with from < to. */
export type Stretch = [number, number];

/** The union of stretches: rising, merged where they touch, nothing outside `[0, end]`. */
export function merge(stretches: readonly Stretch[], end = Infinity): Stretch[] {
  const merged: Stretch[] = [];
  for (const [from, to] of stretches.toSorted((a, b) => a[0] - b[0])) {
    const start = Math.max(0, from);
    const stop = Math.min(end, to);
    if (stop <= start) continue;
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], stop);
    else merged.push([start, stop]);
  }
  return merged;
}

/** Sum of the lengths. */
export function lengthOf(stretches: readonly Stretch[]): number {
  return stretches.reduce((sum, [from, to]) => sum + to - from, 0);
}

export interface Limits {
  /** Length of the video as the server measured it. */
  end: number;
  /** Highest position counted so far. */
  furthest: number;
  /** How far ahead of `furthest` a stretch may begin; Infinity once the section is finished. */
  lead: number;
  /** Sum of lengths that may count. */
  allowance: number;
}

/** The part of what the client says that counts, in its order: nothing that begins ahead of what was watched,
 * nothing past the end, nothing beyond the allowance. Seconds in, milliseconds out. */
export function countSpans(spans: readonly (readonly [number, number])[], limits: Limits): Stretch[] {
  const counted: Stretch[] = [];
  let { furthest, allowance } = limits;
  for (const [a, b] of spans) {
    const from = Math.max(0, Math.round(a * 1000));
    const to = Math.min(limits.end, Math.round(b * 1000), from + allowance);
    if (!(to > from) || from > furthest + limits.lead) continue;
    counted.push([from, to]);
    allowance -= to - from;
    furthest = Math.max(furthest, to);
  }
  return counted;
}

/** Moments that a player does not tell, such as before its first report, are no gap. */
const crumb = 1000;

/** Whether enough was watched: the share `threshold`, or all but a rest at the tail (end credits).
 * The tail rule never replaces watching the better part. */
export function isCovered(ranges: readonly Stretch[], end: number, threshold: number, tail: number): boolean {
  if (end <= 0) return false;
  const covered = lengthOf(ranges);
  if (covered >= end * threshold) return true;
  const body = end - tail;
  return covered >= end / 2 && lengthOf(merge(ranges, Math.max(0, body))) >= body - crumb;
}
