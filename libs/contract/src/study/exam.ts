import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Count, Flag, Id, mostWhole, Page, PageSize, pageOf, Time } from '../base/fields.ts';
import { ExamAnswer, ExamItem } from './exam-question.ts';

/**
 * What the learner can do with a paper now: `locked` (study first) · `not_open` · `can_start` ·
 * `can_resume` · `cooling` · `reviewing` (the last attempt is being graded by hand) · `passed` ·
 * `exhausted` · `closed`.
 */
export const examActions = [
  'locked',
  'not_open',
  'can_start',
  'can_resume',
  'cooling',
  'reviewing',
  'passed',
  'exhausted',
  'closed',
] as const;

/** A paper as one learner sees it. Scores are points; times are minutes unless stated. */
export const ExamCard = z.object({
  paper_id: Id,
  learning_id: Id,
  course_id: Id,
  course_title: z.string(),
  title: z.string(),
  /** `course`, `class`, `public`, `practice`. */
  kind: z.string(),
  exam_action: z.string(),
  /** Why no attempt can be started; otherwise empty. */
  reason: z.string(),
  question_count: Count,
  duration_min: Count,
  total_score: z.number(),
  pass_score: z.number(),
  attempts_used: Count,
  max_attempts: Count,
  /** Empty when there is no opening or closing time. */
  open_at: Time,
  close_at: Time,
  /** When `cooling` ends, in ms; 0 otherwise. */
  cooling_until_ms: z.number(),
  /** Highest graded score; absent before the first. */
  best_score: z.optional(z.number()),
  passed: Flag,
  /** The current attempt, or the last one; empty before the first. */
  score_id: z.string(),
  /** Deadline of the current attempt, in ms; 0 otherwise. */
  deadline_ms: z.number(),
  /** A survey required before credit is granted, on the course's survey page. Empty when none. */
  survey_id: z.string(),
  server_time: z.number(),
});
export type ExamCard = z.infer<typeof ExamCard>;

export const examList = call({
  path: '/qm/api/exam/list',
  access: 'learner',
  repeatable: true,
  body: z.object({
    tab: z._default(z.enum(['todo', 'done']), 'todo'),
    page: Page,
    page_size: PageSize,
  }),
  data: z.extend(pageOf(ExamCard), { counts: z.object({ todo: Count, done: Count }) }),
});

/**
 * 考试须知 of a course's paper. `rules` are sentences, including how the deadline is determined;
 * `missing` is what remains to be studied.
 */
export const examIntro = call({
  path: '/qm/api/exam/intro',
  access: 'learner',
  repeatable: true,
  body: z.object({ course_id: Id }),
  data: z.extend(ExamCard, {
    rules: z.array(z.string()),
    missing: z.array(z.string()),
    by_type: z.array(
      z.object({ type: z.string(), name: z.string(), count: Count, score: z.number() }),
    ),
  }),
});

/** An attempt in progress, identical after every reload and on every device. */
export const ExamAttempt = z.object({
  score_id: Id,
  paper_id: Id,
  course_id: Id,
  title: z.string(),
  attempt_no: Count,
  max_attempts: Count,
  /**
   * Write lock held by this page. A later `attempt` or `start` takes it over; the earlier page then
   * gets `exam_moved`.
   */
  seat: z.string(),
  items: z.array(ExamItem),
  answers: z.array(
    z.object({ qid: Id, answer: z.array(z.string()), version: Count, marked: Flag }),
  ),
  started_at: Time,
  deadline_at: Time,
  deadline_ms: z.number(),
  server_time: z.number(),
  min_seconds: Count,
  /** Screen switches after which the attempt is submitted; 0 when they are only recorded. */
  switch_limit: Count,
  switch_count: Count,
});
export type ExamAttempt = z.infer<typeof ExamAttempt>;

/**
 * Starts an attempt or resumes the current one: never two at once. Refused: `exam_locked`,
 * `exam_cooling`, `exam_exhausted`, `exam_over`.
 */
export const examStart = call({
  path: '/qm/api/exam/start',
  access: 'learner',
  body: z.object({ paper_id: Id, learning_id: Id }),
  data: ExamAttempt,
});

/** Resumes an attempt on this page. `exam_over` once it was submitted. */
export const examAttempt = call({
  path: '/qm/api/exam/attempt',
  access: 'learner',
  repeatable: true,
  body: z.object({ score_id: Id }),
  data: ExamAttempt,
});

/** Identifies the page that may write to the attempt; issued by `exam/start`. */
const Seat = z.string().check(z.regex(/^[\w.-]{0,64}$/, '考试页面已失效，请重新进入考试'));

