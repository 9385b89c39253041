import type { AppContext, Person } from '../../../platform/context/context.ts';
import { keysOf } from '../../../person/identity/secret.rules.ts';
import { findUser, mobileOf } from '../../../person/identity/user.store.ts';

/** Name and the last four digits of the mobile number. */
export async function watermarkOf(
  context: AppContext,
  { user_id, real_name }: Person,
): Promise<string> {
  const user = await findUser(context.db, user_id);
  return user ? `${real_name} ${mobileOf(keysOf(context.settings), user).slice(-4)}` : real_name;
}
