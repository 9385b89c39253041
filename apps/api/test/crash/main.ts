// Repeatedly kills the API under load, on its own PostgreSQL: npm run crash -- <run> [times] [max
// minutes]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, exit } from 'node:process';
import { openClient } from '@cme/commons/api-client';
import { openStudy } from '../load/study.ts';
import { openApi } from './api.ts';
import { openProxy } from './proxy/proxy.ts';
import { cutAtPoints, killAtPoints, killAtRandom, type Round } from './rounds.ts';
import { runs } from './runs.ts';
import { freePort } from '../../../../tools/programs/free-port.ts';
import { startPostgres } from '../../../../tools/programs/postgres.ts';

const shownAtOnce = 5;
/** Interval of progress lines, in kills. */
const every = 50;

const [name = '', given = '60', minutes = 'Infinity'] = argv.slice(2);
const times = Number(given);
const created = runs[name];
if (!created || !(times > 0)) {
  console.error(`npm run crash -- <${Object.keys(runs).join('|')}> [times] [max minutes]`);
  exit(2);
}
const { scenario, kind, trap } = created(times);

// At these points only the API is killed, so the database need not flush to disk.
const postgres = await startPostgres({ durable: kind === 'random' });
const database = new URL(postgres.url);
const proxy =
  trap && (await openProxy({ host: database.hostname, port: Number(database.port) }, trap));
const folder = mkdtempSync(join(tmpdir(), 'cme-crash-'));
const port = await freePort();
const environment = {
  ...process.env,
  DATABASE_URL: postgres.url,
  SMS_PROVIDER: 'file',
  DATA_DIR: folder,
  API_PORT: String(port),
  APP_SECRET: 'a secret of the crash runs, long enough',
  RATE_LIMIT: '0',
  LOG_LEVEL: kind === 'cut' ? 'fatal' : 'error',
  NODE_COMPILE_CACHE: join(folder, 'compiled'),
  PAY_SANDBOX: 'Y',
  DRAIN_SECONDS: '0',
};
if (proxy) database.port = String(proxy.port);

const stopped = new AbortController();
const early = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => early.abort());
let done = 0;
let wrong = 0;
function report(index: number, lines: string[]): void {
  wrong += lines.length;
  for (const line of lines.slice(0, shownAtOnce)) console.log(`${index}: ${line}`);
  if (index > done && index % every === 0)
    console.log(`${new Date().toLocaleTimeString('en-GB')}  ${index} of ${times}, ${wrong} wrong`);
  done = Math.max(done, index);
}

const study = await openStudy(environment);
await scenario.prepare(study.context);
const api = await openApi({ ...environment, DATABASE_URL: database.href }, port);
const client = openClient({ apiBase: api.base, fullDomainName: 'cme.localhost' });
try {
  await api.start();
  await scenario.begin(client, api.base);
  const work = scenario.work(client, stopped.signal);
  work.catch((error: unknown) => {
    wrong += 1;
    console.error(error);
  });
  const round: Round = {
    api,
    db: study.context.db,
    scenario,
    times,
    stopping: early.signal,
    report,
  };
  const began = Date.now();
  if (Number.isFinite(Number(minutes)))
    setTimeout(() => early.abort(), Number(minutes) * 60_000).unref();
  const starts = !trap
    ? await killAtRandom(round)
    : kind === 'cut'
      ? await cutAtPoints(round, trap)
      : await killAtPoints(round, trap);
  const took = Math.round((Date.now() - began) / 1000);
  stopped.abort();
  await work;
  await api.kill();
  report(done, [
    ...(await scenario.check(study.context.db, api.before)),
    ...((await scenario.atTheEnd?.(study.context.db, api.before)) ?? []),
  ]);
  for (const visit of trap?.visits() ?? [])
    console.log(
      `${visit.name.padEnd(60)} ${String(visit.times).padStart(5)} times ${String(visit.handlings).padStart(6)} handlings`,
    );
  const missed = trap?.visits().filter((visit) => visit.times === 0) ?? [];
  wrong += missed.length;
  const figures = Object.entries(scenario.figures()).map(
    ([name, figure]) => `${name} ${Math.round(figure).toLocaleString('en')}`,
  );
  if (trap) figures.push(...reached(trap.visits()));
  const median = starts.toSorted((a, b) => a - b)[Math.floor(starts.length / 2)];
  const ready = median === undefined ? '' : `, again ready after ${Math.round(median)} ms`;
  console.log(
    `${name}: ${done} ${kind === 'cut' ? 'cuts' : 'kills'} in ${took} s${ready}; ${figures.join(', ')}; ${wrong} wrong${missed.length > 0 ? `, never met: ${missed.map((item) => item.name).join('; ')}` : ''}`,
  );
} finally {
  stopped.abort();
  await api.close();
  await scenario.close?.();
  await study.close();
  await proxy?.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
exit(wrong === 0 ? 0 : 1);

function reached(visits: { times: number; handlings: number }[]): string[] {
  const sum = (field: 'times' | 'handlings') =>
    visits.reduce((total, visit) => total + visit[field], 0);
  return [
    `${visits.length} points met ${Math.min(...visits.map((visit) => visit.times))} to ${Math.max(...visits.map((visit) => visit.times))} times, ${sum('times')} in all`,
    `handlings cut off ${sum('handlings').toLocaleString('en')}`,
  ];
}
