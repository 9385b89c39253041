import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { registerFiles } from './files.ts';
import { registerHealth } from './health.ts';
import { notice } from './notices.ts';
import { registerOwnFiles } from './own-files.ts';
import { openPageCache } from './page-cache.ts';
import { registerPages } from './pages.ts';
import { openPictures } from './pictures.ts';
import { registerGateway, registerProxy, registerSource } from './proxy.ts';
import { openReleases } from './releases.ts';
import { registerReports } from './reports.ts';
import type { EdgeSettings } from './settings.ts';
import { openSites } from './sites.ts';
import { registerSpeculation } from './speculation.ts';

/** The whole edge, listening nowhere yet. */
export function buildEdge(settings: EdgeSettings, version: string): FastifyInstance {
  const app = Fastify({ logger: { level: settings.logLevel }, logController: new LogController({ disableRequestLogging: true }), forceCloseConnections: 'idle', trustProxy: settings.trustedProxies.length > 0 && settings.trustedProxies, bodyLimit: 1_048_576, routerOptions: { maxParamLength: 500 } });
  const releases = openReleases(settings.releases);
  const house = { settings, releases, sites: openSites(settings.apiOrigin, settings), pages: openPageCache(), pictures: openPictures(settings.apiOrigin), log: app.log };
  releases.onSwitch(() => house.pages.clear());
  app.addHook('onClose', async () => releases.close());
  app.setErrorHandler((fault, request, reply) => {
    request.log.error({ fault, path: request.url.split('?')[0] }, 'edge fault');
    const { status, headers, body } = notice('暂时无法访问', '服务出现问题，请稍后刷新页面。', 500);
    return reply.code(status).headers(headers).send(body('identity'));
  });
  registerProxy(app, settings);
  registerSource(app, settings);
  registerGateway(app, settings);
  registerHealth(app, house, version);
  registerFiles(app, settings.releases);
  registerOwnFiles(app);
  registerReports(app);
  registerSpeculation(app, settings.mainDomain);
  registerPages(app, house);
  return app;
}
