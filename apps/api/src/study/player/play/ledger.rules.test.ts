import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Beat, countBeat, type Play } from './player.rules.ts';
import { ledger } from '../../learning/progress/ledger.rules.ts';
import { measureSpans, merge, type Span } from '../../learning/progress/spans.rules.ts';

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

const newBeat = (spans: [number, number][], rate = 1): Beat => ({
  spans,
  position: spans.at(-1)?.[1] ?? 0,
  rate,
  visible: true,
});

/**
 * A forger's beats: many spans, tiny and long, at or slightly ahead of the last one, or anywhere.
 */
const anySpan = fc.record({
  from: fc.oneof(
    fc.constant(0),
    fc.constant(2.999),
    fc.double({ min: -5, max: 4, noNaN: true }),
    fc.double({ min: -60, max: 600, noNaN: true }),
  ),
  length: fc.oneof(
    fc.constant(0.001),
    fc.double({ min: 0, max: 0.1, noNaN: true }),
    fc.double({ min: 0, max: 60, noNaN: true }),
  ),
});
const anyStep = fc.record({
  wait: fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    fc.integer({ min: 0, max: 20_000 }),
    fc.integer({ min: 0, max: 350_000 }),
  ),
  rate: fc.constantFrom(0.5, 1, 2, 16),
  enters: fc.boolean(),
  spans: fc.array(anySpan, { maxLength: 40 }),
});
const anyRun = fc.record({
  end: fc.integer({ min: 1, max: 900_000 }),
  maxRate: fc.constantFrom(1, 1.25, 2),
  steps: fc.array(anyStep, { maxLength: 30 }),
});

function spansFrom(play: Play, spans: { from: number; length: number }[]): [number, number][] {
  let index = play.furthest / 1000;
  return spans.map(({ from, length }) => {
    const begin = index + from;
    index = Math.max(index, begin + length);
    return [begin, begin + length];
  });
}

