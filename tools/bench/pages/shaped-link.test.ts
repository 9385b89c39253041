import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { startShapedLink } from './shaped-link.ts';

it('a shaped link delivers every byte in order, no faster than its bandwidth and latency allow', async () => {
  const sent = Buffer.from(Array.from({ length: 20_000 }, (_, index) => index % 251));
  const server = createServer((socket) => void socket.once('data', () => socket.end(sent)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const link = await startShapedLink(port, { roundTrip: 40, bitsPerSecond: 1.6e6 });
  try {
    const startedAt = performance.now();
    const socket = connect(link.port, '127.0.0.1').on('error', () => undefined);
    socket.write('?');
    const parts: Buffer[] = await socket.toArray();
    expect(Buffer.concat(parts)).toEqual(sent);
    // A handshake, one round trip, and 20 kB at 200 kB a second.
    expect(performance.now() - startedAt).toBeGreaterThan(40 + 40 + 100 - 5);
  } finally {
    link.close();
    server.close();
  }
});
