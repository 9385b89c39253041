import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Id, Time } from '../base/fields.ts';

export const ClassNotice = z.object({
  id: Id,
  title: z.string(),
  html: z.string(),
  publish_at: Time,
});
export type ClassNotice = z.infer<typeof ClassNotice>;

/** Published notices, newest first. */
export const trainingclassNotices = call({
  path: '/qm/api/trainingclass/notices',
  access: 'open',
  repeatable: true,
  body: z.object({ class_id: Id }),
  data: z.object({ list: z.array(ClassNotice) }),
});
