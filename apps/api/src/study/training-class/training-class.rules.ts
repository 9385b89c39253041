import type { classActions, classStatuses } from '@cme/contract/study';
import { fieldNames, type ScopeField, type Verdict } from '../../content/catalogue/scope.rules.ts';
import type { MemberStatus, StoredClassStatus } from './training-class.tables.ts';

export type ClassStatus = (typeof classStatuses)[number] | 'draft';
export type ClassAction = (typeof classActions)[number];

interface Times {
  status: StoredClassStatus;
  enroll_from: Date;
  enroll_to: Date;
  start_at: Date;
  end_at: Date;
}
interface Room {
  seats: number;
  taken: number;
  waiting: number;
  waiting_limit: number;
}

/** The current state, computed from the clock. */
export function classStatusAt(times: Times, now: Date): ClassStatus {
  if (times.status !== 'published') return times.status;
  if (now >= times.end_at) return 'ended';
  if (now >= times.start_at) return 'running';
  if (now < times.enroll_from) return 'announced';
  return now < times.enroll_to ? 'enrolling' : 'waiting';
}

export const statusNames: Record<ClassStatus, string> = {
  draft: '草稿',
  announced: '即将报名',
  enrolling: '报名中',
  waiting: '待开班',
  running: '进行中',
  ended: '已结束',
  canceled: '已取消',
  archived: '已归档',
};

export const memberNames: Record<MemberStatus, string> = {
  applied: '待审核',
  waiting: '候补中',
  admitted: '已录取',
  rejected: '未通过审核',
  quit: '已取消报名',
  removed: '已被移出',
  studying: '学习中',
  qualified: '合格',
  unqualified: '不合格',
};

const steps: Record<MemberStatus | '', readonly MemberStatus[]> = {
  '': ['applied', 'waiting', 'admitted'],
  applied: ['admitted', 'rejected', 'quit', 'removed'],
  waiting: ['applied', 'admitted', 'quit', 'removed'],
  admitted: ['studying', 'quit', 'removed'],
  studying: ['qualified', 'unqualified', 'removed'],
  quit: ['applied', 'waiting', 'admitted'],
  rejected: [],
  removed: [],
  qualified: [],
  // A lesson made up after the end may still qualify.
  unqualified: ['qualified'],
};
export const canBecome = (from: MemberStatus | '', to: MemberStatus): boolean =>
  steps[from].includes(to);

/** States with a seat, and states that belong to a class. */
export const hasSeat = (status: MemberStatus | undefined): boolean =>
  status !== undefined &&
  ['applied', 'admitted', 'studying', 'qualified', 'unqualified'].includes(status);
export const isActive = (status: MemberStatus | undefined): boolean =>
  status !== undefined && ['applied', 'waiting', 'admitted', 'studying'].includes(status);

/** Facts that decide whether a person may apply. */
export interface Standing {
  /** Their state in this class. */
  mine?: MemberStatus | undefined;
  /** 期 of another class of the training that they are in. */
  other?: number | undefined;
  verdict: Verdict;
}

export function getClassAction(
  times: Times & Room,
  { mine: status, other, verdict }: Standing,
  now: Date,
): ClassAction {
  if (times.status === 'canceled') return 'canceled';
  if (status !== undefined && status !== 'quit') return memberAction(times, status, now);
  if (times.status !== 'published' || now >= times.end_at) return 'ended';
  if (verdict.state === 'out') return 'not_in_scope';
  if (now < times.enroll_from) return 'not_yet';
  if (now >= times.enroll_to || now >= times.start_at) return 'over';
  if (other !== undefined) return 'other';
  if (verdict.state === 'missing' || needsUnit(verdict)) return 'incomplete';
  // What nobody has verified is decided with the application.
  if (times.taken < times.seats && times.waiting === 0) return 'apply';
  return times.waiting < times.waiting_limit ? 'wait' : 'full';
}

/** A membership is decided by the unit, before the application. */
const needsUnit = (verdict: Verdict): boolean =>
  verdict.state === 'unverified' && verdict.fields.includes('unit_id');

/** The field that a person completes, or gets verified, before they can apply. */
export const findMissing = (verdict: Verdict): ScopeField | '' =>
  verdict.state === 'missing' ? verdict.field : needsUnit(verdict) ? 'unit_id' : '';

export const missingName = (field: ScopeField, verdict: Verdict): string =>
  needsUnit(verdict)
    ? `您的“${fieldNames[field]}”尚未核实，请先由单位核实`
    : `请先完善“${fieldNames[field]}”`;

function memberAction(times: Times, status: MemberStatus, now: Date): ClassAction {
  if (status === 'rejected' || status === 'removed') return status;
  const hasBegun = now >= times.start_at;
  if (now >= times.end_at || status === 'qualified' || status === 'unqualified') return 'ended';
  if (status === 'applied') return 'applied';
  if (status === 'waiting') return hasBegun ? 'over' : 'waiting';
  return hasBegun ? 'study' : 'admitted';
}

/** A seat or place can be given up until the class begins. */
export const canQuit = (times: Times, status: MemberStatus | undefined, now: Date): boolean =>
  (status === 'applied' || status === 'waiting' || status === 'admitted') && now < times.start_at;

const actionNames: Record<ClassAction, string> = {
  apply: '报名',
  wait: '候补',
  applied: '待审核',
  waiting: '候补中',
  admitted: '已报名',
  study: '去学习',
  not_yet: '未到报名时间',
  over: '报名已截止',
  full: '名额已满',
  ended: '已结束',
  canceled: '已取消',
  not_in_scope: '您不在本次培训范围内',
  incomplete: '请先完善资料',
  other: '您已报名本培训的其他期次',
  rejected: '未通过审核',
  removed: '已被移出',
};
export const actionName = (action: ClassAction, other?: number): string =>
  action === 'other' && other !== undefined ? `您已报名第${other}期` : actionNames[action];

const attendanceWords = (percent: number): string =>
  percent < 100 ? `面授签到率不低于${percent}%` : '面授全部签到';

/** The requirements, one sentence each. */
export function ruleWords(rule: { courses: boolean; attendance: number }): string[] {
  return [
    ...(rule.courses ? ['完成全部必修课程，并通过课程要求的考核'] : []),
    ...(rule.attendance > 0 ? [attendanceWords(rule.attendance)] : []),
  ];
}
