import type { ContentCard, ContentFilters } from '@cme/contract';
import { and, asc, eq, inArray, isNull, type InferSelectModel, sql } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { statement } from '../../database/statement.ts';
import type { CheckPlan } from './catalogue.rules.ts';
import {
  chapter,
  content,
  contentTeacher,
  resource,
  section,
  siteContent,
  teacher,
} from './catalogue.tables.ts';
import { patternsOf } from './search.rules.ts';

export type Content = InferSelectModel<typeof content>;

const placed = sql`${siteContent} join ${content} on ${content.content_id} = ${siteContent.content_id}`;
/** The stored card with this site's count in it. */
const cardText = sql<string>`'{"study_count":' || ${siteContent.study_count} || ',' || substr(${content.card}, 2)`;

const orders = {
  new: sql`${content.publish_at} desc, ${content.content_id}`,
  hot: sql`${siteContent.study_count} desc, ${content.content_id}`,
  recommended: sql`${siteContent.sort}, ${content.content_id}`,
};

const shownOn = (siteId: string, now: Date) =>
  sql`${siteContent.site_id} = ${siteId} and ${siteContent.shown} and ${content.status} = 'on' and ${content.end_at} > ${now.toISOString()}`;

/** Filters stand inside `coalesce`, which the planner cannot estimate: one plan serves all filters,
 * and with estimates it would expect no row and choose a nested loop over all courses. */
const filters = (
  more = '',
) => `sc.site_id = $1 and sc.shown and c.status = 'on' and c.end_at > $2::timestamptz and coalesce(
  ($3 = '' or c.subject_kind = $3) and ($4 = '' or cardinality(c.series_codes) = 0 or $4 = any(c.series_codes))
  and ($5 = '' or cardinality(c.levels) = 0 or $5 = any(c.levels)) and ($6 = '' or cardinality(c.post_types) = 0 or $6 = any(c.post_types))
  and ($7 = '' or c.is_free = $7) ${more}, false)`;

/** All words of a keyword, in the title and people or else anywhere. */
const inTitle = (words: string) => `c.search_text like all (${words}::text[])`;
const anywhere = (words: string) =>
  `and (${inTitle(words)} or (c.search_text || chr(10) || c.body_text) like all (${words}::text[]))`;

const sorts: Record<ContentFilters['sort'], string> = {
  new: 'c.publish_at desc, c.content_id',
  hot: 'sc.study_count desc, c.content_id',
  credit: 'c.credits desc, c.publish_at desc, c.content_id',
  price: 'c.price_fen, c.publish_at desc, c.content_id',
};

const page = (where: string, order: string) => `
  select coalesce(string_agg('{"study_count":' || study_count || ',' || substr(card, 2), ','), '') as cards, coalesce(max(total), 0)::int as total from (
    select sc.study_count, c.card, count(*) over () as total
    from site_content sc join content c on c.content_id = sc.content_id where ${where} order by ${order} limit $8 offset $9) page`;
const count = (where: string) =>
  `select count(*)::int as total from site_content sc join content c on c.content_id = sc.content_id where ${where}`;

interface PageOfCards {
  cards: string;
  total: number;
}

/** Most lists have no keyword: their statement leaves the search out. */
const listBy = (sort: ContentFilters['sort']) => ({
  all: statement<PageOfCards>(`catalogue_list_${sort}`, page(filters(), sorts[sort])),
  // What only mentions the words comes after what is about them.
  found: statement<PageOfCards>(
    `catalogue_found_${sort}`,
    page(
      filters(anywhere('$10')),
      sort === 'new' ? `not ${inTitle('$10')}, ${sorts[sort]}` : sorts[sort],
    ),
  ),
});
const lists = {
  new: listBy('new'),
  hot: listBy('hot'),
  credit: listBy('credit'),
  price: listBy('price'),
};
const counts = {
  all: statement<{ total: number }>('catalogue_count', count(filters())),
  found: statement<{ total: number }>('catalogue_count_found', count(filters(anywhere('$8')))),
};

/** A page of the catalogue in one statement; the second one is asked only past the last page.
 * `cards` is the JSON text of `ContentCard`s, between commas. */
