import { pino } from 'pino';
import { buildApp } from '../../apps/api/src/app.ts';
import { openPostgres } from '../../apps/api/src/database.postgres.ts';
import type { House } from '../../apps/api/src/house.ts';
import { openJobs } from '../../apps/api/src/jobs.ts';
import { readOutlines } from '../../apps/api/src/modules/catalogue/catalogue.store.ts';
import { findPaper } from '../../apps/api/src/modules/exam/paper.store.ts';
import { keysOf } from '../../apps/api/src/modules/identity/secret.rules.ts';
import { openSession } from '../../apps/api/src/modules/identity/session.store.ts';
import { insertHashed } from '../../apps/api/src/modules/identity/user.store.ts';
import { enrol } from '../../apps/api/src/modules/learning/learning.store.ts';
import { recompute } from '../../apps/api/src/modules/learning/recompute.ts';
import { insertProgress } from '../../apps/api/src/modules/player/progress.store.ts';
import { courseId } from '../../apps/api/src/sample/ids.ts';
import { makeSample } from '../../apps/api/src/sample/make-sample.ts';
import { sites } from '../../apps/api/src/sample/sites.ts';
import { readSettings } from '../../apps/api/src/settings.ts';
import { whoIs } from '../../apps/api/src/who.ts';

/** What the measuring process is told. */
export interface ExamReady {
  port: number;
  paper_id: string;
  people: { token: string; learning_id: string }[];
}

const people = Number(process.env.BENCH_PEOPLE ?? 500);
const now = new Date();
const settings = { ...readSettings(process.env), rateLimit: 0 };
const database = await openPostgres(settings.databaseUrl ?? '', settings.poolSize);
const jobs = openJobs(database.forJobs, database.kind, () => undefined);
const house: House = {
  db: database.db, settings, now: () => new Date(), jobs, log: pino({ level: 'silent' }), stopping: new AbortController().signal, whoIs: (token, site, call) => whoIs(house, token, site, call),
};
await jobs.start({ work: false });
await makeSample(house);
await jobs.stop();

const site_id = sites.find(({ key }) => key === 'main')?.site_id ?? '';
const content_id = courseId('main', 'infectious-law');
const sections = (await readOutlines(database.db, [content_id])).get(content_id)?.sections ?? [];

/** Somebody who has studied everything and may sit the examination. */
async function makeExaminee(at: number): Promise<ExamReady['people'][number]> {
  const user = await insertHashed(house.db, keysOf(settings), now, {
    site_id, mobile: String(13_700_000_000 + at), id_no: `exam-${at}`, password_hash: '-', real_name: '测试', area_id: '110105', unit_name: '-', series_code: '01', level: 'A', post_type: 'E', agree_version: '1',
  });
  if (typeof user === 'string') throw new Error(user);
  const { learning_id } = await enrol(house.db, { site_id, user_id: user.user_id, content_id, source: 'sample', joined_at: now, study_end_at: new Date(now.getTime() + 86_400_000) });
  await insertProgress(house.db, sections.map(({ section_id, seconds }) => ({
    learning_id, section_id, section_status: 'finished' as const, watched_ranges: [[0, seconds * 1000]] as [number, number][], covered_ms: Math.round(seconds * 1000), furthest_ms: Math.round(seconds * 1000), updated_at: now,
  })));
  await house.db.transaction((tx) => recompute(tx, learning_id, now));
  const { token } = await openSession(house.db, now, { user_id: user.user_id, site_id }, { origin: '', user_agent: 'bench', address: '' });
  return { token, learning_id };
}

const made: ExamReady['people'] = [];
for (let at = 0; at < people; at += 10) made.push(...(await Promise.all(Array.from({ length: Math.min(10, people - at) }, (_, more) => makeExaminee(at + more)))));
const paper = await findPaper(house.db, site_id, content_id);
if (!paper) throw new Error('the sample has no paper for the course');

const serving = openJobs(database.forJobs, database.kind, () => undefined);
house.jobs = serving;
const app = await buildApp(house);
await serving.start();
const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
const ready: ExamReady = { port, paper_id: paper.paper_id, people: made };
process.send?.(ready);
process.on('disconnect', () => process.exit(0));
