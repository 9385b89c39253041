// Two thousand learners, each sending a beat every 15 s.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beginAll, enterAll, type Played, sendBeat } from '@cme/api/load/enter';
import { openClient, openSockets } from '@cme/api/load';
import type { Ready } from '@cme/api/load/server';
import { startPostgres } from '../programs/postgres.ts';

const learners = 2000;
const intervalMs = 15_000;
const seconds = Number(process.env['BENCH_SECONDS'] ?? 60);
const target = 300;

const postgres = await startPostgres({ durable: true });
const environment = {
  ...process.env,
  DATABASE_URL: postgres.url,
  SMS_PROVIDER: 'file',
  INVOICE_ISSUER: 'file',
  APP_SECRET: 'a secret of the benchmark, long enough',
  RATE_LIMIT: '0',
  BENCH_LEARNERS: String(learners),
};
const server = fork(join(import.meta.dirname, '../../apps/api/test/load/server.ts'), {
  env: environment,
});
try {
  const [servers] = (await once(server, 'message')) as [Ready];
  const sessions = await enterAll(servers);
  console.log(`first beats: ${Math.round(await beginAll(servers, sessions))} /s`);
  const sockets = await openSockets({ port: servers.fromDatabase, host: '127.0.0.1' }, 64);
  const free = sockets.map(openClient);
  const times: number[] = [];
  let failed = 0;
  const start = performance.now();
  /** Latency since the scheduled time, so that waiting for a connection counts (no coordinated
   * omission). */
  async function sendOnTime(session: Played, dueAt: number): Promise<void> {
    let sendBytes = free.pop();
    for (; !sendBytes; sendBytes = free.pop()) await pause(1);
    const { ok } = await sendBytes(sendBeat(session, (performance.now() - start) / 1000));
    free.push(sendBytes);
    times.push(performance.now() - dueAt);
    if (!ok) failed += 1;
  }
  const pending: Promise<void>[] = [];
  for (let index = 0; index < (seconds * 1000 * learners) / intervalMs; index += 1) {
    const dueAt = start + (index * intervalMs) / learners;
    await pause(Math.max(0, dueAt - performance.now()));
    pending.push(sendOnTime(sessions[index % learners] as Played, dueAt));
  }
  await Promise.all(pending);
  for (const socket of sockets) socket.destroy();
  times.sort((a, b) => a - b);
  const formatPercentile = (part: number) =>
    (times[Math.floor(times.length * part)] ?? 0).toFixed(1);
  console.log(
    `${learners} learners, ${Math.round(times.length / seconds)} beats/s for ${seconds} s: p50 ${formatPercentile(0.5)} ms, p99 ${formatPercentile(0.99)} ms (target ${target}), ${failed} failed`,
  );
  process.exitCode = failed === 0 && Number(formatPercentile(0.99)) <= target ? 0 : 1;
} finally {
  server.disconnect();
  await postgres.stop();
}
