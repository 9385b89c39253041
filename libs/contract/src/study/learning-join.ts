import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { ContentType, Id } from '../base/fields.ts';

/** Enrols in a free course. Idempotent. */
export const learnJoin = call({
  path: '/qm/api/learn/join',
  access: 'learner',
  body: z.object({ content_type: z._default(ContentType, 'C'), id: Id }),
  data: z.object({ learning_id: Id }),
});
