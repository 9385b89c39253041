import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { bodyLimitOf } from './body-limit.ts';
import { maxBodyBytes } from './body.ts';

/** Headers that decide identity or framing. If repeated, two parsers may disagree about them. */
const singleHeaders = new Set([
  'host',
  'x-token',
  'content-type',
  'content-length',
  'origin',
  'authorization',
]);

export class AmbiguousRequestError extends Error {
  readonly statusCode = 400;
}

/**
 * Rejects ambiguous requests, asks for a body only where one is allowed, and lets open connections
 * finish their response during shutdown.
 */
export function guardRequests(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', (_, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('onRequest', (request, _, next) =>
    next(
      hasDuplicateHeader(request.raw) ? new AmbiguousRequestError('duplicate header') : undefined,
    ),
  );
  app.server.on('checkContinue', (request: IncomingMessage, reply: ServerResponse) => {
    const limit = bodyLimitOf(request.method ?? '', request.url ?? '', maxBodyBytes);
    if (Number(request.headers['content-length'] ?? 0) <= limit) reply.writeContinue();
    app.server.emit('request', request, reply);
  });
}

function hasDuplicateHeader({ headers, rawHeaders }: IncomingMessage): boolean {
  if (Object.keys(headers).length * 2 === rawHeaders.length) return false;
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  return names.some((name, index) => singleHeaders.has(name) && names.indexOf(name) !== index);
}

const parserStatuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Malformed or slow requests are answered on the raw socket. */
export function handleClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = parserStatuses[error.code ?? ''] ?? 400;
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
  );
}
