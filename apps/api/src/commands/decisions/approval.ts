import type { AppContext } from '../../platform/context/context.ts';
import {
  type Approval,
  confirm,
  finish,
  propose,
  readOpen,
  withdraw,
} from '../../person/approval/approval.store.ts';
import type { ApprovalKind } from '../../person/approval/approval.tables.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { type Account, requireRole } from '../staff/account.ts';
import { type Command, formatTable, requireArguments } from '../staff/command.ts';
import type { Decision } from './decision.ts';
import { factorDecision } from './factor-decision.ts';
import { keyCorrection, regrading, voiding } from './exam-decisions.ts';
import { factChange } from './fact-decision.ts';
import { identityCorrection } from './identity-decision.ts';
import { waiverDecision } from './waiver-decision.ts';
import { refundDecision } from './refund-decision.ts';

const decisions: Record<ApprovalKind, Decision> = {
  refund: refundDecision,
  exam_correct: keyCorrection,
  exam_regrade: regrading,
  exam_void: voiding,
  identity_correct: identityCorrection,
  fact_change: factChange,
  credit_waive: waiverDecision,
  factor_reset: factorDecision,
};

/** Creates a proposal; prints how another person confirms it. */
export async function proposeRequest(
  context: AppContext,
  kind: ApprovalKind,
  request: readonly string[],
  account: Account,
): Promise<string> {
  const facts = await decisions[kind].facts(context, request);
  const { approval_id } = await propose(
    context.db,
    { kind, subject_id: request[0] ?? '', request: [...request], facts },
    account.user_id,
    context.now(),
  );
  return `${facts}\n已提议，须由另一人确认：approval confirm ${approval_id}`;
}

/** Proposals that wait for a second person. */
export const approval: Record<string, Command> = {
  list: {
    args: '',
    about: '待确认的提议',
    role: 'auditor',
    run: async ({ db }) =>
      formatTable(
        (await readOpen(db)).map((item) => [
          item.approval_id,
          item.kind,
          item.subject_id,
          item.request.slice(1).join(' '),
          item.facts,
          item.proposed_by,
          `${formatTime(item.expire_at)}前有效`,
        ]),
      ),
  },
  confirm: {
    args: '<提议编号>',
    about: '确认另一人的提议并办理，须重新输入密码和动态验证码；过期或情况已变化的须重新提议',
    role: 'auditor',
    isInPerson: true,
    async run(context, args, account) {
      const [id = ''] = requireArguments(args, '提议编号');
      const allowed = (item: Approval) => requireRole(account, decisions[item.kind].role);
      const one = await confirm(
        context.db,
        id,
        account.user_id,
        async (known) => {
          allowed(known);
          return decisions[known.kind].facts(context, known.request);
        },
        context.now(),
      );
      allowed(one);
      const done = await decisions[one.kind].run(context, one.request, one);
      await finish(context.db, id, account.user_id, context.now());
      return done;
    },
  },
  withdraw: {
    args: '<提议编号>',
    about: '撤回提议',
    role: 'auditor',
    async run({ db, now }, args, account) {
      const [id = ''] = requireArguments(args, '提议编号');
      await withdraw(db, id, account.user_id, now());
      return `已撤回 ${id}`;
    },
  },
};
