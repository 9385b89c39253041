import { ulid } from 'ulid';
import { insertPackage } from '../src/content/catalogue/write/catalogue.write.ts';
import type { Scope } from '../src/content/catalogue/scope.rules.ts';
import { insertClass } from '../src/study/training-class/insert-class.store.ts';
import { newCourse } from './learner.ts';
import type { TestApi } from './test-api.ts';

const day = 86_400_000;

interface ClassOptions extends Partial<Omit<Parameters<typeof insertClass>[1], 'class_id'>> {
  apply_scope?: Scope;
  /** Number of its courses. */
  courses?: number;
  title?: string;
}

/** A class of the main site that opened yesterday and begins in a week, with two seats and three
 * places on the waiting list. */
export async function newClass(
  api: { db: TestApi['db']; clock: { now(): Date } },
  { apply_scope = {}, courses = 1, title = '急救培训班', ...more }: ClassOptions = {},
): Promise<{ class_id: string; courses: string[] }> {
  const class_id = ulid();
  const now = api.clock.now().getTime();
  const parts: string[] = [];
  for (let n = 0; n < courses; n += 1)
    parts.push((await newCourse(api, { site: more.site_id ?? 'main' })).id);
  const site_id = more.site_id ?? 'main';
  await insertPackage(
    api.db,
    {
      content: {
        content_id: class_id,
        title,
        year: 2026,
        is_free: 'Y',
        status: 'on',
        apply_scope,
        publish_at: new Date(now),
        start_at: new Date(now - day),
        end_at: new Date(now + 60 * day),
      },
      courses: parts.map((contentId) => ({ content_id: contentId })),
      teachers: [],
      sites: [{ site_id }],
    },
    'X',
  );
  await insertClass(api.db, {
    class_id,
    status: 'published',
    enroll_from: new Date(now - day),
    enroll_to: new Date(now + 5 * day),
    start_at: new Date(now + 7 * day),
    end_at: new Date(now + 10 * day),
    seats: 2,
    waiting_limit: 3,
    contact: { name: '王老师', phone: '0571-00000000', hours: '工作日' },
    rule: { courses: true, attendance: 0 },
    ...more,
    site_id,
  });
  return { class_id, courses: parts };
}
