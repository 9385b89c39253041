import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { ContentCard, Suspension } from '../content/content.ts';
import { Count, Flag, Id, Page, PageSize, pageOf, Time, Year } from '../base/fields.ts';

/** `exam`: study is done and the examination or survey waits; `hidden`: what the learner has taken
 * out of all others. */
export const learnTabs = ['all', 'studying', 'exam', 'completed', 'expired', 'hidden'] as const;
export type LearnTab = (typeof learnTabs)[number];

/** What waits after study, for the button that leads on. */
export const WhatWaits = {
  /** Y: everything is studied and the examination is still to be passed. */
  exam_open: z._default(Flag, 'N'),
  /** What can be done with that examination now, as on its card; empty when none waits. */
  exam_action: z._default(z.string(), ''),
  /** Moment in ms from which it can be taken, while it is not open yet or cools down; 0
   * otherwise. */
  exam_from_ms: z._default(z.number(), 0),
  /** The survey to be answered now; empty when none waits. */
  survey_id: z._default(z.string(), ''),
};

/** A step of a course's way: `study` · `exam` · `survey` · `certificate`, each `done`, `now`,
 * `later` or `failed` (every chance used). */
export const WayStep = z.object({ step: z.string(), state: z.string() });
export type WayStep = z.infer<typeof WayStep>;

/** Most characters of why an extension is asked for. */
export const extensionReasonLimit = 200;

/** The newest request for more time. `state`: `waiting` 待审核 · `granted` 已延期 · `refused`
 * 未同意, with `reply` saying why. */
export const Extension = z.object({
  extension_id: Id,
  state: z.string(),
  state_name: z.string(),
  reason: z.string(),
  reply: z.string(),
  asked_at: Time,
});
export type Extension = z.infer<typeof Extension>;

/** A course of mine. */
export const LearnRow = z.object({
  learning_id: Id,
  course: ContentCard,
  learn_status: z.string(),
  /** The state in words: 待学习, 学习中 … */
  learn_status_name: z.string(),
  progress: z.number(),
  required_seconds: z.number(),
  effective_seconds: z.number(),
  last_section_id: z.string(),
  last_section_title: z.string(),
  last_position: z.number(),
  study_end_at: Time,
  days_left: z.number(),
  /** What is missing until the course is done, in plain words; empty when nothing is. */
  missing: z.array(z.string()),
  ...WhatWaits,
  /** Y: the course is done, and its credits wait for the learner to apply for them. */
  may_apply: z.optional(Flag),
  /** Present while study is suspended: `learn_status` is `suspended` then. */
  suspension: z.optional(Suspension),
  /** Y: taken out of the list by the learner. */
  hidden: z.optional(Flag),
  /** Y: more time may be asked for now. */
  may_extend: z.optional(Flag),
  extension: z.optional(Extension),
});
export type LearnRow = z.infer<typeof LearnRow>;

export const learnList = call({
  path: '/qm/api/learn/list',
  access: 'learner',
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

/** Takes a course out of the list, or puts it back; asking again changes nothing. Its record and
 * credits stay. Refused: `not_found`. */
export const learnHide = call({
  path: '/qm/api/learn/hide',
  access: 'learner',
  body: z.object({ learning_id: Id, hidden: Flag }),
  data: z.object({ hidden: Flag }),
});

/** Asks for more time; while a request waits it is answered again. Refused: `not_found`,
 * `extension_early`, `extension_state`, `extension_often`. */
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
  body: z.object({ learning_id: Id }),
  data: LearnRow,
});

/** Why the course is not finished, one plain sentence each. */
export const learnExplain = call({
  path: '/qm/api/learn/explain',
  access: 'learner',
  body: z.object({ learning_id: Id }),
  data: z.object({ missing: z.array(z.string()) }),
});

/** This year's and today's study, for the rings on home and in the personal centre. Hours need
 * and credits need come from the year's rule; what is got is what the rule counts of the ledger,
 * without what goes beyond a kind's cap. */
export const learnSummary = call({
  path: '/qm/api/learn/summary',
  access: 'learner',
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
    /** Where 继续学习 leads; absent before the first course. */
    current: z.optional(LearnRow),
  }),
});
