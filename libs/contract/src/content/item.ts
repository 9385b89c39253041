import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { ContentCard, MyLearning } from './content.ts';
import { ContentType, Count, Flag, Id, Time, Yuan } from '../base/fields.ts';

/**
 * Action of an item's main button, decided by the server: `join` free and not owned · `buy` paid
 * and not owned · `study` owned, not started · `continue` · `review` completed · `closed` not open
 * or expired · `none`.
 */
export const Action = z.enum(['join', 'buy', 'study', 'continue', 'review', 'closed', 'none']);
export type Action = z.infer<typeof Action>;

export const Teacher = z.object({
  teacher_id: Id,
  name: z.string(),
  title: z.string(),
  unit: z.string(),
  photo: z.string(),
  intro: z.string(),
  role: z.string(),
});
export type Teacher = z.infer<typeof Teacher>;

export const CatalogueSection = z.object({
  section_id: Id,
  title: z.string(),
  type: z.string(),
  seconds: z.number(),
  required: Flag,
  /** `locked`, `not_started`, `studying`, `finished`; empty when signed out or not enrolled. */
  section_status: z.string(),
});
export type CatalogueSection = z.infer<typeof CatalogueSection>;
export const CatalogueChapter = z.object({
  chapter_id: Id,
  title: z.string(),
  sections: z.array(CatalogueSection),
});
export type CatalogueChapter = z.infer<typeof CatalogueChapter>;

export const ContentDetail = z.extend(ContentCard, {
  summary: z.string(),
  detail_html: z.string(),
  project_no: z.string(),
  leader: z.string(),
  source_unit: z.string(),
  start_at: Time,
  end_at: Time,
  study_days: z.number(),
  sequential: Flag,
  discipline: z.array(z.string()),
  tags: z.array(z.string()),
  score_avg: z.number(),
  appraise_count: z.number(),
  resource_count: z.number(),
  action: Action,
  my_learning: z.optional(MyLearning),
  /** Whole days of access when starting now: `study_days`, or fewer if the content ends earlier. */
  valid_days: z.optional(z.number()),
  /** Days after payment in which a refund can be requested. */
  refund_days: z.optional(z.number()),
  /** Number of sections without a video yet. */
  waiting_sections: z.optional(z.number()),
  /** Seconds of a section available as a trial; absent or 0 without one. */
  try_seconds: z.optional(z.number()),
  /**
   * Why the main button is disabled: `off_shelf` · `not_started` · `ended` · `expired` ·
   * `suspended` · `not_in_scope` · `unready` and `late` (a presale) without media; otherwise empty.
   */
  closed_reason: z.optional(z.string()),
  /** This person's unpaid order that contains this content. */
  pending_order: z.optional(Id),
  /** Milliseconds left to pay that order. */
  pending_ms: z.optional(Count),
});
export type ContentDetail = z.infer<typeof ContentDetail>;

const Ref = z.object({ content_type: z._default(ContentType, 'C'), id: Id });

/**
 * Readable by anybody; `action` and `my_learning` depend on the person. A course of another site is
 * not found.
 */
export const contentDetail = call({
  path: '/qm/api/content/detail',
  access: 'open',
  repeatable: true,
  body: Ref,
  data: ContentDetail,
});
export const contentCatalog = call({
  path: '/qm/api/content/catalog',
  access: 'open',
  repeatable: true,
  body: Ref,
  data: z.object({ chapters: z.array(CatalogueChapter) }),
});
export const contentTeachers = call({
  path: '/qm/api/content/teachers',
  access: 'open',
  repeatable: true,
  body: Ref,
  data: z.object({ list: z.array(Teacher) }),
});
export const contentRelated = call({
  path: '/qm/api/content/related',
  access: 'open',
  repeatable: true,
  body: Ref,
  data: z.object({ list: z.array(ContentCard) }),
});

/**
 * The courses of a package. `share` is the course's part of the package price; shares of courses
 * already owned are deducted.
 */
export const PackageCourse = z.object({
  course: ContentCard,
  required: Flag,
  share: Yuan,
  owned: Flag,
  my_learning: z.optional(MyLearning),
});
export type PackageCourse = z.infer<typeof PackageCourse>;

/** A package (P) on sale. `pay` is what this learner would pay now. */
export const packageDetail = call({
  path: '/qm/api/package/detail',
  access: 'open',
  repeatable: true,
  body: z.object({ id: Id }),
  data: z.extend(ContentDetail, { courses: z.array(PackageCourse), pay: Yuan, saved: Yuan }),
});

/** All counts of the item page in one response for server rendering. */
export const courseDetailCount = call({
  path: '/qm/api/course/detail_count',
  access: 'open',
  repeatable: true,
  body: Ref,
  data: z.object({
    appraiseCount: z.number(),
    noteCount: z.number(),
    resourceCount: z.number(),
    homeworkCount: z.number(),
  }),
});
