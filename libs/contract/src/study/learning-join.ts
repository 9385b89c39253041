import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { ContentType, Id } from '../base/fields.ts';

/** Joins a free course; joining again answers the same enrolment. */
export const learnJoin = call({
  path: '/qm/api/learn/join',
  access: 'learner',
  body: z.object({ content_type: z._default(ContentType, 'C'), id: Id }),
  data: z.object({ learning_id: Id }),
});
