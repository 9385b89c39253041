import { eq } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { user } from './identity.tables.ts';
import { type Keys, seal } from './secret.rules.ts';

/** Display name of a closed account. */
const closedName = '已注销用户';

/** Removes name, numbers and sign-in methods from an account; related rows become anonymous. */
export async function anonymiseUser(tx: Db, keys: Keys, userId: string): Promise<void> {
  await tx
    .update(user)
    .set({
      status: 'closed',
      real_name: closedName,
      mobile_sealed: seal(keys.personal, '', `mobile/${userId}`),
      mobile_hash: `closed/${userId}`,
      id_sealed: seal(keys.personal, '', `id_no/${userId}`),
      id_hash: `closed/${userId}`,
      birth_sealed: '',
      gender: '',
      password_hash: '',
      area_id: '',
      unit_name: '',
      unit_id: null,
      unit_status: 'none',
      department: '',
      post_name: '',
      title_name: '',
      title_date: '',
      education: '',
      grass_roots: '',
      email_sealed: '',
      practice_sealed: '',
      roles: ['learner'],
    })
    .where(eq(user.user_id, userId));
}
