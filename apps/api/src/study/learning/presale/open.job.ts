import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../platform/context/context.ts';
import { openDuePresales } from './open.action.ts';

const everyMs = 60_000;

/** Opens presales every minute. Safe in any number of processes. */
export function registerPresales(app: FastifyInstance, context: AppContext): void {
  let busy = false;
  const run = () => {
    if (busy) return;
    busy = true;
    void openDuePresales(context)
      .catch((error: unknown) => context.log.error({ err: error }, 'opening presales failed'))
      .finally(() => (busy = false));
  };
  const timer = setInterval(run, everyMs);
  app.addHook('onListen', run);
  app.addHook('preClose', async () => clearInterval(timer));
}
