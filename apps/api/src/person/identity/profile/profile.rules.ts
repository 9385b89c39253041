import { series } from '@cme/contract/base';
import type { Db } from '../../../platform/database/database.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { isLeafArea } from '../../../site/area/area.rules.ts';
import { findUnit, type UnitRow } from '../../unit/unit.store.ts';
import type { UserRow } from '../user.store.ts';

/** Requests membership for a person whose row is locked, and returns the updated row. Without
 * review it is effective at once. */
export type JoinUnit = (
  tx: Db,
  request: { user: UserRow; unit_id: string; now: Date; isReviewed: boolean },
) => Promise<UserRow>;

const invalidField = (message: string, field: string) =>
  new RefusalError(400, message, 'bad_request', { field });

/** Well-formed codes that are not assigned. */
export function refuseUnknownChoices({
  area_id,
  series_code,
}: {
  area_id?: string | undefined;
  series_code?: string | undefined;
}): void {
  if (series_code !== undefined && !series.some(({ code }) => code === series_code))
    throw invalidField('请选择专业系列', 'series_code');
  if (area_id !== undefined && !isLeafArea(area_id))
    throw invalidField('请选择所在地区', 'area_id');
}

/** The selected open unit, if any. */
export async function requireUnit(
  db: Db,
  siteId: string,
  unitId: string | undefined,
): Promise<UnitRow | undefined> {
  if (unitId === undefined) return undefined;
  const unit = await findUnit(db, siteId, unitId);
  if (unit?.status !== 'open') throw invalidField('没有找到该单位，请重新选择', 'unit_name');
  return unit;
}

type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };
/** A change without the fields that were not given. */
export const withoutUndefined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Defined<Fields>;
