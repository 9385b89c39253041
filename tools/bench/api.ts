import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enterAll, form, host, type Played, sendBeat } from '../../apps/api/test/load/enter.ts';
import { measure, type Rate, request } from '../../apps/api/test/load/load.ts';
import type { Ready } from '../../apps/api/test/load/server.ts';
import { openPostgres } from '../postgres.ts';

const clients = 16;
const seconds = Number(process.env['BENCH_SECONDS'] ?? 5);
/** Number of rounds in which the compared servers are measured alternately; medians are
 * reported. */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
/** Seconds of warm-up before the first round, for both sides of a comparison: a cold server takes
 * twice the time per request, which would distort the ratio. */
const warming = 4;

interface Line {
  name: string;
  run(seconds: number): Promise<Rate> | Rate;
  /** The baselines it is compared with, and the target ratio. */
  limits?: { name: string; target: number }[];
}

const listForm = 'full_domain_name=cme.localhost&page_size=24';
const listRequest = request('/qm/api/v5/content/list', host, form, listForm);
const at = (port: number) => ({ port, host: '127.0.0.1' });

/** Lists: bare Fastify against the API. */
const lists = (ready: Ready): Line[] => [
  {
    name: 'bare Fastify serialises the list of 24',
    run: (long) => measure(at(ready.bare), clients, long, () => request('/list', host)),
  },
  {
    name: 'content/list from the database',
    run: (long) => measure(at(ready.fromDatabase), clients, long, () => listRequest),
    limits: [{ name: 'bare Fastify serialises the list of 24', target: 0.2 }],
  },
  {
    name: 'bare Fastify sends the same bytes',
    run: (long) => measure(at(ready.bare), clients, long, () => request('/bytes', host)),
  },
  {
    name: 'content/list from memory',
    run: (long) => measure(at(ready.fromMemory), clients, long, () => listRequest),
    limits: [{ name: 'bare Fastify sends the same bytes', target: 0.5 }],
  },
  // The cost of form parsing alone: calls are forms, the baseline is a plain GET.
  {
    name: 'bare Fastify answers the form with the bytes',
    run: (long) =>
      measure(at(ready.bare), clients, long, () => request('/bytes', host, form, listForm)),
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
  const ran = spawnSync(
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
  const perSecond = Number(/tps = ([\d.]+)/.exec(ran.stdout)?.[1]);
  if (!perSecond) throw new Error(`pgbench failed: ${ran.stderr}`);
  return { perSecond, p99: 0, failed: 0 };
}

/** Each client sends beats of its learners in turn, with the real elapsed time. */
async function openBeats(
  ready: Ready,
): Promise<(seconds: number, warming?: number) => Promise<Rate>> {
  const plays = await enterAll(ready);
  const start = performance.now();
  const turns = Array.from({ length: clients }, () => 0);
  const each = plays.length / clients;
  const next = (client: number) => {
    const mine = plays[client * each + (turns[client]! % each)] as Played;
    turns[client]! += 1;
    return sendBeat(mine, (performance.now() - start) / 1000);
  };
  return (long, warming) => measure(at(ready.fromDatabase), clients, long, next, warming);
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Prints the medians. A ratio is the median of the ratios per round, whose two sides are measured
 * within seconds; a large spread of minimum and maximum means that the machine was busy. */
function print(lines: Line[], measured: Map<string, Rate[]>): boolean {
  const number = (value: number) => Math.round(value).toLocaleString('en').padStart(9);
  const rates = (name: string) => measured.get(name) ?? [];
  const good = lines.map(({ name, limits = [] }) => {
    const failed = rates(name).reduce((sum, rate) => sum + rate.failed, 0);
    const p99 = median(rates(name).map((rate) => rate.p99));
    console.log(
      `${name.padEnd(44)}${number(median(rates(name).map(({ perSecond }) => perSecond)))} /s  ${p99 ? `p99 ${p99.toFixed(1).padStart(5)} ms` : ''}${failed ? `  ${failed} FAILED` : ''}`,
    );
    const met = limits.map((limit) => {
      const shares = rates(name).map(
        ({ perSecond }, round) => perSecond / (rates(limit.name)[round]?.perSecond ?? 0),
      );
      console.log(
        `    ${median(shares).toFixed(2)} (${Math.min(...shares).toFixed(2)} to ${Math.max(...shares).toFixed(2)}) of ‘${limit.name}’, target ${limit.target}`,
      );
      return median(shares) >= limit.target;
    });
    return failed === 0 && met.every(Boolean);
  });
  return good.every(Boolean);
}

const postgres = await openPostgres({ durable: true });
const server = fork(join(import.meta.dirname, '../../apps/api/test/load/server.ts'), {
  env: {
    ...process.env,
    DATABASE_URL: postgres.url,
    APP_SECRET: 'a secret of the benchmark, long enough',
    RATE_LIMIT: '0',
  },
});
try {
  const [ready] = (await once(server, 'message')) as [Ready];
  console.log(
    `${clients} clients, medians of ${rounds} rounds of ${seconds} s each, PostgreSQL with durable commits, load on the same machine\n`,
  );
  const beats = await openBeats(ready);
  await beats(warming, 0);
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
    ...lists(ready),
  ];
  for (const { run } of lists(ready)) await run(warming);
  const measured = new Map<string, Rate[]>(lines.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const { name, run } of lines) measured.get(name)?.push(await run(seconds));
  process.exitCode = print(lines, measured) ? 0 : 1;
} finally {
  server.disconnect();
  await postgres.stop();
}