const AnswersToSave = z
  .array(
    z.object({
      qid: Id,
      answer: ExamAnswer,
      version: z.number().check(z.int(), z.minimum(1), z.maximum(mostWhole)),
      marked: z._default(Flag, 'N'),
    }),
  )
  .check(z.maxLength(300));

/**
 * Saves answers. An answer counts only with a higher version than the stored one; the others are
 * returned in `stale` with their stored values. Accepted until the deadline plus a short grace
 * period. Refused: `exam_moved` (another page holds the seat), `exam_over`.
 */
export const examSave = call({
  path: '/qm/api/exam/save',
  access: 'learner',
  encoding: 'json',
  body: z.object({ score_id: Id, seat: Seat, answers: AnswersToSave }),
  data: z.object({
    saved: z.array(z.object({ qid: Id, version: Count })),
    stale: z.array(
      z.object({ qid: Id, version: Count, answer: z.array(z.string()), marked: Flag }),
    ),
    saved_at: Time,
    deadline_ms: z.number(),
    server_time: z.number(),
  }),
});

/** Reports an event on the page. Only recorded, unless the site submits after too many switches. */
export const examEvent = call({
  path: '/qm/api/exam/event',
  access: 'learner',
  body: z.object({ score_id: Id, kind: z.enum(['blur', 'focus', 'offline', 'online', 'copy']) }),
  data: z.object({ switch_count: Count, submitted: Flag }),
});

export const ExamResult = z.object({
  score_id: Id,
  paper_id: Id,
  course_id: Id,
  title: z.string(),
  /** `reviewing` while short answers are graded by hand, otherwise `graded`. */
  attempt_status: z.string(),
  /** `manual`, `timeout`, `switch`, `admin`. */
  submit_type: z.string(),
  attempt_no: Count,
  max_attempts: Count,
  score: z.number(),
  total_score: z.number(),
  pass_score: z.number(),
  /** `passed`, `failed`, or empty while being reviewed. */
  result: z.string(),
  used_seconds: Count,
  submitted_at: Time,
  /** What can be done with the paper next, as in `ExamCard`. */
  exam_action: z.string(),
  cooling_until_ms: z.number(),
  server_time: z.number(),
  /** Empty when no survey is open. */
  survey_id: z.string(),
  /** Whether the analysis is available now, and why not. */
  can_analyse: Flag,
  analysis_note: z.string(),
});
export type ExamResult = z.infer<typeof ExamResult>;

/**
 * Submits, with the last answers if any. With unanswered questions `confirm` must be Y (otherwise
 * `exam_open_questions`). Idempotent.
 */
export const examSubmit = call({
  path: '/qm/api/exam/submit',
  access: 'learner',
  encoding: 'json',
  body: z.object({
    score_id: Id,
    seat: Seat,
    answers: z._default(AnswersToSave, []),
    confirm: z._default(Flag, 'N'),
  }),
  data: ExamResult,
});

export const examResult = call({
  path: '/qm/api/exam/result',
  access: 'learner',
  repeatable: true,
  body: z.object({ score_id: Id }),
  data: ExamResult,
});

/** Review of an attempt. `right`, `explain`, `is_right`, `blank_results` only if the policy allows it now. */
export const examAnalysis = call({
  path: '/qm/api/exam/analysis',
  access: 'learner',
  repeatable: true,
  body: z.object({ score_id: Id }),
  data: z.extend(ExamResult, {
    /**
     * Percentage of graded attempts of this paper below this score; absent with too few attempts.
     */
    rank_percent: z.optional(z.number()),
    right_count: z.optional(Count),
    question_count: Count,
    by_type: z.array(
      z.object({
        type: z.string(),
        name: z.string(),
        total: Count,
        right: Count,
        score: z.number(),
        full: z.number(),
      }),
    ),
    by_point: z.array(z.object({ point: z.string(), total: Count, right: Count })),
    attempts: z.array(
      z.object({ score_id: Id, no: Count, score: z.number(), result: z.string(), at: Time }),
    ),
    items: z.array(
      z.extend(ExamItem, {
        my: z.array(z.string()),
        got: z.optional(z.number()),
        right: z.optional(z.array(z.string())),
        explain: z.optional(z.string()),
        is_right: z.optional(Flag),
        /** For each text of `my`: what was accepted in its blank, and whether it is right. */
        blank_results: z.optional(
          z.array(z.object({ accepted: z.array(z.string()), is_right: Flag })),
        ),
      }),
    ),
  }),
});
