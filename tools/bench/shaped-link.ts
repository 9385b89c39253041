import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface Link {
  /** Loopback port that forwards to the target over the link. */
  port: number;
  close(): void;
}

/** Bytes sent at a time, so that connections are interleaved. */
const piece = 4096;
/** Window: bytes of one connection that may be in flight. */
const window = 64 * 1024;

/** A shaped link in front of a port: every byte is delayed by half of the round trip, all
 * connections share the bandwidth of each direction, and a new connection waits one round trip for
 * its handshake. Slow start is not simulated, which favours large files. DevTools throttling delays
 * whole responses but not connections, and gives results that are too good. */
export async function openShapedLink(
  target: number,
  { roundTrip, bitsPerSecond }: { roundTrip: number; bitsPerSecond: number },
): Promise<Link> {
  const bytesPerMs = bitsPerSecond / 8 / 1000;
  const direction = () => {
    let free = 0;
    return (bytes: number): number => {
      const now = performance.now();
      free = Math.max(now, free) + bytes / bytesPerMs;
      return free - now + roundTrip / 2;
    };
  };
  const up = direction();
  const down = direction();
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    const opened = performance.now() + roundTrip;
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
    carry(near, far, (bytes) => Math.max(0, opened - performance.now()) + up(bytes));
    carry(far, near, down);
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

function carry(from: Socket, to: Socket, travel: (bytes: number) => number): void {
  let underWay = 0;
  let hasEnded = false;
  const arrive = (part: Buffer) => {
    underWay -= part.length;
    if (!to.destroyed) to.write(part);
    if (underWay < window && from.isPaused()) from.resume();
    if (hasEnded && underWay === 0) to.end();
  };
  from.on('data', (bytes: Buffer) => {
    for (let at = 0; at < bytes.length; at += piece) {
      const part = bytes.subarray(at, at + piece);
      underWay += part.length;
      setTimeout(arrive, travel(part.length), part);
    }
    if (underWay >= window) from.pause();
  });
  from.on('end', () => {
    hasEnded = true;
    if (underWay === 0) to.end();
  });
  from.on('close', () => setTimeout(() => to.destroy(), travel(0) + 1000).unref());
}
