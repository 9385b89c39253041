import fastifyCookie from '@fastify/cookie';
import fastifyRateLimit from '@fastify/rate-limit';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { ulid } from 'ulid';
import type { Registered } from './answer.ts';
import { formOf, jsonOf, textOf } from './body.ts';
import { fail } from './failure.ts';
import type { House } from './house.ts';
import { registerIdentity } from './modules/identity/identity.routes.ts';
import { registerCatalogue } from './modules/catalogue/catalogue.routes.ts';
import { registerHome } from './modules/catalogue/home.routes.ts';
import { registerLearning } from './modules/learning/learning.routes.ts';
import { registerSite } from './modules/site/site.routes.ts';
import { Refusal } from './refusal.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Every call answered here, in order: the documentation and the tests read it. */
    calls: Registered[];
  }
}

const largestBody = 128 * 1024;

/** The whole API over one house. Modules are registered by name. */
export async function buildApp(house: House): Promise<FastifyInstance> {
  const { settings } = house;
  const app = fastify({
    loggerInstance: house.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => ulid(),
    requestIdHeader: false,
    trustProxy: (_address: string, hop: number) => hop < settings.proxyHops,
    bodyLimit: largestBody,
    requestTimeout: 20_000,
    keepAliveTimeout: 75_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 512 },
  });
  app.decorate('calls', []);
  app.setErrorHandler(fail);
  app.setNotFoundHandler(() => {
    throw new Refusal(404, '请求的地址不存在', 'not_found');
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/x-www-form-urlencoded(;|$)/, { parseAs: 'buffer' }, async (_: unknown, bytes: Buffer) => formOf(textOf(bytes)));
  app.addContentTypeParser(/^application\/json(;|$)/, { parseAs: 'buffer' }, async (_: unknown, bytes: Buffer) => jsonOf(textOf(bytes)));
  await app.register(fastifyCookie);
  if (settings.rateLimit > 0) await app.register(fastifyRateLimit, { max: settings.rateLimit, timeWindow: 60_000 });
  registerSite(app, house);
  registerIdentity(app, house);
  registerCatalogue(app, house);
  registerHome(app, house);
  registerLearning(app, house);
  return app;
}
