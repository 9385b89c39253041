import * as z from 'zod/mini';
import { Count, Flag, Id } from '../base/fields.ts';

/**
 * `A1` and `A2` single best answer · `X` multiple answers · `J` true or false · `A34` part of a
 * group with a shared stem · `B1` shared options · `FB` fill in the blanks · `SA` short answer.
 * Papers ask them in this order.
 */
export const questionTypes = ['A1', 'A2', 'X', 'J', 'A34', 'B1', 'FB', 'SA'] as const;
export type QuestionType = (typeof questionTypes)[number];

/**
 * Keys of the chosen options in order; the text of a short answer as the only element; one text for
 * each blank, empty for an open one.
 */
export const ExamAnswer = z
  .array(z.string().check(z.maxLength(5000, '作答超过5000字，请删减')))
  .check(z.maxLength(20));

/** Longest short answer. */
export const maxEssayLength = 5000;

/** Longest text in a blank. */
export const maxBlankLength = 200;

export const ExamItem = z.object({
  qid: Id,
  /** 1 … n in this attempt's order. */
  no: Count,
  type: z.string(),
  type_name: z.string(),
  stem: z.string(),
  /**
   * The shared stem of a group, repeated for each of its questions; otherwise empty. `group_id`
   * identifies the group.
   */
  group_id: z.string(),
  group_stem: z.string(),
  image: z.string(),
  score: z.number(),
  /** In this attempt's order; `key` reveals nothing about the correct option. */
  options: z.array(z.object({ key: z.string(), text: z.string() })),
  /** The stem of `FB` split at its blanks: one text more than there are blanks. */
  blanks: z.optional(z.object({ around: z.array(z.string()), any_order: Flag })),
});
export type ExamItem = z.infer<typeof ExamItem>;
