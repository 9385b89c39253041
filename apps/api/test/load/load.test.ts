import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openClient, openSockets, request } from './load.ts';

const server = createServer((message, reply) =>
  message.url === '/cut' ? message.socket.destroy() : reply.end('{"isSuccess":true}'),
);
server.keepAliveTimeout = 1;
let port = 0;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  port = (server.address() as { port: number }).port;
});
afterAll(() => void server.close());

const open = async () => (await openSockets({ port, host: '127.0.0.1' }, 1))[0]!;

it('replies are read in order on one connection', async () => {
  const socket = await open();
  const sendBytes = openClient(socket);
  for (const _ of [1, 2]) expect((await sendBytes(request('/', 'localhost'))).ok).toBe(true);
  socket.destroy();
});

it('a lost connection fails its requests at once, and later ones too', async () => {
  const cut = openClient(await open());
  await expect(cut(request('/cut', 'localhost'))).rejects.toThrow();
  const socket = await open();
  const sendBytes = openClient(socket);
  await sendBytes(request('/', 'localhost'));
  socket.end();
  await Promise.race([once(socket, 'close'), pause(5000)]);
  await expect(sendBytes(request('/', 'localhost'))).rejects.toThrow('the connection is lost');
});
