// Two thousand learners, each sending a beat every 15 s.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beginAll, enterAll, type Played, sendBeat } from '../../apps/api/test/load/enter.ts';
import { openClient, openSockets } from '../../apps/api/test/load/load.ts';
import type { Ready } from '../../apps/api/test/load/server.ts';
import { openPostgres } from '../postgres.ts';

const learners = 2000;
const rhythm = 15_000;
const seconds = Number(process.env['BENCH_SECONDS'] ?? 60);
const target = 300;

const postgres = await openPostgres({ durable: true });
const environment = {
  ...process.env,
  DATABASE_URL: postgres.url,
  APP_SECRET: 'a secret of the benchmark, long enough',
  RATE_LIMIT: '0',
  BENCH_LEARNERS: String(learners),
};
const server = fork(join(import.meta.dirname, '../../apps/api/test/load/server.ts'), {
  env: environment,
});
try {
  const [ready] = (await once(server, 'message')) as [Ready];
  const plays = await enterAll(ready);
  console.log(`first beats: ${Math.round(await beginAll(ready, plays))} /s`);
  const sockets = await openSockets({ port: ready.fromDatabase, host: '127.0.0.1' }, 64);
  const free = sockets.map(openClient);
  const times: number[] = [];
  let failed = 0;
  const start = performance.now();
  /** Latency since the scheduled time, so that waiting for a connection counts (no coordinated
   * omission). */
  async function beat(mine: Played, due: number): Promise<void> {
    let ask = free.pop();
    for (; !ask; ask = free.pop()) await pause(1);
    const { ok } = await ask(sendBeat(mine, (performance.now() - start) / 1000));
    free.push(ask);
    times.push(performance.now() - due);
    if (!ok) failed += 1;
  }
  const under: Promise<void>[] = [];
  for (let at = 0; at < (seconds * 1000 * learners) / rhythm; at += 1) {
    const due = start + (at * rhythm) / learners;
    await pause(Math.max(0, due - performance.now()));
    under.push(beat(plays[at % learners] as Played, due));
  }
  await Promise.all(under);
  for (const socket of sockets) socket.destroy();
  times.sort((a, b) => a - b);
  const share = (part: number) => (times[Math.floor(times.length * part)] ?? 0).toFixed(1);
  console.log(
    `${learners} learners, ${Math.round(times.length / seconds)} beats/s for ${seconds} s: p50 ${share(0.5)} ms, p99 ${share(0.99)} ms (target ${target}), ${failed} failed`,
  );
  process.exitCode = failed === 0 && Number(share(0.99)) <= target ? 0 : 1;
} finally {
  server.disconnect();
  await postgres.stop();
}
