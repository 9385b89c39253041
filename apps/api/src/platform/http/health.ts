import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context/context.ts';
import { version } from '../settings/version.ts';

/**
 * `GET /healthz`: 200 with the version while the database responds, otherwise 503, also during
 * shutdown so that load balancers stop sending calls.
 */
export function registerHealth(app: FastifyInstance, context: AppContext): void {
  app.get('/healthz', { config: { rateLimit: false } }, async (request, reply) => {
    const began = performance.now();
    const isUp = await context.db.execute(sql`select 1`).then(
      () => true,
      (error: unknown) => {
        request.log.error({ err: error }, 'database away');
        return false;
      },
    );
    const database = {
      kind: context.settings.databaseUrl ? 'postgres' : 'embedded',
      status: isUp ? 'up' : 'down',
      ms: Math.round(performance.now() - began),
    };
    const isLeaving = context.leaving?.aborted === true;
    reply.code(isUp && !isLeaving ? 200 : 503).header('cache-control', 'no-store');
    return { name: 'api', version, status: isLeaving ? 'leaving' : isUp ? 'up' : 'down', database };
  });
}
