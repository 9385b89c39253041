import { Agent } from 'node:http';
import { gatewayPath } from '@cme/contract/gateway-path';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { isUpload } from '../http/body-limit.ts';
import { readBody, skipBodyParsing } from '../http/body.ts';
import { clientOf } from '../http/client.ts';
import { forward, type OutgoingCall } from './forward.ts';
import { AmbiguousRequestError } from '../http/guard.ts';
import { requestHeaders, responseHeaders } from './headers.ts';
import { isRepeatable } from './repeatable.ts';
import type { EdgeSettings } from '../settings/settings.ts';
import { isAmbiguous } from '../http/target.ts';
import { createUpstreams, type Upstreams } from './upstreams.ts';
import { uploadLength, createUploadLimiter } from './uploads.ts';
import { createLongPolling, isLongPoll } from './long-polling.ts';

/** Milliseconds in which a response must begin. */
const timeoutMs = 60_000;

/** No connection limit: with one, some calls would queue behind others. */
const createAgent = () =>
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
  const agent = createAgent();
  const uploads = createUploadLimiter();
  const uploadAgent = createAgent();
  const longPolling = createLongPolling(upstreams, settings.openFiles, app.log);
  app.addHook('preClose', async () => longPolling.endAll());
  app.addHook('onClose', async () => {
    agent.destroy();
    uploadAgent.destroy();
  });
  registerRoutes(app, ['/qm', '/qm/*'], {}, async (request, reply) => {
    if (isAmbiguous(request.url)) throw new AmbiguousRequestError('ambiguous path');
    if (isUpload(request.method, request.url)) {
      reply.raw.once('close', uploads.acquire(clientOf(request).address));
      return forwardAndReply(reply, upstreams, streamedCall(request, reply, uploadAgent));
    }
    const call = await bufferedCall(request, reply, agent);
    if (isLongPoll(request)) return longPolling.answer(request, reply, call);
    return forwardAndReply(reply, upstreams, call);
  });
}

/** Forwards the files of an area running from source to its development server. */
export function registerSource(app: FastifyInstance, settings: EdgeSettings): void {
  for (const [application, origin] of Object.entries(settings.source)) {
    if (origin) forwardAll(app, origin, [`/source/${application}`, `/source/${application}/*`]);
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
  forwardAll(app, gatewayOrigin, ['/*'], { host });
  forwardAll(app, gatewayOrigin, [`${gatewayPath}/*`], { host: ipHosts }, gatewayPath);
}

/** Hosts that `domainOf` in the contract maps to the test site. */
const ipHosts =
  /^(localhost|127(\.\d+){3}|0\.0\.0\.0|10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|\[::1\])(:\d+)?$/i;

function forwardAll(
  app: FastifyInstance,
  origin: string,
  urls: string[],
  constraints: RouteConstraint = {},
  prefix = '',
): void {
  const upstreams = createUpstreams([origin], app.log);
  const agent = createAgent();
  app.addHook('onClose', async () => agent.destroy());
  registerRoutes(app, urls, constraints, async (request, reply) =>
    forwardAndReply(
      reply,
      upstreams,
      withoutPrefix(prefix, await bufferedCall(request, reply, agent)),
    ),
  );
}

const withoutPrefix = (prefix: string, call: OutgoingCall): OutgoingCall => ({
  ...call,
  path: call.path.slice(prefix.length),
});

type RouteConstraint = NonNullable<RouteOptions['constraints']>;
type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

function registerRoutes(
  app: FastifyInstance,
  urls: string[],
  constraints: RouteConstraint,
  handler: Handler,
): void {
  void app.register(async (scope) => {
    skipBodyParsing(scope);
    for (const url of urls) scope.all(url, { constraints }, handler);
  });
}

/** Reads the whole request before a connection to the API is opened. */
async function bufferedCall(
  request: FastifyRequest,
  reply: FastifyReply,
  agent: Agent,
): Promise<OutgoingCall> {
  const { raw, method } = request;
  const body = method === 'GET' || method === 'HEAD' ? undefined : await readBody(raw);
  return { ...outgoingCall(request, reply, agent, body?.length), body };
}

/**
 * Uploads are streamed to the API: they may be slow, and the API keeps what arrived when one breaks
 * off. They use their own connections.
 */
function streamedCall(request: FastifyRequest, reply: FastifyReply, agent: Agent): OutgoingCall {
  return { ...outgoingCall(request, reply, agent, uploadLength(request.raw)), stream: request.raw };
}

function outgoingCall(
  request: FastifyRequest,
  reply: FastifyReply,
  agent: Agent,
  length: number | undefined,
): OutgoingCall {
  const { method, url, headers } = request;
  const disconnected = new AbortController();
  reply.raw.once('close', () => disconnected.abort());
  const token = headers['x-token'];
  return {
    method,
    path: url,
    agent,
    timeoutMs,
    signal: disconnected.signal,
    headers: requestHeaders(headers, clientOf(request), length),
    isRepeatable: isRepeatable(method, url),
    ...(typeof token === 'string' ? { key: token } : {}),
  };
}

async function forwardAndReply(
  reply: FastifyReply,
  upstreams: Upstreams,
  call: OutgoingCall,
): Promise<FastifyReply> {
  const answer = await forward(upstreams, call);
  return reply
    .code(answer.statusCode ?? 502)
    .headers(responseHeaders(answer.headers))
    .send(answer);
}
