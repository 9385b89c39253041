import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import fastifyCookie from '@fastify/cookie';
import fastify, {
  type FastifyBodyParser,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { AppContext } from '../context/context.ts';
import type { RegisteredCall } from '../http/answer.ts';
import { parseForm, parseJson, decodeText } from '../http/body.ts';
import { registerCors } from './cross-origin.ts';
import { handleClientError, handleError } from './failure.ts';
import { limitRequests } from '../http/limits/ceiling.ts';
import { createLimits, type Limits } from '../http/limits/limits.ts';
import { RefusalError } from '../http/refusal.ts';
import { registerRequestHooks } from './request-hooks.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** All calls in order, for the documentation and the tests. */
    calls: RegisteredCall[];
    limits: Limits;
  }
  interface FastifyRequest {
    arrivedAt: Date;
  }
  interface FastifyContextConfig {
    /** A call's own body parser, instead of `parseForm`. */
    readForm?: typeof parseForm;
  }
}

const maxBodyBytes = 128 * 1024;

const reader =
  (read: (text: string, request: FastifyRequest) => object): FastifyBodyParser<Buffer> =>
  (request, bytes, done) => {
    try {
      done(null, read(decodeText(bytes), request));
    } catch (error) {
      done(error as Error);
    }
  };

/** Slow senders are disconnected after `requestTimeout`; on shutdown idle connections close and
 * running calls complete. */
export async function openServer(context: AppContext): Promise<FastifyInstance> {
  const { log, settings } = context;
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: settings.trustedProxies.length > 0 && settings.trustedProxies,
    bodyLimit: maxBodyBytes,
    // A pass in a URL contains two ids and a signature, and exceeds the router's default length.
    routerOptions: { maxParamLength: 300 },
    requestTimeout: 20_000,
    keepAliveTimeout: 75_000,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5000 },
    forceCloseConnections: 'idle',
    // During draining requests are still answered, with `Connection: close`.
    return503OnClosing: false,
    clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket) =>
      handleClientError(error, socket),
  });
  const limits = createLimits(context);
  app.decorate('calls', []);
  app.decorate('limits', limits);
  app.decorateRequest('arrivedAt');
  app.setErrorHandler(handleError);
  app.setNotFoundHandler(() => {
    throw new RefusalError(404, '请求的地址不存在', 'not_found');
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/x-www-form-urlencoded(;|$)/,
    { parseAs: 'buffer' },
    reader((text, { routeOptions }) => (routeOptions.config.readForm ?? parseForm)(text)),
  );
  app.addContentTypeParser(/^application\/json(;|$)/, { parseAs: 'buffer' }, reader(parseJson));
  registerRequestHooks(app, context);
  app.addHook('onRequest', (_, reply, next) => {
    // A kept connection would be reused after this process has exited.
    if (context.leaving?.aborted) reply.header('connection', 'close');
    next();
  });
  await registerCors(app, context);
  await app.register(fastifyCookie);
  if (settings.rateLimit > 0) await limitRequests(app, settings.rateLimit, limits.isEdge);
  return app;
}
