import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { EdgeContext } from './pages/context.ts';
import { applications } from '@cme/contract/site/rollout';

/** Milliseconds for which a check of the API counts. */
const checkMs = 1000;

/** The edge is healthy as long as it answers; its dependencies are reported separately. */
export function registerHealth(
  app: FastifyInstance,
  { api: chosen, rollout, settings, pages }: EdgeContext,
  version: string,
): void {
  async function checkApi(): Promise<{ ok: boolean; ms: number }> {
    const startedAt = performance.now();
    const ok = await fetch(`${chosen()}/healthz`, { signal: AbortSignal.timeout(2000) }).then(
      (answer) => answer.ok,
      () => false,
    );
    return { ok, ms: Math.round(performance.now() - startedAt) };
  }

  // Anybody can ask, and each check of the API is a query of its database.
  const checks = new LRUCache<string, ReturnType<typeof checkApi>>({ max: 1, ttl: checkMs });

  app.get('/healthz', async (_, reply) => {
    const check = checks.get('api') ?? checkApi();
    checks.set('api', check, { noUpdateTTL: true });
    const api = await check;
    const { live: liveOf } = rollout.choose({
      domain: settings.mainDomain,
      bucket: Infinity,
      requested: new Map(),
    });
    const live = Object.fromEntries(applications.map((name) => [name, liveOf(name)?.id ?? null]));
    const complete = Object.values(live).every(Boolean);
    const status = api.ok && complete ? 'ok' : 'degraded';
    return reply.header('cache-control', 'no-store').send({
      status,
      version,
      depends: { api, releases: live },
      rollout: rollout.revision(),
      pages: pages.size,
    });
  });
}
