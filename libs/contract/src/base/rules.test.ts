import { describe, expect, it } from 'vitest';
import { isPassword } from './password.ts';
import {
  birthDateOf,
  genderOf,
  isIdNumber,
  isMobile,
  isRealName,
  maskIdNumber,
  maskMobile,
} from './rules.ts';

describe('a mobile number', () => {
  it.each([
    '13000000000',
    '14700000000',
    '15912345678',
    '16600000000',
    '17712345678',
    '18812345678',
    '19999999999',
  ])('%s is accepted', (value) => expect(isMobile(value)).toBe(true));
  it.each([
    '',
    '12000000000',
    '11012345678',
    '10086',
    '1380000000',
    '138000000011',
    '23800000001',
    ' 13800000001',
    '1380000000a',
    '１３８００００００００',
    '+8613800000001',
  ])('%j is refused', (value) => expect(isMobile(value)).toBe(false));
});

describe('an identity number', () => {
  const today = new Date('2026-11-20T00:00:00Z');
  it.each([
    ['11010519491231002X', true, 'the standard’s own example'],
    ['110105194912310021', false, 'a wrong check character'],
    ['11010519491231002x', false, 'a small x: the field turns it into a capital before judging'],
    ['110105491231002', false, 'the 15 digits of before 1999'],
    ['01010519491231002X', false, 'an unknown province'],
    ['110105194902300022', false, 'the 30th of February'],
    ['', false, 'nothing'],
  ])('%s: %s, %s', (value, isGood) => expect(isIdNumber(value, today)).toBe(isGood));

  it.each([
    ['20101120', true],
    ['20101121', false],
    ['19351121', true],
    ['19351120', false],
  ])('of a person born %s is valid: %s (16 to 90 years)', (birth, isGood) =>
    expect(isIdNumber(addCheckDigit(`110105${birth}003`), today)).toBe(isGood),
  );

  it('contains birth date and gender', () => {
    expect(birthDateOf('11010519491231002X')).toBe('1949-12-31');
    expect(birthDateOf('110105194902300022')).toBeUndefined();
    expect(genderOf('11010519491231002X')).toBe('F');
  });
});

describe('a password', () => {
  it.each(['Learner2026', 'Aa345678', 'aA1!@#$%', 'Abcdefghij1234567890'])(
    '%s is accepted',
    (value) => expect(isPassword(value)).toBe(true),
  );
  it.each([
    'learner2026',
    'LEARNER2026',
    'LearnerLearner',
    'Aa34567',
    'Learner 2026',
    'Abcdefghij12345678901',
  ])('%s is refused', (value) => expect(isPassword(value)).toBe(false));
});

describe('a name', () => {
  it.each(['王芳', '欧阳震华', '阿卜杜拉·买买提', '㛃䶮', '𠮷野'])('%s is accepted', (value) =>
    expect(isRealName(value)).toBe(true),
  );
  it.each(['王', 'Wang Fang', '王芳1', '王 芳', '<王芳>', ''])('%j is refused', (value) =>
    expect(isRealName(value)).toBe(false),
  );
});

describe('masking', () => {
  it('hides the middle', () => {
    expect(maskMobile('13800000001')).toBe('138****0001');
    expect(maskIdNumber('11010519491231002X')).toBe('110105********002X');
  });
});

function addCheckDigit(body: string): string {
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  return (
    body +
    '10X98765432'[
      weights.reduce((sum, weight, index) => sum + weight * Number(body[index]), 0) % 11
    ]
  );
}
