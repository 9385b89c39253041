import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { FileDownload, FileRef } from '../base/file.ts';
import { ContentType, Count, Flag, Id, Page, PageSize, pageOf } from '../base/fields.ts';

export const homeworkTextLimit = 5000;
export const homeworkFileLimit = 5;

/** `none` not begun · `draft` · `submitted` waits for the teacher · `returned` to be handed in
 * again · `passed`. */
export const homeworkStatuses = ['none', 'draft', 'submitted', 'returned', 'passed'] as const;
export type HomeworkStatus = (typeof homeworkStatuses)[number];

/** A task of a course, with what the person has written to it. */
export const Homework = z.object({
  homework_id: Id,
  /** The section that is finished by passing it; empty where none is. */
  section_id: z.string(),
  title: z.string(),
  task: z.string(),
  full_score: z.number(),
  pass_score: z.number(),
  /** Until when it may be handed in; empty without an end. */
  deadline_at: z.string(),
  is_over: Flag,
  required: Flag,
  /** One of `homeworkStatuses`. */
  homework_status: z.string(),
  homework_status_name: z.string(),
  /** Whether it may be written and handed in now, and why not. */
  can_edit: Flag,
  blocked: z.string(),
  text: z.string(),
  files: z.array(FileRef),
  /** Grows with each change; what is sent names the one it was made from. */
  revision: z.number(),
  submitted_at: z.string(),
  /** Absent until it was graded. */
  score: z.optional(z.number()),
  /** What the teacher says to it. */
  comment: z.string(),
  graded_at: z.string(),
});
export type Homework = z.infer<typeof Homework>;

/** The tasks of a course in their order, for those who study it. */
export const homeworkList = call({
  path: '/qm/api/homework/list',
  access: 'learner',
  body: z.object({ content_type: z._default(ContentType, 'C'), id: Id }),
  data: z.object({ list: z.array(Homework), server_time: z.number() }),
});

const Written = z.object({
  homework_id: Id,
  /** The one it was made from; with another one there the call is refused (`homework_stale`). */
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

/** Keeps a draft. What is there already is kept once. */
export const homeworkSave = call({
  path: '/qm/api/homework/save',
  access: 'learner',
  encoding: 'json',
  body: Written,
  data: z.object({ homework: Homework }),
});

/** Hands it in: text, files or both. The same again is the same hand-in. Refused after the deadline
 * (`homework_over`), and while it waits or has been passed (`homework_state`). */
export const homeworkSubmit = call({
  path: '/qm/api/homework/submit',
  access: 'learner',
  encoding: 'json',
  body: Written,
  data: z.object({ homework: Homework }),
});

/** Handed-in homework as a teacher reads it. */
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

/** What waits for a teacher of this site, the longest first. For accounts with the role
 * `course_teacher`. */
export const homeworkWaiting = call({
  path: '/qm/api/admin/homework/list',
  access: 'learner',
  body: z.object({ page: Page, page_size: PageSize }),
  data: pageOf(HomeworkHandIn),
});

/** Gives points: from `pass_score` on it is passed, below it goes back for another try, which needs
 * a comment. Judged on the revision that was read. The same again answers the same. */
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

/** A file of what was handed in, for a teacher; each view is written down. */
export const homeworkDownload = call({
  path: '/qm/api/admin/homework/download',
  access: 'learner',
  body: z.object({ submit_id: Id, file_id: Id }),
  data: FileDownload,
});
