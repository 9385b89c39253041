import { setTimeout as pause } from 'node:timers/promises';
import { openClient, openSockets, type Target } from '@cme/api/load';

export interface Load {
  times: number[];
  failed: number;
}

/** Sends calls at fixed times, whether or not the previous ones are answered (open model). */
export async function runTimed(
  target: Target,
  count: number,
  intervalMs: number,
  connections: number,
  next: (at: number) => Buffer,
): Promise<Load> {
  const sockets = await openSockets(target, connections);
  const clients = sockets.map(openClient);
  const load: Load = { times: [], failed: 0 };
  const start = performance.now();
  const lastCalls = new Map<number, Promise<void>>();
  for (let index = 0; index < count; index += 1) {
    const dueAt = start + index * intervalMs;
    await pause(Math.max(0, dueAt - performance.now()));
    const client = index % connections;
    const call = (lastCalls.get(client) ?? Promise.resolve()).then(async () => {
      const { ok } = await (clients[client] as ReturnType<typeof openClient>)(next(index));
      load.times.push(performance.now() - dueAt);
      load.failed += ok ? 0 : 1;
    });
    lastCalls.set(client, call);
  }
  await Promise.all(lastCalls.values());
  for (const socket of sockets) socket.destroy();
  load.times.sort((a, b) => a - b);
  return load;
}

/** Reports latencies and failures, and compares p99 with the target. */
export function printLoad(name: string, { times, failed }: Load, target: number): boolean {
  const percentile = (part: number) => times[Math.floor(times.length * part)] ?? 0;
  console.log(
    `${name.padEnd(36)} ${times.length} calls, p50 ${percentile(0.5).toFixed(1)} ms, p99 ${percentile(0.99).toFixed(1)} ms (target ${target}), longest ${percentile(0.9999).toFixed(0)} ms, ${failed} failed`,
  );
  return failed === 0 && percentile(0.99) <= target;
}
