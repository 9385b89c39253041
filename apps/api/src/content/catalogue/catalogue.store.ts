import { and, asc, eq, inArray, type InferSelectModel, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { content, contentTeacher, siteContent, teacher } from './catalogue.tables.ts';
import { contentListing } from './listing.tables.ts';

export type Content = InferSelectModel<typeof content>;

export type CourseFacts = Pick<
  Content,
  'content_id' | 'title' | 'sequential' | 'has_exam' | 'has_survey' | 'hours' | 'credits'
>;

/** Properties of these contents that studying needs. */
export async function readCourseFacts(
  db: Db,
  contentIds: string[],
): Promise<Map<string, CourseFacts>> {
  if (contentIds.length === 0) return new Map();
  const rows = await db
    .select({
      content_id: content.content_id,
      title: content.title,
      sequential: content.sequential,
      has_exam: content.has_exam,
      has_survey: content.has_survey,
      hours: content.hours,
      credits: content.credits,
    })
    .from(content)
    .where(inArray(content.content_id, contentIds));
  return new Map(rows.map((row) => [row.content_id, row]));
}

/** A content by id, on any site. */
export async function readContent(db: Db, contentId: string): Promise<Content | undefined> {
  const [row] = await db.select().from(content).where(eq(content.content_id, contentId));
  return row;
}

/** How calls refer to a content. */
export interface ContentRef {
  content_type: string;
  id: string;
}

export interface ListedContent {
  content: Content;
  study_count: number;
  shown: boolean;
}

/** A content of this site; undefined if the site does not have it. */
export async function findContent(
  db: Db,
  siteId: string,
  contentId: string,
): Promise<ListedContent | undefined> {
  const [row] = await db
    .select({ content, study_count: siteContent.study_count, shown: siteContent.shown })
    .from(siteContent)
    .innerJoin(content, eq(content.content_id, siteContent.content_id))
    .where(and(eq(siteContent.site_id, siteId), eq(siteContent.content_id, contentId)));
  return row;
}

/** Recounts the learners of each content per site from their rows. */
export async function recountStudy(db: Db): Promise<void> {
  await db.execute(sql`update site_content set study_count = (select count(*) from learning l
    where l.site_id = site_content.site_id and l.content_id = site_content.content_id)`);
  await db.execute(sql`update content_listing l set study_count = s.study_count from site_content s
    where s.site_id = l.site_id and s.content_id = l.content_id and s.study_count <> l.study_count`);
}

export const readTeachers = (db: Db, contentId: string) =>
  db
    .select({
      teacher_id: teacher.teacher_id,
      name: teacher.name,
      title: teacher.title,
      unit: teacher.unit,
      photo: teacher.photo,
      intro: teacher.intro,
      role: contentTeacher.role,
    })
    .from(contentTeacher)
    .innerJoin(teacher, eq(teacher.teacher_id, contentTeacher.teacher_id))
    .where(eq(contentTeacher.content_id, contentId))
    .orderBy(asc(contentTeacher.sort));

/** Increments the learner count of this content on this site. */
export async function countStudy(
  db: Db,
  siteId: string,
  contentId: string,
  more = 1,
): Promise<void> {
  await db
    .update(siteContent)
    .set({ study_count: sql`${siteContent.study_count} + ${more}` })
    .where(and(eq(siteContent.site_id, siteId), eq(siteContent.content_id, contentId)));
  await db
    .update(contentListing)
    .set({ study_count: sql`${contentListing.study_count} + 1` })
    .where(and(eq(contentListing.site_id, siteId), eq(contentListing.content_id, contentId)));
}
