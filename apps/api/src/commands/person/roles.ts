import type { AppContext } from '../../platform/context/context.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { isSamePerson } from '../../person/identity/same-person.store.ts';
import { deriveKeys } from '../../person/identity/secret.rules.ts';
import { lockUser, readStaff, unsealMobile } from '../../person/identity/user.store.ts';
import { acceptInvitation } from '../../person/invitation/invitation.store.ts';
import { proposeRequest } from '../decisions/approval.ts';
import { type Account, type Role, roleNames } from '../staff/account.ts';
import { changeRoles, writeRoles } from '../staff/change-roles.ts';
import { requireAccount } from '../staff/find-account.ts';
import { hasFactor } from '../staff/next-factor.ts';
import { type Command, formatTable, requireArguments, UsageError } from '../staff/command.ts';
import { enrol } from './factor.ts';

const isRole = (word: string): word is Role => (roleNames as readonly string[]).includes(word);

function parseRole(word: string): Role {
  if (!isRole(word)) throw new UsageError(`没有角色 ${word}，可用：${roleNames.join('、')}`);
  return word;
}

/** Somebody else's account, and the role. */
async function parseOther(context: AppContext, args: readonly string[], account: Account) {
  const [mobile = '', word = ''] = requireArguments(args, '手机号', '角色');
  const role = parseRole(word);
  const row = await requireAccount(context, mobile, args[2]);
  // People who could grant roles to themselves could act as both of two people.
  if (await isSamePerson(context.db, deriveKeys(context.settings), row.user_id, account.user_id))
    throw new NotPossibleError('不能更改自己的角色');
  return { row, role };
}

/** People, not accounts, that are `super`. */
async function countAdministrators({ db, settings }: AppContext): Promise<number> {
  const people: string[] = [];
  for (const { user_id, roles: roleNames } of await readStaff(db)) {
    if (!roleNames.includes('super')) continue;
    const isKnown = await Promise.all(
      people.map((other) => isSamePerson(db, deriveKeys(settings), other, user_id)),
    );
    if (!isKnown.includes(true)) people.push(user_id);
  }
  return people.length;
}

/** As many as it takes to grant a role. */
const appointed = 2;

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
    about: '指定第一个和第二个管理员（super），两人到位后由他们授予角色',
    async run(context, args) {
      const [mobile = ''] = requireArguments(args, '手机号');
      if ((await countAdministrators(context)) >= appointed)
        throw new NotPossibleError('已有两位管理员，请由管理员办理：roles give');
      const { user_id } = await requireAccount(context, mobile, args[1]);
      const system = { actor_type: 'system', actor_id: '' } as const;
      return changeRoles(context, user_id, system, (before) => [...new Set([...before, 'super'])]);
    },
  },
  accept: {
    args: '<一次性口令>',
    about: '受邀的管理员注册后领取角色，并启用动态验证码',
    role: 'auditor',
    isEnrolling: true,
    async run(context, args, account) {
      const [code = ''] = requireArguments(args, '一次性口令');
      const { db, settings, now } = context;
      const keys = deriveKeys(settings);
      const done = await db.transaction(async (tx) => {
        const row = await lockUser(tx, account.user_id);
        if (!row) throw new NotPossibleError('没有找到该账号');
        const number = { site_id: row.site_id, mobile: unsealMobile(keys, row) };
        const invitation = await acceptInvitation(tx, keys, now(), { ...row, ...number, code });
        if (!invitation) throw new NotPossibleError('一次性口令不正确，或已使用、已过期');
        const by = { actor_type: 'system', actor_id: invitation.given_by } as const;
        return writeRoles(tx, now(), { ...by, user_id: row.user_id }, (before) => [
          ...new Set([...before, invitation.role]),
        ]);
      });
      return (await hasFactor(context, account.user_id))
        ? done
        : `${done}\n${await enrol(context, account)}`;
    },
  },
  give: {
    args: '<手机号> <角色> [站点]',
    about: `授予角色，须由另一人确认（${roleNames.join('、')}）`,
    role: 'super',
    async run(context, args, account) {
      const { row, role } = await parseOther(context, args, account);
      if (row.roles.includes(role)) return `${row.real_name}的角色没有变化：${row.roles.join(' ')}`;
      return proposeRequest(context, 'role_give', [row.user_id, role], account);
    },
  },
  take: {
    args: '<手机号> <角色> [站点]',
    about: '收回角色',
    role: 'super',
    async run(context, args, account) {
      const { row, role } = await parseOther(context, args, account);
      const actor = { actor_type: 'staff', actor_id: account.user_id } as const;
      return changeRoles(context, row.user_id, actor, (before) =>
        before.filter((item) => item !== role),
      );
    },
  },
};
