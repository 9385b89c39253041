import { type Transcode, transcodeList, transcodeStart } from '@cme/contract/content';
import type { FastifyInstance } from 'fastify';
import { ulid } from 'ulid';
import type { AppContext } from '../../platform/context/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { answer, type CallRequest } from '../../platform/http/answer.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { findContent } from '../catalogue/catalogue.store.ts';
import { findSection } from '../catalogue/write/resource.store.ts';
import { attachFiles } from '../../person/file/attach.action.ts';
import { findFile } from '../../person/file/file.store.ts';
import { requireTeacher } from '../../person/identity/course-teacher.ts';
import { ownerType, startTranscoding } from './transcode.job.ts';
import { transcodeNames } from './transcode.rules.ts';
import {
  findTranscode,
  insertTranscode,
  readTranscodes,
  setTranscode,
  type TranscodeRow,
} from './transcode.store.ts';

/** Calls of teachers of the site about their uploaded recordings. */
export function registerTranscode(app: FastifyInstance, context: AppContext): void {
  const work = startTranscoding(context);
  app.addHook('preClose', () => work.stop());
  answer(app, context, transcodeStart, async (request) => {
    await requireTeacher(request.db, request.site.site_id, request.person.user_id);
    const row = await start(request);
    void work.now();
    return { transcode: await readTranscodeView(request.db, row) };
  });
  answer(app, context, transcodeList, async ({ db, site, person, body }) => {
    await requireTeacher(db, site.site_id, person.user_id);
    const { page, page_size } = body;
    const { rows, total } = await readTranscodes(db, [site.site_id], body);
    const list = await Promise.all(rows.map((row) => readTranscodeView(db, row)));
    return { list, total, page, page_size };
  });
}

/** Starts it once; a failed one is started again. */
async function start(request: CallRequest<typeof transcodeStart>): Promise<TranscodeRow> {
  const { db, site, person, body, context } = request;
  const { file_id, section_id } = body;
  const now = context.now();
  const section = await findSection(db, section_id);
  if (!section || !(await findContent(db, site.site_id, section.content_id)))
    throw new RefusalError(404, '没有找到该小节', 'not_found');
  if (!['video', 'audio'].includes(section.type))
    throw new RefusalError(400, '该小节不是视频或音频', 'bad_request');
  return db.transaction(async (tx) => {
    const transcode = await findTranscode(tx, body);
    if (transcode && transcode.transcode_status !== 'failed') return transcode;
    const transcode_id = transcode?.transcode_id ?? ulid(now.getTime());
    await attachFiles(tx, {
      owner_type: ownerType,
      owner_id: transcode_id,
      title: section.title,
      site_id: site.site_id,
      user_id: person.user_id,
      file_ids: [file_id],
      kinds: ['media'],
      most: 1,
    });
    if (transcode) {
      const reset = { transcode_status: 'waiting' as const, tries: 0, reason: '', next_at: now };
      await setTranscode(tx, transcode_id, { ...reset, finished_at: null });
      return { ...transcode, ...reset, finished_at: null };
    }
    return insertTranscode(tx, {
      transcode_id,
      site_id: site.site_id,
      file_id,
      section_id,
      next_at: now,
      created_by: person.user_id,
      created_at: now,
    });
  });
}

async function readTranscodeView(db: Db, row: TranscodeRow): Promise<Transcode> {
  const section = await findSection(db, row.section_id);
  return {
    transcode_id: row.transcode_id,
    file_id: row.file_id,
    file_name: (await findFile(db, row.file_id))?.name ?? '',
    section_id: row.section_id,
    section_title: section?.title ?? '',
    content_title: section?.content_title ?? '',
    transcode_status: row.transcode_status,
    transcode_status_name: transcodeNames[row.transcode_status],
    percent: row.percent,
    reason: row.reason,
    tries: row.tries,
    seconds: row.seconds,
    created_at: formatTime(row.created_at),
    finished_at: row.finished_at ? formatTime(row.finished_at) : '',
  };
}
