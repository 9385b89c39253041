import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Id, Page, PageSize, pageOf, Time } from '../base/fields.ts';

/** `waiting` for its turn or its next try, `running`, `done`: it is in its section; `failed` for
 * good, until somebody tries again. */
export const transcodeStatuses = ['waiting', 'running', 'done', 'failed'] as const;

/** An uploaded recording on its way to a section. */
export const Transcode = z.object({
  transcode_id: Id,
  file_id: Id,
  file_name: z.string(),
  section_id: Id,
  section_title: z.string(),
  content_title: z.string(),
  /** One of `transcodeStatuses`. */
  transcode_status: z.string(),
  /** 等待转码, 转码中, 已完成, 转码失败. */
  transcode_status_name: z.string(),
  /** Whole percent. */
  percent: z.number(),
  /** Why it waits or failed; else empty. */
  reason: z.string(),
  tries: z.number(),
  /** As measured by the server; 0 before it is done. */
  seconds: z.number(),
  created_at: Time,
  finished_at: z.string(),
});
export type Transcode = z.infer<typeof Transcode>;

/** Makes an uploaded recording (kind `media`, ready) the picture or sound of a section of this
 * site. The same again is the same work; what has failed is tried again. For accounts with the role
 * `course_teacher`. */
export const transcodeStart = call({
  path: '/qm/api/admin/transcode/start',
  access: 'learner',
  body: z.object({ file_id: Id, section_id: Id }),
  data: z.object({ transcode: Transcode }),
});

/** All of this site, newest first. */
export const transcodeList = call({
  path: '/qm/api/admin/transcode/list',
  access: 'learner',
  body: z.object({ page: Page, page_size: PageSize }),
  data: pageOf(Transcode),
});
