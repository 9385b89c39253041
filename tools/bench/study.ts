// Two thousand learners send a beat every 15 s while others read, through an edge, on PostgreSQL
// with a flush per commit. Verifies that the ledgers contain everything that was sent.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { enterAll, form, host, type Played, sendBeat } from '@cme/api/load/enter';
import { readLedgers } from '@cme/api/load/ledger';
import { request } from '@cme/api/load';
import type { Ready } from '@cme/api/load/server';
import { freePort } from '../programs/free-port.ts';
import { startPostgres } from '../programs/postgres.ts';
import { processorSeconds } from './processor.ts';
import { printLoad, runTimed } from './timed-calls.ts';

const learners = Number(process.env['BENCH_LEARNERS'] ?? 2000);
const readsPerSecond = Number(process.env['BENCH_READS'] ?? 200);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 60);
const beatIntervalMs = 15_000;
const targetMs = 300;

const folder = mkdtempSync(join(tmpdir(), 'cme-study-'));
const postgres = await startPostgres({ durable: true });
const server = fork(join(import.meta.dirname, '../../apps/api/test/load/server.ts'), {
  env: {
    ...process.env,
    DATABASE_URL: postgres.url,
    SMS_PROVIDER: 'file',
    INVOICE_ISSUER: 'file',
    DATA_DIR: folder,
    APP_SECRET: 'a secret of the benchmark, long enough',
    RATE_LIMIT: '0',
    TRUSTED_PROXIES: 'loopback',
    BENCH_LEARNERS: String(learners),
  },
});
const [servers] = (await once(server, 'message')) as [Ready];
const port = await freePort();
const edge = spawn(process.execPath, [join(import.meta.dirname, '../../apps/edge/src/main.ts')], {
  env: {
    ...process.env,
    PORT: String(port),
    API_UPSTREAM: `127.0.0.1:${servers.fromMemory}`,
    DATA_DIR: folder,
    APP_SECRET: 'a secret of the benchmark, long enough',
    LOG_LEVEL: 'warn',
    TRUSTED_PROXIES: '',
  },
  stdio: ['ignore', 'inherit', 'inherit'],
});
const target = { port, host: '127.0.0.1' };
const programs = { edge: edge.pid, API: server.pid, PostgreSQL: postgres.pid };
const readProcessorSeconds = () =>
  Object.entries(programs).map(([name, pid]) => [name, processorSeconds(pid ?? 0)] as const);

const fields = 'full_domain_name=cme.localhost';
const requestBytes = (path: string, token?: string, extraHeaders = '') =>
  request(
    `/qm/api/v5/${path}`,
    host,
    { ...form, ...(token && { 'X-Token': token }) },
    fields + extraHeaders,
  );
const list = requestBytes('content/list', undefined, '&page_size=24');
const config = requestBytes('site/config');

/** Half of the reads are public, half personal. */
function readRequestAt(at: number): Buffer {
  const token = servers.tokens[at % learners] as string;
  if (at % 4 === 0) return list;
  if (at % 4 === 1) return config;
  return at % 4 === 2
    ? requestBytes('user_info', token)
    : requestBytes('learn/list', token, '&tab=all');
}

/** Start of playback of each learner, distributed evenly over 15 s. */
const startTimes: number[] = [];
const sendRound = (plays: Played[], count: number, nextBeat: (who: number) => number) =>
  runTimed(target, count, beatIntervalMs / learners, 64, (at) =>
    sendBeat(plays[at % learners] as Played, nextBeat(at % learners)),
  );
const startSections = (plays: Played[]) =>
  sendRound(plays, learners, (learner) => {
    startTimes[learner] = performance.now();
    return 0;
  });
const continueWatching = (plays: Played[]) =>
  sendRound(
    plays,
    Math.floor((seconds * 1000 * learners) / beatIntervalMs),
    (learner) => Math.floor(performance.now() - (startTimes[learner] as number)) / 1000,
  );

async function runStudy(plays: Played[]) {
  const secondsBefore = readProcessorSeconds();
  const [reads, beats] = await Promise.all([
    runTimed(target, readsPerSecond * seconds, 1000 / readsPerSecond, 64, readRequestAt),
    continueWatching(plays),
  ]);
  const processorSeconds = readProcessorSeconds().map(
    ([name, sum], index) => [name, sum - (secondsBefore[index]?.[1] ?? 0)] as const,
  );
  return { reads, beats, spent: processorSeconds };
}

/** Beats of each learner, as sent and as stored. */
async function compareWithDatabase(plays: Played[]): Promise<boolean> {
  const ledgers = await readLedgers(postgres.url);
  const sentBeats = plays.map(
    ({ seq, position }) => `${seq} beats to ${Math.round(position * 1000)} ms`,
  );
  const remaining = new Map<string, number>();
  for (const { beats, position_ms } of ledgers) {
    const stored = `${beats} beats to ${position_ms} ms`;
    remaining.set(stored, (remaining.get(stored) ?? 0) + 1);
  }
  const missing = sentBeats.filter((item) => {
    const count = remaining.get(item) ?? 0;
    remaining.set(item, count - 1);
    return count < 1;
  });
  const unexpected = [...remaining].filter(([, count]) => count > 0).map(([stored]) => stored);
  if (missing.length > 0)
    console.log(
      `sent and not kept so, the first ten: ${missing.slice(0, 10).join(', ')}; kept instead: ${unexpected.slice(0, 10).join(', ')}`,
    );
  const incomplete = ledgers.filter(
    ({ position_ms, accepted_ms, covered_ms }) =>
      Math.abs(position_ms - covered_ms) > 1 || Math.abs(position_ms - accepted_ms) > 1,
  ).length;
  const total = plays.reduce((sum, { seq }) => sum + seq, 0);
  console.log(
    `ledgers: ${ledgers.length} of ${plays.length}, ${total} beats sent, ${missing.length} ledgers differ from what was sent, ${incomplete} do not count all of it`,
  );
  return missing.length === 0 && incomplete === 0 && ledgers.length === plays.length;
}

try {
  for (let up = false; !up; await pause(100))
    up = await fetch(`http://127.0.0.1:${port}/robots.txt`).then(
      ({ ok }) => ok,
      () => false,
    );
  const plays = await enterAll(servers);
  await startSections(plays);
  const { reads, beats, spent: processorSeconds } = await runStudy(plays);
  const results = [
    printLoad(`${learners} learners' beats`, beats, targetMs),
    printLoad(`${readsPerSecond} reads a second`, reads, targetMs),
    await compareWithDatabase(plays),
  ];
  const learnerHours = (learners * seconds) / 3600;
  const costLines = processorSeconds.map(
    ([name, sum]) =>
      `${name} ${sum.toFixed(1)} s (${(sum / learnerHours).toFixed(2)} s a learner's hour)`,
  );
  console.log(`CPU time in ${seconds} s: ${costLines.join(', ')}`);
  process.exitCode = results.every(Boolean) ? 0 : 1;
} finally {
  edge.kill('SIGKILL');
  server.disconnect();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
