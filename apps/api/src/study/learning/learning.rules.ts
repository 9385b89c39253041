import type { WayStep } from '@cme/contract/study';
import { longDay } from '../../platform/http/format-time.ts';
import type { StoredLearnStatus, SuspensionReason } from './learning.tables.ts';

export type LearnStatus = StoredLearnStatus | 'expired' | 'suspended';
export type SectionStatus = 'locked' | 'not_started' | 'studying' | 'finished';

/** The displayed status of an enrolment, which distinguishes waiting for the survey from waiting
 * for the examination. */
export type LearnStage = LearnStatus | 'survey_due';

const stageNames: Record<LearnStage, string> = {
  enrolled: '待学习',
  studying: '学习中',
  study_done: '待考试',
  survey_due: '待评价',
  exam_failed: '考试未通过',
  completed: '已完成',
  expired: '已过期',
  suspended: '学习已暂停',
  revoked: '已取消',
};

const open: readonly string[] = ['enrolled', 'studying', 'study_done', 'exam_failed'];

interface Stored {
  learn_status: StoredLearnStatus;
  study_end_at: Date;
  suspension: SuspensionReason;
}

/** The current state: an open enrolment expires at the end of its study time, and reopens when
 * extended. While a refund is pending, study is suspended. */
export function statusAt(learning: Stored, now: Date): LearnStatus {
  if (learning.suspension !== '' && learning.learn_status !== 'revoked') return 'suspended';
  return open.includes(learning.learn_status) && learning.study_end_at <= now
    ? 'expired'
    : learning.learn_status;
}

/** A section with the learner's progress. */
export interface Part {
  section_id: string;
  title: string;
  type: string;
  seconds: number;
  required: 'Y' | 'N';
  playable: boolean;
  status: SectionStatus;
  covered_seconds: number;
  open_checks: number;
}

const fixedWeight = 300;
const getWeight = ({ seconds }: { seconds: number }) => (seconds > 0 ? seconds : fixedWeight);

/** Percentage of finished required sections, weighted by length and rounded; 100 only when all are
 * finished. */
export function computeProgress(
  parts: readonly Pick<Part, 'seconds' | 'required' | 'status'>[],
): number {
  const required = parts.filter(({ required: flag }) => flag === 'Y');
  const total = required.reduce((sum, part) => sum + getWeight(part), 0);
  const done = required.filter(({ status }) => status === 'finished');
  if (total === 0) return 0;
  if (done.length === required.length) return 100;
  return Math.min(
    99,
    Math.floor((done.reduce((sum, part) => sum + getWeight(part), 0) / total) * 100),
  );
}

/** What a course requires after study, and which parts are done. */
export interface Outcome {
  exam_status: 'none' | 'passed' | 'failed';
  survey_status: 'none' | 'done';
}
interface Asks {
  has_exam: string;
  has_survey: string;
}

const examOpen = (course: Asks, { exam_status }: Outcome) =>
  course.has_exam === 'Y' && exam_status !== 'passed';
const surveyOpen = (course: Asks, { survey_status }: Outcome) =>
  course.has_survey === 'Y' && survey_status !== 'done';

/** The state after study, examination and survey: completed study stays completed, whatever is
 * added to the course later. */
export function statusAfter(
  status: StoredLearnStatus,
  progress: number,
  course: Asks,
  outcome: Outcome,
): StoredLearnStatus {
  if (status === 'completed' || status === 'revoked') return status;
  if ((status === 'enrolled' || status === 'studying') && progress < 100) return 'studying';
  if (examOpen(course, outcome))
    return outcome.exam_status === 'failed' ? 'exam_failed' : 'study_done';
  return surveyOpen(course, outcome) ? 'study_done' : 'completed';
}

/** The steps of a course with their states; the certificate is last if the course has one. */
export function listWaySteps(
  status: LearnStatus,
  progress: number,
  course: Asks & { hours: number; credits: number },
  outcome: Outcome,
): WayStep[] {
  const isDone = status === 'completed';
  const steps = [
    { step: 'study', done: isDone || progress >= 100 },
    ...(course.has_exam === 'Y'
      ? [{ step: 'exam', done: isDone || outcome.exam_status === 'passed' }]
      : []),
    ...(course.has_survey === 'Y'
      ? [{ step: 'survey', done: isDone || outcome.survey_status === 'done' }]
      : []),
    ...(course.hours > 0 || course.credits > 0 ? [{ step: 'certificate', done: isDone }] : []),
  ];
  const index = steps.findIndex(({ done }) => !done);
  const now = status === 'exam_failed' && steps[index]?.step === 'exam' ? 'failed' : 'now';
  return steps.map(({ step, done }, place) => ({
    step,
    state: done ? 'done' : place === index ? now : 'later',
  }));
}

