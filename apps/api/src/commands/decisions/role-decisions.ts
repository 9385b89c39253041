import type { AppContext } from '../../platform/context/context.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { readSite } from '../../platform/sites/site.store.ts';
import {
  findInvitation,
  giveCode,
  type Invitation,
} from '../../person/invitation/invitation.store.ts';
import { deriveKeys } from '../../person/identity/secret.rules.ts';
import { findUser } from '../../person/identity/user.store.ts';
import { changeRoles } from '../staff/change-roles.ts';
import { describeWayIn } from './way-in.ts';
import type { Decision } from './decision.ts';

/** A role: person, role. */
export const roleGrant: Decision = {
  role: 'super',
  async subject({ db }, [user_id = '']) {
    const person = await findUser(db, user_id);
    if (!person) throw new NotPossibleError('没有找到该账号');
    return { site_ids: [person.site_id], user_ids: [user_id] };
  },
  async facts({ db }, [user_id = '', role = '']) {
    const person = await findUser(db, user_id);
    if (!person) throw new NotPossibleError('没有找到该账号');
    const site = await readSite(db, person.site_id);
    return `授予${site?.site_short_name ?? ''} ${person.real_name}（${user_id}）角色 ${role}，现有：${person.roles.join(' ')}`;
  },
  run: (context, [user_id = '', role = ''], { confirmed_by }) =>
    changeRoles(context, user_id, { actor_type: 'staff', actor_id: confirmed_by }, (before) => [
      ...new Set([...before, role]),
    ]),
};

async function requireInvitation({ db }: AppContext, id: string): Promise<Invitation> {
  const row = await findInvitation(db, id);
  if (!row || row.used_at) throw new NotPossibleError('没有这项邀请，或已使用');
  return row;
}

/** The first administrator of a new site: the invitation. */
export const roleInvitation: Decision = {
  role: 'super',
  async subject(context, [id = '']) {
    const { site_id } = await requireInvitation(context, id);
    return { site_ids: [site_id], user_ids: [] };
  },
  async facts(context, [id = '']) {
    const { site_id, mobile_masked, role } = await requireInvitation(context, id);
    const site = await readSite(context.db, site_id);
    return `邀请 ${mobile_masked} 担任${site?.site_name ?? ''}的管理员（${role}）`;
  },
  async run(context, [id = '']) {
    const { db, settings, now } = context;
    const invitation = await requireInvitation(context, id);
    const code = await giveCode(db, deriveKeys(settings), now(), id);
    return describeWayIn(context, invitation, code);
  },
};
