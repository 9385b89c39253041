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
  /** What the stretches of one beat may leave out ahead of `furthest`, together; Infinity once
   * the section is finished. */
  lead: number;
  /** Sum of lengths that may count. */
  allowance: number;
}

export interface CountedSpans {
  counted: Stretch[];
  /** End of what counts, or `furthest` where that is further. */
  reach: number;
}

/** The part of what the client says that counts, in its order: nothing past the end, nothing
 * beyond the allowance, and what is left out on the way forward comes out of one lead. Seconds
 * in, milliseconds out. */
export function countSpans(
  spans: readonly (readonly [number, number])[],
  limits: Limits,
): CountedSpans {
  const counted: Stretch[] = [];
  let { furthest: reach, allowance, lead } = limits;
  for (const [a, b] of spans) {
    const from = Math.max(0, Math.round(a * 1000));
    const to = Math.min(limits.end, Math.round(b * 1000), from + allowance);
    const leftOut = Math.max(0, from - reach);
    if (!(to > from) || leftOut > lead) continue;
    counted.push([from, to]);
    allowance -= to - from;
    lead -= leftOut;
    reach = Math.max(reach, to);
  }
  return { counted, reach };
}

/** How much of the stretches lies ahead of a position. */
export function lengthAhead(stretches: readonly Stretch[], position: number): number {
  return merge(stretches).reduce(
    (sum, [from, to]) => sum + Math.max(0, to - Math.max(from, position)),
    0,
  );
}
