import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { ulid } from 'ulid';
import { openPostgres } from '../../src/platform/database/database.postgres.ts';
import type { AppContext } from '../../src/platform/context/context.ts';
import { createJobs } from '../../src/platform/jobs/jobs.ts';
import { mediaRoot } from '../../src/platform/media/media-files.ts';
import {
  insertCourse,
  insertResources,
} from '../../src/content/catalogue/write/catalogue.write.ts';
import { openSession } from '../../src/person/identity/session/session.store.ts';
import { deriveKeys } from '../../src/person/identity/secret.rules.ts';
import { insertHashed } from '../../src/person/identity/user.store.ts';
import { sendQueue } from '../../src/payment/refund-record/refund.queues.ts';
import { makeSample } from '../../src/sample/insert/make-sample.ts';
import { sites } from '@cme/sample/sites';
import { readSettings, type Settings } from '../../src/platform/settings/settings.ts';
import { findSignedIn } from '../../src/person/identity/session/signed-in.ts';

const now = new Date();
/** The main site of the sample content. */
export const mainSite = sites.find(({ key }) => key === 'main')?.site_id ?? '';

/** A context on the configured PostgreSQL with the sample content, without jobs. Further ones share
 * its database. */
export async function openStudy(environment: NodeJS.ProcessEnv): Promise<{
  context: AppContext;
  beside(settings: Partial<Settings>): AppContext;
  close(): Promise<void>;
}> {
  const settings = { ...readSettings(environment), rateLimit: 0 };
  const database = await openPostgres(settings.databaseUrl ?? '', settings.poolSize);
  const jobs = createJobs(database.forJobs, database.kind, () => undefined);
  const log = pino({ level: 'error' });
  const contextWith = (more: Partial<Settings>): AppContext => {
    const context: AppContext = {
      db: database.db,
      settings: { ...settings, ...more },
      now: () => new Date(),
      jobs,
      log,
      stopping: new AbortController().signal,
      findSignedIn: (token, site, call) => findSignedIn(context, token, site, call),
    };
    return context;
  };
  const context = contextWith({});
  // Staff decisions run on this context too, so their queues must be known before a transaction is
  // open.
  jobs.define(sendQueue, async () => undefined);
  await jobs.start({ work: false });
  await makeSample(context);
  return {
    context,
    beside: contextWith,
    async close() {
      await jobs.stop();
      await database.close();
    },
  };
}

let people = 0;

/** Creates this many signed-in learners of the main site; returns their tokens. */
export async function makeLearners(context: AppContext, count: number): Promise<string[]> {
  const keys = deriveKeys(context.settings);
  const tokens: string[] = [];
  for (const end = people + count; people < end; people += 1) {
    const user = await insertHashed(context.db, keys, now, {
      site_id: mainSite,
      mobile: String(13_600_000_000 + people),
      id_no: `bench-${people}`,
      password_hash: '-',
      real_name: '测试',
      area_id: '110105',
      unit_name: '-',
      series_code: '01',
      level: 'A',
      post_type: 'E',
      agree_version: '1',
    });
    if (typeof user === 'string') throw new Error(user);
    tokens.push(
      (
        await openSession(
          context.db,
          now,
          { user_id: user.user_id, site_id: mainSite },
          { origin: '', user_agent: 'bench', address: '' },
        )
      ).token,
    );
  }
  return tokens;
}

const folder = 'hand-hygiene-1-1';
/** Names of the segments of the course's video. */
export const segments = readdirSync(join(mediaRoot, folder)).filter((name) =>
  name.endsWith('.m4s'),
);

/** A free course of one section that lasts hours and has no presence checks. */
export async function makeCourse({
  db,
}: AppContext): Promise<{ courseId: string; sectionId: string }> {
  const courseId = ulid();
  const chapter_id = ulid();
  const sectionId = ulid();
  const resource_id = ulid();
  // Its short video is all that has to be fetched: the last segment stands for the rest.
  await insertResources(db, [{ resource_id, kind: 'video', folder, seconds: 36_000 }]);
  await insertCourse(db, {
    content: {
      content_id: courseId,
      title: 'bench',
      year: 2026,
      is_free: 'Y',
      status: 'on',
      publish_at: new Date(0),
      start_at: new Date(0),
      end_at: new Date('2099-01-01'),
    },
    chapters: [{ chapter_id, content_id: courseId, title: '1', sort: 0 }],
    sections: [
      {
        section_id: sectionId,
        content_id: courseId,
        chapter_id,
        title: '1',
        sort: 0,
        resource_id,
        check_plan: [],
      },
    ],
    teachers: [],
    sites: [{ site_id: mainSite }],
  });
  return { courseId, sectionId };
}
