import { birthDateOf, genderOf, maskIdNumber, maskMobile, type UserInfo } from '@cme/contract';
import type { Db } from '../../database/database.ts';
import { areaName } from '../area/area.rules.ts';
import { unreadCount } from '../message/message.store.ts';
import type { Keys } from './secret.rules.ts';
import { idNumberOf, mobileOf, type UserRow } from './user.store.ts';

/** The person as they see themselves, numbers masked. */
export async function infoOf(db: Db, keys: Keys, now: Date, row: UserRow): Promise<UserInfo> {
  const id_no = idNumberOf(keys, row);
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
    roles,
  } = row;
  const unread_count = await unreadCount(db, row, now);
  const is_complete = [area_id, unit_name, series_code, level, post_type].every(
    (field) => field !== '',
  )
    ? 'Y'
    : 'N';
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
    is_complete,
    area_name: areaName(area_id),
    mobile: maskMobile(mobileOf(keys, row)),
    id_no: maskIdNumber(id_no),
    gender: genderOf(id_no),
    birth_date: birthDateOf(id_no) ?? '',
  };
}
