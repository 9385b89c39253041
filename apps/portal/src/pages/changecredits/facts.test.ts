import { sampleDeclarationDetail, sampleKind } from '@cme/testing/exchange';
import { describe, expect, it } from 'vitest';
import { createDraftFacts } from './facts.ts';
import { formatFigure, formatLevel } from './figures.ts';

const { draft } = sampleDeclarationDetail();
const rates = [30, 18, 9].map((hours) => ({ hours, credits: hours / 3 }));
const paper = sampleKind({
  unit: '篇',
  levels: [{ code: 'core', name: '核心期刊', rates }],
  fields: ['activity_name', 'level', 'role_order', 'quantity', 'issuer', 'note'].map((key) => ({
    key,
    label: `标签 ${key}`,
    hint: '',
    required: 'N',
  })),
});

describe('the facts of a declaration', () => {
  it('show start and end as one line', () =>
    expect(createDraftFacts(sampleKind(), draft)).toEqual([
      ['会议名称', '围产医学年会'],
      ['起止日期', '2026-05-01 至 2026-05-03'],
      ['参加次数', '1项'],
    ]));

  it.each([
    [{ start_on: '', end_on: '' }, undefined],
    [{ start_on: '2026-05-01', end_on: '' }, '2026-05-01 至 '],
  ])('with %o have the period %j', (days, period) => {
    const facts = new Map(createDraftFacts(sampleKind(), { ...draft, ...days }));
    expect(facts.get('起止日期')).toBe(period);
  });

  it('name the level and the position, and leave out what is empty', () => {
    const filled = {
      ...draft,
      level: 'core',
      role_order: 2,
      quantity: 1,
      issuer: '',
      note: '首发',
    };
    expect(createDraftFacts(paper, filled)).toEqual([
      ['标签 activity_name', '围产医学年会'],
      ['标签 level', '核心期刊'],
      ['标签 role_order', '第2名'],
      ['标签 quantity', '1篇'],
      ['标签 note', '首发'],
    ]);
  });

  it('leave out a level that the kind no longer has, and figures of zero', () => {
    const filled = { ...draft, level: 'of_tomorrow', role_order: 0, quantity: 0 };
    expect(createDraftFacts(paper, filled).map(([name]) => name)).toEqual(['标签 activity_name']);
  });
});

describe('the credits of a kind in one line', () => {
  it.each([
    [{}, '每项12学时、4学分 · 每项最多10学分 · 每年最多10学分'],
    [{ year_cap: 0 }, '每项12学时、4学分 · 每项最多10学分 · 每年最多0学分'],
    [
      { unit: '小时', hours_per_unit: 1 / 3, credits_per_unit: 0.1 },
      '每小时0.33学时、0.1学分 · 每项最多10学分 · 每年最多10学分',
    ],
    [{ levels: paper.levels }, '按级别折算 · 每项最多10学分 · 每年最多10学分'],
  ])('with %o are %s', (change, line) => expect(formatFigure(sampleKind(change))).toBe(line));

  it('name no cap of the year where there is none', () => {
    const { year_cap: _, ...unlimited } = sampleKind();
    expect(formatFigure(unlimited)).toBe('每项12学时、4学分 · 每项最多10学分');
  });

  it.each([
    [rates, '核心期刊（第1至3名：30、18、9学时）'],
    [rates.slice(0, 1), '核心期刊（30学时）'],
    [[], '核心期刊（0学时）'],
  ])('of a level with the rates %o are %s', (some, line) =>
    expect(formatLevel({ code: 'core', name: '核心期刊', rates: some })).toBe(line),
  );
});
