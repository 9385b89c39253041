import type { AuditStep } from '@cme/contract/credits';
import type { AppContext } from '../../platform/context/context.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { exchangeLedger } from '../../credits/certificate/issuing/exchange-ledger.ts';
import {
  auditDeclaration,
  type Decision,
  openForAudit,
} from '../../credits/exchange/audit/audit.action.ts';
import { auditDetailView, waitingFor } from '../../credits/exchange/audit/audit.view.ts';
import { type Auditor, isCreditAuditor } from '../../credits/exchange/audit/viewer.store.ts';
import { reverseDeclaration } from '../../credits/exchange/credit.job.ts';
import { findUser } from '../../person/identity/user.store.ts';
import { isUnitAdmin } from '../../person/unit/unit.store.ts';
import type { Account } from '../staff/account.ts';
import { type Command, formatTable, requireArguments, UsageError } from '../staff/command.ts';

async function requireAuditor({ db }: AppContext, { user_id }: Account): Promise<Auditor> {
  const person = await findUser(db, user_id);
  if (!person) throw new NotPossibleError('没有找到该账号');
  return { user_id, site_id: person.site_id };
}

/** Distinguishes an empty list from missing permission. */
async function refuseOthers({ db }: AppContext, step: AuditStep, auditor: Auditor): Promise<void> {
  if (step === 'centre' && !(await isCreditAuditor(db, auditor.site_id, auditor.user_id)))
    throw new NotPossibleError('没有这项权限（credit_auditor）');
  if (step === 'unit' && !(await isUnitAdmin(db, auditor.user_id)))
    throw new NotPossibleError('您不是单位管理员');
}

async function auditAs(
  context: AppContext,
  number: string,
  decision: Decision,
  account: Account,
): Promise<string> {
  const row = await auditDeclaration(
    context,
    await requireAuditor(context, account),
    number,
    decision,
  );
  const { declare_status_name } = await auditDetailView(
    context.db,
    row,
    await requireAuditor(context, account),
    context.now(),
  );
  return `${number} ${declare_status_name}`;
}

const formatUnitName = ({
  unit_name,
  unit_typed,
}: {
  unit_name: string;
  unit_typed?: string | undefined;
}): string => (unit_typed === 'Y' ? `${unit_name}（自填）` : unit_name);

function amount(word: string | undefined): number | undefined {
  if (word === undefined || word === '') return undefined;
  const value = Number(word);
  if (!(value >= 0)) throw new UsageError(`学时学分须为数字：${word}`);
  return value;
}

/** Declaration commands: the unit's administrator audits first, then the centre, by two people;
 * without a unit, two people of the centre.
 * Reasons are shown to the learner. */
export const declare: Record<string, Command> = {
  list: {
    args: '<unit|centre>',
    about: '等待本人审核的申报（unit 单位，centre 中心）',
    role: 'credit_auditor',
    async run(context, args, account) {
      const [word = ''] = requireArguments(args, '审核环节：unit 或 centre');
      const step = (['unit', 'centre'] as const).find((item) => item === word);
      if (!step) throw new UsageError(`没有审核环节 ${word}，可用：unit、centre`);
      const auditor = await requireAuditor(context, account);
      await refuseOthers(context, step, auditor);
      const { list } = await waitingFor(context.db, auditor, {
        step,
        page: 1,
        page_size: 100,
      });
      return formatTable(
        list.map((item) => [
          item.declare_no,
          item.real_name,
          formatUnitName(item),
          item.kind_name,
          item.activity_name,
          `${item.hours}学时 ${item.credits}学分`,
          item.submitted_at,
        ]),
      );
    },
  },
  open: {
    args: '<申报编号>',
    about: '查看申报、审核记录和此前的申报（查看会被记录，打开后学员不能撤回）',
    role: 'credit_auditor',
    async run(context, args, account) {
      const [number = ''] = requireArguments(args, '申报编号');
      const auditor = await requireAuditor(context, account);
      const row = await openForAudit(context.db, auditor, number, context.now());
      const one = await auditDetailView(context.db, row, auditor, context.now());
      return formatTable([
        [one.declare_no, one.declare_status_name, one.real_name, formatUnitName(one)],
        [one.kind_name, one.activity_name, one.draft.activity_no, one.draft.issuer],
        [`${one.draft.start_on}—${one.draft.end_on}`, one.formula],
        [`申报${one.claimed.hours}学时 ${one.claimed.credits}学分`],
        ...one.files.map(({ need_name, name }) => [need_name, name]),
        ...one.trail.map(({ at, name, who: by, reason }) => [at, name, by, reason]),
        ...(one.earlier ?? []).map((item) => [
          item.is_same === 'Y' ? '此前申报（同一活动）' : '本年度其他退回、驳回',
          item.at,
          item.declare_no,
          item.activity_no || item.activity_name,
          item.state,
          item.unit_name,
          item.who,
          item.reason,
        ]),
        [one.can_audit === 'Y' ? '可以审核' : one.blocked],
      ]);
    },
  },
  pass: {
    args: '<申报编号> [学时] [学分] [原因]',
    about: '通过；中心可以写明原因核减学时学分',
    role: 'credit_auditor',
    async run(context, args, account) {
      const [number = ''] = requireArguments(args, '申报编号');
      const hours = amount(args[1]);
      const credits = amount(args[2]);
      const decision = { decision: 'pass' as const, reason: args[3] ?? '', hours, credits };
      return auditAs(context, number, decision, account);
    },
  },
  return: {
    args: '<申报编号> <原因>',
    about: '退回修改',
    role: 'credit_auditor',
    async run(context, args, account) {
      const [number = '', reason = ''] = requireArguments(args, '申报编号', '原因');
      return auditAs(context, number, { decision: 'return', reason }, account);
    },
  },
  reject: {
    args: '<申报编号> <原因>',
    about: '驳回',
    role: 'credit_auditor',
    async run(context, args, account) {
      const [number = '', reason = ''] = requireArguments(args, '申报编号', '原因');
      return auditAs(context, number, { decision: 'reject', reason }, account);
    },
  },
  reverse: {
    args: '<申报编号> <文号> <原因>',
    about: '冲销已入账的学时学分',
    role: 'credit_auditor',
    async run(context, args, account) {
      const [number = '', ref_no = '', reason = ''] = requireArguments(
        args,
        '申报编号',
        '文号',
        '原因',
      );
      if ([...reason].length < 5) throw new NotPossibleError('请写明原因，至少5个字');
      const { site_id, user_id } = await requireAuditor(context, account);
      if (!(await isCreditAuditor(context.db, site_id, user_id)))
        throw new NotPossibleError('没有这项权限（credit_auditor）');
      const actor = { site_id, actor_type: 'staff' as const, actor_id: user_id };
      await reverseDeclaration(context, exchangeLedger, actor, number, { reason, ref_no });
      return `${number} 已冲销 ${formatTime(context.now())}`;
    },
  },
};
