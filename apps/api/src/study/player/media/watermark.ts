import type { AppContext, Person } from '../../../platform/context/context.ts';
import { deriveKeys } from '../../../person/identity/secret.rules.ts';
import { findUser, unsealMobile } from '../../../person/identity/user.store.ts';

/** Name and the last four digits of the mobile number. */
export async function readWatermark(
  context: AppContext,
  { user_id, real_name }: Person,
): Promise<string> {
  const user = await findUser(context.db, user_id);
  return user
    ? `${real_name} ${unsealMobile(deriveKeys(context.settings), user).slice(-4)}`
    : real_name;
}