/** Completed study waits for the examination first, then for the survey. */
export const getStage = (status: LearnStatus, course: Asks, outcome: Outcome): LearnStage =>
  status === 'study_done' && !examOpen(course, outcome) && surveyOpen(course, outcome)
    ? 'survey_due'
    : status;

export const statusName = (status: LearnStatus, course: Asks, outcome: Outcome): string =>
  stageNames[getStage(status, course, outcome)];

/** Marks as locked the sections that a sequential course does not open yet: all after the first
 * unfinished required one. */
export function locked<Row extends { required: string; status: SectionStatus }>(
  rows: readonly Row[],
  sequential: string,
): Row[] {
  if (sequential !== 'Y') return [...rows];
  const gate = rows.findIndex(({ required, status }) => required === 'Y' && status !== 'finished');
  return rows.map((row, index) =>
    gate >= 0 && index > gate && row.status === 'not_started'
      ? { ...row, status: 'locked' as const }
      : row,
  );
}

/** `1小时2分3秒`; zero parts at the ends are omitted. */
export function formatDuration(seconds: number): string {
  const roundedSeconds = Math.max(0, Math.ceil(seconds));
  const parts = [
    [Math.floor(roundedSeconds / 3600), '小时'],
    [Math.floor((roundedSeconds % 3600) / 60), '分'],
    [roundedSeconds % 60, '秒'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  const last = parts.findLastIndex(([count]) => count > 0);
  if (first < 0) return '0秒';
  return parts
    .slice(first, last + 1)
    .map(([count, unit]) => `${count}${unit}`)
    .join('');
}

const mostNamed = 5;

/** What is missing for completion, one sentence each; empty if nothing is. */
export function getMissingParts(
  status: LearnStatus,
  parts: readonly Part[],
  course: Asks & Outcome,
  studyEnd: string,
  threshold: number,
): string[] {
  if (status === 'completed') return [];
  if (status === 'revoked') return ['课程已取消'];
  if (status === 'suspended') return ['退款申请处理期间，学习已暂停'];
  if (status === 'expired') return [`学习期限已于${longDay(studyEnd.slice(0, 10))}结束`];
  const left = parts.filter((part) => part.required === 'Y' && part.status !== 'finished');
  const named = left.slice(0, mostNamed).map((part) => formatMissing(part, threshold));
  if (left.length > mostNamed) named.push(`另有${left.length - mostNamed}节必修未学`);
  if (examOpen(course, course))
    named.push(course.exam_status === 'failed' ? '考试未通过，次数已用完' : '还差结课考试');
  if (surveyOpen(course, course)) named.push('还差课程问卷');
  return named;
}

function formatMissing(
  { title, type, playable, seconds, covered_seconds, open_checks }: Part,
  threshold: number,
): string {
  if (type === 'homework') return `还差《${title}》通过批改`;
  if (!playable) return `还差《${title}》，内容尚在准备`;
  if (type === 'doc') return `还差《${title}》，每页都要读够时间`;
  const rest = seconds * threshold - covered_seconds;
  return rest > 0
    ? `还差《${title}》${formatDuration(rest)}`
    : `还差《${title}》的学习确认${open_checks > 0 ? `${open_checks}次` : ''}`;
}

/** The end of study: the course's days after joining, limited by the end of the course. */
export function studyEnd(joined: Date, course: { study_days: number; end_at: Date }): Date {
  if (course.study_days <= 0) return course.end_at;
  return new Date(
    Math.min(joined.getTime() + course.study_days * 86_400_000, course.end_at.getTime()),
  );
}

/** Whole days of study for a learner who joins now: the smaller of the course's days and the time
 * to its end. */
export const validDays = (course: { study_days: number; end_at: Date }, now: Date): number =>
  daysLeft(studyEnd(now, course), now);

/** Whole days until a time, never negative. */
export function daysLeft(until: Date, now: Date): number {
  return Math.max(0, Math.ceil((until.getTime() - now.getTime()) / 86_400_000));
}
