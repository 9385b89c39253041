import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../platform/context/context.ts';
import { readSitesToCount, writeTally } from './home.store.ts';

/** Milliseconds. */
const everyMs = 5000;
const batchSize = 50;

/** Counts the figures of sites whose catalogue has changed, and of the others before they are too
 * old. Safe in any number of processes. */
export function registerTally(app: FastifyInstance, context: AppContext): void {
  const { db, now, log, stopping } = context;
  let busy = false;
  const count = async () => {
    for (const siteId of await readSitesToCount(db, now(), batchSize)) {
      if (stopping.aborted) return;
      await writeTally(db, siteId, now());
    }
  };
  const run = () => {
    if (busy) return;
    busy = true;
    void count()
      .catch((error: unknown) => log.error({ err: error }, 'counting the catalogue'))
      .finally(() => (busy = false));
  };
  const timer = setInterval(run, everyMs);
  app.addHook('onListen', run);
  app.addHook('preClose', async () => clearInterval(timer));
}
