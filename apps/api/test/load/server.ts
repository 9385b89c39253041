import { contentList } from '@cme/contract/content';
import { sql } from 'drizzle-orm';
import fastify from 'fastify';
import { buildApp } from '../../src/app.ts';
import type { AppContext } from '../../src/platform/context/context.ts';
import { makeCourse, makeLearners, openStudy } from './study.ts';

/** Data for the benchmark process: addresses and learners. */
export interface Ready {
  /** Bare Fastify: /list serialises the list, /bytes sends a buffer. */
  bare: number;
  /** The API with and without the list cache. */
  fromDatabase: number;
  fromMemory: number;
  courseId: string;
  sectionId: string;
  tokens: string[];
}

/** A populated database: people, enrolments, plays, ledgers and sessions, with planner statistics.
 * pgbench writes to the first thousand, like a beat. */
async function makeHistory({ db }: AppContext): Promise<void> {
  const others = sql`generate_series(1, 20000) n`;
  await db.execute(sql`insert into play_session (play_id, token_hash, site_id, user_id, session_id, learning_id, content_id, section_id, started_at, last_beat_at, credited_to)
    select 'bench-' || n, 'bench-' || n, 'bench', 'bench-' || n, 'bench', 'bench-' || n, 'bench', 'bench', now(), now(), now() from ${others}`);
  await db.execute(
    sql`insert into section_progress (learning_id, section_id, updated_at) select 'bench-' || n, 'bench', now() from ${others}`,
  );
  await db.execute(sql`insert into "user" (user_id, site_id, mobile_sealed, mobile_hash, id_sealed, id_hash, password_hash, real_name, area_id, unit_name, series_code, level, post_type, agree_version, agreed_at, created_at)
    select 'bench-' || n, 'bench', '', 'bench-' || n, '', 'bench-' || n, '-', '', '', '', '', '', '', '', now(), now() from ${others}`);
  await db.execute(
    sql`insert into learning (learning_id, site_id, user_id, content_id, source, joined_at, study_end_at, last_at) select 'bench-' || n, 'bench', 'bench-' || n, 'bench', 'free', now(), now(), now() from ${others}`,
  );
  await db.execute(sql`insert into user_session (session_id, site_id, user_id, user_agent, address, created_at, seen_at, expires_at, last_until)
    select 'bench-' || n, 'bench', 'bench-' || n, '', '', now(), now(), now(), now() from ${others}`);
  await db.execute(
    sql`insert into user_session_token (hash, session_id, kind, origin, created_at) select 'bench-' || n, 'bench-' || n, 'token', '', now() from ${others}`,
  );
  await db.execute(
    sql`insert into study_day (user_id, day) select 'bench-' || n, '2026-01-01' from ${others}`,
  );
  await db.execute(sql`vacuum analyze`);
}

const { beside } = await openStudy(process.env);
const context = beside({ listCacheMs: 0 });
const [course, tokens] = [
  await makeCourse(context),
  await makeLearners(context, Number(process.env['BENCH_LEARNERS'] ?? 64)),
];
if (process.env['BENCH_HISTORY'] !== 'N') await makeHistory(context);

const listen = async (app: { listen(options: { port: number; host: string }): Promise<string> }) =>
  Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
const api = await buildApp(context);
const fromDatabase = await listen(api);
const fromMemory = await listen(await buildApp(beside({ listCacheMs: 3000 })));

const { payload } = await api.inject({
  method: 'POST',
  url: '/qm/api/v5/content/list',
  headers: { host: 'api.cme.localhost', 'content-type': 'application/x-www-form-urlencoded' },
  payload: 'full_domain_name=cme.localhost&page_size=24',
});
const list: unknown = JSON.parse(payload);
if (contentList.data.parse((list as { data: unknown }).data).list.length !== 24)
  throw new Error('the list is not 24 long');
const bytes = Buffer.from(payload);
const bare = fastify();
bare.get('/list', async () => list);
bare.addContentTypeParser(
  'application/x-www-form-urlencoded',
  { parseAs: 'string' },
  (_, body, done) => done(null, body),
);
bare.route({
  method: ['GET', 'POST'],
  url: '/bytes',
  handler: (_, reply) => void reply.type('application/json').send(bytes),
});
const ready: Ready = { bare: await listen(bare), fromDatabase, fromMemory, ...course, tokens };
process.send?.(ready);
// CPU time of the server, which says more than the rate on a shared machine.
process.on('message', () => process.send?.(process.cpuUsage()));
process.on('disconnect', () => process.exit(0));
