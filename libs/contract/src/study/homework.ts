import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { FileDownload, FileRef } from '../person/file.ts';
import { ContentType, Count, Flag, Id, Page, PageSize, pageOf } from '../base/fields.ts';

export const homeworkTextLimit = 5000;
export const homeworkFileLimit = 5;

/**
 * `none` not started · `draft` · `submitted` awaiting grading · `returned` to be submitted again ·
 * `passed`.
 */
export const homeworkStatuses = ['none', 'draft', 'submitted', 'returned', 'passed'] as const;
export type HomeworkStatus = (typeof homeworkStatuses)[number];

/** An assignment of a course, with the learner's submission. */
export const Homework = z.object({
  homework_id: Id,
  /** The section completed by passing it; empty where there is none. */
  section_id: z.string(),
  title: z.string(),
  task: z.string(),
  full_score: z.number(),
  pass_score: z.number(),
  /** Submission deadline; empty without one. */
  deadline_at: z.string(),
  is_over: Flag,
  required: Flag,
  /** One of `homeworkStatuses`. */
  homework_status: z.string(),
  homework_status_name: z.string(),
  /** Whether it can be edited and submitted now, and why not. */
  can_edit: Flag,
  blocked: z.string(),
  /** Text and files to go on editing: the saved draft, else what was submitted. */
  text: z.string(),
  files: z.array(FileRef),
  /** What was submitted last, and graded; absent before. */
  submitted: z.optional(z.object({ text: z.string(), files: z.array(FileRef) })),
  /** Increases with each change; requests name the revision that they are based on. */
  revision: z.number(),
  submitted_at: z.string(),
  /** Absent until graded. */
  score: z.optional(z.number()),
  /** The teacher's comment. */
  comment: z.string(),
  graded_at: z.string(),
});
export type Homework = z.infer<typeof Homework>;

/** Assignments of a course in order, for its learners. */
export const homeworkList = call({
  path: '/qm/api/homework/list',
  access: 'learner',
  repeatable: true,
  body: z.object({ content_type: z._default(ContentType, 'C'), id: Id }),
  data: z.object({ list: z.array(Homework), server_time: z.number() }),
});

const Written = z.object({
  homework_id: Id,
  /** The revision it is based on; refused if it has changed (`homework_stale`). */
  revision: Count.check(z.minimum(0), z.maximum(1_000_000)),
  text: z._default(
    z.string().check(z.trim(), z.maxLength(homeworkTextLimit, '字数请在5000字以内.')),
    '',
  ),
  file_ids: z._default(
    z.array(Id).check(z.maxLength(homeworkFileLimit, `最多上传${homeworkFileLimit}个文件`)),
    [],
  ),
});

/** Saves a draft. Idempotent. */
export const homeworkSave = call({
  path: '/qm/api/homework/save',
  access: 'learner',
  encoding: 'json',
  body: Written,
  data: z.object({ homework: Homework }),
});

/**
 * Submits text, files or both. Idempotent. Refused after the deadline (`homework_over`), and while
 * awaiting grading or passed (`homework_state`).
 */
export const homeworkSubmit = call({
  path: '/qm/api/homework/submit',
  access: 'learner',
  encoding: 'json',
  body: Written,
  data: z.object({ homework: Homework }),
});

/** A submission as a teacher sees it. */
export const HomeworkHandIn = z.object({
  submit_id: Id,
  homework_id: Id,
  title: z.string(),
  content_title: z.string(),
  real_name: z.string(),
  unit_name: z.string(),
  homework_status: z.string(),
  homework_status_name: z.string(),
  full_score: z.number(),
  pass_score: z.number(),
  text: z.string(),
  files: z.array(FileRef),
  submitted_at: z.string(),
  revision: z.number(),
  score: z.optional(z.number()),
  comment: z.string(),
});
export type HomeworkHandIn = z.infer<typeof HomeworkHandIn>;

/**
 * Submissions awaiting grading on this site, longest waiting first. Requires the role
 * `course_teacher`.
 */
export const homeworkWaiting = call({
  path: '/qm/api/admin/homework/list',
  access: 'learner',
  body: z.object({ page: Page, page_size: PageSize }),
  data: pageOf(HomeworkHandIn),
});

/**
 * Grades a submission: passed from `pass_score`; below that it is returned, which requires a
 * comment. Applies to the revision that was read. Idempotent.
 */
export const homeworkGrade = call({
  path: '/qm/api/admin/homework/grade',
  access: 'learner',
  body: z.object({
    submit_id: Id,
    revision: Count.check(z.minimum(0), z.maximum(1_000_000)),
    score: Count.check(z.minimum(0, '请填写得分'), z.maximum(1000, '得分过高')),
    comment: z._default(z.string().check(z.trim(), z.maxLength(500, '字数请在500字以内.')), ''),
  }),
  data: z.object({ hand_in: HomeworkHandIn }),
});

/** A submitted file, for a teacher; each view is recorded. */
export const homeworkDownload = call({
  path: '/qm/api/admin/homework/download',
  access: 'learner',
  body: z.object({ submit_id: Id, file_id: Id }),
  data: FileDownload,
});
