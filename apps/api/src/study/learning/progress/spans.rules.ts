/** A span of the video in whole milliseconds, `[from, to]` with from < to. */
export type Span = [number, number];

/** The union of spans: ascending, merged where they touch, limited to `[0, end]`. */
export function merge(spans: readonly Span[], end = Infinity): Span[] {
  const merged: Span[] = [];
  for (const [from, to] of spans.toSorted((a, b) => a[0] - b[0])) {
    const start = Math.max(0, from);
    const stop = Math.min(end, to);
    if (stop <= start) continue;
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], stop);
    else merged.push([start, stop]);
  }
  return merged;
}

/** The pieces of a span that lie in these parts. */
export const cutTo = ([from, to]: Span, parts: readonly Span[]): Span[] =>
  parts.flatMap(([start, end]): Span[] =>
    start < to && from < end ? [[Math.max(from, start), Math.min(to, end)]] : [],
  );

/** Total length. */
export function measureSpans(spans: readonly Span[]): number {
  return spans.reduce((sum, [from, to]) => sum + to - from, 0);
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
  counted: Span[];
  /** End of the credited spans, or `furthest` if that is greater. */
  reach: number;
}

/** The part of the reported spans that is credited, in order: nothing beyond the end or the
 * allowance; gaps ahead use up the lead. Input in seconds, output in milliseconds. */
export function countSpans(
  spans: readonly (readonly [number, number])[],
  limits: Limits,
): CountedSpans {
  const counted: Span[] = [];
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

/** The length of the spans ahead of a position. */
export function getLengthAhead(spans: readonly Span[], position: number): number {
  return merge(spans).reduce(
    (sum, [from, to]) => sum + Math.max(0, to - Math.max(from, position)),
    0,
  );
}
