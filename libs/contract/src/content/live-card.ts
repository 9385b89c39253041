import * as z from 'zod/mini';
import { Count } from '../base/fields.ts';
import { ContentCard } from './content.ts';

/** A live on the home page. */
export const LiveCard = z.object({
  content: ContentCard,
  live_status: z.string(),
  live_status_name: z.string(),
  begin_ms: Count,
});
export type LiveCard = z.infer<typeof LiveCard>;
