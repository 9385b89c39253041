import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Guess, guessLimits, lockedUntil } from './guess.rules.ts';

const minute = 60_000;
const at = (minutes: number) => new Date(Date.UTC(2026, 5, 1) + minutes * minute);
const wrong = (minutes: number, part = 'A'): Guess => ({ part, at: at(minutes), forgiven: false });
const asked = (guesses: Guess[], minutes: number, { address = 'A', known = false } = {}) => {
  const until = lockedUntil(guesses, address, known, at(minutes));
  return until && (until.getTime() - at(0).getTime()) / minute;
};

describe('guesses at one account', () => {
  test('five wrong ones within ten minutes lock it for that address for a quarter of an hour', () => {
    const guesses = [0, 1, 2, 3, 4].map((minutes) => wrong(minutes));
    expect(asked(guesses.slice(0, 4), 4)).toBeUndefined();
    expect(asked(guesses, 4)).toBe(19);
    expect(asked(guesses, 18.9)).toBe(19);
    expect(asked(guesses, 19)).toBeUndefined();
  });

  test('lock nobody at another address', () => {
    expect(asked([0, 1, 2, 3, 4].map((minutes) => wrong(minutes)), 5, { address: 'B' })).toBeUndefined();
  });

  test('go on one by one after a lock, each for another quarter of an hour', () => {
    expect(asked([...[0, 0, 0, 0, 0].map((minutes) => wrong(minutes)), wrong(16)], 17)).toBe(31);
  });

  test('are forgiven to an address once the password was right', () => {
    const forgiven = [0, 1, 2, 3, 4].map((minutes) => ({ ...wrong(minutes), forgiven: true }));
    expect(asked(forgiven, 5)).toBeUndefined();
    expect(asked([...forgiven, ...[5, 5, 5, 5].map((minutes) => wrong(minutes, 'B'))], 6, { address: 'C' })).toBe(60);
  });

  test('from many strange addresses end at nine an hour; the tenth is kept for an address that was signed in before', () => {
    const guesses = Array.from({ length: 9 }, (_, n) => wrong(n, `S${n}`));
    expect(asked(guesses, 10, { address: 'S10' })).toBe(60);
    expect(asked(guesses, 10, { address: 'home', known: true })).toBeUndefined();
    expect(asked([...guesses, wrong(10, 'home')], 11, { address: 'home', known: true })).toBe(60);
  });

  test('never pass ten in any hour, and one address alone never waits longer than a quarter of an hour, however they are timed', () => {
    const steps = fc.array(fc.record({ pause: fc.integer({ min: 0, max: 20 * minute }), part: fc.constantFrom('A', 'B', 'C'), known: fc.boolean() }), { maxLength: 120 });
    fc.assert(
      fc.property(steps, fc.boolean(), (plan, isAlone) => {
        const taken: Guess[] = [];
        let now = at(0).getTime();
        for (const { pause, part, known } of plan) {
          now += pause;
          const address = isAlone ? 'A' : part;
          const until = lockedUntil(taken.filter((guess) => guess.at.getTime() > now - 2 * guessLimits.hourMs), address, known, new Date(now));
          if (!until) taken.push({ part: address, at: new Date(now), forgiven: false });
          else if (isAlone) expect(until.getTime() - now).toBeLessThanOrEqual(guessLimits.lockMs);
        }
        for (const { at: from } of taken) {
          const inHour = taken.filter((guess) => guess.at >= from && guess.at.getTime() < from.getTime() + guessLimits.hourMs);
          expect(inHour.length).toBeLessThanOrEqual(10);
        }
      }),
      { numRuns: 500 },
    );
  });
});
