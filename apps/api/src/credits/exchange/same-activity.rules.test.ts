import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPerhapsSameNumber, isSameActivity, numberKey } from './same-activity.rules.ts';

const activity = (activityNo: string) => ({
  year: 2026,
  activity_no: activityNo,
  activity_name: '',
  start_on: '2026-05-01',
  end_on: '2026-05-03',
});
const isSame = (a: string, b: string) => isSameActivity(activity(a), activity(b));

const number = fc
  .tuple(fc.stringMatching(/^[A-HJKMP-Z]{2,4}$/), fc.integer({ min: 2020, max: 2030 }), fc.nat(999))
  .filter(([letters]) => !/^(NO|NR|SN|PDF|PNG|CERT)/.test(letters))
  .map(([letters, year, nth]) => `${letters}${year}-${String(nth).padStart(3, '0')}`);

const toWide = (text: string) =>
  text.replace(/[!-~]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0));
const toNumerals = (text: string) =>
  text.replace(/\d/g, (digit) => '〇一二三四五六七八九'[Number(digit)]!);
const spellings: Record<string, (number: string) => string> = {
  第号: (text) => `第${text}号`,
  号: (text) => `${text}号`,
  label: (text) => `证书号：${text}`,
  'two labels': (text) => `学分证书编号 No. ${text}`,
  'No.': (text) => `No.${text}`,
  'NO：': (text) => `NO：${text}`,
  Nr: (text) => `Nr ${text}`,
  '№': (text) => `№${text}`,
  '#': (text) => `#${text}`,
  copy: (text) => `${text}（复印件）`,
  file: (text) => `${text}.pdf`,
  words: (text) => `省医学会${text}继续教育`,
  wide: toWide,
  small: (text) => text.toLowerCase(),
  spaced: (text) => [...text].join(' '),
  invisible: (text) => [...text].join('\u200B'),
  dots: (text) => text.replaceAll('-', '·'),
  brackets: (text) => text.replace(/(\d{4})/, '〔$1〕'),
  'letter O': (text) => text.replaceAll('0', 'O'),
  'letter l': (text) => text.replaceAll('1', 'l'),
  Cyrillic: (text) => text.replaceAll('A', 'А').replaceAll('X', 'Х').replaceAll('S', 'Ѕ'),
  accents: (text) => text.replaceAll('E', 'É'),
  numerals: toNumerals,
  'Arabic digits': (text) =>
    text.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
};
const spelling = fc.constantFrom(...Object.keys(spellings));

describe('a number', () => {
  it.each([
    '第JX2026-001号',
    'JX2026-001号',
    '证书号：JX2026-001',
    'No.JX2026-001',
    'Nr JX2026-001',
  ])('is recognised in %j', (other) => expect(isSame('JX2026-001', other)).toBe(true));

  it('is the same in any spelling, and in any two of them after each other', () => {
    fc.assert(
      fc.property(number, spelling, spelling, (text, first, second) => {
        const other = spellings[second]!(spellings[first]!(text));
        expect(isSame(text, other)).toBe(true);
        expect(isSame(other, text)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('is another one with other digits or letters', () => {
    fc.assert(
      fc.property(number, number, spelling, (a, b, way) => {
        fc.pre(numberKey(a) !== numberKey(b));
        expect(isSame(a, spellings[way]!(b))).toBe(false);
      }),
    );
  });

  it('of words alone is no number', () => {
    expect(isSame('无', '无')).toBe(false);
    expect(isSame('', '第号')).toBe(false);
  });
});

describe('the number of another person', () => {
  it.each([
    ['JX2026-001', '第JX2026-001号', true],
    ['清渚医证字第JX2026-001号', 'JX2026-001', true],
    ['清渚医证字第001号', '云溪医证字第001号', false],
    ['清渚医证字第001号', '清渚医证字001', true],
  ])('%j and %j are perhaps the same: %s', (a, b, expected) => {
    expect(isPerhapsSameNumber(a, b)).toBe(expected);
  });
});
