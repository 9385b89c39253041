import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { limitRequests } from './ceiling.ts';

let app: FastifyInstance;
beforeEach(() => {
  app = fastify();
});
afterEach(() => app.close());

async function listen(perMinute: number): Promise<number> {
  await limitRequests(app, perMinute);
  app.get('/', async () => 'answer');
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

it('refuses further requests of a network within a minute, at twenty times the rate of its strangers', async () => {
  const port = await listen(0.1);
  const statuses: number[] = [];
  for (let count = 0; count < 3; count += 1)
    statuses.push((await fetch(`http://127.0.0.1:${port}/`)).status);
  expect(statuses).toEqual([200, 200, 429]);
});

it('does not fail for a client that disconnects before its request is counted', async () => {
  app.addHook('onRequest', async ({ raw }) => {
    raw.socket.destroy();
    await once(raw.socket, 'close');
  });
  const outcome = new Promise<unknown>((resolve) => {
    app.addHook('preHandler', async () => resolve('counted'));
    app.addHook('onError', async (_request, _reply, error) => resolve(error));
  });
  const port = await listen(2);
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  expect(await outcome).toBe('counted');
});
