import * as z from 'zod/mini';
import { call } from './call.ts';
import { Nothing } from './fields.ts';

/** Own unread messages plus broadcasts not seen yet. */
export const topNoticeCount = call({
  path: '/qm/api/message/top_notice_count',
  access: 'learner',
  body: Nothing,
  data: z.object({ unread_count: z.number() }),
});
