import { setTimeout as pause } from 'node:timers/promises';
import { openClient, openSockets, type Target } from '../../apps/api/test/load/load.ts';

export interface Load {
  times: number[];
  failed: number;
}

/** Sends calls at fixed times, whether or not the previous ones are answered (open model). */
export async function runTimed(
  target: Target,
  count: number,
  every: number,
  connections: number,
  next: (at: number) => Buffer,
): Promise<Load> {
  const sockets = await openSockets(target, connections);
  const clients = sockets.map(openClient);
  const load: Load = { times: [], failed: 0 };
  const start = performance.now();
  const busy = new Map<number, Promise<void>>();
  for (let at = 0; at < count; at += 1) {
    const due = start + at * every;
    await pause(Math.max(0, due - performance.now()));
    const client = at % connections;
    const turn = (busy.get(client) ?? Promise.resolve()).then(async () => {
      const { ok } = await (clients[client] as ReturnType<typeof openClient>)(next(at));
      load.times.push(performance.now() - due);
      load.failed += ok ? 0 : 1;
    });
    busy.set(client, turn);
  }
  await Promise.all(busy.values());
  for (const socket of sockets) socket.destroy();
  load.times.sort((a, b) => a - b);
  return load;
}

/** Reports latencies and failures, and compares p99 with the target. */
export function printLoad(name: string, { times, failed }: Load, target: number): boolean {
  const share = (part: number) => times[Math.floor(times.length * part)] ?? 0;
  console.log(
    `${name.padEnd(36)} ${times.length} calls, p50 ${share(0.5).toFixed(1)} ms, p99 ${share(0.99).toFixed(1)} ms (target ${target}), longest ${share(0.9999).toFixed(0)} ms, ${failed} failed`,
  );
  return failed === 0 && share(0.99) <= target;
}
