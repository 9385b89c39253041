import { describe, expect, it } from 'vitest';
import { formatLetters, parseLetters } from './choice.rules.ts';

const options = ['甲', '乙', '丙'];

describe('letters', () => {
  it.each([
    ['A', false, [0]],
    ['c', false, [2]],
    ['CA', true, [0, 2]],
  ])('%s is a valid key', (letters, isMultiple, places) => {
    expect(parseLetters(letters, { options }, isMultiple)).toEqual(places);
    expect(formatLetters(places)).toBe([...letters.toUpperCase()].toSorted().join(''));
  });
  it.each([
    ['', true],
    ['D', false],
    ['AB', false],
    ['AA', true],
    ['1', false],
    ['A,C', true],
  ])('“%s” is not a valid key', (letters, isMultiple) => {
    expect(parseLetters(letters, { options }, isMultiple)).toBeUndefined();
  });
});
