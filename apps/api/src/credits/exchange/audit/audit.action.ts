import { type AuditStep, shortestReason } from '@cme/contract/credits';
import type { AppContext } from '../../../platform/context/context.ts';
import type { Db } from '../../../platform/database/database.ts';
import { NotPossibleError } from '../../../platform/http/not-possible.ts';
import { round } from '../../credits/credits.rules.ts';
import { creditQueue } from '../exchange.queues.ts';
import {
  addView,
  type Declaration,
  lockDeclaration,
  moveDeclaration,
  releaseClaim,
  updateDeclaration,
} from '../exchange.store.ts';
import { insertRefusal } from '../refusal.store.ts';
import { notifyDeclarer } from '../notify.store.ts';
import {
  type Auditor,
  findForStaff,
  DeclarationNotFoundError,
  readAuditVerdict,
} from './viewer.store.ts';

export interface Decision {
  decision: 'pass' | 'return' | 'reject';
  reason: string;
  hours?: number | undefined;
  credits?: number | undefined;
  revision?: number | undefined;
}

type AuditContext = Pick<AppContext, 'db' | 'jobs' | 'now'>;

async function lockForStaff(tx: Db, auditor: Auditor, declareNo: string): Promise<Declaration> {
  await findForStaff(tx, auditor, declareNo);
  const row = await lockDeclaration(tx, declareNo);
  if (!row) throw new DeclarationNotFoundError();
  return row;
}

/** Opens a declaration: each view is logged, and once a person who may decide has opened it, the
 * learner cannot withdraw it. */
export async function openForAudit(
  db: Db,
  auditor: Auditor,
  declareNo: string,
  at: Date,
): Promise<Declaration> {
  return db.transaction(async (tx) => {
    const row = await lockForStaff(tx, auditor, declareNo);
    await addView(tx, declareNo, auditor.user_id, at);
    const { step } = await readAuditVerdict(tx, row, auditor);
    if (!step || row.opened_at) return row;
    return updateDeclaration(tx, row, { opened_at: at, opened_by: auditor.user_id });
  });
}

/** Decides the current step. A repeated decision of the same person returns the result. */
export async function auditDeclaration(
  { db, jobs, now }: AuditContext,
  auditor: Auditor,
  declareNo: string,
  decision: Decision,
): Promise<Declaration> {
  return db.transaction(async (tx) => {
    const row = await lockForStaff(tx, auditor, declareNo);
    if (isDone(row, auditor, decision)) return row;
    const { step, blocked } = await readAuditVerdict(tx, row, auditor);
    if (!step) throw new NotPossibleError(blocked);
    if (decision.revision !== undefined && decision.revision !== row.revision)
      throw new NotPossibleError('这项申报已有变化，请重新打开后审核');
    requireReason(row, decision);
    const audit = { auditor, decision, at: now() };
    if (decision.decision !== 'pass') return rejectDeclaration(tx, row, step, audit);
    if (row.declare_status === 'submitted') return passFirstStep(tx, row, step, audit);
    const approved = await approvedByCentre(tx, row, audit);
    await jobs.enqueue(tx, creditQueue, { declare_no: declareNo });
    return approved;
  });
}

interface Act {
  auditor: Auditor;
  decision: Decision;
  at: Date;
}

const ends: Record<Decision['decision'], readonly string[]> = {
  pass: ['unit_passed', 'approved', 'credited'],
  return: ['returned'],
  reject: ['rejected'],
};

const isDone = (row: Declaration, { user_id }: Auditor, { decision }: Decision): boolean =>
  ends[decision].includes(row.declare_status) && (row.centre_by || row.unit_by) === user_id;

const isLowered = (row: Declaration, { hours, credits }: Decision): boolean =>
  (hours !== undefined && hours < row.hours_claimed) ||
  (credits !== undefined && credits < row.credits_claimed);

