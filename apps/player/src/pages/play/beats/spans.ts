import type { Span } from '@cme/contract/study';

/** Merges overlapping and touching spans, sorted. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    const lastSpan = result.at(-1);
    if (lastSpan && from <= lastSpan[1] + 0.05) lastSpan[1] = Math.max(lastSpan[1], to);
    else result.push([from, to]);
  }
  return result;
}

/**
 * The parts of `spans` outside `covered`. Parts under half a second are dropped as rounding
 * errors.
 */
export function subtractSpans(spans: readonly Span[], coveredSpans: readonly Span[]): Span[] {
  let remaining = mergeSpans(spans);
  for (const [low, high] of coveredSpans) {
    remaining = remaining.flatMap(([from, to]): Span[] => {
      if (high <= from || low >= to) return [[from, to]];
      return [
        [from, Math.min(low, to)],
        [Math.max(high, from), to],
      ];
    });
  }
  return remaining.filter(([from, to]) => to - from >= 0.5);
}

/** Total seconds. */
export function sumSpans(spans: readonly Span[]): number {
  return mergeSpans(spans).reduce((sum, [from, to]) => sum + to - from, 0);
}

/**
 * Tracks the playback position and records the spans that were really played: a jump starts a new
 * one.
 */
export function createTrack() {
  let finished: Span[] = [];
  let open: Span | undefined;

  return {
    /** The current position while playing. */
    at(position: number, rate: number) {
      const step = open ? position - open[1] : Number.NaN;
      if (open && step >= 0 && step <= Math.max(1.5, rate * 1.5)) open[1] = position;
      else {
        this.cut();
        open = [position, position];
      }
    },
    /** Playback paused or jumped: the next position starts a new span. */
    cut() {
      if (open && open[1] > open[0]) finished.push(open);
      open = undefined;
    },
    /** Returns the spans since the last call and continues from there. */
    take(): Span[] {
      const spans = finished;
      finished = [];
      if (open && open[1] > open[0]) {
        spans.push([open[0], open[1]]);
        open = [open[1], open[1]];
      }
      return mergeSpans(spans);
    },
  };
}
