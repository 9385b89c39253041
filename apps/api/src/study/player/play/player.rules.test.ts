import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planChecks, rewindTo } from './checks.rules.ts';
import { type Beat, countBeat, isFinished, isLapsed, type Play } from './player.rules.ts';
import { ledger } from '../../learning/progress/ledger.rules.ts';
import { countSpans, measureSpans, merge, type Span } from '../../learning/progress/spans.rules.ts';

const start = Date.UTC(2026, 4, 6, 1);

const fresh = (end: number, maxRate = 1): Play => ({
  ranges: [],
  furthest: 0,
  position: 0,
  finished: false,
  end,
  maxRate,
  begun: false,
  lastBeatAt: start,
  creditedTo: 0,
  countedToday: 0,
});

const honest = (from: number, to: number): Beat => ({
  spans: [[from, to]],
  position: to,
  rate: 1,
  visible: true,
});

/**
 * A span chosen by someone who knows the ledger: starts up to `back` before the furthest point, of
 * any length.
 */
const claim = fc.record({
  back: fc.oneof(fc.constant(0), fc.double({ min: -4, max: 60, noNaN: true })),
  length: fc.double({ min: -1, max: 4000, noNaN: true }),
});
const anyBeat = fc.record({
  claims: fc.array(claim, { maxLength: 8 }),
  position: fc.double({ min: 0, max: 1e9, noNaN: true }),
  rate: fc.double({ min: 0, max: 16, noNaN: true }),
  visible: fc.boolean(),
});
const newBeat = (
  play: Play,
  {
    claims,
    ...beat
  }: {
    claims: { back: number; length: number }[];
    position: number;
    rate: number;
    visible: boolean;
  },
): Beat => {
  let index = play.furthest / 1000;
  return {
    ...beat,
    spans: claims.map(({ back, length }) => {
      const from = index - back;
      index = Math.max(index, from + length);
      return [from, from + length];
    }),
  };
};
/** Client actions: wait and send, or wait and enter again (credited time carries over). */
const wait = fc.oneof(
  { weight: 4, arbitrary: fc.constant(0) },
  fc.integer({ min: 0, max: 400_000 }),
  fc.integer({ min: 0, max: 20_000 }),
);
const step = fc.record({ wait, enter: fc.boolean(), beat: anyBeat });
const runs = fc.record({
  end: fc.integer({ min: 0, max: 3_600_000 }),
  maxRate: fc.constantFrom(1, 1.25, 2),
  steps: fc.array(step, { maxLength: 60, size: 'max' }),
});

/** `expect` for values that are compared millions of times: it is called only where it fails. */
function expectAtMost(value: number, limit: number): void {
  if (!(value <= limit)) expect(value).toBeLessThanOrEqual(limit);
}

describe('merged spans', () => {
  const span = fc.tuple(fc.integer({ min: -50, max: 500 }), fc.integer({ min: -50, max: 500 }));

  it('contain exactly the milliseconds that any span contains', () => {
    fc.assert(
      fc.property(fc.array(span), fc.integer({ min: 0, max: 500 }), (spans, end) => {
        const merged = merge(spans, end);
        const held = (list: readonly Span[], index: number) =>
          list.some(([from, to]) => from <= index && index < to);
        for (let index = 0; index < end; index += 1)
          if (held(merged, index) !== held(spans, index)) expect.fail(`differs at ${index}`);
        for (let index = 1; index < merged.length; index += 1)
          expect(merged[index]![0]).toBeGreaterThan(merged[index - 1]![1]);
        expect(measureSpans(merged)).toBeLessThanOrEqual(end);
      }),
    );
  });
});

