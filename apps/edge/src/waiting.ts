import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { sessionWatch, wirePath } from '@cme/contract';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { exchange, type Outgoing } from './exchange.ts';
import { Busy } from './failure.ts';
import { headersOut } from './headers.ts';
import type { Upstreams } from './upstreams.ts';

/** The API lets such a call wait for 25 s. */
const patience = 40_000;
const path = wirePath(sessionWatch.path);

/** Whether the API may let this call wait for news. */
export const waits = ({ method, url }: FastifyRequest): boolean =>
  method === 'POST' && url.split('?', 1)[0] === path;

interface Answer {
  status: number;
  headers: Record<string, string | string[]>;
  body: string;
}

/** One call to the API, and how many pages wait for its answer. */
interface Shared {
  answer: Promise<Answer>;
  pages: number;
  leaving: AbortController;
}

/** Calls that wait have connections of their own. Pages that ask the same, as two windows of one
 * person do, share one; all of them together leave a share of the open files to everybody else. */
export function openWaiting(upstreams: Upstreams, openFiles: number, log: FastifyBaseLogger) {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: Infinity,
    maxFreeSockets: 1024,
    timeout: 60_000,
    scheduling: 'lifo',
  });
  const shared = new Map<string, Shared>();
  const budget = openFiles - reserve(openFiles);
  let pages = 0;
  let ending = false;
  let complained = -Infinity;

  function open(key: string, call: Outgoing): Shared {
    const leaving = new AbortController();
    const answer = ask({ ...call, agent, patience, signal: leaving.signal }).finally(
      () => shared.get(key) === one && shared.delete(key),
    );
    const one: Shared = { answer, pages: 0, leaving };
    answer.catch(() => undefined);
    shared.set(key, one);
    return one;
  }

  async function ask(call: Outgoing): Promise<Answer> {
    const answer = await exchange(upstreams, call);
    return {
      status: answer.statusCode ?? 502,
      headers: headersOut(answer.headers),
      body: await textOf(answer),
    };
  }

  function leave(key: string, one: Shared): void {
    one.pages -= 1;
    pages -= 1;
    if (one.pages > 0) return;
    one.leaving.abort();
    if (shared.get(key) === one) shared.delete(key);
  }

  function full(): Busy {
    const now = performance.now();
    if (now - complained > 60_000)
      log.warn(
        { pages, calls: shared.size, openFiles },
        'too many pages wait: raise the limit of open files',
      );
    complained = now - complained > 60_000 ? now : complained;
    return new Busy('too many wait');
  }

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    call: Outgoing,
  ): Promise<FastifyReply> {
    if (pages + shared.size + 2 > budget) throw full();
    const { host, origin, 'x-token': token } = request.headers;
    const key = JSON.stringify([
      host,
      origin,
      token,
      call.headers['x-forwarded-for'],
      call.headers['content-type'],
      request.url,
      call.body?.toString('latin1'),
    ]);
    const one = shared.get(key) ?? open(key, call);
    one.pages += 1;
    pages += 1;
    reply.raw.once('close', () => leave(key, one));
    const { status, headers, body } = await one.answer.catch((error: Error) => {
      throw ending ? new Busy('ending') : error;
    });
    return reply.code(status).headers(headers).send(body);
  }

  return {
    answer,
    endAll() {
      ending = true;
      for (const { leaving } of shared.values()) leaving.abort();
    },
  };
}

/** Files that waiting calls leave to others. */
const reserve = (openFiles: number): number => Math.min(2000, Math.ceil(openFiles / 4));

/** How many files this process may have open; connections are files. */
export function openFilesLimit(): number {
  const usual = 10_000;
  try {
    return Number(
      /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? usual,
    );
  } catch {
    return usual;
  }
}
