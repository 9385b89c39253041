import proxy from '@fastify/http-proxy';
import type { FastifyInstance } from 'fastify';
import { clientOf } from './client.ts';
import type { EdgeSettings } from './settings.ts';

const away = { isSuccess: false, statusCode: 503, message: '服务暂时不可用，请稍后重试', data: {} };

/** Calls and media of every host go on to the API as they came, the Host header with them. */
export function registerProxy(app: FastifyInstance, settings: EdgeSettings): void {
  void app.register(proxy, {
    upstream: settings.apiOrigin,
    prefix: '/qm',
    rewritePrefix: '/qm',
    http2: false,
    undici: { connections: 64, pipelining: 1, headersTimeout: 60_000, bodyTimeout: 120_000, keepAliveTimeout: 30_000 },
    replyOptions: {
      rewriteRequestHeaders: (request, headers) => {
        const { 'x-forwarded-host': _, forwarded: _also, ...rest } = headers;
        const { address, scheme } = clientOf(request);
        return { ...rest, host: request.headers.host ?? '', 'x-forwarded-for': address, 'x-forwarded-proto': scheme };
      },
      onError: (reply, { error }) => {
        reply.log.error({ error }, 'api not reached');
        void reply.code(503).headers({ 'cache-control': 'no-store', 'retry-after': '5' }).send(away);
      },
    },
  });
}

/** An area that runs from source: its files come from its development server. */
export function registerSource(app: FastifyInstance, settings: EdgeSettings): void {
  for (const [application, origin] of Object.entries(settings.source)) {
    if (origin) void app.register(proxy, { upstream: origin, prefix: `/source/${application}`, rewritePrefix: `/source/${application}`, http2: false });
  }
}

/** The pay pages of the embedded gateway, on a host of their own: nothing of a site is shared with them. */
export function registerGateway(app: FastifyInstance, { gatewayOrigin, mainDomain }: EdgeSettings): void {
  if (!gatewayOrigin) return;
  const host = new RegExp(`^pay\\.${mainDomain.replaceAll('.', '\\.')}(:\\d+)?$`, 'i');
  void app.register(proxy, { upstream: gatewayOrigin, prefix: '/', http2: false, constraints: { host }, undici: { headersTimeout: 10_000, bodyTimeout: 10_000 } });
}
