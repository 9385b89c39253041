import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enterAll, form, host, type Played, sendBeat } from '@cme/api/load/enter';
import { measure, type Rate, request } from '@cme/api/load';
import type { Ready } from '@cme/api/load/server';
import { startPostgres } from '../programs/postgres.ts';

const clients = 16;
const seconds = Number(process.env['BENCH_SECONDS'] ?? 5);
/** Number of rounds in which the compared servers are measured alternately; medians are
 * reported. */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
/** Seconds of warm-up before the first round, for both sides of a comparison: a cold server takes
 * twice the time per request, which would distort the ratio. */
const warmUpSeconds = 4;

interface Line {
  name: string;
  run(seconds: number): Promise<Rate> | Rate;
  /** The baselines it is compared with, and the target ratio. */
  limits?: { name: string; target: number }[];
}

const listForm = 'full_domain_name=cme.localhost&page_size=24';
const listRequest = request('/qm/api/v5/content/list', host, form, listForm);
const serverAt = (port: number) => ({ port, host: '127.0.0.1' });

/** Lists: bare Fastify against the API. */
const createLines = (servers: Ready): Line[] => [
  {
    name: 'bare Fastify serialises the list of 24',
    run: (seconds) =>
      measure(serverAt(servers.bare), clients, seconds, () => request('/list', host)),
  },
  {
    name: 'content/list from the database',
    run: (seconds) => measure(serverAt(servers.fromDatabase), clients, seconds, () => listRequest),
    limits: [{ name: 'bare Fastify serialises the list of 24', target: 0.2 }],
  },
  {
    name: 'bare Fastify sends the same bytes',
    run: (seconds) =>
      measure(serverAt(servers.bare), clients, seconds, () => request('/bytes', host)),
  },
  {
    name: 'content/list from memory',
    run: (seconds) => measure(serverAt(servers.fromMemory), clients, seconds, () => listRequest),
    limits: [{ name: 'bare Fastify sends the same bytes', target: 0.5 }],
  },
  // The cost of form parsing alone: calls are forms, the baseline is a plain GET.
  {
    name: 'bare Fastify answers the form with the bytes',
    run: (seconds) =>
      measure(serverAt(servers.bare), clients, seconds, () =>
        request('/bytes', host, form, listForm),
      ),
  },
];

const ledgerUpsert = `insert into section_progress (learning_id, section_id, section_status, watched_ranges, covered_ms, furthest_ms, last_position_ms, updated_at)
values ('bench-' || :id, 'bench', 'studying', '[[0,15000]]', 15000, 15000, 15000, now())
on conflict (learning_id, section_id) do update set watched_ranges = excluded.watched_ranges, covered_ms = section_progress.covered_ms + 1,
  furthest_ms = section_progress.furthest_ms + 1, last_position_ms = excluded.last_position_ms, updated_at = excluded.updated_at`;
const upsert = `\\set id random(1, 1000)\n${ledgerUpsert};\n`;

/** All rows that a beat writes: play, ledger, day and log. */
const wholeBeat = `\\set id random(1, 1000)
with p as (update play_session set seq = seq + 1, last_beat_at = now(), credited_to = now() where play_id = 'bench-' || :id returning play_id, seq),
  s as (${ledgerUpsert}),
  d as (insert into study_day (user_id, day, counted_ms) values ('bench-' || :id, '2026-01-01', 1) on conflict (user_id, day) do update set counted_ms = study_day.counted_ms + 1)
insert into beat_log (play_id, seq, at, client_at, spans, position_ms, accepted_ms) select play_id, seq, now(), 0, '[[0, 15]]', 15000, 15000 from p;
`;

/** pgbench with one durable commit per transaction. */
function pgbench(url: string, statements: string): Rate {
  const folder = mkdtempSync(join(tmpdir(), 'cme-bench-'));
  const script = join(folder, 'upsert.sql');
  writeFileSync(script, statements);
  const result = spawnSync(
    'pgbench',
    [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(clients),
      '-j',
      '2',
      '-T',
      String(seconds),
      '-f',
      script,
      url,
    ],
    { encoding: 'utf8' },
  );
  rmSync(folder, { recursive: true });
  const perSecond = Number(/tps = ([\d.]+)/.exec(result.stdout)?.[1]);
  if (!perSecond) throw new Error(`pgbench failed: ${result.stderr}`);
  return { perSecond, p99: 0, failed: 0 };
}

