import { describe, expect, it } from 'vitest';
import type { Scope, Scoped } from '../../content/catalogue/scope.rules.ts';
import type { CreditRule } from './credits.store.ts';
import { pickCautiously, pickRule } from './pick-rule.rules.ts';

const rule = (ruleId: string, scope: Scope, more: Partial<CreditRule> = {}): CreditRule => ({
  rule_id: ruleId,
  name: ruleId,
  site_id: 'main',
  year: 2026,
  scope,
  need_hours: 90,
  need_public: 30,
  need_pro: 60,
  need_credits: 25,
  kind_caps: [],
  type_needs: [],
  note: '',
  due_day: '12-31',
  grace_days: 90,
  ...more,
});

const rules = [
  rule(
    'health',
    { series: ['01', '04'] },
    { kind_caps: [{ kind: 'self_study', max_credits: 10 }] },
  ),
  rule('general', {}, { need_credits: 0 }),
  rule(
    'rural',
    { levels: ['D'] },
    { need_hours: 40, need_public: 0, need_pro: 0, need_credits: 0 },
  ),
];
const person = (more: Partial<Scoped> = {}): Scoped => ({
  level: 'A',
  series_code: '04',
  area_id: '110105',
  unit_ids: [],
  verified: [],
  ...more,
});
const verified: Scoped['verified'] = ['level', 'series_code', 'area_id', 'unit_id'];

describe('the requirement of somebody whose facts nobody has verified', () => {
  it.each([
    ['another series', { series_code: '39' }],
    ['a lower level', { level: 'D' }],
    ['both', { level: 'D', series_code: '39' }],
    ['nothing', { level: '', series_code: '', area_id: '' }],
  ])('is not lowered by stating %s', (_, stated) => {
    const { rule: picked, unproven } = pickCautiously(rules, person(stated));
    expect(picked).toMatchObject({ name: 'health', need_hours: 90, need_credits: 25 });
    expect(unproven.length).toBeGreaterThan(0);
  });

  it('is the exact rule as soon as the facts that lower it are verified', () => {
    const teacher = person({ series_code: '39', verified: ['series_code'] });
    expect(pickCautiously(rules, teacher)).toEqual({ rule: rules[1], unproven: [] });
    const villager = person({ level: 'D', series_code: '39', verified: ['level'] });
    expect(pickCautiously(rules, villager)).toEqual({ rule: rules[2], unproven: [] });
  });

  it('names only the facts that would lower it', () => {
    const stated = person({ series_code: '39' });
    expect(pickCautiously(rules, stated).unproven).toEqual(['series_code']);
    expect(pickCautiously(rules, person({ level: 'D' })).unproven).toEqual(['level']);
    expect(pickCautiously(rules, person())).toEqual({ rule: rules[0], unproven: [] });
  });

  it('takes the most of each amount where no rule is stricter in everything', () => {
    const mixed = [
      rule('hours', { series: ['01'] }, { need_hours: 120, need_credits: 0, need_public: 10 }),
      rule(
        'credits',
        { levels: ['B'] },
        {
          need_hours: 60,
          need_credits: 30,
          need_pro: 70,
          type_needs: [{ credit_type: 'I', name: 'Ⅰ类学分', need: 5 }],
        },
      ),
      rule('city', { areas: ['330100'] }, { need_hours: 10, due_day: '06-30', grace_days: 0 }),
      rule('rest', {}, { kind_caps: [{ kind: 'self_study', max_credits: 3 }] }),
    ];
    expect(pickCautiously(mixed, person({ series_code: '09', level: 'A' })).rule).toMatchObject({
      need_hours: 120,
      need_credits: 30,
      need_public: 30,
      need_pro: 70,
      type_needs: [{ credit_type: 'I', need: 5 }],
      kind_caps: [{ kind: 'self_study', max_credits: 3 }],
      due_day: '06-30',
      grace_days: 0,
    });
  });

  it('covers what any values of the unverified facts would give', () => {
    const many = [
      ...rules,
      rule('province', { areas: ['330000'] }, { need_hours: 100 }),
      rule('seniors', { areas: ['330100'], levels: ['C'] }, { need_credits: 40, need_pro: 80 }),
      rule('doctors', { series: ['01'], levels: ['B'] }, { need_public: 45 }),
    ];
    const fields = ['level', 'series_code', 'area_id'] as const;
    const values = {
      level: ['A', 'B', 'C', 'D'],
      series_code: ['01', '02', '04', '39'],
      area_id: ['110105', '330106', '330206'],
    };
    const all = values.level.flatMap((level) =>
      values.series_code.flatMap((seriesCode) =>
        values.area_id.map((areaId) => person({ level, series_code: seriesCode, area_id: areaId })),
      ),
    );
    for (const stated of all)
      for (let known = 0; known < 8; known += 1) {
        const proven = fields.filter((_, index) => known & (1 << index));
        const { rule: picked } = pickCautiously(many, {
          ...stated,
          verified: [...proven, 'unit_id'],
        });
        for (const other of all) {
          if (proven.some((field) => other[field] !== stated[field])) continue;
          const needs = pickRule(many, { ...other, verified });
          for (const amount of ['need_hours', 'need_credits', 'need_public', 'need_pro'] as const)
            expect(picked?.[amount]).toBeGreaterThanOrEqual(needs?.[amount] ?? 0);
        }
      }
  });

  it('does not depend on a unit that the person has only named', () => {
    const easy = [...rules, rule('easy', { units: ['U1'] }, { need_hours: 1, need_credits: 0 })];
    const member = person({ unit_ids: ['U1'], verified: ['level', 'series_code', 'area_id'] });
    expect(pickCautiously(easy, member)).toMatchObject({
      rule: { need_hours: 90 },
      unproven: ['unit_id'],
    });
    expect(pickCautiously(easy, { ...member, verified }).rule).toMatchObject({ need_hours: 1 });
  });
});
