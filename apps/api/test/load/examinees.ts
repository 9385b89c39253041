import { eq, sql } from 'drizzle-orm';
import { ulid } from 'ulid';
import type { Db } from '../../src/platform/database/database.ts';
import type { AppContext } from '../../src/platform/context/context.ts';
import { readOutlines } from '../../src/content/catalogue/outline.store.ts';
import { paper } from '../../src/study/exam/paper/paper.tables.ts';
import type { Policy } from '../../src/study/exam/paper/paper.rules.ts';
import { findPaper, publishPaper } from '../../src/study/exam/paper/paper.store.ts';
import { joinFree } from '../../src/study/learning/enrolment/join.action.ts';
import { recompute } from '../../src/study/learning/recompute.action.ts';
import { insertProgress } from '../../src/study/learning/progress/progress.store.ts';
import { readSites } from '../../src/platform/sites/site.store.ts';
import { courseId } from '@cme/sample/ids';
import { mainSite, makeLearners } from './study.ts';
import { completion } from '../../src/credits/certificate/issuing/completion.action.ts';

export interface Examinees {
  paper_id: string;
  people: { token: string; learning_id: string }[];
}

/** Learners who have completed the study of a sample course, and its paper with policy
 * overrides. */
export async function makeExaminees(
  context: AppContext,
  count: number,
  policy: Partial<Policy> = {},
  course = 'infectious-law',
): Promise<Examinees> {
  const { db } = context;
  const now = new Date();
  const content_id = courseId('main', course);
  const found = await findPaper(db, mainSite, content_id);
  const site = (await readSites(db)).find(({ site_id }) => site_id === mainSite);
  if (!found || !site) throw new Error('the sample has no paper for the course');
  await db
    .update(paper)
    .set({ policy: { ...found.policy, ...policy } })
    .where(eq(paper.paper_id, found.paper_id));
  await publishPaper(db, found.paper_id, now);
  const sections = (await readOutlines(db, [content_id])).get(content_id)?.sections ?? [];
  const people: Examinees['people'] = [];
  const users: { learning_id: string; user_id: string }[] = [];
  let first = '';
  for (const token of await makeLearners(context, count)) {
    const signedIn = await context.findSignedIn(token, site);
    if (!signedIn) throw new Error('a learner is not signed in');
    if (!first) {
      const learning_id = await joinFree(
        db,
        site,
        signedIn.person,
        { content_type: 'C', id: content_id },
        now,
      );
      first = learning_id;
      await insertProgress(
        db,
        sections.map(({ section_id, seconds }) => {
          const end = Math.round(seconds * 1000);
          return {
            learning_id,
            section_id,
            section_status: 'finished' as const,
            watched_ranges: [[0, end]] as [number, number][],
            covered_ms: end,
            furthest_ms: end,
            updated_at: now,
          };
        }),
      );
      await db.transaction((tx) => recompute(tx, completion, learning_id, now));
      people.push({ token, learning_id });
      continue;
    }
    const learning_id = ulid();
    people.push({ token, learning_id });
    users.push({ learning_id, user_id: signedIn.person.user_id });
  }
  await copyStudy(db, first, users);
  return { paper_id: found.paper_id, people };
}

/** Copies the study of the first to the others: enrolling thousands one by one is too slow. */
async function copyStudy(
  db: Db,
  first: string,
  users: readonly { learning_id: string; user_id: string }[],
): Promise<void> {
  const others = sql`jsonb_to_recordset(${JSON.stringify(users)}::jsonb) as n(learning_id text, user_id text)`;
  const as = (changed: string[]) =>
    sql`(jsonb_populate_record(one, to_jsonb(one) || ${sql.raw(`jsonb_build_object(${changed.map((name) => `'${name}', n.${name}`).join(', ')})`)})).*`;
  await db.execute(
    sql`insert into learning select ${as(['learning_id', 'user_id'])} from learning one, ${others} where one.learning_id = ${first}`,
  );
  await db.execute(
    sql`insert into section_progress select ${as(['learning_id'])} from section_progress one, ${others} where one.learning_id = ${first}`,
  );
}
