import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { ContentCard, Suspension } from '../content/content.ts';
import { Count, Flag, Id, Page, PageSize, pageOf, Time, Year } from '../base/fields.ts';

/** `exam`: studied, exam or survey pending; `hidden`: hidden by the learner from all other tabs. */
export const learnTabs = ['all', 'studying', 'exam', 'completed', 'expired', 'hidden'] as const;
export type LearnTab = (typeof learnTabs)[number];

/** The next step after study, for the main button. */
export const WhatWaits = {
  /** Y: studied, the exam is not passed yet. */
  exam_open: z._default(Flag, 'N'),
  /** `exam_action` of that exam, as in `ExamCard`; empty when none is pending. */
  exam_action: z._default(z.string(), ''),
  /** When it can be taken, in ms, while it is not open yet or cooling; 0 otherwise. */
  exam_from_ms: z._default(z.number(), 0),
  /** The survey to answer now; empty when none is pending. */
  survey_id: z._default(z.string(), ''),
};

/**
 * A step of a course: `study` · `exam` · `survey` · `certificate`, each `done`, `now`, `later` or
 * `failed` (no attempts left).
 */
export const WayStep = z.object({ step: z.string(), state: z.string() });
export type WayStep = z.infer<typeof WayStep>;

/** Maximum length of the reason for an extension. */
export const extensionReasonLimit = 200;

/**
 * The newest request for an extension. `state`: `waiting` 待审核 · `granted` 已延期 · `refused` 未同意, with
 * the reason in `reply`.
 */
export const Extension = z.object({
  extension_id: Id,
  state: z.string(),
  state_name: z.string(),
  reason: z.string(),
  reply: z.string(),
  asked_at: Time,
});
export type Extension = z.infer<typeof Extension>;

/** An enrolment of the learner. */
export const LearnRow = z.object({
  learning_id: Id,
  course: ContentCard,
  learn_status: z.string(),
  /** Display text of the state: 待学习, 学习中 … */
  learn_status_name: z.string(),
  progress: z.number(),
  required_seconds: z.number(),
  effective_seconds: z.number(),
  last_section_id: z.string(),
  last_section_title: z.string(),
  last_position: z.number(),
  study_end_at: Time,
  days_left: z.number(),
  /** What is missing to complete the course, as sentences; may be empty. */
  missing: z.array(z.string()),
  ...WhatWaits,
  /** Y: completed, and the learner can apply for the credits. */
  may_apply: z.optional(Flag),
  /** Present while `learn_status` is `suspended`. */
  suspension: z.optional(Suspension),
  /** Y: hidden from the list by the learner. */
  hidden: z.optional(Flag),
  /** Y: an extension can be requested now. */
  may_extend: z.optional(Flag),
  extension: z.optional(Extension),
  /** Y: expired, and open to be joined or bought again. */
  may_rejoin: z.optional(Flag),
  /** Y: the learner has joined the course again since; this is an earlier record. */
  is_past: z.optional(Flag),
});
export type LearnRow = z.infer<typeof LearnRow>;

export const learnList = call({
  path: '/qm/api/learn/list',
  access: 'learner',
  repeatable: true,
  body: z.object({ tab: z._default(z.enum(learnTabs), 'all'), page: Page, page_size: PageSize }),
  data: z.extend(pageOf(LearnRow), {
    counts: z.object({
      all: Count,
      studying: Count,
      completed: Count,
      exam: z.optional(Count),
      expired: z.optional(Count),
      hidden: z.optional(Count),
    }),
  }),
});

/**
 * Hides a course from the list or shows it again. Idempotent; record and credits stay. Refused:
 * `not_found`.
 */
export const learnHide = call({
  path: '/qm/api/learn/hide',
  access: 'learner',
  body: z.object({ learning_id: Id, hidden: Flag }),
  data: z.object({ hidden: Flag }),
});

/**
 * Requests an extension; while a request is pending, that one is returned. Refused: `not_found`,
 * `extension_early`, `extension_state`, `extension_often`.
 */
export const learnExtend = call({
  path: '/qm/api/learn/extend',
  access: 'learner',
  body: z.object({
    learning_id: Id,
    reason: z
      .string()
      .check(
        z.trim(),
        z.minLength(5, '请填写延期原因，至少5个字'),
        z.maxLength(extensionReasonLimit, `字数请在${extensionReasonLimit}字以内`),
      ),
  }),
  data: Extension,
});

export const learnDetail = call({
  path: '/qm/api/learn/detail',
  access: 'learner',
  repeatable: true,
  body: z.object({ learning_id: Id }),
  data: LearnRow,
});

/** Why the course is not completed, one sentence each. */
export const learnExplain = call({
  path: '/qm/api/learn/explain',
  access: 'learner',
  repeatable: true,
  body: z.object({ learning_id: Id }),
  data: z.object({ missing: z.array(z.string()) }),
});

/**
 * Study of this year and today, for the rings on the home page and in the personal centre.
 * Requirements come from the year's rule; results are what it counts from the ledger, after the
 * caps per kind.
 */
export const learnSummary = call({
  path: '/qm/api/learn/summary',
  access: 'learner',
  repeatable: true,
  body: z.object({ year: z.optional(Year) }),
  data: z.object({
    year: z.number(),
    need_hours: z.number(),
    got_hours: z.number(),
    need_credits: z.number(),
    got_credits: z.number(),
    today_seconds: z.number(),
    total_seconds: z.number(),
    studying: z.number(),
    completed: z.number(),
    /** Target of 继续学习; absent before the first course. */
    current: z.optional(LearnRow),
  }),
});
