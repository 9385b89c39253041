import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { handleError, PageNotFoundError } from './http/failure.ts';
import { guardFilesHost } from './http/files-host.ts';
import { registerFiles } from './releases/files.ts';
import { handleClientError, guardRequests } from './http/guard.ts';
import { registerHealth } from './health.ts';
import { createWorkLimit } from './http/work-limit.ts';
import { registerOwnFiles } from './browser/own-files.ts';
import { createPageCache } from './pages/page-cache.ts';
import { registerPages } from './pages/pages.ts';
import { createPictureCache } from './pages/pictures.ts';
import { registerGateway, registerProxy, registerSource } from './proxy/proxy.ts';
import { createOwnCalls } from './proxy/own-calls.ts';
import { type Application, createReleaseStore } from '@cme/release';
import { createRolloutClient } from './rollout/client.ts';
import { createEdgeToken } from './proxy/edge-token.ts';
import { registerPageHealth } from './rollout/health.ts';
import { fixedReleases } from './rollout/fixed.ts';
import { createRollout } from './rollout/rollout.ts';
import { registerSources } from './rollout/sources.ts';
import { registerTester } from './rollout/tester.ts';
import { createTickets } from './rollout/tickets.ts';
import { registerReports } from './browser/reports.ts';
import type { EdgeSettings } from './settings/settings.ts';
import { registerSiteMap } from './pages/site-map.ts';
import { createSiteCache } from './pages/sites.ts';
import { createUpstreams } from './proxy/upstreams.ts';

/**
 * Builds the edge without listening. It follows the rollout set by operators, or serves these
 * releases to everybody.
 */
export function buildEdge(
  settings: EdgeSettings,
  version: string,
  fixed?: Partial<Record<Application, string>>,
): FastifyInstance {
  const app = Fastify({
    logger: { level: settings.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    trustProxy: settings.trustedProxies.length > 0 && settings.trustedProxies,
    routerOptions: { maxParamLength: 2000 },
    frameworkErrors: handleError,
    clientErrorHandler: handleClientError,
    // Every release, including those in a bucket, is verified before the first page is served.
    pluginTimeout: 120_000,
    requestTimeout: settings.patience.request,
    http: {
      headersTimeout: settings.patience.headers,
      connectionsCheckingInterval: settings.patience.headers / 8,
    },
  });
  const store = createReleaseStore(settings.releaseStore);
  const upstreams = createUpstreams(settings.apiOrigins, app.log);
  const api = () => upstreams.order()[0] ?? '';
  const edgeToken = createEdgeToken(settings.secret, settings.edgeToken);
  const own = createOwnCalls(api, edgeToken);
  const callRollout = createRolloutClient(own);
  const rollout = fixed
    ? fixedReleases(store, fixed)
    : createRollout({ store, callRollout, file: settings.rolloutFile, log: app.log });
  const work = createWorkLimit(settings.work);
  const context = {
    settings,
    rollout,
    edgeToken,
    tickets: createTickets(edgeToken),
    api,
    own,
    work,
    sites: createSiteCache(own, settings),
    pages: createPageCache(work),
    pictures: createPictureCache(own),
    log: app.log,
  };
  app.addHook('onReady', () => rollout.ready());
  app.addHook('preClose', async () => rollout.close());
  app.addHook('onClose', async () => {
    store.close();
    upstreams.close();
  });
  app.setErrorHandler(handleError);
  app.setNotFoundHandler((request, reply) =>
    handleError(new PageNotFoundError('no route'), request, reply),
  );
  guardRequests(app);
  guardFilesHost(app, settings);
  registerProxy(app, settings, upstreams);
  registerSource(app, settings);
  registerSources(app, settings);
  registerGateway(app, settings);
  registerHealth(app, context, version);
  registerFiles(app, store);
  registerOwnFiles(app);
  registerReports(app);
  registerPageHealth(app, {
    callRollout,
    edge: rollout.edge,
    tickets: context.tickets,
    log: app.log,
  });
  registerTester(app, context);
  registerSiteMap(app, context);
  registerPages(app, context);
  return app;
}
