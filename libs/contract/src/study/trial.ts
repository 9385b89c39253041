import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Id, Time } from '../base/fields.ts';
import { ContentDetail } from '../content/item.ts';

/** A section with a trial. */
export const TrySection = z.object({
  section_id: Id,
  title: z.string(),
  /** Length of the full video. */
  seconds: z.number(),
  /** Length of the trial. */
  try_seconds: z.number(),
});
export type TrySection = z.infer<typeof TrySection>;

/**
 * The trial of a section for people who do not own the course. The playlist at `media_url` ends
 * with the trial; the rest is not accessible at this address. A course without a trial is not
 * found.
 */
export const tryDetail = call({
  path: '/qm/api/try/detail',
  access: 'open',
  repeatable: true,
  body: z.object({ id: Id, section_id: z.optional(Id) }),
  data: z.object({
    course: ContentDetail,
    sections: z.array(TrySection),
    /** The current section. */
    section: TrySection,
    media_url: z.string(),
    media_expire_at: Time,
    poster: z.string(),
    subtitles_url: z.string(),
  }),
});
