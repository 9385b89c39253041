import type { AppContext } from '../../platform/context/context.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { resetFactor } from '../../person/identity/factor/factor.action.ts';
import { readActiveFactor } from '../../person/identity/factor/factor.store.ts';
import { findUser, type UserRow } from '../../person/identity/user.store.ts';
import type { Decision } from './decision.ts';

async function readSubject({ db }: AppContext, userId = ''): Promise<UserRow> {
  const person = await findUser(db, userId);
  if (!person) throw new NotPossibleError('没有找到该账号');
  return person;
}

/** Arguments: person, reason. */
export const factorDecision: Decision = {
  role: 'auditor',
  async subject(context, [userId]) {
    const person = await readSubject(context, userId);
    return { site_ids: [person.site_id], user_ids: [person.user_id] };
  },
  async facts(context, [userId, reason = '']) {
    const person = await readSubject(context, userId);
    const { db, settings, now } = context;
    const factor = await readActiveFactor(db, settings, person.user_id, now());
    if (!factor) throw new NotPossibleError('该账号没有启用动态验证码');
    return `重置${person.real_name}的动态验证码 ${factor.factor_id}：${reason}`;
  },
  async run(context, [userId, reason = ''], { confirmed_by }) {
    const person = await readSubject(context, userId);
    const actor = { actor_type: 'staff' as const, actor_id: confirmed_by };
    await context.db.transaction((tx) => resetFactor(tx, context.now(), person, { actor, reason }));
    return `已重置${person.real_name}的动态验证码，已通知本人`;
  },
};
