import { findUser } from '../../person/identity/user.store.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import type { TwoPeople } from '../../person/approval/approval.store.ts';
import type { Account, Role } from '../staff/account.ts';

/** A decision that needs two people. */
export interface Decision {
  role: Role;
  /** The current facts as text. A proposal is valid only while they are unchanged. */
  facts(context: AppContext, request: readonly string[]): Promise<string>;
  /** Executes the decision and returns the text to print. */
  run(context: AppContext, request: readonly string[], people: TwoPeople): Promise<string>;
}

/** Nobody decides their own request, nor one of another site. */
export async function requireDecider(
  { db }: AppContext,
  request: { user_id: string; site_id: string },
  { user_id, roles }: Pick<Account, 'user_id' | 'roles'>,
): Promise<void> {
  if (request.user_id === user_id) throw new NotPossibleError('不能办理自己的申请');
  if (!roles.includes('super') && (await findUser(db, user_id))?.site_id !== request.site_id)
    throw new NotPossibleError('这是其他站点的申请');
}
