import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Id, Page, PageSize, pageOf, Time } from '../base/fields.ts';

/**
 * `waiting` for its turn or a retry, `running`, `done`: available in its section; `failed`, until
 * it is started again.
 */
export const transcodeStatuses = ['waiting', 'running', 'done', 'failed'] as const;

/** The transcoding of an uploaded recording for a section. */
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
  /** Why it is waiting or failed; otherwise empty. */
  reason: z.string(),
  tries: z.number(),
  /** Measured by the server; 0 until done. */
  seconds: z.number(),
  created_at: Time,
  finished_at: z.string(),
});
export type Transcode = z.infer<typeof Transcode>;

/**
 * Transcodes an uploaded recording (kind `media`, ready) into the video or audio of a section of
 * this site. Idempotent; a failed one is retried. Requires the role `course_teacher`.
 */
export const transcodeStart = call({
  path: '/qm/api/admin/transcode/start',
  access: 'learner',
  body: z.object({ file_id: Id, section_id: Id }),
  data: z.object({ transcode: Transcode }),
});

/** All transcodings of this site, newest first. */
export const transcodeList = call({
  path: '/qm/api/admin/transcode/list',
  access: 'learner',
  body: z.object({ page: Page, page_size: PageSize }),
  data: pageOf(Transcode),
});
