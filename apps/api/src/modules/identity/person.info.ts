import { birthDateOf, genderOf, maskIdNumber, maskMobile, type UserInfo } from '@cme/contract';
import type { Db } from '../../database.ts';
import { areaName } from './outside.ts';
import { unreadCount } from './outside.ts';
import type { Keys } from './secret.rules.ts';
import { idNumberOf, mobileOf, type UserRow } from './user.store.ts';

/** The person as they see themselves, numbers masked. */
export async function infoOf(db: Db, keys: Keys, row: UserRow): Promise<UserInfo> {
  const id_no = idNumberOf(keys, row);
  const { user_id, real_name, id_type, area_id, unit_name, series_code, level, post_type, verify_status, roles } = row;
  const [area_name, unread_count] = await Promise.all([areaName(db, area_id), unreadCount(db, row)]);
  const is_complete = [area_id, unit_name, series_code, level, post_type].every((field) => field !== '') ? 'Y' : 'N';
  return {
    user_id, real_name, id_type, area_id, area_name, unit_name, series_code, level, post_type, verify_status, roles, unread_count, is_complete,
    mobile: maskMobile(mobileOf(keys, row)),
    id_no: maskIdNumber(id_no),
    gender: genderOf(id_no),
    birth_date: birthDateOf(id_no) ?? '',
  };
}
