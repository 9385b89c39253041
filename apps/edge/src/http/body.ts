import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Largest request body. The API has the same limit. */
export const maxBodyBytes = 128 * 1024;
/** Oversized bodies are drained up to this size; beyond it the connection is closed. */
const maxDrainBytes = 2 * 1024 * 1024;
/** Milliseconds a client may keep sending a rejected body, so that it gets to read the response. */
const drainMs = 2000;

export class TooLargeError extends Error {
  readonly statusCode = 413;
}

/** Turns off body parsing: handlers read the raw body themselves, or not at all. */
export function skipBodyParsing(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_, payload, done) => done(null, payload));
}

/**
 * Reads the whole body. Throws `TooLargeError` immediately if nothing was sent yet or the body is far
 * too large; otherwise drains the rest first, so that the connection can be reused.
 */
export function readBody(request: IncomingMessage, limit = maxBodyBytes): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > (request.headers.expect ? limit : maxDrainBytes))
    throw new TooLargeError('body too large');
  const parts: Buffer[] = [];
  let size = 0;
  request.on('data', (part: Buffer) => {
    size += part.length;
    if (size <= limit) parts.push(part);
    else parts.length = 0;
    if (size > maxDrainBytes) reject(new TooLargeError('body too large'));
  });
  request.once('end', () =>
    size > limit
      ? reject(new TooLargeError('body too large'))
      : resolve(Buffer.concat(parts, size)),
  );
  request.once('error', reject);
  request.once('close', () => reject(new Error('client disconnected')));
  return promise;
}

/** Closes a connection on which data is still arriving, without cutting off the response. */
export function closeAfterReply({ raw }: FastifyReply, request: IncomingMessage): void {
  if (request.complete) return;
  raw.shouldKeepAlive = true;
  raw.once('finish', () => {
    const { socket } = request;
    socket.end();
    request.resume();
    setTimeout(() => socket.destroy(), drainMs).unref();
  });
}
