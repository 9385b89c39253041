import type { Db } from '../../platform/database/database.ts';
import type { Keys } from './secret.rules.ts';
import { findUser, unsealIdNumber, unsealMobile } from './user.store.ts';

/** Whether two accounts, also of different sites, belong to one person: by mobile number or by
 * document. */
export async function isSamePerson(db: Db, keys: Keys, a: string, b: string): Promise<boolean> {
  if (a === b) return true;
  const [one, other] = [await findUser(db, a), await findUser(db, b)];
  // On one site numbers are unique.
  if (!one || !other || one.site_id === other.site_id) return false;
  if (unsealMobile(keys, one) === unsealMobile(keys, other)) return true;
  return one.id_type === other.id_type && unsealIdNumber(keys, one) === unsealIdNumber(keys, other);
}