/** Each client sends beats of its learners in turn, with the real elapsed time. */
async function prepareBeats(
  servers: Ready,
): Promise<(seconds: number, warming?: number) => Promise<Rate>> {
  const sessions = await enterAll(servers);
  const start = performance.now();
  const sentCounts = Array.from({ length: clients }, () => 0);
  const perClient = sessions.length / clients;
  const nextRequest = (client: number) => {
    const session = sessions[client * perClient + (sentCounts[client]! % perClient)] as Played;
    sentCounts[client]! += 1;
    return sendBeat(session, (performance.now() - start) / 1000);
  };
  return (seconds, warmUp) =>
    measure(serverAt(servers.fromDatabase), clients, seconds, nextRequest, warmUp);
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Prints the medians. A ratio is the median of the ratios per round, whose two sides are measured
 * within seconds; a large spread of minimum and maximum means that the machine was busy. */
function print(lines: Line[], ratesByName: Map<string, Rate[]>): boolean {
  const formatNumber = (value: number) => Math.round(value).toLocaleString('en').padStart(9);
  const ratesOf = (name: string) => ratesByName.get(name) ?? [];
  const isGood = lines.map(({ name, limits = [] }) => {
    const failed = ratesOf(name).reduce((sum, rate) => sum + rate.failed, 0);
    const p99 = median(ratesOf(name).map((rate) => rate.p99));
    console.log(
      `${name.padEnd(44)}${formatNumber(median(ratesOf(name).map(({ perSecond }) => perSecond)))} /s  ${p99 ? `p99 ${p99.toFixed(1).padStart(5)} ms` : ''}${failed ? `  ${failed} FAILED` : ''}`,
    );
    const isMet = limits.map((limit) => {
      const shares = ratesOf(name).map(
        ({ perSecond }, round) => perSecond / (ratesOf(limit.name)[round]?.perSecond ?? 0),
      );
      console.log(
        `    ${median(shares).toFixed(2)} (${Math.min(...shares).toFixed(2)} to ${Math.max(...shares).toFixed(2)}) of ‘${limit.name}’, target ${limit.target}`,
      );
      return median(shares) >= limit.target;
    });
    return failed === 0 && isMet.every(Boolean);
  });
  return isGood.every(Boolean);
}

const postgres = await startPostgres({ durable: true });
const server = fork(join(import.meta.dirname, '../../apps/api/test/load/server.ts'), {
  env: {
    ...process.env,
    DATABASE_URL: postgres.url,
    SMS_PROVIDER: 'file',
    INVOICE_ISSUER: 'file',
    APP_SECRET: 'a secret of the benchmark, long enough',
    RATE_LIMIT: '0',
  },
});
try {
  const [servers] = (await once(server, 'message')) as [Ready];
  console.log(
    `${clients} clients, medians of ${rounds} rounds of ${seconds} s each, PostgreSQL with durable commits, load on the same machine\n`,
  );
  const beats = await prepareBeats(servers);
  await beats(warmUpSeconds, 0);
  const lines: Line[] = [
    { name: 'pgbench, the ledger’s upsert alone', run: () => pgbench(postgres.url, upsert) },
    {
      name: 'player/beat',
      run: beats,
      limits: [
        { name: 'pgbench, the ledger’s upsert alone', target: 0.5 },
        { name: 'pgbench, the four rows that a beat writes', target: 0.5 },
      ],
    },
    {
      name: 'pgbench, the four rows that a beat writes',
      run: () => pgbench(postgres.url, wholeBeat),
    },
    ...createLines(servers),
  ];
  for (const { run } of createLines(servers)) await run(warmUpSeconds);
  const ratesByName = new Map<string, Rate[]>(lines.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const { name, run } of lines) ratesByName.get(name)?.push(await run(seconds));
  process.exitCode = print(lines, ratesByName) ? 0 : 1;
} finally {
  server.disconnect();
  await postgres.stop();
}
