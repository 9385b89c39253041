import { ContentCard } from '@cme/contract/content';
import { disciplineCode } from '@cme/contract/disciplines';
import { cleanHtml } from '@cme/contract/html';
import { eq, type InferInsertModel, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { cleanText } from '../catalogue.rules.ts';
import { isBundle } from '../package.rules.ts';
import { yuan } from '../../../platform/money/money.rules.ts';
import {
  banner,
  chapter,
  content,
  contentTeacher,
  homeBlock,
  packageItem,
  partner,
  resource,
  section,
  siteContent,
  teacher,
} from '../catalogue.tables.ts';
import { toPlainText } from '../../search/entry.rules.ts';
import { removeEntry, writeEntry } from '../../search/entry.store.ts';
import { searchVersion } from '../../search/grams.rules.ts';
import { getWorstState, lastOpening, type Readiness } from '../sale.rules.ts';
import { readReadiness } from '../sale.store.ts';
import { formatTime } from '../../../platform/http/format-time.ts';
import { writeListing } from '../lists/listing.store.ts';
import { toSearchEntry } from '../search.rules.ts';

export type NewContent = Omit<
  InferInsertModel<typeof content>,
  'card' | 'search_text' | 'body_text' | 'search_version'
>;

/** A course with all its parts. `teachers` are ids, the main speaker first. */
export interface NewCourse {
  content: NewContent;
  chapters: InferInsertModel<typeof chapter>[];
  sections: InferInsertModel<typeof section>[];
  teachers: { teacher_id: string; role: string }[];
  sites: Omit<InferInsertModel<typeof siteContent>, 'content_id'>[];
}

/** Writes a course and sanitises its texts, so that only sanitised text is stored. */
export async function insertCourse(db: Db, course: NewCourse): Promise<void> {
  await insertParts(db, course);
  await rebuildCard(db, course.content.content_id);
}

async function insertParts(db: Db, course: NewCourse): Promise<void> {
  const { content_id } = course.content;
  await db.insert(content).values({ ...cleanRow(course.content), card: '' });
  await insertInBatches(course.chapters, (rows) => db.insert(chapter).values(rows));
  await insertInBatches(course.sections, (rows) => db.insert(section).values(rows));
  await insertInBatches(course.teachers, (rows) =>
    db.insert(contentTeacher).values(rows.map((row, sort) => ({ ...row, content_id, sort }))),
  );
  await insertInBatches(course.sites, (rows) =>
    db.insert(siteContent).values(rows.map((row) => ({ ...row, content_id }))),
  );
}

/** A package of existing courses. */
export interface NewPackage extends Pick<NewCourse, 'content' | 'teachers' | 'sites'> {
  courses: { content_id: string; required?: 'Y' | 'N' }[];
}

/** A package, or a class, with its courses. */
export async function insertPackage(
  db: Db,
  { courses, ...row }: NewPackage,
  contentType: 'P' | 'X' = 'P',
): Promise<void> {
  const content = { ...row.content, content_type: contentType };
  await insertParts(db, { ...row, content, chapters: [], sections: [] });
  await insertInBatches(courses, (rows) =>
    db
      .insert(packageItem)
      .values(rows.map((course, sort) => ({ ...course, package_id: content.content_id, sort }))),
  );
  await rebuildCard(db, content.content_id);
}

export const insertResources = (db: Db, rows: InferInsertModel<typeof resource>[]) =>
  insertInBatches(rows, (batch) => db.insert(resource).values(batch).onConflictDoNothing());

export const insertTeachers = (db: Db, rows: InferInsertModel<typeof teacher>[]) =>
  insertInBatches(rows, (batch) =>
    db.insert(teacher).values(
      batch.map((row) => ({
        ...row,
        name: cleanText(row.name),
        intro: cleanText(row.intro ?? ''),
      })),
    ),
  );

export const insertBanners = (db: Db, rows: InferInsertModel<typeof banner>[]) =>
  insertInBatches(rows, (batch) => db.insert(banner).values(batch));
export const insertPartners = (db: Db, rows: InferInsertModel<typeof partner>[]) =>
  insertInBatches(rows, (batch) => db.insert(partner).values(batch));
export const insertBlocks = (db: Db, rows: InferInsertModel<typeof homeBlock>[]) =>
  insertInBatches(rows, (batch) => db.insert(homeBlock).values(batch));

/** Inserting no rows is an error in Drizzle, so nothing is done. */
async function insertInBatches<Row>(
  rows: Row[],
  insert: (rows: Row[]) => PromiseLike<unknown>,
): Promise<void> {
  if (rows.length > 0) await insert(rows);
}

const cleanRow = (row: NewContent): NewContent => ({
  ...row,
  title: cleanText(row.title),
  subtitle: cleanText(row.subtitle ?? ''),
  summary: cleanText(row.summary ?? ''),
  detail_html: cleanHtml(row.detail_html ?? ''),
  discipline_code: row.discipline_code || disciplineCode(row.discipline ?? []),
});

/** Rebuilds the derived data of a content: its card, its list row and its search entry. Call it
 * after its row, sections, teachers or sites changed, in the same transaction. */
export async function rebuildCard(db: Db, contentId: string): Promise<void> {
  const [row] = await db.select().from(content).where(eq(content.content_id, contentId));
  if (!row) return;
  const teachers = await db
    .select({ name: teacher.name, unit: teacher.unit })
    .from(contentTeacher)
    .innerJoin(teacher, eq(teacher.teacher_id, contentTeacher.teacher_id))
    .where(eq(contentTeacher.content_id, contentId))
    .orderBy(sql`${contentTeacher.role} <> '主讲'`, contentTeacher.sort);
  const parts = isBundle(row.content_type)
    ? db
        .select({ count: sql<number>`count(*)::int` })
        .from(packageItem)
        .where(eq(packageItem.package_id, contentId))
    : db
        .select({ count: sql<number>`count(*)::int` })
        .from(section)
        .where(eq(section.content_id, contentId));
  const [counted] = await parts;
  const shown = ContentCard.parse({
    ...row,
    id: row.content_id,
    price: yuan(row.price_fen),
    teacher_name: teachers[0]?.name ?? '',
    teacher_unit: teachers[0]?.unit ?? '',
    section_count: counted?.count ?? 0,
    study_count: 0,
    ...toSaleFields((await readReadiness(db, [contentId])).get(contentId) ?? []),
  });
  const { study_count: _, ...card } = shown;
  await db
    .update(content)
    .set({ card: JSON.stringify(card), search_version: searchVersion })
    .where(eq(content.content_id, contentId));
  const entry = toSearchEntry(row, shown);
  // Older versions treat activities as courses.
  if (entry.kind === 'activity') await removeEntry(db, 'course', contentId);
  await writeEntry(db, {
    ...entry,
    sites: await writeListing(db, row),
    words: [
      row.subtitle,
      row.leader,
      row.source_unit,
      row.project_no,
      ...row.tags,
      ...row.discipline,
      ...teachers.flatMap(({ name, unit }) => [name, unit]),
    ],
    text: [
      row.summary,
      toPlainText(row.detail_html),
      ...(await readOutlineWords(db, contentId)),
    ].join('\n'),
  });
  for (const { id } of await readPackagesWith(db, contentId)) await rebuildCard(db, id);
}

const readPackagesWith = (db: Db, contentId: string) =>
  db
    .select({ id: packageItem.package_id })
    .from(packageItem)
    .where(eq(packageItem.content_id, contentId));

/** What the card says of the sale, independent of the time. */
function toSaleFields(readiness: readonly Readiness[]) {
  const always = new Date(0);
  const opening = lastOpening(readiness, always);
  const isUnready = getWorstState(readiness, always) === 'unready';
  return {
    unready: isUnready ? ('Y' as const) : undefined,
    presale_until: opening && !isUnready ? formatTime(opening) : undefined,
  };
}

/** Titles of a course's chapters and sections, or of a package's courses. */
async function readOutlineWords(db: Db, contentId: string): Promise<string[]> {
  const titles = await db
    .select({ title: chapter.title })
    .from(chapter)
    .where(eq(chapter.content_id, contentId))
    .unionAll(
      db.select({ title: section.title }).from(section).where(eq(section.content_id, contentId)),
    )
    .unionAll(
      db
        .select({ title: content.title })
        .from(packageItem)
        .innerJoin(content, eq(content.content_id, packageItem.content_id))
        .where(eq(packageItem.package_id, contentId)),
    );
  return titles.map(({ title }) => title);
}
