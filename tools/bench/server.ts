import { contentList } from '@cme/contract';
import { sql } from 'drizzle-orm';
import fastify from 'fastify';
import { pino } from 'pino';
import { ulid } from 'ulid';
import { buildApp } from '../../apps/api/src/app.ts';
import { openPostgres } from '../../apps/api/src/database.postgres.ts';
import type { House } from '../../apps/api/src/house.ts';
import { openJobs } from '../../apps/api/src/jobs.ts';
import { insertCourse, insertResources } from '../../apps/api/src/modules/catalogue/catalogue.write.ts';
import { openSession } from '../../apps/api/src/modules/identity/session.store.ts';
import { keysOf } from '../../apps/api/src/modules/identity/secret.rules.ts';
import { insertHashed } from '../../apps/api/src/modules/identity/user.store.ts';
import { makeSample } from '../../apps/api/src/sample/make-sample.ts';
import { sites } from '../../apps/api/src/sample/sites.ts';
import { readSettings } from '../../apps/api/src/settings.ts';
import { whoIs } from '../../apps/api/src/who.ts';

/** What the measuring process is told: where everything listens, and who studies. */
export interface Ready {
  /** A bare Fastify: /list serialises the list, /bytes sends it from a buffer. */
  bare: number;
  /** The API without and with its memory of lists. */
  fromDatabase: number;
  fromMemory: number;
  courseId: string;
  sectionId: string;
  tokens: string[];
}

const learners = 64;
const now = new Date();

async function makeLearners(house: House, site_id: string): Promise<string[]> {
  const keys = keysOf(house.settings);
  const made = Array.from({ length: learners }, async (_, at) => {
    const user = await insertHashed(house.db, keys, now, {
      site_id, mobile: String(13_600_000_000 + at), id_no: `bench-${at}`, password_hash: '-', real_name: '测试', area_id: '110105', unit_name: '-', series_code: '01', level: 'A', post_type: 'E', agree_version: '1',
    });
    if (typeof user === 'string') throw new Error(user);
    const { token } = await openSession(house.db, now, { user_id: user.user_id, site_id }, { origin: '', user_agent: 'bench', address: '' });
    return token;
  });
  return Promise.all(made);
}

async function makeCourse({ db }: House, site_id: string): Promise<{ courseId: string; sectionId: string }> {
  const [courseId, chapter_id, sectionId, resource_id] = [ulid(), ulid(), ulid(), ulid()];
  await insertResources(db, [{ resource_id, kind: 'video', folder: 'bench', seconds: 36_000 }]);
  await insertCourse(db, {
    content: { content_id: courseId, title: 'bench', year: 2026, is_free: 'Y', status: 'on', publish_at: new Date(0), start_at: new Date(0), end_at: new Date('2099-01-01') },
    chapters: [{ chapter_id, content_id: courseId, title: '1', sort: 0 }],
    sections: [{ section_id: sectionId, content_id: courseId, chapter_id, title: '1', sort: 0, resource_id, check_plan: [] }],
    teachers: [],
    sites: [{ site_id }],
  });
  return { courseId, sectionId };
}

/** Plays for PostgreSQL's own benchmark to write to, as a beat does. */
const makePlays = ({ db }: House) =>
  db.execute(sql`insert into play_session (play_id, token_hash, site_id, user_id, session_id, learning_id, content_id, section_id, started_at, last_beat_at, credited_to)
    select 'bench-' || n, 'bench-' || n, 'bench', 'bench-' || n, 'bench', 'bench-' || n, 'bench', 'bench', now(), now(), now() from generate_series(1, 1000) n`);

const settings = { ...readSettings(process.env), rateLimit: 0 };
const database = await openPostgres(settings.databaseUrl ?? '', settings.poolSize);
const jobs = openJobs(database.forJobs, database.kind, () => undefined);
const log = pino({ level: 'error' });
const houseWith = (listCacheMs: number): House => {
  const house: House = {
    db: database.db, settings: { ...settings, listCacheMs }, now: () => new Date(), jobs, log, stopping: new AbortController().signal, whoIs: (token, site, call) => whoIs(house, token, site, call),
  };
  return house;
};
const house = houseWith(0);
await jobs.start({ work: false });
await makeSample(house);
await makePlays(house);
const site_id = sites.find(({ key }) => key === 'main')?.site_id ?? '';

const listen = async (app: { listen(options: { port: number; host: string }): Promise<string> }) => Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
const api = await buildApp(house);
const fromDatabase = await listen(api);
const fromMemory = await listen(await buildApp(houseWith(3000)));

const { payload } = await api.inject({
  method: 'POST', url: '/qm/api/v5/content/list', headers: { host: 'api.cme.localhost', 'content-type': 'application/x-www-form-urlencoded' }, payload: 'full_domain_name=cme.localhost&page_size=24',
});
const list: unknown = JSON.parse(payload);
if (contentList.data.parse((list as { data: unknown }).data).list.length !== 24) throw new Error('the list is not 24 long');
const bytes = Buffer.from(payload);
const bare = fastify();
bare.get('/list', async () => list);
bare.get('/bytes', (_, reply) => void reply.type('application/json').send(bytes));
const ready: Ready = { bare: await listen(bare), fromDatabase, fromMemory, ...(await makeCourse(house, site_id)), tokens: await makeLearners(house, site_id) };
process.send?.(ready);
// What the server itself has used: says more than the rate on a machine that does other things too.
process.on('message', () => process.send?.(process.cpuUsage()));
process.on('disconnect', () => process.exit(0));
