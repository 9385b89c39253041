import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Count, Flag, Id, mostWhole, Time } from '../base/fields.ts';

export const surveyTypes = ['single', 'multiple', 'rating', 'text', 'matrix'] as const;

export const SurveyQuestion = z.object({
  qid: Id,
  type: z.string(),
  stem: z.string(),
  required: Flag,
  /** Options of single and multiple choice, columns of a matrix; keys 1 to 5 for a rating. */
  options: z.array(z.object({ key: z.string(), text: z.string() })),
  /** Rows of a matrix. */
  rows: z.array(z.object({ key: z.string(), text: z.string() })),
  /** Maximum length of a text answer. */
  max_length: z.number(),
});
export type SurveyQuestion = z.infer<typeof SurveyQuestion>;

/**
 * Chosen keys; a rating as one key; a text as the only element; a matrix as `row:column` per row.
 */
export const SurveyAnswer = z.object({
  qid: Id,
  answer: z.array(z.string().check(z.maxLength(500, '字数请在500字以内'))).check(z.maxLength(50)),
});

export const Survey = z.object({
  survey_id: Id,
  course_id: Id,
  course_title: z.string(),
  title: z.string(),
  purpose: z.string(),
  /** `not_open` (study or exam first), `not_started`, `submitted`. */
  survey_status: z.string(),
  /** Why it cannot be answered now; empty when it can. */
  reason: z.string(),
  /** Y: required before credit is granted. */
  required_for_credit: Flag,
  /** Y: can be changed until it closes. */
  editable: Flag,
  submitted_at: z.string(),
  /** Of the stored answers; 0 before the first submission. */
  version: z.optional(Count),
  questions: z.array(SurveyQuestion),
  answers: z.array(SurveyAnswer),
});
export type Survey = z.infer<typeof Survey>;

/** The survey of a course; `survey_id` is the route's `exam_id`. */
export const surveyGet = call({
  path: '/qm/api/exam/survey/get',
  access: 'learner',
  repeatable: true,
  body: z.object({ course_id: Id, survey_id: Id }),
  data: Survey,
});

/**
 * Submits once; repeating returns the first submission, unless it is editable. Then the answers are
 * replaced, but not if they were changed after `base_version`.
 */
export const surveySubmit = call({
  path: '/qm/api/exam/survey/submit',
  access: 'learner',
  encoding: 'json',
  body: z.object({
    course_id: Id,
    survey_id: Id,
    answers: z.array(SurveyAnswer).check(z.maxLength(100)),
    /** Version of the stored answers that these started from. */
    base_version: z.optional(Count.check(z.minimum(0), z.maximum(mostWhole))),
  }),
  data: z.object({
    submitted_at: Time,
    learn_status: z.string(),
    /** N: another submission counts, and its answers differ from these. */
    stored: z.optional(Flag),
    version: z.optional(Count),
    /** If not stored but editable: the stored answers, which `version` as `base_version` replaces. */
    stored_answers: z.optional(z.array(SurveyAnswer)),
  }),
});
