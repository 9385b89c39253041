import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const agent = new Agent({ keepAlive: true, maxSockets: 512 });

export interface Page {
  status: number;
  text: string;
  ms: number;
}

export interface Wanted {
  host: string;
  path: string;
  /** Reads the status alone, to spend little on floods. */
  isHeadOnly?: boolean;
}

/** Requests a page from the client with this address, which the edge believes. */
export function getAs(
  port: number,
  client: string,
  { host, path, isHeadOnly }: Wanted,
): Promise<Page> {
  const { promise, resolve } = Promise.withResolvers<Page>();
  const began = performance.now();
  const headers: OutgoingHttpHeaders = { host: `${host}:${port}`, 'x-forwarded-for': client };
  const end = (status: number, text: string) =>
    resolve({ status, text, ms: performance.now() - began });
  const options = { host: '127.0.0.1', port, path, headers, agent, timeout: 20_000 };
  const sent = request(options, (reply) => {
    const parts: Buffer[] = [];
    reply.on('data', (part: Buffer) => isHeadOnly || parts.push(part));
    reply.on('end', () => end(reply.statusCode ?? 0, Buffer.concat(parts).toString()));
    reply.on('error', (error) => end(0, error.message));
  });
  sent.on('timeout', () => sent.destroy(new Error('no answer')));
  sent.on('error', (error) => end(0, error.message)).end();
  return promise;
}

/**
 * Calls `send` so many times a second for so many seconds, however long each takes, and counts the
 * answers by status.
 */
export async function flood(
  perSecond: number,
  seconds: number,
  send: (index: number) => Promise<Page>,
): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  const began = performance.now();
  const sent: Promise<void>[] = [];
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const wait = began + (index * 1000) / perSecond - performance.now();
    if (wait > 1) await pause(wait);
    sent.push(
      send(index).then(({ status }) => {
        counts[status] = (counts[status] ?? 0) + 1;
      }),
    );
  }
  await Promise.all(sent);
  return counts;
}

export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}
