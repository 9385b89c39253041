// Two thousand learners send a beat every 15 s while others read, through an edge, on PostgreSQL
// with a flush per commit. Verifies that the ledgers contain everything that was sent.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { enterAll, form, host, type Played, sendBeat } from '../../apps/api/test/load/enter.ts';
import { readLedgers } from '../../apps/api/test/load/ledger.ts';
import { request } from '../../apps/api/test/load/load.ts';
import type { Ready } from '../../apps/api/test/load/server.ts';
import { freePort, openPostgres } from '../postgres.ts';
import { processorSeconds } from './processor.ts';
import { printLoad, runTimed } from './timed-calls.ts';

const learners = Number(process.env['BENCH_LEARNERS'] ?? 2000);
const readsPerSecond = Number(process.env['BENCH_READS'] ?? 200);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 60);
const rhythm = 15_000;
const targetMs = 300;

const folder = mkdtempSync(join(tmpdir(), 'cme-study-'));
const postgres = await openPostgres({ durable: true });
const server = fork(join(import.meta.dirname, '../../apps/api/test/load/server.ts'), {
  env: {
    ...process.env,
    DATABASE_URL: postgres.url,
    DATA_DIR: folder,
    APP_SECRET: 'a secret of the benchmark, long enough',
    RATE_LIMIT: '0',
    TRUSTED_PROXIES: 'loopback',
    BENCH_LEARNERS: String(learners),
  },
});
const [ready] = (await once(server, 'message')) as [Ready];
const port = await freePort();
const edge = spawn(process.execPath, [join(import.meta.dirname, '../../apps/edge/src/main.ts')], {
  env: {
    ...process.env,
    PORT: String(port),
    API_UPSTREAM: `127.0.0.1:${ready.fromMemory}`,
    DATA_DIR: folder,
    APP_SECRET: 'a secret of the benchmark, long enough',
    LOG_LEVEL: 'warn',
    TRUSTED_PROXIES: '',
  },
  stdio: ['ignore', 'inherit', 'inherit'],
});
const target = { port, host: '127.0.0.1' };
const programs = { edge: edge.pid, API: server.pid, PostgreSQL: postgres.pid };
const used = () =>
  Object.entries(programs).map(([name, pid]) => [name, processorSeconds(pid ?? 0)] as const);

const fields = 'full_domain_name=cme.localhost';
const read = (path: string, token?: string, more = '') =>
  request(
    `/qm/api/v5/${path}`,
    host,
    { ...form, ...(token && { 'X-Token': token }) },
    fields + more,
  );
const list = read('content/list', undefined, '&page_size=24');
const config = read('site/config');

/** Half of the reads are public, half personal. */
function readAt(at: number): Buffer {
  const token = ready.tokens[at % learners] as string;
  if (at % 4 === 0) return list;
  if (at % 4 === 1) return config;
  return at % 4 === 2 ? read('user_info', token) : read('learn/list', token, '&tab=all');
}

/** Start of playback of each learner, distributed evenly over 15 s. */
const begun: number[] = [];
const round = (plays: Played[], count: number, next: (who: number) => number) =>
  runTimed(target, count, rhythm / learners, 64, (at) =>
    sendBeat(plays[at % learners] as Played, next(at % learners)),
  );
const begin = (plays: Played[]) =>
  round(plays, learners, (who) => {
    begun[who] = performance.now();
    return 0;
  });
const watchOn = (plays: Played[]) =>
  round(
    plays,
    Math.floor((seconds * 1000 * learners) / rhythm),
    (who) => Math.floor(performance.now() - (begun[who] as number)) / 1000,
  );

async function study(plays: Played[]) {
  const before = used();
  const [reads, beats] = await Promise.all([
    runTimed(target, readsPerSecond * seconds, 1000 / readsPerSecond, 64, readAt),
    watchOn(plays),
  ]);
  const spent = used().map(([name, sum], at) => [name, sum - (before[at]?.[1] ?? 0)] as const);
  return { reads, beats, spent };
}

/** Beats of each learner, as sent and as stored. */
async function compare(plays: Played[]): Promise<boolean> {
  const ledgers = await readLedgers(postgres.url);
  const sent = plays.map(
    ({ seq, position }) => `${seq} beats to ${Math.round(position * 1000)} ms`,
  );
  const left = new Map<string, number>();
  for (const { beats, position_ms } of ledgers) {
    const kept = `${beats} beats to ${position_ms} ms`;
    left.set(kept, (left.get(kept) ?? 0) + 1);
  }
  const missing = sent.filter((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count < 1;
  });
  const others = [...left].filter(([, count]) => count > 0).map(([kept]) => kept);
  if (missing.length > 0)
    console.log(
      `sent and not kept so, the first ten: ${missing.slice(0, 10).join(', ')}; kept instead: ${others.slice(0, 10).join(', ')}`,
    );
  const short = ledgers.filter(
    ({ position_ms, accepted_ms, covered_ms }) =>
      Math.abs(position_ms - covered_ms) > 1 || Math.abs(position_ms - accepted_ms) > 1,
  ).length;
  const total = plays.reduce((sum, { seq }) => sum + seq, 0);
  console.log(
    `ledgers: ${ledgers.length} of ${plays.length}, ${total} beats sent, ${missing.length} ledgers differ from what was sent, ${short} do not count all of it`,
  );
  return missing.length === 0 && short === 0 && ledgers.length === plays.length;
}

try {
  for (let up = false; !up; await pause(100))
    up = await fetch(`http://127.0.0.1:${port}/robots.txt`).then(
      ({ ok }) => ok,
      () => false,
    );
  const plays = await enterAll(ready);
  await begin(plays);
  const { reads, beats, spent } = await study(plays);
  const good = [
    printLoad(`${learners} learners' beats`, beats, targetMs),
    printLoad(`${readsPerSecond} reads a second`, reads, targetMs),
    await compare(plays),
  ];
  const hours = (learners * seconds) / 3600;
  const costs = spent.map(
    ([name, sum]) => `${name} ${sum.toFixed(1)} s (${(sum / hours).toFixed(2)} s a learner's hour)`,
  );
  console.log(`CPU time in ${seconds} s: ${costs.join(', ')}`);
  process.exitCode = good.every(Boolean) ? 0 : 1;
} finally {
  edge.kill('SIGKILL');
  server.disconnect();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
