import { Agent } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { wirePath } from '@cme/contract/base';
import { sessionWatch } from '@cme/contract/person';
import { networkOf } from '@cme/contract/site/network';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { clientOf } from '../http/client.ts';
import { forward, type OutgoingCall } from './forward.ts';
import { BusyError } from '../http/failure.ts';
import { responseHeaders } from './headers.ts';
import { reservedFiles } from '../settings/open-files.ts';
import { createSharedCalls } from './shared-calls.ts';
import type { Upstreams } from './upstreams.ts';

/** The API holds such a call for up to 25 s. */
const timeoutMs = 40_000;
const path = wirePath(sessionWatch.path);

/** Whether this is a long-polling call. */
export const isLongPoll = ({ method, url }: FastifyRequest): boolean =>
  method === 'POST' && url.split('?', 1)[0] === path;

interface Answer {
  status: number;
  headers: Record<string, string | string[]>;
  body: string;
}

/**
 * Long-polling calls have their own connections, limited so that open files remain for everything
 * else.
 */
export function createLongPolling(upstreams: Upstreams, openFiles: number, log: FastifyBaseLogger) {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: Infinity,
    maxFreeSockets: 1024,
    timeout: 60_000,
    scheduling: 'lifo',
  });
  const budget = openFiles - reservedFiles(openFiles);
  const pagesOf = createShares(budget / 4);
  const shared = createSharedCalls<Answer>(async (call) => {
    const answer = await forward(upstreams, { ...call, agent, timeoutMs });
    return {
      status: answer.statusCode ?? 502,
      headers: responseHeaders(answer.headers),
      body: await textOf(answer),
    };
  });
  let isEnding = false;
  let warnedAt = -Infinity;

  function refuse(): never {
    const now = performance.now();
    if (now - warnedAt > 60_000) {
      warnedAt = now;
      log.warn(
        { ...shared.count(), openFiles },
        'too many long-polling calls: raise the open file limit',
      );
    }
    throw new BusyError('too many long-polling calls');
  }

  return {
    async answer(
      request: FastifyRequest,
      reply: FastifyReply,
      call: OutgoingCall,
    ): Promise<FastifyReply> {
      const { pages, calls } = shared.count();
      if (pages + calls + 2 > budget) refuse();
      reply.raw.once('close', pagesOf.take(networkOf(clientOf(request).address)));
      const { answer, leave } = shared.join(keyOf(request, call), call);
      reply.raw.once('close', leave);
      const { status, headers, body } = await answer.catch((error: Error) => {
        throw isEnding ? new BusyError('shutting down') : error;
      });
      return reply.code(status).headers(headers).send(body);
    },
    endAll() {
      isEnding = true;
      shared.abortAll();
    },
  };
}

/**
 * What one client may hold: at two files a page, half of the budget, which is more pages than a
 * hospital has and still leaves as many for everybody else.
 */
function createShares(most: number) {
  const taken = new Map<string, number>();
  return {
    take(client: string): () => void {
      const own = taken.get(client) ?? 0;
      if (own + 1 > most) throw new BusyError('too many long-polling calls of one client');
      taken.set(client, own + 1);
      return () => {
        const left = (taken.get(client) ?? 1) - 1;
        if (left > 0) taken.set(client, left);
        else taken.delete(client);
      };
    },
  };
}

/** Key of everything that the response of a long-polling call depends on. */
function keyOf({ headers, url }: FastifyRequest, call: OutgoingCall): string {
  return JSON.stringify([
    headers.host,
    headers.origin,
    headers['x-token'],
    call.headers['x-forwarded-for'],
    call.headers['content-type'],
    url,
    call.body?.toString('latin1'),
  ]);
}
