import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { ContentType, Flag, Id, Page, PageSize, pageOf, Time } from '../base/fields.ts';

export const inquiryTextLimit = 500;

/** `waiting` until a teacher has looked at it, then `answered`, for all who study the course to
 * read, or `hidden`, for who asked alone. */
export const inquiryStatuses = ['waiting', 'answered', 'hidden'] as const;
export type InquiryStatus = (typeof inquiryStatuses)[number];

/** What a learner asks about a course, and the teacher's answer. */
export const Inquiry = z.object({
  inquiry_id: Id,
  section_id: z.string(),
  section_title: z.string(),
  text: z.string(),
  is_mine: Flag,
  /** Of the name only the first character: 李**. */
  user_name: z.string(),
  created_at: Time,
  /** One of `inquiryStatuses`. */
  inquiry_status: z.string(),
  inquiry_status_name: z.string(),
  /** Empty while it waits; of a hidden one, why it is. */
  answer: z.string(),
  answered_by: z.string(),
  answered_at: z.string(),
});
export type Inquiry = z.infer<typeof Inquiry>;

/** For those who study the course: what was answered, the newest answer first, or one's own,
 * whatever became of them. */
export const inquiryList = call({
  path: '/qm/api/inquiry/list',
  access: 'learner',
  body: z.object({
    content_type: z._default(ContentType, 'C'),
    id: Id,
    scope: z._default(z.enum(['mine', 'answered']), 'answered'),
    page: Page,
    page_size: PageSize,
  }),
  data: pageOf(Inquiry),
});

/** Asks, once for a `request_id`. A person has at most ten that wait in one course. */
export const inquiryAdd = call({
  path: '/qm/api/inquiry/add',
  access: 'learner',
  body: z.object({
    request_id: z.string().check(z.minLength(8), z.maxLength(64)),
    content_type: z._default(ContentType, 'C'),
    id: Id,
    /** The section it is about; without it the whole course. */
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

/** Takes back one's own while it waits. Deleting again changes nothing. */
export const inquiryDelete = call({
  path: '/qm/api/inquiry/delete',
  access: 'learner',
  body: z.object({ inquiry_id: Id }),
  data: z.object({ deleted: z.number() }),
});

/** What waits for a teacher of this site, the longest first. For accounts with the role
 * `course_teacher`. */
export const inquiryWaiting = call({
  path: '/qm/api/admin/inquiry/list',
  access: 'learner',
  body: z.object({ page: Page, page_size: PageSize }),
  data: pageOf(z.extend(Inquiry, { content_id: Id, content_title: z.string() })),
});

/** Answers one for all to read, or hides it with the reason. The same decision again answers the
 * same; another answer replaces the earlier one, and both are written down. */
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
