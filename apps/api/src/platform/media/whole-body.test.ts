import Fastify from 'fastify';
import { once } from 'node:events';
import { get, type IncomingMessage, request as ask } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { countWhole, registerCounting } from './whole-body.ts';

const piece = Buffer.alloc(64 * 1024, 'x');
const pieces = 800;
let counted = 0;
/** Resolves when the server has let go of the file. */
let closed: Promise<unknown>;

const app = Fastify();
registerCounting(app);
app.get('/file', async (request, reply) => {
  countWhole(request, async () => void (counted += 1));
  const file = Readable.from(Array.from({ length: pieces }, () => piece));
  closed = new Promise((resolve) => file.once('close', resolve));
  return reply.code(Number(request.headers['x-status'] ?? 200)).send(file);
});
const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/file`;
beforeEach(() => {
  counted = 0;
});
afterAll(() => app.close());

describe('a file', () => {
  it('counts once when all of it was sent', async () => {
    const body = await (await fetch(url)).arrayBuffer();
    expect([body.byteLength, counted]).toEqual([pieces * piece.length, 1]);
  });

  it('does not count for a reader who leaves', async () => {
    const sending = get(url);
    sending.on('error', () => undefined);
    const [response] = (await once(sending, 'response')) as [IncomingMessage];
    response.on('error', () => undefined);
    await once(response, 'readable');
    sending.destroy();
    await closed;
    expect(counted).toBe(0);
  });

  it.each([
    ['its headers', { method: 'HEAD' }],
    ['a piece of it', { headers: { range: 'bytes=1-' } }],
    ['one that cannot be sent', { headers: { 'x-status': '404' } }],
  ])('does not count for %s', async (_, options) => {
    const sending = ask(url, options).end();
    const [response] = (await once(sending, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    expect(counted).toBe(0);
  });
});
