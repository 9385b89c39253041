import { describe, expect, it } from 'vitest';
import {
  fitsScope,
  judgeScope,
  narrowness,
  type Scope,
  type Scoped,
  scopeRefusal,
} from './scope.rules.ts';

const person: Scoped = {
  level: 'D',
  series_code: '02',
  area_id: '330127',
  unit_ids: ['ward', 'clinic', 'county'],
  verified: ['level', 'series_code', 'area_id', 'unit_id'],
};

describe('a scope', () => {
  it.each<[string, Scope, Partial<typeof person>, string]>([
    ['without lists admits everybody', {}, {}, 'in'],
    ['with empty lists admits everybody', { levels: [], areas: [], units: [] }, {}, 'in'],
    ['takes a level of its list', { levels: ['A', 'D'] }, {}, 'in'],
    ['refuses another level', { levels: ['A'] }, {}, 'out'],
    ['takes a series of its list', { series: ['02'] }, {}, 'in'],
    ['refuses another series', { series: ['04'] }, {}, 'out'],
    ['takes a county by its province', { areas: ['330000'] }, {}, 'in'],
    ['takes a county by its city', { areas: ['330100'] }, {}, 'in'],
    ['takes a county by itself', { areas: ['330127'] }, {}, 'in'],
    ['refuses a county beside', { areas: ['330122'] }, {}, 'out'],
    ['refuses another city', { areas: ['330200'] }, {}, 'out'],
    ['refuses another province', { areas: ['320000'] }, {}, 'out'],
    [
      'knows a county whose code ends in one zero',
      { areas: ['330110'] },
      { area_id: '330110' },
      'in',
    ],
    ['takes 330110 for itself alone', { areas: ['330110'] }, { area_id: '330111' }, 'out'],
    ['takes one of several areas', { areas: ['320000', '330100'] }, {}, 'in'],
    [
      'takes a city whose code ends in three noughts',
      { areas: ['331000'] },
      { area_id: '331002' },
      'in',
    ],
    ['takes such a city for itself alone', { areas: ['331000'] }, { area_id: '330106' }, 'out'],
    ['takes a district of a municipality', { areas: ['310000'] }, { area_id: '310115' }, 'in'],
    ['takes a county right below its province', { areas: ['420000'] }, { area_id: '429004' }, 'in'],
    [
      'refuses the whole province where one county is meant',
      { areas: ['330127'] },
      { area_id: '330000' },
      'out',
    ],
    ['takes a unit of its list', { units: ['other', 'ward'] }, {}, 'in'],
    ['takes a unit by the one above it', { units: ['clinic'] }, {}, 'in'],
    ['takes a unit by the one at the top', { units: ['county'] }, {}, 'in'],
    ['refuses another unit', { units: ['other'] }, {}, 'out'],
    [
      'refuses the unit above the one that is meant',
      { units: ['ward'] },
      { unit_ids: ['clinic', 'county'] },
      'out',
    ],
    ['wants unit and area', { units: ['clinic'], areas: ['320000'] }, {}, 'out'],
    ['wants every list', { levels: ['D'], areas: ['320000'] }, {}, 'out'],
    ['asks for the area', { areas: ['330000'] }, { area_id: '' }, 'area_id'],
    ['asks for the level', { levels: ['D'] }, { level: '' }, 'level'],
    ['asks for the series', { series: ['02'] }, { series_code: '' }, 'series_code'],
    ['wants a level that somebody verified', { levels: ['D'] }, { verified: [] }, 'unverified'],
    ['wants such an area', { areas: ['330000'] }, { verified: ['level'] }, 'unverified'],
    ['takes a unit that decided', { units: ['ward'] }, { verified: ['unit_id'] }, 'in'],
    ['wants a unit that decided', { units: ['ward'] }, { verified: [] }, 'unverified'],
    ['refuses before it asks for a proof', { levels: ['A'] }, { verified: [] }, 'out'],
    ['asks for the unit', { units: ['ward'] }, { unit_ids: [] }, 'unit_id'],
    [
      'asks for nothing that would not help',
      { levels: ['A'], areas: ['33'] },
      { area_id: '' },
      'out',
    ],
  ])('%s', (_, scope, change, expected) => {
    const verdict = judgeScope(scope, { ...person, ...change });
    expect(verdict.state === 'missing' ? verdict.field : verdict.state).toBe(expected);
    const fits = fitsScope(scope, { ...person, ...change });
    expect(fits).toBe(expected === 'in' || expected === 'unverified');
  });

  it('gives a standard reason with the missing profile field', () => {
    expect(scopeRefusal({}, person)).toBeUndefined();
    expect(scopeRefusal({ levels: ['A'] }, person)).toMatchObject({
      message: '您不在本次培训范围内',
      code: 'not_in_scope',
    });
    expect(scopeRefusal({ areas: ['330000'] }, { ...person, area_id: '' })).toMatchObject({
      message: '请先在账号设置中完善“所在地区”',
      code: 'profile_incomplete',
      data: { field: 'area_id' },
    });
    expect(scopeRefusal({ levels: ['D'] }, { ...person, verified: [] })).toMatchObject({
      message: expect.stringContaining('您填报的“专业级别”尚未核实'),
      code: 'fact_unverified',
      data: { field: 'level' },
    });
    expect(scopeRefusal({ units: ['ward'] }, { ...person, verified: [] })).toMatchObject({
      message: '您填报的“工作单位”尚未核实，请在账号设置向该单位提交加入申请，核实后再办理',
      code: 'fact_unverified',
    });
  });

  it('is more specific the more conditions it has', () => {
    const order: Scope[] = [
      {},
      { series: ['02'] },
      { levels: ['D'] },
      { levels: ['D'], series: ['02'] },
      { areas: ['330000'] },
      { areas: ['330100'] },
      { areas: ['330127'] },
      { areas: ['320000', '330127'], levels: ['D'] },
      { units: ['county'] },
      { units: ['clinic'], levels: ['D'] },
      { units: ['ward', 'county'] },
    ];
    const values = order.map((scope) => narrowness(scope, person));
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    expect(new Set(values).size).toBe(values.length);
  });
});
