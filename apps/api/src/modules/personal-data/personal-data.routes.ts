import {
  closeAccount,
  closingCancel,
  closingState,
  exportDownload,
  exportRequest,
  exportState,
} from '@cme/contract';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { answer } from '../../http/answer.ts';
import { keysOf } from '../identity/secret.rules.ts';
import { cancelClosing, closingOf, requestClosing } from './closing.action.ts';
import { sweepClosings } from './closing.job.ts';
import { downloadExport, exportView, requestExport, sweepExports } from './export.action.ts';
import { exportQueue, makeExport } from './export.job.ts';
import { newestExport } from './personal-data.store.ts';

const everyMs = 600_000;

/** What the law gives a person over their data: a copy of all of it, and its end. */
export function registerPersonalData(app: FastifyInstance, context: AppContext): void {
  const keys = keysOf(context.settings);
  context.jobs.define<{ export_id: string }>(exportQueue, ({ export_id }) =>
    makeExport(context, export_id),
  );
  answer(app, context, exportState, async ({ db, person }) =>
    exportView(await newestExport(db, person.user_id)),
  );
  answer(app, context, exportRequest, (ask) => requestExport(ask, keys), { perMinute: 30 });
  answer(app, context, exportDownload, downloadExport, { perMinute: 30 });
  answer(app, context, closingState, ({ db, person }) => closingOf(db, person.user_id));
  answer(app, context, closeAccount, (ask) => requestClosing(ask, keys), { perMinute: 30 });
  answer(app, context, closingCancel, ({ person }) => cancelClosing(context, person.user_id));
  const timer = setInterval(() => {
    for (const sweep of [sweepExports, sweepClosings])
      void sweep(context).catch((error: unknown) =>
        context.log.error({ err: error }, 'sweep of personal data'),
      );
  }, everyMs);
  app.addHook('preClose', async () => clearInterval(timer));
}
