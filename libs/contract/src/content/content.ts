import * as z from 'zod/mini';
import { Flag, Id, Time, Yuan } from '../base/fields.ts';

/**
 * Study of a course is suspended by a pending refund. Without `can_withdraw` the refund has already
 * been decided.
 */
export const Suspension = z.object({ refund_no: Id, order_code: Id, can_withdraw: z.boolean() });
export type Suspension = z.infer<typeof Suspension>;

/** The signed-in learner's state in a course; absent when not enrolled or signed out. */
export const MyLearning = z.object({
  learning_id: Id,
  learn_status: z.string(),
  /** Whole percent, 0 to 100. */
  progress: z.number(),
  /** Present while `learn_status` is `suspended`. */
  suspension: z.optional(Suspension),
});

export type MyLearning = z.infer<typeof MyLearning>;

/** A course, package or other content as shown on a card. */
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
  /** Teaching form: `video` · `live` · `face` · `mixed`; absent means video. */
  teach_way: z.optional(z.string()),
  /** In presale: it can be bought, and studied from this day. In the past: it opens late. */
  presale_until: z.optional(Time),
  /** Y: required sections lack media, so it cannot be joined or bought. */
  unready: z.optional(Flag),
});
export type ContentCard = z.infer<typeof ContentCard>;
