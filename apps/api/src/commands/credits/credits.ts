import type { AppContext } from '../../platform/context/context.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { waiverKinds } from '../../credits/credits/credits.tables.ts';
import { waiverNames } from '../../credits/credits/due.rules.ts';
import { recordShownPeople } from '../../platform/http/staff-log.ts';
import { revokeWaiver, findWaiver, readWaivers } from '../../credits/credits/waiver.store.ts';
import { findUser } from '../../person/identity/user.store.ts';
import type { Account } from '../staff/account.ts';
import { proposeRequest } from '../decisions/approval.ts';
import {
  requireReason,
  type Command,
  formatTable,
  requireArguments,
  UsageError,
} from '../staff/command.ts';
import { requireAccount } from '../staff/find-account.ts';

/** A person of the acting account's site. */
async function requirePerson(
  context: AppContext,
  mobile: string,
  account: Account,
): Promise<string> {
  const site = (await findUser(context.db, account.user_id))?.site_id ?? '';
  const { user_id } = await requireAccount(context, mobile, site);
  if (user_id === account.user_id) throw new NotPossibleError('不能办理自己的减免');
  return user_id;
}

function parseYear(word: string): number {
  if (!/^20\d\d$/.test(word)) throw new UsageError('年度如 2026');
  return Number(word);
}

/** The annual requirement of a person. */
export const credits: Record<string, Command> = {
  waivers: {
    args: '<手机号>',
    about: '一个人的年度要求减免',
    role: 'credit_auditor',
    async run(context, args, account) {
      const [mobile = ''] = requireArguments(args, '手机号');
      const user_id = await requirePerson(context, mobile, account);
      const rows = await readWaivers(context.db, user_id);
      recordShownPeople([user_id]);
      return formatTable(
        rows.map(({ year, kind, percent, reason, given_at, revoked_at }) => [
          year,
          waiverNames[kind],
          `${percent}%`,
          formatTime(given_at),
          reason,
          revoked_at ? `${formatTime(revoked_at)} 撤销` : '',
        ]),
      );
    },
  },
  waive: {
    args: `<手机号> <年度> <${waiverKinds.join('|')}> <百分比> <原因>`,
    about: '减免一个人某年度要求的一部分或全部，须由另一人确认',
    role: 'credit_auditor',
    async run(context, args, account) {
      const [mobile = '', year = '', kind = '', percent = '', word = ''] = requireArguments(
        args,
        '手机号',
        '年度',
        '类别',
        '百分比',
        '原因',
      );
      if (!waiverKinds.some((item) => item === kind))
        throw new UsageError(`类别应为 ${waiverKinds.join('、')}`);
      if (!/^([1-9]\d?|100)$/.test(percent)) throw new UsageError('百分比为 1 到 100 的整数');
      const subject = `${await requirePerson(context, mobile, account)}/${parseYear(year)}`;
      return proposeRequest(
        context,
        'credit_waive',
        [subject, kind, percent, requireReason(word)],
        account,
      );
    },
  },
  unwaive: {
    args: '<手机号> <年度> <原因>',
    about: '撤销减免',
    role: 'credit_auditor',
    async run(context, args, account) {
      const [mobile = '', year = '', word = ''] = requireArguments(args, '手机号', '年度', '原因');
      const { db } = context;
      const waiver = await findWaiver(
        db,
        await requirePerson(context, mobile, account),
        parseYear(year),
      );
      if (!waiver) throw new NotPossibleError('该年度没有减免');
      const by = { actor_id: account.user_id, reason: requireReason(word) };
      await revokeWaiver(db, waiver, by, context.now());
      return '已撤销';
    },
  },
};
