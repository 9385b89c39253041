import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measure, openClient, type Rate, request } from './bench/load.ts';
import type { Ready } from './bench/server.ts';
import { openPostgres } from './postgres.ts';

const clients = 16;
const seconds = Number(process.env.BENCH_SECONDS ?? 8);
const host = 'api.cme.localhost';
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const json = { 'Content-Type': 'application/json' };

interface Line {
  name: string;
  rate: Rate;
  limit?: { name: string; perSecond: number; aim: number };
}

const listRequest = request('/qm/api/v5/content/list', host, form, 'full_domain_name=cme.localhost&page_size=24');
const at = (port: number) => ({ port, host: '127.0.0.1' });

/** Lists: what Fastify does at best, and what the API does. */
async function lists(ready: Ready): Promise<Line[]> {
  const bare = await measure(at(ready.bare), clients, seconds, () => request('/list', host));
  const database = await measure(at(ready.fromDatabase), clients, seconds, () => listRequest);
  const bytes = await measure(at(ready.bare), clients, seconds, () => request('/bytes', host));
  const memory = await measure(at(ready.fromMemory), clients, seconds, () => listRequest);
  return [
    { name: 'bare Fastify serialises the list of 24', rate: bare },
    { name: 'content/list from the database', rate: database, limit: { name: 'bare', perSecond: bare.perSecond, aim: 0.2 } },
    { name: 'bare Fastify sends the same bytes', rate: bytes },
    { name: 'content/list from memory', rate: memory, limit: { name: 'bytes', perSecond: bytes.perSecond, aim: 0.5 } },
  ];
}

const ledgerUpsert = `insert into section_progress (learning_id, section_id, section_status, watched_ranges, covered_ms, furthest_ms, last_position_ms, updated_at)
values ('bench-' || :id, 'bench', 'studying', '[[0,15000]]', 15000, 15000, 15000, now())
on conflict (learning_id, section_id) do update set watched_ranges = excluded.watched_ranges, covered_ms = section_progress.covered_ms + 1,
  furthest_ms = section_progress.furthest_ms + 1, last_position_ms = excluded.last_position_ms, updated_at = excluded.updated_at`;
const upsert = `\\set id random(1, 1000)\n${ledgerUpsert};\n`;

/** All that a beat writes: play, ledger, day and the append-only row. */
const wholeBeat = `\\set id random(1, 1000)
with p as (update play_session set seq = seq + 1, last_beat_at = now(), credited_to = now() where play_id = 'bench-' || :id returning play_id, seq),
  s as (${ledgerUpsert}),
  d as (insert into study_day (user_id, day, counted_ms) values ('bench-' || :id, '2026-01-01', 1) on conflict (user_id, day) do update set counted_ms = study_day.counted_ms + 1)
insert into beat_log (play_id, seq, at, client_at, spans, position_ms, accepted_ms) select play_id, seq, now(), 0, '[[0, 15]]', 15000, 15000 from p;
`;

/** PostgreSQL's own benchmark, one durable commit each. */
function pgbench(url: string, statements: string): Rate {
  const folder = mkdtempSync(join(tmpdir(), 'cme-bench-'));
  const script = join(folder, 'upsert.sql');
  writeFileSync(script, statements);
  const ran = spawnSync('pgbench', ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds), '-f', script, url], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  const perSecond = Number(/tps = ([\d.]+)/.exec(ran.stdout)?.[1]);
  if (!perSecond) throw new Error(`pgbench failed: ${ran.stderr}`);
  return { perSecond, p99: 0, failed: 0 };
}

/** Everybody joins, enters, and is given a play token. */
async function enterAll({ fromDatabase, courseId, sectionId, tokens }: Ready): Promise<{ token: string; play: string }[]> {
  const socket = connect(fromDatabase, '127.0.0.1');
  await once(socket, 'connect');
  const ask = openClient(socket);
  const plays = [];
  for (const token of tokens) {
    const headers = { ...form, 'X-Token': token };
    await ask(request('/qm/api/v5/learn/join', host, headers, `full_domain_name=cme.localhost&id=${courseId}`));
    const { body } = await ask(request('/qm/api/v5/player/enter', host, headers, `full_domain_name=cme.localhost&section_id=${sectionId}`));
    plays.push({ token, play: (JSON.parse(body.toString()) as { data: { play_token: string } }).data.play_token });
  }
  socket.destroy();
  return plays;
}

/** Each client beats for its learners in turn, telling what really passed. */
async function beats(ready: Ready): Promise<Rate> {
  const plays = (await enterAll(ready)).map((play) => ({ ...play, seq: 0, position: 0 }));
  const start = performance.now();
  const turns = Array.from({ length: clients }, () => 0);
  const each = plays.length / clients;
  return measure(at(ready.fromDatabase), clients, seconds, (client) => {
    const mine = plays[client * each + (turns[client]! % each)]!;
    turns[client]! += 1;
    const position = (performance.now() - start) / 1000;
    const spans = [[mine.position, position]];
    mine.seq += 1;
    mine.position = position;
    const body = { full_domain_name: 'cme.localhost', play_token: mine.play, seq: mine.seq, spans, position, rate: 1, visible: true, at: Date.now() };
    return request('/qm/api/v5/player/beat', host, { ...json, 'X-Token': mine.token }, JSON.stringify(body));
  });
}

function print(lines: Line[]): boolean {
  const number = (value: number) => Math.round(value).toLocaleString('en').padStart(9);
  for (const { name, rate, limit } of lines) {
    const ratio = limit ? `${(rate.perSecond / limit.perSecond).toFixed(2)} of ${limit.name}, aim ${limit.aim}` : '';
    console.log(`${name.padEnd(44)}${number(rate.perSecond)} /s  ${rate.p99 ? `p99 ${rate.p99.toFixed(1).padStart(5)} ms` : ' '.repeat(12)}  ${ratio}${rate.failed ? `  ${rate.failed} FAILED` : ''}`);
  }
  return lines.every(({ rate, limit }) => rate.failed === 0 && (!limit || rate.perSecond >= limit.aim * limit.perSecond));
}

const postgres = await openPostgres({ durable: true });
const server = fork(join(import.meta.dirname, 'bench/server.ts'), { env: { ...process.env, DATABASE_URL: postgres.url, APP_SECRET: 'a secret of the benchmark, long enough', RATE_LIMIT: '0' } });
try {
  const [ready] = (await once(server, 'message')) as [Ready];
  console.log(`${clients} clients, ${seconds} s each, PostgreSQL with durable commits, load on the same machine\n`);
  const limit = pgbench(postgres.url, upsert);
  const whole = pgbench(postgres.url, wholeBeat);
  const ledger = await beats(ready);
  const good = print([
    ...(await lists(ready)),
    { name: 'pgbench, the ledger’s upsert', rate: limit },
    { name: 'pgbench, all that a beat writes', rate: whole },
    { name: 'player/beat', rate: ledger, limit: { name: 'pgbench', perSecond: limit.perSecond, aim: 0.5 } },
  ]);
  process.exitCode = good ? 0 : 1;
} finally {
  server.disconnect();
  await postgres.stop();
}
