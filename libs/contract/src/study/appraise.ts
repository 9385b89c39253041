import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { appraiseTextLimit } from './appraise-scales.ts';
import { ContentType, Count, Flag, Id, Page, PageSize, pageOf, Time } from '../base/fields.ts';

const Score = z.coerce
  .number('请为每一项评分')
  .check(z.int('请为每一项评分'), z.minimum(1, '请为每一项评分'), z.maximum(5, '请为每一项评分'));
const Mean = z.number();
const createScales = <Field extends z.ZodMiniType>(field: Field) => ({
  useful: field,
  concise: field,
  logical: field,
  design: field,
});

export const Appraise = z.object({
  appraise_id: Id,
  /** Masked to the first character: 李**. */
  user_name: z.string(),
  ...createScales(Mean),
  /** Mean of the four scales, 1 to 5, one decimal. */
  score: Mean,
  text: z.string(),
  created_at: Time,
});
export type Appraise = z.infer<typeof Appraise>;

/**
 * Ratings of a course by learners of this site, newest first. `my_state` is what the person may do:
 * `can` · `done` · `not_completed` · empty for guests.
 */
export const appraiseList = call({
  path: '/qm/api/appraise/list',
  access: 'open',
  repeatable: true,
  body: z.object({
    content_type: z._default(ContentType, 'C'),
    id: Id,
    page: Page,
    page_size: PageSize,
  }),
  data: z.extend(pageOf(Appraise), {
    /** Mean over all scales, one decimal; 0 without ratings. */
    score_avg: Mean,
    scales: z.object(createScales(Mean)),
    /** Counts for one star, two, … five. */
    stars: z.array(Count),
    my_state: z.string(),
    mine: z.optional(Appraise),
  }),
});

/**
 * Rates a completed course, once and for good. Repeating the same rating returns the first one; a
 * different one is refused with `appraised`, an uncompleted course with `not_completed`.
 */
export const appraiseAdd = call({
  path: '/qm/api/appraise/add',
  access: 'learner',
  body: z.object({
    content_type: z._default(ContentType, 'C'),
    id: Id,
    ...createScales(Score),
    text: z._default(
      z.string().check(z.trim(), z.maxLength(appraiseTextLimit, '字数请在200字以内.')),
      '',
    ),
  }),
  data: z.object({ appraise_id: Id }),
});

/** A file attached to a course. */
export const Resource = z.object({
  resource_id: Id,
  title: z.string(),
  /** `pdf` · `ppt` · `doc` · `xls` · `zip` · `image` */
  kind: z.string(),
  /** Bytes. */
  size: Count,
  created_at: Time,
});
export type Resource = z.infer<typeof Resource>;

/** Visible to everybody; `can_download` is Y for owners of the course. */
export const resourceList = call({
  path: '/qm/api/resource/list',
  access: 'open',
  repeatable: true,
  body: z.object({ content_type: z._default(ContentType, 'C'), id: Id }),
  data: z.object({ list: z.array(Resource), can_download: Flag }),
});

/**
 * A signed address, valid for minutes; every request is recorded. Refused for non-owners:
 * `not_owned`.
 */
export const resourceDownload = call({
  path: '/qm/api/resource/download',
  access: 'learner',
  body: z.object({ content_type: z._default(ContentType, 'C'), id: Id, resource_id: Id }),
  data: z.object({ url: z.string(), name: z.string(), expire_at: Time }),
});
