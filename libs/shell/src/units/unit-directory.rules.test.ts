import type { UnitChoice } from '@cme/contract/person';
import { describe, expect, it } from 'vitest';
import { findPath, groupBranches, type UnitBranch } from './unit-directory.rules.ts';

const tree = [
  {
    label: '浙江省',
    value: '330000',
    children: [
      { label: '杭州市', value: '330100', children: [{ label: '西湖区', value: '330106' }] },
      { label: '宁波市', value: '330200' },
    ],
  },
  { label: '台湾省', value: '710000' },
];

describe('the path to an area', () => {
  it.each([
    ['330106', ['浙江省', '杭州市', '西湖区']],
    ['330200', ['浙江省', '宁波市']],
    ['710000', ['台湾省']],
    ['', []],
    ['110101', []],
  ])('%j is %j', (code, names) =>
    expect(findPath(tree, code).map(({ label }) => label)).toEqual(names),
  );
});

describe('the branches of units', () => {
  const unit = (unitId: string, parentId = ''): UnitChoice => ({
    unit_id: unitId,
    name: unitId,
    level: '3',
    level_name: '三级',
    area_id: '330106',
    area_name: '西湖区',
    parent_id: parentId,
    parent_name: '',
  });
  const write = (branches: readonly UnitBranch[]): string =>
    branches
      .map(({ unit: { name }, below }) => name + (below.length > 0 ? `(${write(below)})` : ''))
      .join(' ');

  it.each([
    ['keep their order', [unit('B'), unit('A')], 'B A'],
    [
      'hang below their parent, wherever it is listed',
      [unit('B', 'A'), unit('A'), unit('C', 'B')],
      'A(B(C))',
    ],
    ['are roots if the parent is not listed', [unit('B', 'elsewhere'), unit('A')], 'B A'],
    ['are roots if they name themselves', [unit('A', 'A')], 'A'],
  ])('%s', (_, units, written) => expect(write(groupBranches(units))).toBe(written));
});
