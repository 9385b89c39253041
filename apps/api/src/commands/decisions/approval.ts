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
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { isSamePerson } from '../../person/identity/same-person.store.ts';
import { deriveKeys } from '../../person/identity/secret.rules.ts';
import { type Account, hasRole, requireRole } from '../staff/account.ts';
import { readScope, requireSubject } from '../staff/scope.ts';
import {
  certificateApproval,
  certificateReplacement,
  certificateRevocation,
} from './certificate-decisions.ts';
import { roleGrant, roleInvitation } from './role-decisions.ts';
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
  role_give: roleGrant,
  role_invite: roleInvitation,
  certificate_approve: certificateApproval,
  certificate_revoke: certificateRevocation,
  certificate_replace: certificateReplacement,
};

/** Creates a proposal; prints how another person confirms it. */
export async function proposeRequest(
  context: AppContext,
  kind: ApprovalKind,
  request: readonly string[],
  account: Account,
): Promise<string> {
  const decision = decisions[kind];
  await requireSubject(context, account, await decision.subject(context, request));
  const facts = await decision.facts(context, request);
  const { approval_id } = await propose(
    context.db,
    { kind, subject_id: request[0] ?? '', request: [...request], facts },
    account.user_id,
    context.now(),
  );
  return `${facts}\n已提议，须由另一人确认：approval confirm ${approval_id}`;
}

/** Two accounts of one person are not two people. */
async function requireSecondPerson(
  { db, settings }: AppContext,
  { proposed_by, approval_status }: Approval,
  { user_id }: Account,
): Promise<void> {
  if (approval_status !== 'proposed') return;
  if (await isSamePerson(db, deriveKeys(settings), proposed_by, user_id))
    throw new NotPossibleError('提议须由另一人确认，不能确认自己的提议');
}

/** Open proposals of the account's site that it made or may confirm. */
async function readOwn(context: AppContext, account: Account): Promise<Approval[]> {
  const scope = await readScope(context.db, account);
  const own: Approval[] = [];
  for (const item of await readOpen(context.db)) {
    const { role, subject } = decisions[item.kind];
    const isTheirs = item.proposed_by === account.user_id || hasRole(account, role);
    if (!isTheirs) continue;
    const found = await subject(context, item.request).catch(() => undefined);
    if (scope === undefined || found?.site_ids.every((site) => site === scope)) own.push(item);
  }
  return own;
}

/** Proposals that wait for a second person. */
export const approval: Record<string, Command> = {
  list: {
    args: '',
    about: '待确认的提议',
    role: 'auditor',
    run: async (context, _args, account) =>
      formatTable(
        (await readOwn(context, account)).map((item) => [
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
      const allowed = async (item: Approval) => {
        const decision = decisions[item.kind];
        requireRole(account, decision.role);
        await requireSecondPerson(context, item, account);
        await requireSubject(context, account, await decision.subject(context, item.request));
      };
      const one = await confirm(
        context.db,
        id,
        account.user_id,
        async (known) => {
          await allowed(known);
          return decisions[known.kind].facts(context, known.request);
        },
        context.now(),
      );
      await allowed(one);
      const done = await decisions[one.kind].run(context, one.request, one);
      await finish(context.db, id, account.user_id, context.now());
      return done;
    },
  },
  withdraw: {
    args: '<提议编号>',
    about: '撤回提议',
    role: 'auditor',
    async run(context, args, account) {
      const { db, now } = context;
      const [id = ''] = requireArguments(args, '提议编号');
      if (!(await readOwn(context, account)).some(({ approval_id }) => approval_id === id))
        throw new NotPossibleError('没有找到可以撤回的提议');
      await withdraw(db, id, account.user_id, now());
      return `已撤回 ${id}`;
    },
  },
};
