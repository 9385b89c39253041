import type { FastifyInstance } from 'fastify';
import type { EdgeContext } from './context.ts';
import { applications } from '@cme/contract/site/rollout';

/** The edge is healthy as long as it answers; its dependencies are reported separately. */
export function registerHealth(
  app: FastifyInstance,
  { api: chosen, rollout, settings, pages }: EdgeContext,
  version: string,
): void {
  app.get('/healthz', async (_, reply) => {
    const startedAt = performance.now();
    const api = await fetch(`${chosen()}/healthz`, { signal: AbortSignal.timeout(2000) }).then(
      (answer) => answer.ok,
      () => false,
    );
    const { live: liveOf } = rollout.choose({
      domain: settings.mainDomain,
      bucket: Infinity,
      requested: new Map(),
    });
    const live = Object.fromEntries(applications.map((name) => [name, liveOf(name)?.id ?? null]));
    const complete = Object.values(live).every(Boolean);
    const status = api && complete ? 'ok' : 'degraded';
    return reply.header('cache-control', 'no-store').send({
      status,
      version,
      depends: { api: { ok: api, ms: Math.round(performance.now() - startedAt) }, releases: live },
      rollout: rollout.revision(),
      pages: pages.size,
    });
  });
}
