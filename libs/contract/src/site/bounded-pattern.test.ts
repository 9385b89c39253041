import { describe, expect, it } from 'vitest';
import { isBoundedPattern } from './bounded-pattern.ts';

describe('a pattern for a query parameter', () => {
  it.each([
    '[\\w-]{1,64}',
    '20\\d\\d',
    '(1[0-2]|[1-9])',
    '20\\d\\d-(0[1-9]|1[0-2])',
    '\\d{1,4}',
    '(20\\d\\d)?',
    '(\\d\\d){0,3}',
  ])('may be %s', (pattern) => expect(isBoundedPattern(pattern)).toBe(true));

  it.each([
    ['is not limited', '\\w+'],
    ['is not limited from above', '\\d{1,}'],
    ['repeats what is repeated', '(a{1,64}){1,64}'],
    ['repeats alternatives often', '(a|aa){0,64}'],
    ['has groups in groups', '((a|aa){4}){4}'],
    ['has many parts of variable length', '\\w{0,64}\\w{0,64}\\w{0,64}x'],
    ['looks ahead', '(?=a)a'],
    ['refers back', '(a)\\1'],
    ['takes any sign', '.{1,9}'],
    ['is no regular expression', '(a'],
    ['has its limits the wrong way round', 'a{9,1}'],
  ])('is refused if it %s', (_, pattern) => expect(isBoundedPattern(pattern)).toBe(false));

  it('takes no time, whatever value it is given', () => {
    const slowest = new RegExp('^(?:\\w{0,64}\\w{0,64}x)$');
    const begun = performance.now();
    for (let turn = 0; turn < 100; turn += 1) slowest.test(`${'a'.repeat(200)}!`);
    expect(performance.now() - begun).toBeLessThan(1000);
  });
});
