import type { AppContext } from '../../platform/context/context.ts';
import { deriveKeys } from '../../person/identity/secret.rules.ts';
import { findUser, unsealIdNumber } from '../../person/identity/user.store.ts';
import {
  approveCorrection,
  unsealRequestNumber,
  waitingRequest,
} from '../../person/verification/decide.action.ts';
import type { IdentityRequestRow } from '../../person/verification/verification.store.ts';
import type { Account } from '../staff/account.ts';
import { requireSubject } from '../staff/scope.ts';
import type { Decision } from './decision.ts';

/** A pending request of the acting account's site. */
export async function findOwnRequest(
  context: AppContext,
  id: string,
  account: Pick<Account, 'user_id' | 'roles'>,
): Promise<IdentityRequestRow> {
  const row = await waitingRequest(context.db, id);
  const subject = { site_ids: [row.site_id], user_ids: [row.user_id] };
  await requireSubject(context, account, subject, '申请');
  return row;
}

/** A correction: its request. */
export const identityCorrection: Decision = {
  role: 'certificate_officer',
  async subject({ db }, [id = '']) {
    const { site_id, user_id } = await waitingRequest(db, id);
    return { site_ids: [site_id], user_ids: [user_id] };
  },
  async facts({ db, settings }, [id = '']) {
    const row = await waitingRequest(db, id);
    const before = await findUser(db, row.user_id);
    // The list of proposals is visible to many, so it contains no personal data.
    const maskNumber = (number: string) => `尾号${number.slice(-4)}`;
    const keys = deriveKeys(settings);
    const old = before ? `${before.real_name}，${maskNumber(unsealIdNumber(keys, before))}` : '';
    return `实名信息更正：${old} → ${row.real_name}，${maskNumber(unsealRequestNumber(keys, row))}`;
  },
  async run(context, [id = ''], people) {
    const confirmed = await findUser(context.db, people.confirmed_by);
    await findOwnRequest(context, id, {
      user_id: people.confirmed_by,
      roles: confirmed?.roles ?? [],
    });
    await approveCorrection(context.db, deriveKeys(context.settings), id, people, context.now());
    return '已更正';
  },
};
