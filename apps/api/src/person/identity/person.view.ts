import { birthOf, type IdKind, maskIdNumber, maskMobile } from '@cme/contract/base';
import { profileFields, type UserInfo } from '@cme/contract/person';
import type { Db } from '../../platform/database/database.ts';
import { areaName } from '../../site/area/area.rules.ts';
import { unreadCount } from '../message/message.store.ts';
import { isUnitAdmin } from '../unit/unit.store.ts';
import type { Keys } from './secret.rules.ts';
import { decryptBirthDate, unsealIdNumber, unsealMobile, type UserRow } from './user.store.ts';

/** The signed-in person with masked numbers. `hasPutOffProfile`: they have postponed completing their
 * profile. */
export async function toPersonInfo(
  db: Db,
  keys: Keys,
  now: Date,
  row: UserRow,
  hasPutOffProfile = false,
): Promise<UserInfo> {
  const id_no = unsealIdNumber(keys, row);
  const {
    user_id,
    real_name,
    id_type,
    area_id,
    unit_name,
    series_code,
    level,
    post_type,
    verify_status,
    unit_id,
  } = row;
  const unread_count = await unreadCount(db, row, now);
  const missing = profileFields.filter((field) => row[field] === '');
  const isComplete = missing.length === 0;
  const roles = (await isUnitAdmin(db, row.user_id)) ? [...row.roles, 'unit_admin'] : row.roles;
  return {
    user_id,
    real_name,
    id_type,
    area_id,
    unit_name,
    series_code,
    level,
    post_type,
    verify_status,
    roles,
    unread_count,
    is_complete: isComplete ? 'Y' : 'N',
    missing,
    profile_prompt: isComplete || hasPutOffProfile ? 'N' : 'Y',
    unit_id: unit_id ?? '',
    unit_status: getUnitStatus(row),
    admission: row.admission,
    area_name: areaName(area_id),
    mobile: maskMobile(unsealMobile(keys, row)),
    id_no: maskIdNumber(id_no),
    ...birthOf({
      id_type: id_type as IdKind,
      id_no,
      gender: row.gender,
      birth_date: decryptBirthDate(keys, row),
    }),
  };
}

/** Membership status in a unit. In older rows, joined may refer to a typed name. */
export const getUnitStatus = ({ unit_id, unit_status }: UserRow): string =>
  unit_id === null && unit_status === 'joined' ? 'none' : unit_status;
