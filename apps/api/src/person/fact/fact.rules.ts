import { levels, postTypes, series } from '@cme/contract/base';
import { type FactKind, factKinds } from '@cme/contract/person';
import { areaName, isLeafArea } from '../../site/area/area.rules.ts';
import type { FactStatus, personFact } from './fact.tables.ts';

export type FactRow = typeof personFact.$inferSelect;
export type AnyKind = FactRow['kind'];

export const kindNames: Readonly<Record<FactKind, string>> = {
  level: '专业级别',
  series_code: '专业系列',
  post_type: '岗位类型',
  area_id: '所在地区',
};

export const statusNames: Readonly<Record<FactStatus, string>> = {
  declared: '已填报',
  waiting: '待审核',
  verified: '已核实',
  rejected: '未通过',
  withdrawn: '已撤回',
};

const options = { level: levels, series_code: series, post_type: postTypes } as const;

export const valueName = (kind: FactKind, value: string): string =>
  kind === 'area_id'
    ? areaName(value)
    : (options[kind].find(({ code }) => code === value)?.name ?? '');

export const isFactValue = (kind: FactKind, value: string): boolean =>
  kind === 'area_id' ? isLeafArea(value) : options[kind].some(({ code }) => code === value);

/** The first day that a request of this day may take effect from: the first of last year, as for
 * declarations. */
export const earliestDay = (today: string): string => `${Number(today.slice(0, 4)) - 1}-01-01`;

const isDecided = ({ fact_status }: FactRow) =>
  fact_status === 'declared' || fact_status === 'verified';

/** The fact of a kind in force on a day, among the rows of one person. */
export const factOn = (rows: readonly FactRow[], kind: AnyKind, day: string): FactRow | undefined =>
  rows.find(
    (row) =>
      row.kind === kind &&
      isDecided(row) &&
      (row.effective_from ?? '') <= day &&
      (row.effective_to === null || row.effective_to > day),
  );

/** The current fact of a kind: none begins in the future. */
export const currentFact = (rows: readonly FactRow[], kind: FactKind): FactRow | undefined =>
  rows.find((row) => row.kind === kind && isDecided(row) && row.effective_to === null);

/** Whether somebody has decided that a person belongs to their unit. Those without a row were entered
 * by staff. */
export const isUnitVerified = (rows: readonly FactRow[], unitId: string): boolean =>
  rows.find(
    (row) =>
      row.kind === 'unit_id' && row.value === unitId && isDecided(row) && row.effective_to === null,
  )?.fact_status !== 'declared';

type Account = Readonly<Record<FactKind, string>> & { unit_id: string | null };

/** The account's values that are verified. A unit vouches for its area (`unitArea`) to its members,
 * not to those who have only named it. */
export const verifiedKinds = (
  rows: readonly FactRow[],
  account: Account,
  unitArea: string | undefined,
): FactKind[] =>
  factKinds.filter((kind) => {
    const fact = currentFact(rows, kind);
    if (fact?.fact_status === 'verified' && fact.value === account[kind]) return true;
    return (
      kind === 'area_id' &&
      account.area_id === unitArea &&
      isUnitVerified(rows, account.unit_id ?? '')
    );
  });
