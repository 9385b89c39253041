<<<<<<< HEAD
/** A span of the video in whole milliseconds, `[from, to]` with from < to. */
export type Stretch = [number, number];

/** The union of spans: ascending, merged where they touch, limited to `[0, end]`. */
export function merge(stretches: readonly Stretch[], end = Infinity): Stretch[] {
  const merged: Stretch[] = [];
=======
/** A stretch of the video in whole milliseconds, `[from, to]` with from < to. */
export type Interval = [number, number];

/** The union of stretches: rising, merged where they touch, nothing outside `[0, end]`. */
export function merge(stretches: readonly Interval[], end = Infinity): Interval[] {
  const merged: Interval[] = [];
>>>>>>> 3ce6431c (refactor(api): calls, caches and the evaluation of beats have the names that the field uses)
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

<<<<<<< HEAD
/** Total length. */
export function lengthOf(stretches: readonly Stretch[]): number {
=======
/** Sum of the lengths. */
export function lengthOf(stretches: readonly Interval[]): number {
>>>>>>> 3ce6431c (refactor(api): calls, caches and the evaluation of beats have the names that the field uses)
  return stretches.reduce((sum, [from, to]) => sum + to - from, 0);
}

export interface Limits {
  /** Duration of the video measured by the server. */
  end: number;
  /** Highest credited position. */
  furthest: number;
  /** Total length that the spans of a beat may omit ahead of `furthest`; Infinity once the section
   * is finished. */
  lead: number;
  /** Maximum length to credit. */
  allowance: number;
}

export interface CountedSpans {
<<<<<<< HEAD
  counted: Stretch[];
  /** End of the credited spans, or `furthest` if that is greater. */
=======
  counted: Interval[];
  /** End of what counts, or `furthest` where that is further. */
>>>>>>> 3ce6431c (refactor(api): calls, caches and the evaluation of beats have the names that the field uses)
  reach: number;
}

/** The part of the reported spans that is credited, in order: nothing beyond the end or the
 * allowance; gaps ahead use up the lead. Input in seconds, output in milliseconds. */
export function countSpans(
  spans: readonly (readonly [number, number])[],
  limits: Limits,
): CountedSpans {
  const counted: Interval[] = [];
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

<<<<<<< HEAD
/** The length of the spans ahead of a position. */
export function lengthAhead(stretches: readonly Stretch[], position: number): number {
=======
/** How much of the stretches lies ahead of a position. */
export function lengthAhead(stretches: readonly Interval[], position: number): number {
>>>>>>> 3ce6431c (refactor(api): calls, caches and the evaluation of beats have the names that the field uses)
  return merge(stretches).reduce(
    (sum, [from, to]) => sum + Math.max(0, to - Math.max(from, position)),
    0,
  );
}
