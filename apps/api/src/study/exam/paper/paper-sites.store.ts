import { eq, sql } from 'drizzle-orm';
import { readOwnerSites } from '../../../content/catalogue/owner.store.ts';
import type { Db } from '../../../platform/database/database.ts';
import { readSites } from '../../../platform/sites/site.store.ts';
import { paperCourse } from './paper.tables.ts';

/** The sites of the courses that a paper concludes; a paper without any is the main site's. */
export async function readPaperSites(db: Db, paperId: string): Promise<string[]> {
  const courses = await db
    .selectDistinct({ content_id: paperCourse.content_id })
    .from(paperCourse)
    .where(eq(paperCourse.paper_id, paperId));
  const sites = await Promise.all(courses.map(({ content_id }) => readOwnerSites(db, content_id)));
  return orMain(db, sites.flat());
}

/** The sites of all published papers that contain a question. */
export async function readQuestionSites(db: Db, qid: string): Promise<string[]> {
  const { rows } = await db.execute<{ paper_id: string }>(sql`
    select p.paper_id from paper p join paper_version v on v.paper_id = p.paper_id and v.version = p.version
    where v.frozen @> ${JSON.stringify({ units: [{ parts: [{ qid }] }] })}::jsonb`);
  const sites = await Promise.all(rows.map(({ paper_id }) => readPaperSites(db, paper_id)));
  return orMain(db, sites.flat());
}

async function orMain(db: Db, sites: readonly string[]): Promise<string[]> {
  if (sites.length > 0) return [...new Set(sites)];
  return (await readSites(db)).filter(({ is_main }) => is_main).map(({ site_id }) => site_id);
}
