import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Target {
  port: number;
  host: string;
}

/** Builds a client's next request as bytes. */
export type Next = (client: number) => Buffer;

export interface Rate {
  perSecond: number;
  p99: number;
  failed: number;
}

/** One HTTP/1.1 request; a body makes it a POST. */
export function request(
  path: string,
  host: string,
  headers: Record<string, string> = {},
  body?: string,
): Buffer {
  const lines = [
    `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`,
    `Host: ${host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  if (body !== undefined) lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`);
}

const headEnd = Buffer.from('\r\n\r\n');

interface Heard {
  ok: boolean;
  body: Buffer;
}

/** Reads replies in sequence on a keep-alive connection; throws once it is lost. Minimal on
 * purpose: it shares the machine with what it measures. */
export function openClient(socket: Socket) {
  let waiting: { resolve(answer: Heard): void; reject(fault: Error): void } | undefined;
  let got: Buffer = Buffer.alloc(0);
  const lose = (fault = new Error('the connection is lost')) => waiting?.reject(fault);
  socket.on('error', lose);
  socket.on('close', () => lose());
  socket.on('data', (part: Buffer) => {
    got = got.length === 0 ? part : Buffer.concat([got, part]);
    const end = got.indexOf(headEnd);
    if (end < 0) return;
    const head = got.toString('latin1', 0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (got.length < end + 4 + length) return;
    const body = got.subarray(end + 4, end + 4 + length);
    got = got.subarray(end + 4 + length);
    const answer = waiting;
    waiting = undefined;
    answer?.resolve({
      ok:
        head.startsWith('HTTP/1.1 200') &&
        !body.subarray(0, 20).toString('latin1').includes('false'),
      body,
    });
  });
  return (bytes: Buffer) =>
    new Promise<Heard>((resolve, reject) => {
      waiting = { resolve, reject };
      if (socket.writable) socket.write(bytes);
      else lose();
    });
}

export const openSockets = ({ port, host }: Target, count: number): Promise<Socket[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(port, host).setNoDelay(true);
      await once(socket, 'connect');
      return socket;
    }),
  );

/** A closed-loop load of this many clients after a warm-up. */
export async function measure(
  target: Target,
  clients: number,
  seconds: number,
  next: Next,
  warming = 1,
): Promise<Rate> {
  const sockets = await openSockets(target, clients);
  const begin = performance.now() + warming * 1000;
  const end = begin + seconds * 1000;
  const times: number[] = [];
  let failed = 0;
  await Promise.all(
    sockets.map(async (socket, client) => {
      const sendBytes = openClient(socket);
      for (let sent = performance.now(); sent < end; sent = performance.now()) {
        const { ok } = await sendBytes(next(client));
        if (!ok) failed += 1;
        else if (sent >= begin) times.push(performance.now() - sent);
      }
      socket.destroy();
    }),
  );
  times.sort((a, b) => a - b);
  return {
    perSecond: times.length / seconds,
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
    failed,
  };
}
