import type { Span } from '@cme/contract';

/** Merges overlapping and touching spans, sorted. */
export function merged(spans: readonly Span[]): Span[] {
  const out: Span[] = [];
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = out.at(-1);
    if (last && from <= last[1] + 0.05) last[1] = Math.max(last[1], to);
    else out.push([from, to]);
  }
  return out;
}

/**
 * The parts of `spans` outside `covered`. Parts under half a second are dropped as rounding
 * errors.
 */
export function outside(spans: readonly Span[], covered: readonly Span[]): Span[] {
  let rest = merged(spans);
  for (const [low, high] of covered) {
    rest = rest.flatMap(([from, to]): Span[] => {
      if (high <= from || low >= to) return [[from, to]];
      return [
        [from, Math.min(low, to)],
        [Math.max(high, from), to],
      ];
    });
  }
  return rest.filter(([from, to]) => to - from >= 0.5);
}

/** Total seconds. */
export function lengthOf(spans: readonly Span[]): number {
  return merged(spans).reduce((sum, [from, to]) => sum + to - from, 0);
}

/**
 * Tracks the playback position and records the spans that were really played: a jump starts a new
 * one.
 */
export function createTrack() {
  let done: Span[] = [];
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
      if (open && open[1] > open[0]) done.push(open);
      open = undefined;
    },
    /** Returns the spans since the last call and continues from there. */
    take(): Span[] {
      const spans = done;
      done = [];
      if (open && open[1] > open[0]) {
        spans.push([open[0], open[1]]);
        open = [open[1], open[1]];
      }
      return merged(spans);
    },
  };
}
