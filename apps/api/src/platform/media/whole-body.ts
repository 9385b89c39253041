import { pipeline, Readable, Transform } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const counts = new WeakMap<FastifyRequest, () => Promise<unknown>>();

/** Runs `count` when the whole file of this request has been sent, except its last piece: whoever
 * has all of it is sure to be counted. Not for headers alone, a piece, an unchanged file, or a reader
 * who leaves. */
export function countWhole(request: FastifyRequest, count: () => Promise<unknown>): void {
  const { method, headers } = request;
  if (method === 'GET' && (headers.range === undefined || headers.range === 'bytes=0-'))
    counts.set(request, count);
}

/** For scopes whose routes use `countWhole`. */
export function registerCounting(scope: FastifyInstance): void {
  scope.addHook('onSend', async (request, reply, payload) => {
    const count = counts.get(request);
    const isFile = reply.statusCode === 200 || reply.statusCode === 206;
    if (!count || !isFile || !(payload instanceof Readable)) return payload;
    return pipeline(payload, holdLast(count), () => undefined);
  });
}

function holdLast(count: () => Promise<unknown>): Transform {
  let last: unknown;
  return new Transform({
    transform(chunk, _, done) {
      const previous = last;
      last = chunk;
      done(null, previous);
    },
    flush(done) {
      count().then(() => done(null, last), done);
    },
  });
}
