import { unitLevels } from '@cme/contract/person';
import type { AppContext } from '../../platform/context/context.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { decide, type Verdict } from '../../person/membership/membership.action.ts';
import { findApplication, readApplications } from '../../person/membership/membership.store.ts';
import { deriveKeys } from '../../person/identity/secret.rules.ts';
import { findUser } from '../../person/identity/user.store.ts';
import { readApplicants } from '../../person/membership/membership.view.ts';
import { unitsOfArea } from '../../person/unit/search.store.ts';
import {
  addUnitAdmin,
  readUnits,
  removeUnitAdmin,
  unitsAdministered,
  unitsUnder,
} from '../../person/unit/unit.store.ts';
import { type Account, requireRole } from '../staff/account.ts';
import { type Command, formatTable, requireArguments, UsageError } from '../staff/command.ts';
import { requireAccount } from '../staff/find-account.ts';
import { requireOthers } from '../staff/scope.ts';

const levelNames = new Map<string, string>(unitLevels.map(({ code, name }) => [code, name]));

const isSuper = ({ roles }: Account) => roles.includes('super');

/** The units that an account decides for: those it administers, with their descendants. */
async function readOwnUnits({ db }: AppContext, { user_id, name }: Account): Promise<string[]> {
  const user = await findUser(db, user_id);
  const ids = user ? await unitsAdministered(db, user.site_id, user_id) : [];
  if (ids.length === 0) throw new NotPossibleError(`${name}不是单位管理员`);
  return ids;
}

/** Applications to other units are not found, and nobody decides their own. */
async function requireDecider(context: AppContext, applicationId: string, account: Account) {
  const row = await findApplication(context.db, applicationId);
  const isAllowed =
    isSuper(account) || (row && (await readOwnUnits(context, account)).includes(row.unit_id));
  if (!row || !isAllowed) throw new NotPossibleError('没有找到该申请');
  await requireOthers(context, account, [row.user_id]);
}

async function decideApplication(
  context: AppContext,
  verdict: Verdict,
  account: Account,
): Promise<string> {
  await requireDecider(context, verdict.application_id, account);
  try {
    const actor = { actor_type: 'staff' as const, actor_id: account.user_id };
    const { status } = await decide(context.db, verdict, actor, context.now());
    return status === 'approved' ? '已同意' : '已退回';
  } catch (error) {
    if (error instanceof RefusalError) throw new NotPossibleError(error.message);
    throw error;
  }
}

async function requireUnitAndPerson(context: AppContext, args: readonly string[]) {
  const [unit_id = '', mobile = ''] = requireArguments(args, '单位编号', '手机号');
  const unit = (await readUnits(context.db, [unit_id])).get(unit_id);
  if (!unit) throw new NotPossibleError('没有找到该单位');
  const person = await requireAccount(context, mobile, unit.site_id);
  return { unit, person };
}

/** Unit commands: units, administrators, and applications, as there is no console yet. */
export const unit: Record<string, Command> = {
  list: {
    args: '<地区代码> <站点>',
    about: '某地区的单位',
    async run({ db }, args) {
      const [area_id = '', site_id = ''] = requireArguments(args, '地区代码', '站点');
      if (!/^\d{6}$/.test(area_id)) throw new UsageError('地区代码为6位数字');
      const rows = await unitsOfArea(db, { site_id, area_id, limit: 500 });
      return formatTable(
        rows.map(({ unit_id, name, level, uscc }) => [
          unit_id,
          levelNames.get(level) ?? '',
          name,
          uscc ?? '',
        ]),
      );
    },
  },
  waiting: {
    args: '[单位编号]',
    about: '等待本人管理的单位（或指定单位，含下级）审核的申请',
    role: 'super',
    async run(context, args, account) {
      const { db } = context;
      const ownUnitIds = isSuper(account) ? undefined : await readOwnUnits(context, account);
      const [id = ''] = ownUnitIds ? args : requireArguments(args, '单位编号');
      const named = id ? await unitsUnder(db, [id]) : (ownUnitIds ?? []);
      const unitIds = ownUnitIds ? named.filter((item) => ownUnitIds.includes(item)) : named;
      const { rows } = await readApplications(db, {
        unitIds,
        status: 'waiting',
        page: 1,
        page_size: 100,
      });
      const applicants = await readApplicants(db, deriveKeys(context.settings), rows);
      return formatTable(
        applicants.map((item) => [
          item.application_id,
          item.real_name,
          item.unit.name,
          item.created_at,
          item.is_registration === 'Y' ? '注册申请' : '加入单位',
          (item.refused_before ?? [])
            .map(({ unit_name, reason }) => `曾被${unit_name}退回：${reason}`)
            .join('；'),
        ]),
      );
    },
  },
  approve: {
    args: '<申请编号>',
    about: '同意加入单位；注册须审核的站点，同时开通账号',
    role: 'super',
    run: (context, args, account) =>
      decideApplication(
        context,
        {
          application_id: requireArguments(args, '申请编号')[0] ?? '',
          decision: 'approve',
          reason: '',
        },
        account,
      ),
  },
  refuse: {
    args: '<申请编号> <原因>',
    about: '退回加入单位或注册的申请',
    role: 'super',
    run(context, args, account) {
      const [application_id = '', reason = ''] = requireArguments(args, '申请编号', '原因');
      return decideApplication(context, { application_id, decision: 'refuse', reason }, account);
    },
  },
  give: {
    args: '<单位编号> <手机号>',
    about: '指定单位管理员',
    role: 'super',
    async run(context, args, account) {
      requireRole(account, 'super');
      const { unit, person } = await requireUnitAndPerson(context, args);
      const isNew = await addUnitAdmin(context.db, {
        unit_id: unit.unit_id,
        user_id: person.user_id,
        given_by: account.user_id,
        given_at: context.now(),
      });
      return `${person.real_name}${isNew ? '已' : '原本就'}是${unit.name}的管理员`;
    },
  },
  take: {
    args: '<单位编号> <手机号>',
    about: '取消单位管理员',
    role: 'super',
    async run(context, args, account) {
      requireRole(account, 'super');
      const { unit, person } = await requireUnitAndPerson(context, args);
      if (!(await removeUnitAdmin(context.db, unit.unit_id, person.user_id)))
        throw new NotPossibleError(`${person.real_name}不是${unit.name}的管理员`);
      return `${person.real_name}不再是${unit.name}的管理员`;
    },
  },
};
