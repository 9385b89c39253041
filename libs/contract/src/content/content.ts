import * as z from 'zod/mini';
import { Flag, Id, Yuan } from '../base/fields.ts';

/** Why study of a course is suspended: a refund is pending. Without `can_withdraw` the refund is
 * decided already. */
export const Suspension = z.object({ refund_no: Id, order_code: Id, can_withdraw: z.boolean() });
export type Suspension = z.infer<typeof Suspension>;

/** The signed-in learner's own state in a course; absent when not enrolled or signed out. */
export const MyLearning = z.object({
  learning_id: Id,
  learn_status: z.string(),
  /** Whole percent, 0 to 100. */
  progress: z.number(),
  /** Present while study is suspended: `learn_status` is `suspended` then. */
  suspension: z.optional(Suspension),
});

export type MyLearning = z.infer<typeof MyLearning>;

/** A course, package or other content as a card shows it. */
export const ContentCard = z.object({
  content_type: z.string(),
  id: Id,
  title: z.string(),
  subtitle: z.string(),
  cover: z.string(),
  subject_kind: z.string(),
  year: z.number(),
  project_level: z.string(),
  series_codes: z.array(z.string()),
  levels: z.array(z.string()),
  hours: z.number(),
  credits: z.number(),
  credit_type: z.string(),
  price: Yuan,
  is_free: Flag,
  teacher_name: z.string(),
  teacher_unit: z.string(),
  study_count: z.number(),
  section_count: z.number(),
  /** How it is taught: `video` · `live` · `face` · `mixed`; absent means by video. */
  teach_way: z.optional(z.string()),
});
export type ContentCard = z.infer<typeof ContentCard>;