describe('the study ledger', () => {
  it('credits no more than elapsed time, over any beats and entries', () => {
    fc.assert(
      fc.property(runs, ({ end, maxRate, steps }) => {
        let now = start;
        let credited = 0;
        let lead = 0;
        let play = fresh(end, maxRate);
        for (const { wait: passed, enter, beat } of steps) {
          now += passed;
          if (enter || isLapsed(play.lastBeatAt, now))
            play = { ...fresh(end, maxRate), lastBeatAt: now, creditedTo: play.creditedTo };
          const after = countBeat(play, newBeat(play, beat), now);
          play = after.play;
          credited += after.accepted;
          expectAtMost(credited, (now - start + ledger.grace) * maxRate + 1);
          // The same from every later beat: saved time is never spent at once.
          const ahead = credited - (now - start) * maxRate;
          lead = Math.min(lead, ahead);
          expectAtMost(ahead - lead, ledger.beat * maxRate + 1);
        }
      }),
      { numRuns: 10_000 },
    );
  });

  it('never shrinks, never covers more than the video, and counts nothing ahead of what was watched', () => {
    fc.assert(
      fc.property(runs, ({ end, maxRate, steps }) => {
        let now = start;
        let play = fresh(end, maxRate);
        for (const { wait: passed, beat } of steps) {
          now += passed;
          const { play: after, accepted } = countBeat(play, newBeat(play, beat), now);
          const [before, covered] = [measureSpans(play.ranges), measureSpans(after.ranges)];
          expectAtMost(before, covered);
          expectAtMost(covered - before, accepted);
          expectAtMost(covered, end);
          expectAtMost(play.furthest, after.furthest);
          if (!play.finished) expectAtMost(after.furthest, play.furthest + accepted);
          expectAtMost(Number(play.finished), Number(after.finished));
          expectAtMost(play.creditedTo, after.creditedTo);
          play = after;
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('credits every second of an honest viewer, with beats up to 10 s late', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 600 }), { minLength: 5, maxLength: 40 }),
        (late) => {
          let play = countBeat(
            fresh(3_600_000),
            { spans: [], position: 0, rate: 1, visible: true },
            start,
          ).play;
          late.forEach((delay, index) => {
            play = countBeat(
              play,
              honest(index * 15, index * 15 + 15),
              start + (index + 1) * 15_000 + delay,
            ).play;
          });
          expect(play.ranges).toEqual([[0, late.length * 15_000]]);
        },
      ),
    );
  });

  it('credits five minutes offline in one beat', () => {
    const begun = countBeat(fresh(3_600_000), honest(0, 0), start).play;
    const { accepted } = countBeat(
      begun,
      { spans: [[0, 300]], position: 300, rate: 1, visible: true },
      start + 300_000,
    );
    expect(accepted).toBe(300_000);
    expect(isLapsed(start, start + 7_200_000)).toBe(true);
  });

  it('counts nothing while the page is hidden', () => {
    expect(
      countBeat(fresh(60_000), { ...honest(0, 10), visible: false }, start + 10_000).accepted,
    ).toBe(0);
  });

  it.each([
    { rate: 0.5, maxRate: 1, accepted: 7250 },
    { rate: 1, maxRate: 1, accepted: 12_500 },
    { rate: 16, maxRate: 1, accepted: 12_500 },
    { rate: 16, maxRate: 1.25, accepted: 15_125 },
  ])(
    'allows for 10 s at speed $rate of at most $maxRate: $accepted ms',
    ({ rate, maxRate, accepted }) => {
      expect(
        countBeat(
          { ...fresh(600_000, maxRate), begun: true },
          { spans: [[0, 600]], position: 600, rate, visible: true },
          start + 10_000,
        ).accepted,
      ).toBe(accepted);
    },
  );

  it('stops at the daily cap and reports it', () => {
    const nearly = { ...fresh(600_000), countedToday: ledger.dailyCap - 4000 };
    const { accepted, capped, play } = countBeat(nearly, honest(0, 10), start + 10_000);
    expect({ accepted, capped }).toEqual({ accepted: 4000, capped: true });
    expect(countBeat(play, honest(4, 14), start + 20_000)).toMatchObject({
      accepted: 0,
      capped: true,
    });
  });

  it('stops at a presence check and is not finished before the answer', () => {
    const play = {
      ...fresh(60_000),
      ranges: [[0, 25_000]] as Span[],
      furthest: 25_000,
      nextCheck: 30_000,
    };
    const after = countBeat(
      play,
      { spans: [[25, 60]], position: 60, rate: 1, visible: true },
      start + 40_000,
    );
    expect(after).toMatchObject({ accepted: 5000, checkDue: true });
    expect(isFinished({ ranges: [[0, 60_000]], end: 60_000, nextCheck: 30_000 })).toBe(false);
  });

  it('keeps the position inside what was watched', () => {
    expect(
      countBeat(
        fresh(60_000),
        { spans: [[0, 5]], position: 59, rate: 1, visible: true },
        start + 10_000,
      ).play.position,
    ).toBe(5000);
  });

  it('continues when the video became shorter', () => {
    const watched = { ...fresh(40_000), ranges: [[0, 55_000]] as Span[], furthest: 55_000 };
    const { play } = countBeat(watched, honest(0, 0), start + 1000);
    expect(play.finished).toBe(true);
  });
});

