import { describe, expect, test } from 'vitest';
import { guessCost, textCost } from '../limits/proof.rules.ts';
import {
  getCodeLife,
  mayTry,
  nextTextAt,
  pauseAfter,
  textPart,
  type CodeTry,
} from './sms.rules.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 5, 1) + seconds * 1000);

test.each([
  [1, 60],
  [2, 60],
  [3, 60],
  [4, 120],
  [5, 240],
  [6, 480],
  [7, 900],
  [50, 900],
])('after SMS %i of a day the interval is %i s, and its code is valid as long', (n, seconds) => {
  expect(pauseAfter(n)).toBe(seconds);
  expect(getCodeLife(n)).toBe(Math.max(300, seconds));
});

describe('the next SMS', () => {
  const stranger = { part: '10.0.0.1', isKnown: false };
  const known = { part: 'device:d', isKnown: true };
  const texts = Array.from({ length: 7 }, (_, n) => ({
    part: textPart('login', stranger),
    at: at(n),
  }));

  test.each([
    ['the first', [], textPart('login', stranger), 0, undefined],
    ['within a minute', texts.slice(0, 1), textPart('login', stranger), 59, 60],
    ['after it', texts.slice(0, 1), textPart('login', stranger), 60, undefined],
    ['of another scene', texts.slice(0, 1), textPart('regist', stranger), 1, undefined],
    ['after seven', texts, textPart('login', stranger), 60, 906],
    ['of a known browser after seven of strangers', texts, textPart('login', known), 60, undefined],
    [
      'of a stranger after one of a known browser',
      [{ part: textPart('login', known), at: at(0) }],
      textPart('login', stranger),
      1,
      undefined,
    ],
  ])('%s', (_, before, part, now, expected) => {
    expect(nextTextAt(before, part, at(now))?.getTime()).toBe(
      expected === undefined ? undefined : at(expected).getTime(),
    );
  });
});

describe('an attempt at a code', () => {
  const tries = (part: string, times: number, seconds = 0): CodeTry[] =>
    Array.from({ length: times }, () => ({ part, at: at(seconds) }));
  const many = Array.from({ length: 10 }, (_, n) => ({ part: `10.0.0.${n}`, at: at(0) }));

  test.each([
    [
      'the fifth of an address',
      tries('A', 4),
      { part: 'A', isKnown: false, askedAt: undefined },
      'yes',
    ],
    ['the sixth', tries('A', 5), { part: 'A', isKnown: false, askedAt: undefined }, 'spent'],
    ['the eleventh of strangers', many, { part: 'B', isKnown: false, askedAt: undefined }, 'busy'],
    [
      'of who asked for it, after ten of strangers',
      many,
      { part: 'asked:d', isKnown: false, askedAt: at(0) },
      'yes',
    ],
    [
      'of a known browser, after ten of strangers',
      many,
      { part: 'device:d', isKnown: true, askedAt: undefined },
      'yes',
    ],
    [
      'the sixth of who asked for it',
      tries('asked:d', 5, 1),
      { part: 'asked:d', isKnown: false, askedAt: at(0) },
      'spent',
    ],
    [
      'of who asked for another one since',
      tries('asked:d', 5, 1),
      { part: 'asked:d', isKnown: false, askedAt: at(2) },
      'yes',
    ],
  ] as const)('%s: %s', (_, before, trier, expected) => {
    expect(mayTry(before, trier, at(10))).toBe(expected);
    expect(mayTry(before, trier, at(901))).toBe('yes');
  });
});

test.each([
  [0, 0],
  [2, 0],
  [3, 1],
  [4, 2],
  [7, 16],
  [40, 16],
])('after %i wrong attempts of strangers a proof costs %i', (strangerTries, cost) =>
  expect(guessCost(strangerTries)).toBe(cost),
);
test.each([
  [0, 0, 1],
  [1, 0, 1],
  [2, 0, 2],
  [5, 0, 16],
  [50, 0, 16],
  [0, 19, 1],
  [0, 30, 4],
])('with %i SMS to a number and %i from an address a proof costs %i', (toNumber, from, cost) => {
  expect(textCost(toNumber, from)).toBe(cost);
});
