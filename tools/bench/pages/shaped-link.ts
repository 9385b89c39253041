import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface Link {
  /** Loopback port that forwards to the target over the link. */
  port: number;
  close(): void;
}

/** Bytes sent at a time, so that connections are interleaved. */
const chunkSize = 4096;
/** Window: bytes of one connection that may be in flight. */
const window = 64 * 1024;

/** A shaped link in front of a port: every byte is delayed by half of the round trip, all
 * connections share the bandwidth of each direction, and a new connection waits one round trip for
 * its handshake. Slow start is not simulated, which favours large files. DevTools throttling delays
 * whole responses but not connections, and gives results that are too good. */
export async function startShapedLink(
  target: number,
  { roundTrip, bitsPerSecond }: { roundTrip: number; bitsPerSecond: number },
): Promise<Link> {
  const bytesPerMs = bitsPerSecond / 8 / 1000;
  const createDirection = () => {
    let free = 0;
    return (bytes: number): number => {
      const now = performance.now();
      free = Math.max(now, free) + bytes / bytesPerMs;
      return free - now + roundTrip / 2;
    };
  };
  const up = createDirection();
  const down = createDirection();
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const server = connect(target, '127.0.0.1');
    const opened = performance.now() + roundTrip;
    for (const socket of [client, server]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
    forward(client, server, (bytes) => Math.max(0, opened - performance.now()) + up(bytes));
    forward(server, client, down);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function forward(from: Socket, to: Socket, travel: (bytes: number) => number): void {
  let bytesInFlight = 0;
  let hasEnded = false;
  const deliver = (part: Buffer) => {
    bytesInFlight -= part.length;
    if (!to.destroyed) to.write(part);
    if (bytesInFlight < window && from.isPaused()) from.resume();
    if (hasEnded && bytesInFlight === 0) to.end();
  };
  from.on('data', (bytes: Buffer) => {
    for (let index = 0; index < bytes.length; index += chunkSize) {
      const part = bytes.subarray(index, index + chunkSize);
      bytesInFlight += part.length;
      setTimeout(deliver, travel(part.length), part);
    }
    if (bytesInFlight >= window) from.pause();
  });
  from.on('end', () => {
    hasEnded = true;
    if (bytesInFlight === 0) to.end();
  });
  from.on('close', () => setTimeout(() => to.destroy(), travel(0) + 1000).unref());
}
