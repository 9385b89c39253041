import type { examActions } from '@cme/contract/study';
import { formatMinute } from '../../../platform/http/format-time.ts';
import type { LearnStatus } from '../../learning/learning.rules.ts';
import type { AttemptStatus } from './exam.tables.ts';

export type ExamAction = (typeof examActions)[number];

/** Milliseconds after the deadline in which answers sent in time may still arrive. */
export const graceMs = 5000;

/** Fields of an attempt that determine whether another is allowed. */
export interface PastAttempt {
  score_id: string;
  attempt_status: AttemptStatus;
  attempt_no: number;
  counted: boolean;
  deadline_at: Date;
  submitted_at: Date | null;
  score: number | null;
  result: 'passed' | 'failed' | null;
}

export interface ExamSituation {
  learn_status: LearnStatus;
  progress: number;
  paper: { status: 'draft' | 'published' | 'closed'; open_at: Date | null; close_at: Date | null };
  policy: { max_attempts: number; cooldown_min: number };
  attempts: readonly PastAttempt[];
  /** Attempts used up in earlier enrolments of the person, oldest first. */
  earlier: readonly { submitted_at: Date }[];
  now: Date;
}

export const isDue = (attempt: { deadline_at: Date }, now: Date): boolean =>
  now.getTime() >= attempt.deadline_at.getTime() + graceMs;
/** An attempt as it is at a time: past its deadline it has ended and awaits its score, even before
 * the job has closed it. */
export const attemptAt = <Row extends PastAttempt>(attempt: Row, now: Date): Row =>
  attempt.attempt_status === 'in_progress' && isDue(attempt, now)
    ? { ...attempt, attempt_status: 'reviewing', submitted_at: attempt.deadline_at }
    : attempt;
export const filterCounted = <Row extends { counted: boolean }>(attempts: readonly Row[]): Row[] =>
  attempts.filter(({ counted }) => counted);
export const hasPassed = (attempts: readonly PastAttempt[]): boolean =>
  attempts.some((attempt) => attempt.attempt_status === 'graded' && attempt.result === 'passed');

/**
 * The available action for a paper, and the reason if no attempt can start. Used by card, start and
 * result.
 */
export function getExamAction(situation: ExamSituation): {
  action: ExamAction;
  reason: string;
  cooling_until: number;
} {
  const { attempts, earlier, now, paper, policy, learn_status } = situation;
  const outcome = (action: ExamAction, reason: string, coolingUntil = 0) => ({
    action,
    reason,
    cooling_until: coolingUntil,
  });
  if (hasPassed(attempts)) return outcome('passed', '您已通过考试');
  const used = filterCounted(attempts);
  if (used.some((attempt) => attempt.attempt_status === 'in_progress'))
    return outcome('can_resume', '');
  if (used.some((attempt) => attempt.attempt_status === 'reviewing'))
    return outcome('reviewing', '试卷正在评阅，请等待成绩公布');
  if (learn_status === 'completed') return outcome('closed', '课程已完成，无需参加考试');
  if (earlier.length + used.length >= policy.max_attempts)
    return outcome('exhausted', `${policy.max_attempts}次考试机会已用完，未通过考试`);
  const end = explainEnd(situation);
  if (end) return outcome('closed', end);
  if (situation.progress < 100) return outcome('locked', '请先完成全部必修小节的学习');
  if (paper.open_at && now < paper.open_at)
    return outcome('not_open', `考试将于${formatMinute(paper.open_at)}开放`);
  const until = getCooldownEnd([...earlier, ...used], policy.cooldown_min);
  return now.getTime() < until
    ? outcome('cooling', `${formatMinute(new Date(until))} 后可再次考试`, until)
    : outcome('can_start', '');
}

function explainEnd({ learn_status, paper, now }: ExamSituation): string {
  if (learn_status === 'revoked') return '课程已取消，不能参加考试';
  if (learn_status === 'suspended') return '退款申请处理期间，学习和考试已暂停';
  if (learn_status === 'expired') return '学习期限已过，不能参加考试';
  return paper.status !== 'published' || (paper.close_at && now >= paper.close_at)
    ? '考试已关闭'
    : '';
}

/** The first repeat may start immediately; later ones only after a cooldown. */
function getCooldownEnd(
  used: readonly Pick<PastAttempt, 'submitted_at'>[],
  minutes: number,
): number {
  const last = used.at(-1)?.submitted_at;
  return used.length >= 2 && last ? last.getTime() + minutes * 60_000 : 0;
}

/** Deadline of an attempt that starts now. */
export const computeDeadline = (now: Date, durationMin: number, closeAt: Date | null): Date =>
  new Date(Math.min(now.getTime() + durationMin * 60_000, closeAt?.getTime() ?? Infinity));

/** Whether answers may be shown for a finished attempt. */
export function mayAnalyse(
  mode: string,
  action: ExamAction,
  paper: ExamSituation['paper'],
  now: Date,
): { may: boolean; note: string } {
  const refuse = (note: string) => ({ may: false, note });
  const isClosed = paper.status === 'closed' || (paper.close_at !== null && now >= paper.close_at);
  switch (mode) {
    case 'always':
      return { may: true, note: '' };
    case 'never':
      return refuse('本次考试不公布答案解析');
    case 'after_close':
      return isClosed ? { may: true, note: '' } : refuse('考试关闭后可查看答案解析');
    default:
      return action === 'passed' || action === 'exhausted'
        ? { may: true, note: '' }
        : refuse('通过考试或考试次数用完后，可查看答案解析');
  }
}
