import type { HomeworkStatus } from '@cme/contract/study';

export const homeworkNames: Record<HomeworkStatus, string> = {
  none: '未开始',
  draft: '草稿',
  submitted: '待批改',
  returned: '已退回',
  passed: '已通过',
};

const day = 86_400_000;
/** Time for another attempt after a return, even past the deadline. */
const againMs = 7 * day;

interface Standing {
  status: HomeworkStatus;
  graded_at: Date | null;
}

/** The deadline; undefined if there is none. */
export function extendDeadline(
  deadline: Date | null,
  { status, graded_at }: Standing,
): Date | null {
  if (!deadline || status !== 'returned' || !graded_at) return deadline;
  return new Date(Math.max(deadline.getTime(), graded_at.getTime() + againMs));
}

interface Judged extends Standing {
  deadline: Date | null;
  /** Current state of the enrolment and its section. */
  learn_status: string;
  is_locked: boolean;
}

export type Blocked = '' | 'waits' | 'passed' | 'over' | 'locked' | 'expired' | 'suspended';

export const blockedWords: Record<Blocked, string> = {
  '': '',
  waits: '已提交，请等待老师批改',
  passed: '作业已通过',
  over: '已过截止时间，不能再提交',
  locked: '请先学完前面的小节',
  expired: '学习期限已结束',
  suspended: '退款申请处理期间，学习已暂停',
};

/** Why it cannot be edited and submitted now; empty if it can. */
export function blockedBy(judged: Judged, now: Date): Blocked {
  if (judged.status === 'passed') return 'passed';
  if (judged.status === 'submitted') return 'waits';
  if (judged.learn_status === 'suspended') return 'suspended';
  if (judged.learn_status === 'expired') return 'expired';
  if (judged.is_locked) return 'locked';
  const until = extendDeadline(judged.deadline, judged);
  return until && until <= now ? 'over' : '';
}

/** The result for a number of points. */
export const judgeScore = (score: number, pass: number): 'passed' | 'returned' =>
  score >= pass ? 'passed' : 'returned';
