import { type UnitChoice, unitLevels } from '@cme/contract/person';
import { areaName } from '../../site/area/area.rules.ts';
import type { UnitRow } from './unit.store.ts';

const levelNames = new Map<string, string>(unitLevels.map(({ code, name }) => [code, name]));

/** A unit for selection. */
export const toUnitChoice = (
  { unit_id, name, level, area_id, parent_id }: Omit<UnitRow, 'created_at'>,
  parentName: string,
): UnitChoice => ({
  unit_id,
  name,
  level,
  level_name: levelNames.get(level) ?? '',
  area_id,
  area_name: areaName(area_id),
  parent_id,
  parent_name: parentName,
});
