import {
  closeAccount,
  closingCancel,
  closingState,
  exportDownload,
  exportRequest,
  exportState,
} from '@cme/contract/person';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../platform/context/context.ts';
import { answer } from '../../platform/http/answer.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { linkExpired, sendFile, servesFiles } from '../../person/file/send-file.ts';
import { isSecret, deriveKeys } from '../../person/identity/secret.rules.ts';
import { cancelClosing, readClosing, requestClosing } from './closing.action.ts';
import { sweepClosings } from './closing.job.ts';
import {
  downloadExport,
  exportView,
  requestExport,
  spendLink,
  sweepExports,
} from './export.action.ts';
import { exportQueue, makeExport } from './export.job.ts';
import { newestExport } from './personal-data.store.ts';

const everyMs = 600_000;

/** Data subject rights: a copy of all personal data, and its erasure. */
export function registerPersonalData(app: FastifyInstance, context: AppContext): void {
  const keys = deriveKeys(context.settings);
  context.jobs.define<{ export_id: string }>(exportQueue, ({ export_id }) =>
    makeExport(context, export_id),
  );
  answer(app, context, exportState, async ({ db, person, session }) =>
    exportView(await newestExport(db, person.user_id), session.session_id),
  );
  answer(app, context, exportRequest, (callRequest) => requestExport(callRequest, keys), {
    perMinute: 30,
  });
  answer(app, context, exportDownload, downloadExport, { perMinute: 30 });
  app.get<{ Params: { secret: string; export_id: string } }>(
    '/qm/export/:secret/:export_id',
    // Viewing does not extend the session.
    { exposeHeadRoute: false },
    async (request, reply) => {
      const { secret, export_id } = request.params;
      if (!servesFiles(context, request.headers.host ?? ''))
        throw new RefusalError(404, '请求的地址不存在', 'not_found');
      const row = isSecret(secret) ? await spendLink(context, export_id, secret) : undefined;
      if (!row) throw linkExpired();
      return sendFile(context, request, reply, row);
    },
  );
  answer(app, context, closingState, ({ db, person }) => readClosing(db, person.user_id));
  answer(app, context, closeAccount, (callRequest) => requestClosing(callRequest, keys), {
    perMinute: 30,
  });
  answer(app, context, closingCancel, ({ person }) => cancelClosing(context, person.user_id));
  const timer = setInterval(() => {
    for (const sweep of [sweepExports, sweepClosings])
      void sweep(context).catch((error: unknown) =>
        context.log.error({ err: error }, 'sweep of personal data failed'),
      );
  }, everyMs);
  app.addHook('preClose', async () => clearInterval(timer));
}