describe('over random beats', () => {
  it('counts no more than elapsed time plus one grace period, advances no further than credited, and never finishes below the threshold', () => {
    fc.assert(
      fc.property(anyRun, ({ end, maxRate, steps }) => {
        let now = start;
        let play = fresh(end, maxRate);
        let credited = 0;
        for (const { wait, rate, enters, spans } of steps) {
          now += wait;
          if (enters) play = { ...play, begun: false, lastBeatAt: now };
          const { play: after, accepted } = countBeat(
            play,
            newBeat(spansFrom(play, spans), rate),
            now,
          );
          credited += accepted;
          expect(credited).toBeLessThanOrEqual(
            (now - start) * maxRate * ledger.factor + ledger.grace * maxRate,
          );
          if (!play.finished) expect(after.furthest - play.furthest).toBeLessThanOrEqual(accepted);
          expect(after.furthest).toBeLessThanOrEqual(credited);
          expect(after.ranges.at(-1)?.[1] ?? 0).toBeLessThanOrEqual(
            after.finished ? end : after.furthest + ledger.lead,
          );
          if (after.finished)
            expect(measureSpans(merge(after.ranges, end))).toBeGreaterThanOrEqual(
              end * ledger.threshold,
            );
          play = after;
        }
      }),
      { numRuns: 5000 },
    );
  });

  it('shows a presence check only after its position was credited, within one lead', () => {
    fc.assert(
      fc.property(
        anyRun,
        fc.array(fc.integer({ min: 1, max: 600_000 }), { minLength: 1, maxLength: 6 }),
        ({ end, maxRate, steps }, planned) => {
          let now = start;
          let play = fresh(end, maxRate);
          let credited = 0;
          const checks = planned.filter((index) => index < end).toSorted((a, b) => a - b);
          for (const { wait, rate, spans } of steps) {
            now += wait;
            const nextCheck = checks[0];
            const asked = nextCheck === undefined ? play : { ...play, nextCheck };
            const {
              play: after,
              accepted,
              checkDue,
            } = countBeat(asked, newBeat(spansFrom(play, spans), rate), now);
            credited += accepted;
            if (checkDue) {
              expect(credited).toBeGreaterThanOrEqual((nextCheck ?? 0) - ledger.lead);
              checks.shift();
            }
            delete after.nextCheck;
            play = after;
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('one lead per beat', () => {
  it('many tiny spans in one beat advance no further than one', () => {
    const tiny = Array.from({ length: 28 }, (_, index): [number, number] => [
      index * 3,
      index * 3 + 0.001,
    ]);
    const { play } = countBeat(fresh(87_000), newBeat(tiny), start + 40);
    expect(play.furthest).toBeLessThanOrEqual(28);
    expect(play.ranges.at(-1)![1]).toBeLessThanOrEqual(ledger.lead + 28);
  });

  it('many tiny beats advance no further either', () => {
    let play = fresh(87_000);
    for (let index = 0; index < 100; index += 1)
      play = countBeat(
        play,
        newBeat([[play.furthest / 1000 + 3, play.furthest / 1000 + 3.001]]),
        start + index,
      ).play;
    expect(play.furthest).toBeLessThanOrEqual(100);
  });

  it('a check beyond an uncredited gap is not due', () => {
    const tiny = Array.from({ length: 28 }, (_, index): [number, number] => [
      index * 3,
      index * 3 + 0.001,
    ]);
    expect(
      countBeat({ ...fresh(87_000), nextCheck: 18_001 }, newBeat(tiny), start + 40).checkDue,
    ).toBe(false);
  });

  it('the part within the lead counts, and rewatching fills the gap', () => {
    const begun = countBeat(fresh(60_000), newBeat([]), start).play;
    const first = countBeat(begun, newBeat([[0.25, 15]]), start + 15_000).play;
    expect(first).toMatchObject({ furthest: 14_750, ranges: [[250, 15_000]] });
    expect(countBeat(first, newBeat([[14.75, 29.75]]), start + 30_000).play.furthest).toBe(29_750);
  });
});

describe('the minimum to finish a section', () => {
  it.each([8, 59, 60, 87, 299, 301, 600, 3600])(
    'is the threshold of its %i seconds, both watched and elapsed',
    (seconds) => {
      const end = seconds * 1000;
      let play = countBeat(fresh(end), newBeat([]), start).play;
      let now = start;
      for (; !play.finished; now += 1000) {
        const index = play.furthest / 1000;
        play = countBeat(play, newBeat([[index, index + 600]]), now).play;
      }
      expect(measureSpans(play.ranges)).toBeGreaterThanOrEqual(end * ledger.threshold);
      expect(now - start).toBeGreaterThanOrEqual(end * ledger.threshold - ledger.grace);
    },
  );
});

/**
 * A page that plays on and sends with each beat what the ledger does not have yet, like our player.
 */
function watch(
  end: number,
  steps: { length: number; late: number; pause: number; back: number }[],
): Play {
  let play = countBeat(fresh(end), newBeat([]), start).play;
  let clock = start;
  let index = 0;
  const played: Span[] = [];
  const sendMissing = (late: number) => {
    const missing = outside(merge(played), play.ranges).map(([from, to]): [number, number] => [
      from / 1000,
      to / 1000,
    ]);
    play = countBeat(
      play,
      { ...newBeat(missing), position: index / 1000 },
      Math.max(play.lastBeatAt, clock + late),
    ).play;
  };
  for (const { length, late, pause, back } of [
    ...steps,
    ...Array.from({ length: Math.ceil(end / 15_000) + 20 }, () => ({
      length: 15_000,
      late: 0,
      pause: 0,
      back: 0,
    })),
  ]) {
    const to = Math.min(end, index + length);
    if (to > index) played.push([index, to]);
    clock += to === index ? 15_000 : to - index;
    index = to;
    sendMissing(late);
    clock += pause;
    index = Math.max(0, index - back);
  }
  return play;
}

function outside(spans: readonly Span[], known: readonly Span[]): Span[] {
  return known.reduce<Span[]>(
    (rest, [low, high]) =>
      rest
        .flatMap(([from, to]): Span[] => [
          [from, Math.min(low, to)],
          [Math.max(high, from), to],
        ])
        .filter(([from, to]) => to > from),
    [...spans],
  );
}

it('an honest learner finishes despite pauses, rewinding and network delays', () => {
  const step = fc.record({
    length: fc.integer({ min: 200, max: 15_000 }),
    late: fc.integer({ min: 0, max: 12_000 }),
    pause: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 240_000 })),
    back: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 30_000 })),
  });
  fc.assert(
    fc.property(
      fc.integer({ min: 2000, max: 1_200_000 }),
      fc.array(step, { maxLength: 40 }),
      (end, steps) => {
        const play = watch(end, steps);
        expect(play.finished).toBe(true);
        expect(play.ranges).toEqual([[0, end]]);
        expect(play.furthest).toBe(end);
      },
    ),
    { numRuns: 500 },
  );
});
