import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Nothing that is sent here is larger; the API has the same limit. */
export const largestBody = 128 * 1024;
/** More than this is not read even to throw it away. */
const largestWaste = 2 * 1024 * 1024;
/** So long a client may go on sending what nobody reads, so that it comes to reading the answer. */
const lingering = 2000;

export class TooLarge extends Error {
  readonly statusCode = 413;
}

/** Bodies are left as they are: the handler reads them, or leaves them. */
export function leaveBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_, payload, done) => done(null, payload));
}

/** The whole body, or `TooLarge`: at once where nothing has been sent yet or far too much would
 * be, else after a rest was thrown away, so that the connection can go on. */
export function collect(request: IncomingMessage, limit = largestBody): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > (request.headers.expect ? limit : largestWaste))
    throw new TooLarge('body too large');
  const parts: Buffer[] = [];
  let size = 0;
  request.on('data', (part: Buffer) => {
    size += part.length;
    if (size <= limit) parts.push(part);
    else parts.length = 0;
    if (size > largestWaste) reject(new TooLarge('body too large'));
  });
  request.once('end', () =>
    size > limit ? reject(new TooLarge('body too large')) : resolve(Buffer.concat(parts, size)),
  );
  request.once('error', reject);
  request.once('close', () => reject(new Error('the client has gone')));
  return promise;
}

/** Closes a connection on which more is still coming, without cutting the answer off. */
export function closeAfter({ raw }: FastifyReply, request: IncomingMessage): void {
  if (request.complete) return;
  raw.shouldKeepAlive = true;
  raw.once('finish', () => {
    const { socket } = request;
    socket.end();
    request.resume();
    setTimeout(() => socket.destroy(), lingering).unref();
  });
}
