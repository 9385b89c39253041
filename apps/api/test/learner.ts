import { ulid } from 'ulid';
import {
  insertCourse,
  insertResources,
  insertTeachers,
  type NewContent,
} from '../src/content/catalogue/write/catalogue.write.ts';
import type { CheckPlan } from '../src/content/catalogue/catalogue.rules.ts';
import { deriveKeys } from '../src/person/identity/secret.rules.ts';
import { openSession } from '../src/person/identity/session/session.store.ts';
import { insertHashed } from '../src/person/identity/user.store.ts';
import type { TestApi } from './test-api.ts';

export interface Learner {
  token: string;
  user_id: string;
  host: string;
}

let people = 0;

/** A signed-in person of a site, created without the sign-in calls. */
export async function newLearner(
  { db, context, clock }: TestApi,
  siteId = 'main',
  host = 'cme.localhost',
): Promise<Learner> {
  people += 1;
  const number = String(people).padStart(4, '0');
  const user = await insertHashed(db, deriveKeys(context.settings), clock.now(), {
    site_id: siteId,
    mobile: `1399900${number}`,
    id_no: `11010519491231${number}`,
    password_hash: 'none',
    real_name: '李明',
    area_id: '110105',
    unit_name: '县医院',
    series_code: '01',
    level: 'A',
    post_type: 'E',
    agree_version: '1',
  });
  if (typeof user === 'string') throw new Error(user);
  return { user_id: user.user_id, host, token: await signInAgain({ db, clock }, user) };
}

/** A second session of the same person. */
export async function signInAgain(
  { db, clock }: Pick<TestApi, 'db' | 'clock'>,
  person: { user_id: string; site_id: string },
): Promise<string> {
  const { token } = await openSession(
    db,
    clock.now(),
    { user_id: person.user_id, site_id: person.site_id },
    { origin: 'http://player.cme.localhost:8080', user_agent: 'test', address: '127.0.0.1' },
  );
  return token;
}

export interface TestCourse {
  id: string;
  sections: string[];
}

interface CourseOptions extends Partial<NewContent> {
  site?: string;
  /** Duration of each section's video; null for a section without one. */
  lengths?: (number | null)[];
  checks?: CheckPlan;
  kind?: 'video' | 'audio' | 'pdf';
  /** The same for documents. */
  pages?: number;
  folder?: string;
  study_count?: number;
  recommended?: boolean;
}

/** A free published course of one chapter on one site. */
export async function newCourse(
  { db, clock }: { db: TestApi['db']; clock: { now(): Date } },
  options: CourseOptions = {},
): Promise<TestCourse> {
  const {
    site = 'main',
    lengths = [60],
    checks,
    kind = 'video',
    pages = 0,
    folder = 'sample',
    study_count = 0,
    recommended = false,
    ...content
  } = options;
  const id = ulid();
  const chapter_id = ulid();
  const teacher_id = ulid();
  const now = clock.now();
  const sections = lengths.map((seconds, sort) => ({
    section_id: ulid(),
    chapter_id,
    content_id: id,
    title: `第${sort + 1}节`,
    type: kind === 'pdf' ? 'doc' : kind,
    seconds: seconds ?? 600,
    sort,
    resource_id: seconds === null ? null : ulid(),
    check_plan: checks ?? null,
  }));
  await insertTeachers(db, [{ teacher_id, name: '王芳', unit: '省人民医院' }]);
  await insertResources(
    db,
    sections.flatMap(({ resource_id, seconds }) =>
      resource_id ? [{ resource_id, kind, folder, seconds, pages }] : [],
    ),
  );
  await insertCourse(db, {
    content: {
      content_id: id,
      title: '手卫生',
      year: 2026,
      is_free: 'Y',
      status: 'on',
      hours: 2,
      credits: 0.67,
      publish_at: now,
      start_at: new Date(now.getTime() - 1000),
      end_at: new Date(now.getTime() + 300 * 86_400_000),
      ...content,
    },
    chapters: [{ chapter_id, content_id: id, title: '第一章', sort: 0 }],
    sections,
    teachers: [{ teacher_id, role: '主讲' }],
    sites: [{ site_id: site, study_count, recommended }],
  });
  return { id, sections: sections.map(({ section_id }) => section_id) };
}
