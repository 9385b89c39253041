import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { ContentType, Flag, Id, Page, PageSize, pageOf, Time } from '../base/fields.ts';

export const inquiryTextLimit = 500;

/**
 * `waiting` until a teacher has read it, then `answered` (visible to all learners of the course) or
 * `hidden` (visible to the author only).
 */
export const inquiryStatuses = ['waiting', 'answered', 'hidden'] as const;
export type InquiryStatus = (typeof inquiryStatuses)[number];

/** A learner's question about a course, with the teacher's answer. */
export const Inquiry = z.object({
  inquiry_id: Id,
  section_id: z.string(),
  section_title: z.string(),
  text: z.string(),
  is_mine: Flag,
  /** Masked to the first character: 李**. */
  user_name: z.string(),
  created_at: Time,
  /** One of `inquiryStatuses`. */
  inquiry_status: z.string(),
  inquiry_status_name: z.string(),
  /** Empty while waiting; the reason if hidden. */
  answer: z.string(),
  answered_by: z.string(),
  answered_at: z.string(),
});
export type Inquiry = z.infer<typeof Inquiry>;

/**
 * For learners of the course: answered questions, newest answer first, or the learner's own in any
 * state.
 */
export const inquiryList = call({
  path: '/qm/api/inquiry/list',
  access: 'learner',
  repeatable: true,
  body: z.object({
    content_type: z._default(ContentType, 'C'),
    id: Id,
    scope: z._default(z.enum(['mine', 'answered']), 'answered'),
    page: Page,
    page_size: PageSize,
  }),
  data: pageOf(Inquiry),
});

/**
 * Asks a question; idempotent by `request_id`. At most ten open questions per person and course.
 */
export const inquiryAdd = call({
  path: '/qm/api/inquiry/add',
  access: 'learner',
  body: z.object({
    request_id: z.string().check(z.minLength(8), z.maxLength(64)),
    content_type: z._default(ContentType, 'C'),
    id: Id,
    /** The section it is about; omitted for the whole course. */
    section_id: z.optional(Id),
    text: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, '请填写问题'),
        z.maxLength(inquiryTextLimit, '字数请在500字以内.'),
      ),
  }),
  data: z.object({ inquiry: Inquiry }),
});

/** Deletes one's own open question. Idempotent. */
export const inquiryDelete = call({
  path: '/qm/api/inquiry/delete',
  access: 'learner',
  body: z.object({ inquiry_id: Id }),
  data: z.object({ deleted: z.number() }),
});

/** Open questions on this site, longest waiting first. Requires the role `course_teacher`. */
export const inquiryWaiting = call({
  path: '/qm/api/admin/inquiry/list',
  access: 'learner',
  body: z.object({ page: Page, page_size: PageSize }),
  data: pageOf(z.extend(Inquiry, { content_id: Id, content_title: z.string() })),
});

/**
 * Answers a question publicly, or hides it with a reason. Idempotent; a different answer replaces
 * the earlier one, and both are recorded.
 */
export const inquiryAnswer = call({
  path: '/qm/api/admin/inquiry/answer',
  access: 'learner',
  body: z.object({
    inquiry_id: Id,
    decision: z.enum(['answer', 'hide']),
    text: z
      .string()
      .check(z.trim(), z.minLength(1, '请填写内容'), z.maxLength(1000, '字数请在1000字以内.')),
  }),
  data: z.object({ inquiry: Inquiry }),
});
