import { Agent } from 'node:http';
import { gatewayPath } from '@cme/contract/gateway-path';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { collect, leaveBodies } from '../http/body.ts';
import { clientOf } from '../http/client.ts';
import { exchange, type Outgoing } from './exchange.ts';
import { Ambiguous } from '../http/guard.ts';
import { headersIn, headersOut } from './headers.ts';
import { isRepeatable } from './repeatable.ts';
import type { EdgeSettings } from '../settings.ts';
import { isAmbiguous } from '../http/target.ts';
import { openUpstreams, type Upstreams } from './upstreams.ts';
import { isUpload, lengthOf, openUploads } from './uploads.ts';
import { openWaiting, waits } from './waiting.ts';

/** Milliseconds in which a response must begin. */
const patience = 60_000;

/** No connection limit: with one, some calls would queue behind others. */
export const openAgent = () =>
  new Agent({
    keepAlive: true,
    maxSockets: Infinity,
    maxFreeSockets: 256,
    timeout: 60_000,
    scheduling: 'lifo',
  });

/** Forwards calls and media of every host to the API, including the Host header. */
export function registerProxy(
  app: FastifyInstance,
  settings: EdgeSettings,
  upstreams: Upstreams,
): void {
  const agent = openAgent();
  const uploads = openUploads();
  const uploading = openAgent();
  const waiting = openWaiting(upstreams, settings.openFiles, app.log);
  app.addHook('preClose', async () => waiting.endAll());
  app.addHook('onClose', async () => {
    agent.destroy();
    uploading.destroy();
  });
  forwarding(app, ['/qm', '/qm/*'], {}, async (request, reply) => {
    if (isAmbiguous(request.url)) throw new Ambiguous('a path with two meanings');
    if (isUpload(request.method, request.url)) {
      reply.raw.once('close', uploads.take(clientOf(request).address));
      return pass(reply, upstreams, streaming(request, reply, uploading));
    }
    const call = await outgoing(request, reply, agent);
    if (waits(request)) return waiting.answer(request, reply, call);
    return pass(reply, upstreams, call);
  });
}

/** Forwards the files of an area running from source to its development server. */
export function registerSource(app: FastifyInstance, settings: EdgeSettings): void {
  for (const [application, origin] of Object.entries(settings.source)) {
    if (origin) passAll(app, origin, [`/source/${application}`, `/source/${application}/*`]);
  }
}

/**
 * Serves the pay pages of the embedded gateway on a separate host, so that they share nothing with
 * a site. A phone that opens the product by IP address cannot resolve that host, so there they are
 * under a path.
 */
export function registerGateway(
  app: FastifyInstance,
  { gatewayOrigin, mainDomain }: EdgeSettings,
): void {
  const host = new RegExp(`^pay\\.${mainDomain.replaceAll('.', '\\.')}(:\\d+)?$`, 'i');
  if (!gatewayOrigin) return;
  passAll(app, gatewayOrigin, ['/*'], { host });
  passAll(app, gatewayOrigin, [`${gatewayPath}/*`], { host: byAddress }, gatewayPath);
}

/** Hosts that `domainOf` in the contract maps to the test site. */
const byAddress =
  /^(localhost|127(\.\d+){3}|0\.0\.0\.0|10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|\[::1\])(:\d+)?$/i;

function passAll(
  app: FastifyInstance,
  origin: string,
  urls: string[],
  constraints: RouteConstraint = {},
  prefix = '',
): void {
  const upstreams = openUpstreams([origin], app.log);
  const agent = openAgent();
  app.addHook('onClose', async () => agent.destroy());
  forwarding(app, urls, constraints, async (request, reply) =>
    pass(reply, upstreams, without(prefix, await outgoing(request, reply, agent))),
  );
}

const without = (prefix: string, call: Outgoing): Outgoing => ({
  ...call,
  path: call.path.slice(prefix.length),
});

type RouteConstraint = NonNullable<RouteOptions['constraints']>;
type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

function forwarding(
  app: FastifyInstance,
  urls: string[],
  constraints: RouteConstraint,
  handler: Handler,
): void {
  void app.register(async (scope) => {
    leaveBodies(scope);
    for (const url of urls) scope.all(url, { constraints }, handler);
  });
}

/** Reads the whole request before a connection to the API is opened. */
async function outgoing(
  request: FastifyRequest,
  reply: FastifyReply,
  agent: Agent,
): Promise<Outgoing> {
  const { raw, method } = request;
  const body = method === 'GET' || method === 'HEAD' ? undefined : await collect(raw);
  return { ...callOf(request, reply, agent, body?.length), body };
}

/**
 * Uploads are streamed to the API: they may be slow, and the API keeps what arrived when one breaks
 * off. They use their own connections.
 */
function streaming(request: FastifyRequest, reply: FastifyReply, agent: Agent): Outgoing {
  return { ...callOf(request, reply, agent, lengthOf(request.raw)), stream: request.raw };
}

function callOf(
  request: FastifyRequest,
  reply: FastifyReply,
  agent: Agent,
  length: number | undefined,
): Outgoing {
  const { method, url, headers } = request;
  const leaving = new AbortController();
  reply.raw.once('close', () => leaving.abort());
  const token = headers['x-token'];
  return {
    method,
    path: url,
    agent,
    patience,
    signal: leaving.signal,
    headers: headersIn(headers, clientOf(request), length),
    isRepeatable: isRepeatable(method, url),
    ...(typeof token === 'string' ? { key: token } : {}),
  };
}

async function pass(
  reply: FastifyReply,
  upstreams: Upstreams,
  call: Outgoing,
): Promise<FastifyReply> {
  const answer = await exchange(upstreams, call);
  return reply
    .code(answer.statusCode ?? 502)
    .headers(headersOut(answer.headers))
    .send(answer);
}
