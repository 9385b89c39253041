import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Guess, guessLimits, isStrangerGuess, lockedUntil } from './guess.rules.ts';

const minute = 60_000;
const at = (minutes: number) => new Date(Date.UTC(2026, 5, 1) + minutes * minute);
const wrong = (minutes: number, part = 'A'): Guess => ({ part, at: at(minutes), forgiven: false });
const asked = (guesses: Guess[], minutes: number, { address = 'A', known = false } = {}) => {
  const until = lockedUntil(
    guesses,
    { part: known ? `known:${address}` : address, isKnown: known },
    at(minutes),
  );
  return until && (until.getTime() - at(0).getTime()) / minute;
};

describe('wrong passwords for one account', () => {
  test('lock an address for 15 minutes after five within ten minutes', () => {
    const guesses = [0, 1, 2, 3, 4].map((minutes) => wrong(minutes));
    expect(asked(guesses.slice(0, 4), 4)).toBeUndefined();
    expect(asked(guesses, 4)).toBe(19);
    expect(asked(guesses, 18.9)).toBe(19);
    expect(asked(guesses, 19)).toBeUndefined();
  });

  test('do not lock other addresses', () => {
    expect(
      asked(
        [0, 1, 2, 3, 4].map((minutes) => wrong(minutes)),
        5,
        { address: 'B' },
      ),
    ).toBeUndefined();
  });

  test('are allowed one at a time after a lock, each followed by 15 minutes', () => {
    expect(asked([...[0, 0, 0, 0, 0].map((minutes) => wrong(minutes)), wrong(16)], 17)).toBe(31);
  });

  test('are reset for an address by the right password', () => {
    const forgiven = [0, 1, 2, 3, 4].map((minutes) => ({ ...wrong(minutes), forgiven: true }));
    expect(asked(forgiven, 5)).toBeUndefined();
    expect(
      asked([...forgiven, ...[5, 5, 5, 5].map((minutes) => wrong(minutes, 'B'))], 6, {
        address: 'C',
      }),
    ).toBe(20);
  });

  test('from many unknown addresses are allowed one every 15 minutes after nine; known ones have their own budget', () => {
    const guesses = Array.from({ length: 9 }, (_, n) => wrong(n, `S${n}`));
    expect(asked(guesses, 10, { address: 'S10' })).toBe(23);
    expect(asked(guesses, 10, { address: 'home', known: true })).toBeUndefined();
    expect(
      asked([...guesses, ...[9, 9, 9, 9, 9].map((minutes) => wrong(minutes, 'known:home'))], 10, {
        address: 'home',
        known: true,
      }),
    ).toBe(24);
    expect(asked([...guesses, wrong(10, 'known:home')], 23, { address: 'S10' })).toBeUndefined();
  });

  test('of strangers never exceed twelve in any hour, and nobody waits longer than 15 minutes', () => {
    const steps = fc.array(
      fc.record({
        pause: fc.integer({ min: 0, max: 20 * minute }),
        address: fc.constantFrom('A', 'B', 'C', 'D'),
        isKnown: fc.boolean(),
      }),
      { maxLength: 120 },
    );
    fc.assert(
      fc.property(steps, (plan) => {
        const taken: Guess[] = [];
        let now = at(0).getTime();
        for (const { pause, address, isKnown } of plan) {
          now += pause;
          const part = isKnown ? `known:${address}` : address;
          const until = lockedUntil(
            taken.filter((guess) => guess.at.getTime() > now - 2 * guessLimits.hourMs),
            { part, isKnown },
            new Date(now),
          );
          if (until) expect(until.getTime() - now).toBeLessThanOrEqual(guessLimits.lockMs);
          else taken.push({ part, at: new Date(now), forgiven: false });
        }
        const strangerGuesses = taken.filter(isStrangerGuess);
        for (const { at: from } of strangerGuesses) {
          const inHour = strangerGuesses.filter(
            (guess) => guess.at >= from && guess.at.getTime() < from.getTime() + guessLimits.hourMs,
          );
          expect(inHour.length).toBeLessThanOrEqual(12);
        }
      }),
      { numRuns: 500 },
    );
  });
});
