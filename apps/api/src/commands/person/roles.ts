import type { AppContext } from '../../platform/context/context.ts';
import { endSessions } from '../../person/identity/session/session.store.ts';
import { isStaff } from '../../person/identity/staff.rules.ts';
import { findUser, lockUser, readStaff, setRoles } from '../../person/identity/user.store.ts';
import { logState } from '../../platform/state-log/state-log.store.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { type Account, type Role, roleNames } from '../staff/account.ts';
import { requireAccount } from '../staff/find-account.ts';
import { hasFactor } from '../staff/next-factor.ts';
import { type Command, formatTable, requireArguments, UsageError } from '../staff/command.ts';

/** Staff without a second factor are told how to enrol. */
const nameNextStep = async (context: AppContext, userId: string, done: string) =>
  (await hasFactor(context, userId))
    ? done
    : `${done}\n下一步，由本人启用动态验证码：STAFF=手机号 npm run staff -- factor enrol`;

const isRole = (word: string): word is Role => (roleNames as readonly string[]).includes(word);

function parseRole(word: string): Role {
  if (!isRole(word)) throw new UsageError(`没有角色 ${word}，可用：${roleNames.join('、')}`);
  return word;
}

type Actor = { actor_type: 'staff' | 'system'; actor_id: string };

/** Changes the roles of an account and logs it, in one transaction. */
async function changeRoles(
  { db, now }: AppContext,
  userId: string,
  actor: Actor,
  change: (roles: readonly string[]) => string[],
): Promise<string> {
  return db.transaction(async (tx) => {
    const row = await lockUser(tx, userId);
    if (!row) throw new NotPossibleError('没有找到该账号');
    const roles = change(row.roles);
    const from = row.roles.join(' ');
    const to = roles.join(' ');
    if (from === to) return `${row.real_name}的角色没有变化：${to}`;
    await setRoles(tx, userId, roles);
    // They signed in as a learner, without a second factor.
    if (isStaff(roles) && !isStaff(row.roles))
      await endSessions(tx, now(), userId, 'roles_changed');
    await logState(tx, { entity: 'user_roles', entity_id: userId, from, to, ...actor, at: now() });
    return `${row.real_name}的角色：${to}`;
  });
}

async function changeOtherPersonsRoles(
  context: AppContext,
  args: readonly string[],
  account: Account,
  change: (roles: readonly string[], role: Role) => string[],
): Promise<string> {
  const [mobile = '', word = ''] = requireArguments(args, '手机号', '角色');
  const role = parseRole(word);
  const { user_id } = await requireAccount(context, mobile, args[2]);
  // People who could grant roles to themselves could act as both of two people.
  if (user_id === account.user_id) throw new NotPossibleError('不能更改自己的角色');
  const actor = { actor_type: 'staff', actor_id: account.user_id } as const;
  const done = await changeRoles(context, user_id, actor, (roles) => change(roles, role));
  const row = await findUser(context.db, user_id);
  return row && isStaff(row.roles) ? nameNextStep(context, user_id, done) : done;
}

/** Role commands. */
export const roles: Record<string, Command> = {
  list: {
    args: '',
    about: '工作人员和他们的角色',
    run: async ({ db }) =>
      formatTable(
        (await readStaff(db)).map(({ site_id, user_id, real_name, roles: roleNames }) => [
          site_id,
          user_id,
          real_name,
          roleNames.join(' '),
        ]),
      ),
  },
  first: {
    args: '<手机号> [站点]',
    about: '指定第一个管理员（super），仅在还没有管理员时可用',
    async run(context, args) {
      const [mobile = ''] = requireArguments(args, '手机号');
      const staff = await readStaff(context.db);
      if (staff.some(({ roles: roleNames }) => roleNames.includes('super')))
        throw new NotPossibleError('已有管理员，请由管理员办理：roles give');
      const { user_id } = await requireAccount(context, mobile, args[1]);
      const system = { actor_type: 'system', actor_id: '' } as const;
      const done = await changeRoles(context, user_id, system, (before) => [...before, 'super']);
      return nameNextStep(context, user_id, done);
    },
  },
  give: {
    args: '<手机号> <角色> [站点]',
    about: `授予角色（${roleNames.join('、')}）`,
    role: 'super',
    run: (context, args, account) =>
      changeOtherPersonsRoles(context, args, account, (before, role) => [
        ...new Set([...before, role]),
      ]),
  },
  take: {
    args: '<手机号> <角色> [站点]',
    about: '收回角色',
    role: 'super',
    run: (context, args, account) =>
      changeOtherPersonsRoles(context, args, account, (before, role) =>
        before.filter((item) => item !== role),
      ),
  },
};
