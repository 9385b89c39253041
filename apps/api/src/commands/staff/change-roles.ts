import type { AppContext } from '../../platform/context/context.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { endSessions } from '../../person/identity/session/session.store.ts';
import { isStaff } from '../../person/identity/staff.rules.ts';
import { lockUser, setRoles } from '../../person/identity/user.store.ts';
import type { Db } from '../../platform/database/database.ts';
import { logState } from '../../platform/state-log/state-log.store.ts';
import { hasFactor } from './next-factor.ts';

export type RoleActor = { actor_type: 'staff' | 'system'; actor_id: string };

/** Changes the roles of an account in the caller's transaction and logs it. */
export async function writeRoles(
  tx: Db,
  now: Date,
  { user_id, ...actor }: RoleActor & { user_id: string },
  change: (roles: readonly string[]) => string[],
): Promise<string> {
  const row = await lockUser(tx, user_id);
  if (!row) throw new NotPossibleError('没有找到该账号');
  const roles = change(row.roles);
  const from = row.roles.join(' ');
  const to = roles.join(' ');
  if (from === to) return `${row.real_name}的角色没有变化：${to}`;
  await setRoles(tx, user_id, roles);
  // They signed in as a learner, without a second factor.
  if (isStaff(roles) && !isStaff(row.roles)) await endSessions(tx, now, user_id, 'roles_changed');
  await logState(tx, { entity: 'user_roles', entity_id: user_id, from, to, ...actor, at: now });
  return `${row.real_name}的角色：${to}`;
}

/** The same in a transaction of its own; staff without a second factor are told how to enrol. */
export async function changeRoles(
  context: AppContext,
  userId: string,
  actor: RoleActor,
  change: (roles: readonly string[]) => string[],
): Promise<string> {
  const { db, now } = context;
  const done = await db.transaction((tx) =>
    writeRoles(tx, now(), { ...actor, user_id: userId }, change),
  );
  const row = await db.transaction((tx) => lockUser(tx, userId));
  return !row || !isStaff(row.roles) || (await hasFactor(context, userId))
    ? done
    : `${done}\n下一步，由本人启用动态验证码：STAFF=手机号 npm run staff -- factor enrol`;
}
