// Ten thousand visible pages long-poll for news through one edge while others study and read; then
// slow senders are added.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beginAll, enterAll, form, host, type Played, sendBeat } from '@cme/api/load/enter';
import { request } from '@cme/api/load';
import type { Ready } from '@cme/api/load/server';
import { openPages, openSlowSenders } from '@cme/api/load/watchers';
import { freePort } from '../programs/free-port.ts';
import { startPostgres } from '../programs/postgres.ts';
import { type Load, printLoad, runTimed } from './timed-calls.ts';

const pages = Number(process.env['BENCH_PAGES'] ?? 10_000);
const watching = Math.ceil(pages / 4);
const studying = Math.ceil(pages / 10);
const readsPerSecond = 100;
const slowSenderCount = 500;
const seconds = Number(process.env['BENCH_SECONDS'] ?? 30);
const beatIntervalMs = 15_000;
const targetMs = 200;

const startedAt = performance.now();
const stopAfter = setTimeout(() => {
  console.log('timeout after three minutes');
  process.exit(1);
}, 180_000).unref();
const folder = mkdtempSync(join(tmpdir(), 'cme-watchers-'));
const postgres = await startPostgres({ durable: true });
const environment = {
  ...process.env,
  DATABASE_URL: postgres.url,
  SMS_PROVIDER: 'file',
  INVOICE_ISSUER: 'file',
  DATA_DIR: folder,
  APP_SECRET: 'a secret of the benchmark, long enough',
  RATE_LIMIT: '0',
  TRUSTED_PROXIES: 'loopback',
  BENCH_LEARNERS: String(watching + studying),
  BENCH_HISTORY: 'N',
};
const server = fork(join(import.meta.dirname, '../../apps/api/test/load/server.ts'), {
  env: environment,
});
const [message] = (await once(server, 'message')) as [Ready];
const servers = {
  ...message,
  fromDatabase: message.fromMemory,
  tokens: message.tokens.slice(0, studying),
};
const port = await freePort();
const edge = spawn(process.execPath, [join(import.meta.dirname, '../../apps/edge/src/main.ts')], {
  env: {
    ...process.env,
    PORT: String(port),
    API_UPSTREAM: `127.0.0.1:${servers.fromMemory}`,
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    TRUSTED_PROXIES: '',
  },
  stdio: ['ignore', 'inherit', 'inherit'],
});
const target = { port, host: '127.0.0.1' };

const list = request(
  '/qm/api/v5/content/list',
  host,
  form,
  'full_domain_name=cme.localhost&page_size=24',
);
const config = request('/qm/api/v5/site/config', host, form, 'full_domain_name=cme.localhost');

async function runStudyLoad(plays: Played[], seconds: number): Promise<Load> {
  const reads = runTimed(target, readsPerSecond * seconds, 1000 / readsPerSecond, 100, (at) =>
    at % 2 ? list : config,
  );
  const beats = runTimed(
    target,
    Math.floor((seconds * 1000 * plays.length) / beatIntervalMs),
    beatIntervalMs / plays.length,
    plays.length,
    (at) => sendBeat(plays[at % plays.length] as Played, (performance.now() - startedAt) / 1000),
  );
  const [readLoad, beatLoad] = await Promise.all([reads, beats]);
  return {
    times: [...readLoad.times, ...beatLoad.times].sort((a, b) => a - b),
    failed: readLoad.failed + beatLoad.failed,
  };
}

const readUsage = (pid: number | undefined) => ({
  memory: Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]),
  files: readdirSync(`/proc/${pid}/fd`).length,
});

try {
  for (let up = false; !up; await pause(100))
    up = await fetch(`http://127.0.0.1:${port}/robots.txt`).then(
      ({ ok }) => ok,
      () => false,
    );
  const sessions = await enterAll(servers);
  await beginAll(servers, sessions);
  const results = [printLoad('nobody waits', await runStudyLoad(sessions, 8), targetMs)];
  const usageBefore = [readUsage(edge.pid), readUsage(server.pid)];
  const openConnections = await openPages(target, message.tokens.slice(studying), pages);
  const usageAfter = [readUsage(edge.pid), readUsage(server.pid)];
  results.push(
    printLoad(
      `${openConnections.count()} pages wait`,
      await runStudyLoad(sessions, seconds),
      targetMs,
    ),
  );
  const slowSenders = openSlowSenders(target, slowSenderCount);
  results.push(
    printLoad(
      `and ${slowSenderCount} send slowly`,
      await runStudyLoad(sessions, Math.ceil(seconds / 2)),
      targetMs,
    ),
  );
  slowSenders.close();
  for (const [index, name] of ['edge', 'API'].entries()) {
    const usageAtStart = usageBefore[index];
    const usageAtEnd = usageAfter[index];
    if (usageAtStart && usageAtEnd)
      console.log(
        `${name}: ${((usageAtEnd.memory - usageAtStart.memory) / pages).toFixed(1)} kB and ${((usageAtEnd.files - usageAtStart.files) / pages).toFixed(2)} files a page, ${Math.round(usageAtEnd.memory / 1024)} MB and ${usageAtEnd.files} files in all`,
      );
  }
  console.log(
    `pages: ${openConnections.count()} of ${pages} wait, ${openConnections.answers()} answers, ${openConnections.failed()} failed`,
  );
  openConnections.close();
  process.exitCode =
    results.every(Boolean) && openConnections.failed() === 0 && openConnections.count() === pages
      ? 0
      : 1;
} finally {
  clearTimeout(stopAfter);
  edge.kill('SIGKILL');
  server.disconnect();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