function requireReason(row: Declaration, decision: Decision): void {
  if ([...decision.reason].length >= shortestReason) return;
  if (decision.decision !== 'pass') throw new NotPossibleError('请写明原因，至少5个字');
  if (isLowered(row, decision)) throw new NotPossibleError('核减学时学分须写明原因，至少5个字');
}

const toStaffActor = ({ user_id }: Auditor) => ({
  actor_type: 'staff' as const,
  actor_id: user_id,
});
const formatActivityName = ({ activity_name }: Declaration) => `“${activity_name}”`;

async function rejectDeclaration(
  tx: Db,
  row: Declaration,
  step: AuditStep,
  { auditor, decision: { decision, reason }, at }: Act,
): Promise<Declaration> {
  const isReturn = decision === 'return';
  await releaseClaim(tx, row.declare_no);
  await notifyDeclarer(
    tx,
    row,
    isReturn ? '兑换申报退回修改' : '兑换申报未通过',
    `您申报的${formatActivityName(row)}${isReturn ? '被退回，请按意见修改后重新提交' : '未通过审核'}：${reason}`,
    at,
  );
  await insertRefusal(tx, row, {
    step,
    decision: isReturn ? 'returned' : 'rejected',
    reason,
    refused_by: auditor.user_id,
    at,
  });
  const by = step === 'unit' ? { unit_by: auditor.user_id } : { centre_by: auditor.user_id };
  const first = row.declare_status === 'submitted' ? { first_step: step } : {};
  return moveDeclaration(
    tx,
    row,
    isReturn ? 'returned' : 'rejected',
    { ...toStaffActor(auditor), reason, at },
    { ...by, ...first, reason, audit_step: '', decided_at: at },
  );
}

const passedWords: Record<AuditStep, { title: string; text: string }> = {
  unit: { title: '兑换申报单位已审', text: '已由单位审核通过，等待中心审核。' },
  centre: { title: '兑换申报中心已初审', text: '已通过中心初审，等待中心复审。' },
};

/** The unit's step, or without anybody to audit for the unit, that of the centre's first person. */
async function passFirstStep(
  tx: Db,
  row: Declaration,
  firstStep: AuditStep,
  { auditor, decision, at }: Act,
): Promise<Declaration> {
  if (isLowered(row, decision)) throw new NotPossibleError('核减学时学分由中心在复审时办理');
  const { title, text } = passedWords[firstStep];
  await notifyDeclarer(tx, row, title, `您申报的${formatActivityName(row)}${text}`, at);
  return moveDeclaration(
    tx,
    row,
    'unit_passed',
    { ...toStaffActor(auditor), reason: decision.reason, at },
    { first_step: firstStep, unit_by: auditor.user_id, audit_step: 'centre', reason: '' },
  );
}

async function approvedByCentre(
  tx: Db,
  row: Declaration,
  { auditor, decision, at }: Act,
): Promise<Declaration> {
  const hours = round(decision.hours ?? row.hours_claimed);
  const credits = round(decision.credits ?? row.credits_claimed);
  if (hours > row.hours_claimed || credits > row.credits_claimed)
    throw new NotPossibleError('核定的学时学分不能高于申报的');
  if (hours === 0 && credits === 0) throw new NotPossibleError('核定为0的请驳回');
  const amount = `${hours}学时、${credits}学分`;
  const { reason } = decision;
  const text = isLowered(row, decision) ? `核定${amount}：${reason}` : `${amount}即将入账。`;
  await notifyDeclarer(
    tx,
    row,
    '兑换申报已通过',
    `您申报的${formatActivityName(row)}已通过审核，${text}`,
    at,
  );
  return moveDeclaration(
    tx,
    row,
    'approved',
    { ...toStaffActor(auditor), reason, at },
    {
      centre_by: auditor.user_id,
      audit_step: '',
      reason,
      hours_approved: hours,
      credits_approved: credits,
      decided_at: at,
    },
  );
}
