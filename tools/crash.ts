// Kills the API again and again while people use it, on a PostgreSQL of its own: npm run crash -- <scenario> [kills]
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, exit } from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { openClient } from '@cme/commons/api-client';
import { openStudy } from './bench/study.ts';
import { beats } from './crash/beats.ts';
import { exams } from './crash/exams.ts';
import { payments } from './crash/payments.ts';
import type { Scenario } from './crash/scenario.ts';
import { freePort, openPostgres } from './postgres.ts';

const scenarios: Record<string, () => Scenario> = { beats, exams, payments };
/** Milliseconds that the API lives between being ready and being killed: at least and at most. */
const life = [300, 3000] as const;
const patience = 60_000;

const [name = '', kills = '60'] = argv.slice(2);
const made = scenarios[name];
if (!made || !(Number(kills) > 0)) {
  console.error(`npm run crash -- <${Object.keys(scenarios).join('|')}> [kills]`);
  exit(2);
}

async function untilReady(base: string, api: ChildProcess): Promise<void> {
  for (const late = Date.now() + patience; Date.now() < late && api.exitCode === null; await pause(50)) {
    const answered = await fetch(`${base}/healthz`).catch(() => undefined);
    await answered?.arrayBuffer().catch(() => undefined);
    if (answered?.ok) return;
  }
  throw new Error('the API does not start');
}

const postgres = await openPostgres({ durable: true });
const folder = mkdtempSync(join(tmpdir(), 'cme-crash-'));
const port = await freePort();
const environment = {
  ...process.env, DATABASE_URL: postgres.url, DATA_DIR: folder, API_PORT: String(port), APP_SECRET: 'a secret of the crash runs, long enough', RATE_LIMIT: '0', LOG_LEVEL: 'error',
  NODE_COMPILE_CACHE: join(folder, 'compiled'), PAY_SANDBOX: 'Y',
};
const base = `http://127.0.0.1:${port}`;
const client = openClient({ apiBase: base, fullDomainName: 'cme.localhost' });
const stopped = new AbortController();
let api: ChildProcess | undefined;

async function start(): Promise<number> {
  const began = performance.now();
  api = spawn(process.execPath, ['--import', join(import.meta.dirname, 'tether.ts'), join(import.meta.dirname, '../apps/api/src/main.ts')], { env: environment, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  await untilReady(base, api);
  return performance.now() - began;
}

async function kill(): Promise<void> {
  if (!api || api.exitCode !== null || api.signalCode !== null) return;
  const ended = once(api, 'exit');
  api.kill('SIGKILL');
  await ended;
}

const scenario = made();
const study = await openStudy(environment);
let wrong = 0;
try {
  await scenario.prepare(study.house);
  await start();
  await scenario.begin(client);
  const work = scenario.work(client, stopped.signal);
  work.catch((error: unknown) => {
    wrong += 1;
    console.error(error);
  });
  const starts: number[] = [];
  const began = Date.now();
  for (let at = 1; at <= Number(kills); at += 1) {
    await pause(life[0] + Math.random() * (life[1] - life[0]));
    await kill();
    const found = await scenario.check(study.house.db);
    wrong += found.length;
    for (const line of found.slice(0, 5)) console.log(`kill ${at}: ${line}`);
    starts.push(await start());
  }
  stopped.abort();
  await work;
  await kill();
  const last = await scenario.check(study.house.db);
  wrong += last.length;
  for (const line of last.slice(0, 5)) console.log(`at the end: ${line}`);
  const figures = Object.entries(scenario.figures()).map(([what, figure]) => `${what} ${Math.round(figure).toLocaleString('en')}`);
  const median = starts.toSorted((a, b) => a - b)[Math.floor(starts.length / 2)] ?? 0;
  console.log(`${name}: ${kills} kills in ${Math.round((Date.now() - began) / 1000)} s, again ready after ${Math.round(median)} ms; ${figures.join(', ')}; ${wrong} wrong`);
} finally {
  stopped.abort();
  await kill();
  await study.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
exit(wrong === 0 ? 0 : 1);
