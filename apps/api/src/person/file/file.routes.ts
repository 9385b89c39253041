import {
  fileStart,
  fileState,
  myfileDelete,
  myfileDownload,
  myfileList,
} from '@cme/contract/person';
import type { FastifyInstance } from 'fastify';
import { answer } from '../../platform/http/answer.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { deleteFile } from './delete.action.ts';
import { signDownload } from './download.ts';
import { registerDownloads } from './download.routes.ts';
import { findFile, findMyFiles, readMyFiles } from './file.store.ts';
import { myFilesView } from './file.view.ts';
import { startUpload } from './start.action.ts';
import { type Checks, startSweeping } from './sweep.job.ts';
import { registerUploads } from './upload.routes.ts';

export function registerFile(app: FastifyInstance, context: AppContext, checks: Checks): void {
  const sweeping = startSweeping(context, checks);
  app.addHook('preClose', async () => sweeping.stop());
  app.addHook('onClose', () => checks.ended());
  registerUploads(app, context, (fileId) => void checks.run(fileId));
  registerDownloads(app, context);
  answer(app, context, fileStart, startUpload, { perMinute: 120 });
  answer(app, context, fileState, async ({ db, person, body }) => ({
    list: await myFilesView(db, await findMyFiles(db, person, body.file_ids)),
  }));
  answer(app, context, myfileList, async ({ db, person, body }) => {
    const { rows, total } = await readMyFiles(db, person, body.kind, body);
    const { page, page_size } = body;
    return { list: await myFilesView(db, rows), total, page, page_size };
  });
  answer(app, context, myfileDownload, async ({ db, person, site, body }) => {
    const row = await findFile(db, body.file_id);
    const isOwnFile = row?.user_id === person.user_id && row.site_id === person.site_id;
    return signDownload(context, site, isOwnFile ? row : undefined);
  });
  answer(app, context, myfileDelete, async ({ db, person, body }) => {
    const row = await findFile(db, body.file_id);
    const isOwnFile = row?.user_id === person.user_id && row.site_id === person.site_id;
    if (!isOwnFile || row.file_status === 'deleted') return { deleted: 0 };
    await db.transaction((tx) => deleteFile(tx, body.file_id, context.now()));
    sweeping.now();
    return { deleted: 1 };
  });
}