export async function listCards(
  db: Db,
  siteId: string,
  wanted: ContentFilters,
  now: Date,
  at: number,
  size: number,
): Promise<PageOfCards> {
  const { subject_kind, series, level, post_type, price_kind, keyword, sort } = wanted;
  const isFree = { free: 'Y', paid: 'N', '': '' }[price_kind];
  const patterns = patternsOf(keyword);
  const which = patterns.length > 0 ? 'found' : 'all';
  const words = patterns.length > 0 ? [patterns] : [];
  const params = [siteId, now.toISOString(), subject_kind, series, level, post_type, isFree];
  const [row = { cards: '', total: 0 }] = await lists[sort][which](db, [
    ...params,
    size,
    (at - 1) * size,
    ...words,
  ]);
  if (row.total > 0 || at === 1) return row;
  const [counted] = await counts[which](db, [...params, ...words]);
  return { cards: '', total: counted?.total ?? 0 };
}

/** Up to `size` cards of a home block. */
export async function blockCards(
  db: Db,
  siteId: string,
  block: keyof typeof blocks,
  now: Date,
  size: number,
): Promise<string[]> {
  const { where, order } = blocks[block];
  const { rows } = await db.execute<{ card: string }>(
    sql`select ${cardText} as card from ${placed} where ${shownOn(siteId, now)} and ${where} order by ${order} limit ${size}`,
  );
  return rows.map(({ card }) => card);
}

const blocks = {
  recommend: { where: sql`${siteContent.recommended}`, order: orders.recommended },
  hot: { where: sql`true`, order: orders.hot },
  free: { where: sql`${content.is_free} = 'Y'`, order: orders.hot },
  expense: { where: sql`${content.is_free} = 'N'`, order: orders.hot },
  newCourse: { where: sql`true`, order: orders.new },
};

/** Same subject kind and year's neighbours: what shares a series or discipline comes first. */
export async function relatedCards(
  db: Db,
  siteId: string,
  to: Content,
  now: Date,
  size: number,
): Promise<string[]> {
  const shared = sql`(select count(*) from unnest(${content.discipline}) d where d = any(${sqlList(to.discipline)})) + (select count(*) from unnest(${content.series_codes}) s where s = any(${sqlList(to.series_codes)}))`;
  const { rows } = await db.execute<{ card: string }>(
    sql`select ${cardText} as card from ${placed} where ${shownOn(siteId, now)} and ${content.content_id} <> ${to.content_id} and ${content.subject_kind} = ${to.subject_kind}
      order by ${shared} desc, ${orders.hot} limit ${size}`,
  );
  return rows.map(({ card }) => card);
}

const sqlList = (words: string[]) =>
  words.length === 0
    ? sql`array[]::text[]`
    : sql`array[${sql.join(
        words.map((word) => sql`${word}`),
        sql`, `,
      )}]::text[]`;

export const cardOf = (text: string): ContentCard => JSON.parse(text) as ContentCard;

/** Cards of these contents as this site shows them, whatever their state, by content id. */
export async function cardsById(
  db: Db,
  siteId: string,
  ids: string[],
): Promise<Map<string, ContentCard>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ card: cardText })
    .from(siteContent)
    .innerJoin(content, eq(content.content_id, siteContent.content_id))
    .where(and(eq(siteContent.site_id, siteId), inArray(siteContent.content_id, ids)));
  return new Map(rows.map(({ card }) => cardOf(card)).map((card) => [card.id, card]));
}

export type CourseFacts = Pick<
  Content,
  'content_id' | 'title' | 'sequential' | 'has_exam' | 'has_survey' | 'hours' | 'credits'
>;