describe('what counts of a beat', () => {
  const limits = { end: 60_000, furthest: 10_000, lead: 3000, allowance: 20_000 };
  it.each([
    { name: 'a span that begins too far ahead is dropped', spans: [[13.1, 20]], counted: [] },
    { name: 'a span just ahead counts', spans: [[13, 20]], counted: [[13_000, 20_000]] },
    {
      name: 'the end is the video’s own',
      spans: [
        [12, 13],
        [13, 90],
      ],
      counted: [
        [12_000, 13_000],
        [13_000, 32_000],
      ],
    },
    {
      name: 'backward and empty spans are dropped',
      spans: [
        [5, 4],
        [3, 3],
      ],
      counted: [],
    },
    { name: 'negative starts are cut', spans: [[-5, 4]], counted: [[0, 4000]] },
  ] as { name: string; spans: [number, number][]; counted: Span[] }[])(
    '$name',
    ({ spans, counted }) => {
      expect(countSpans(spans, limits).counted).toEqual(counted);
    },
  );
});

describe('a section is finished', () => {
  it.each([
    { ranges: [[0, 94_900]], end: 100_000, finished: false },
    { ranges: [[0, 95_000]], end: 100_000, finished: true },
    { ranges: [[0, 50_000]], end: 60_000, finished: false },
    { ranges: [[2000, 59_000]], end: 60_000, finished: true },
    {
      ranges: [
        [0, 20_000],
        [25_000, 55_000],
      ],
      end: 60_000,
      finished: false,
    },
    { ranges: [[0, 590_000]], end: 600_000, finished: true },
    { ranges: [[0, 120_000]], end: 100_000, finished: true },
    { ranges: [], end: 8000, finished: false },
    { ranges: [], end: 0, finished: false },
  ] as { ranges: Span[]; end: number; finished: boolean }[])(
    '$ranges of $end: $finished',
    ({ ranges, end, finished }) => {
      expect(isFinished({ ranges, end })).toBe(finished);
    },
  );
});

describe('presence checks', () => {
  it.each([
    [480, 0],
    [481, 1],
    [600, 1],
    [1199, 1],
    [1200, 2],
    [3600, 6],
  ])('in a section of %i s: %i', (seconds, count) => {
    expect(planChecks(seconds, Math.random)).toHaveLength(count);
  });

  it('fall into the middle of their windows', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 481, max: 20_000 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (seconds, random) => {
          planChecks(seconds, () => random).forEach((position, index) => {
            const part = Math.min(600, seconds);
            expect(position).toBeGreaterThanOrEqual(Math.floor(index * part + part * 0.2));
            expect(position).toBeLessThan(Math.min(seconds, index * part + part * 0.8));
          });
        },
      ),
    );
  });

  it('rewind a minute when the answer is late', () => {
    expect(rewindTo(300_000, start, start + 59_000)).toBeUndefined();
    expect(rewindTo(300_000, start, start + 90_000)).toBe(240_000);
    expect(rewindTo(30_000, start, start + 90_000)).toBe(0);
  });
});
