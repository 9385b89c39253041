import * as z from 'zod/mini';
import { call } from './call.ts';
import { ContentType, Id } from './fields.ts';

/** Joins a free course; joining again answers the same enrolment. */
export const learnJoin = call({
  path: '/qm/api/learn/join',
  access: 'learner',
  body: z.object({ content_type: z._default(ContentType, 'C'), id: Id }),
  data: z.object({ learning_id: Id }),
});
