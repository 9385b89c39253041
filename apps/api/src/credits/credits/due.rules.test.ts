import { describe, expect, it } from 'vitest';
import { computeDueDays, dueStatus, applyWaiver } from './due.rules.ts';

describe('a year’s last day', () => {
  const due = computeDueDays(2026, { due_day: '12-31', grace_days: 90 });

  it('is followed by its grace period', () => {
    expect(due).toEqual({ due_on: '2026-12-31', grace_until: '2027-03-31' });
    expect(computeDueDays(2026, { due_day: '11-30', grace_days: 0 }).grace_until).toBe(
      '2026-11-30',
    );
  });

  it.each([
    ['2026-12-31', false, false, 'open'],
    ['2027-01-01', false, false, 'grace'],
    ['2027-03-31', false, false, 'grace'],
    ['2027-04-01', false, false, 'over'],
    ['2027-04-01', true, false, 'met'],
    ['2027-04-01', false, true, 'waived'],
  ] as const)('on %s, met %s, waived %s, is %s', (today, isMet, isWaived, expected) => {
    expect(dueStatus(due, { isMet, isWaived, today })).toMatchObject({ due_status: expected });
  });
});

it('a waived share reduces every requirement', () => {
  const rule = {
    rule_id: 'r',
    site_id: 'main',
    name: '',
    year: 2026,
    scope: {},
    need_hours: 90,
    need_public: 30,
    need_pro: 60,
    need_credits: 25,
    kind_caps: [],
    type_needs: [{ credit_type: 'I', name: 'Ⅰ类学分', need: 5 }],
    note: '',
    due_day: '12-31',
    grace_days: 0,
  };
  expect(applyWaiver(rule, 50)).toMatchObject({
    need_hours: 45,
    need_public: 15,
    need_pro: 30,
    need_credits: 12.5,
    type_needs: [{ need: 2.5 }],
  });
  expect(applyWaiver(rule, 0)).toEqual(rule);
});