/** What study needs to know of these contents. */
export async function readFacts(db: Db, contentIds: string[]): Promise<Map<string, CourseFacts>> {
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

/** A content as it is, on whatever site. */
export async function readContent(db: Db, contentId: string): Promise<Content | undefined> {
  const [row] = await db.select().from(content).where(eq(content.content_id, contentId));
  return row;
}

/** How calls name a content. */
export interface ContentRef {
  content_type: string;
  id: string;
}

export interface ListedContent {
  content: Content;
  study_count: number;
  shown: boolean;
}

/** A content of this site; undefined when the site does not have it. */
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

export interface SectionRow {
  section_id: string;
  chapter_id: string;
  title: string;
  type: string;
  seconds: number;
  required: 'Y' | 'N';
  resource_id: string | null;
}

export interface Outline {
  chapters: { chapter_id: string; title: string }[];
  /** In the order of study, chapter by chapter. */
  sections: SectionRow[];
}

/** The outlines of these contents; a section's length is its video's as soon as there is one. */
export async function readOutlines(db: Db, contentIds: string[]): Promise<Map<string, Outline>> {
  if (contentIds.length === 0) return new Map();
  const chapters = await db
    .select({
      content_id: chapter.content_id,
      chapter_id: chapter.chapter_id,
      title: chapter.title,
    })
    .from(chapter)
    .where(inArray(chapter.content_id, contentIds))
    .orderBy(asc(chapter.sort));
  const sections = await db
    .select({
      content_id: section.content_id,
      section_id: section.section_id,
      chapter_id: section.chapter_id,
      title: section.title,
      type: section.type,
      seconds: sql<number>`coalesce(${resource.seconds}, ${section.seconds})`,
      required: section.required,
      resource_id: section.resource_id,
    })
    .from(section)
    .innerJoin(chapter, eq(chapter.chapter_id, section.chapter_id))
    .leftJoin(resource, eq(resource.resource_id, section.resource_id))
    .where(inArray(section.content_id, contentIds))
    .orderBy(asc(chapter.sort), asc(section.sort));
  return new Map(
    contentIds.map((id) => [
      id,
      {
        chapters: chapters.filter((row) => row.content_id === id),
        sections: sections.filter((row) => row.content_id === id),
      },
    ]),
  );
}

/** How many videos of these courses are not there yet; courses that have all are missing. */
export async function countWaiting(db: Db, contentIds: string[]): Promise<Map<string, number>> {
  if (contentIds.length === 0) return new Map();
  const rows = await db
    .select({ id: section.content_id, count: sql<number>`count(*)::int` })
    .from(section)
    .where(
      and(
        inArray(section.content_id, contentIds),
        eq(section.type, 'video'),
        isNull(section.resource_id),
      ),
    )
    .groupBy(section.content_id);
  return new Map(rows.map(({ id, count: waiting }) => [id, waiting]));
}

/** Counts again from their rows how many take each content up on each site. */
export async function recountStudy(db: Db): Promise<void> {
  await db.execute(sql`update site_content set study_count = (select count(*) from learning l
    where l.site_id = site_content.site_id and l.content_id = site_content.content_id)`);
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

export interface Playable {
  section_id: string;
  title: string;
  content_id: string;
  content_title: string;
  cover: string;
  sequential: 'Y' | 'N';
  max_rate: number;
  check_plan: CheckPlan | null;
  /** Absent while the section has no video. */
  folder: string | null;
  seconds: number | null;
}

/** What playing needs to know of sections, by id. */
export async function readPlayable(db: Db, sectionIds: string[]): Promise<Map<string, Playable>> {
  const rows = await db
    .select({
      section_id: section.section_id,
      title: section.title,
      content_id: content.content_id,
      content_title: content.title,
      cover: content.cover,
      sequential: content.sequential,
      max_rate: content.max_rate,
      check_plan: section.check_plan,
      folder: resource.folder,
      seconds: resource.seconds,
    })
    .from(section)
    .innerJoin(content, eq(content.content_id, section.content_id))
    .leftJoin(resource, eq(resource.resource_id, section.resource_id))
    .where(inArray(section.section_id, sectionIds));
  return new Map(rows.map((row) => [row.section_id, row]));
}

/** One more learner of this content on this site. */
export async function countStudy(db: Db, siteId: string, contentId: string): Promise<void> {
  await db
    .update(siteContent)
    .set({ study_count: sql`${siteContent.study_count} + 1` })
    .where(and(eq(siteContent.site_id, siteId), eq(siteContent.content_id, contentId)));
}
