import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import type { CheckPlan } from './catalogue.rules.ts';
import { chapter, content, resource, section } from './catalogue.tables.ts';

interface SectionRow {
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
  /** In study order, by chapter. */
  sections: SectionRow[];
}

/** The outlines of these contents; a section's duration is its video's once there is one. */
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

/** The number of missing videos of these courses; courses without any are absent. */
export async function countMissingVideos(
  db: Db,
  contentIds: string[],
): Promise<Map<string, number>> {
  if (contentIds.length === 0) return new Map();
  const rows = await db
    .select({ id: section.content_id, count: sql<number>`count(*)::int` })
    .from(section)
    .where(
      and(
        inArray(section.content_id, contentIds),
        inArray(section.type, ['video', 'audio', 'doc']),
        isNull(section.resource_id),
      ),
    )
    .groupBy(section.content_id);
  return new Map(rows.map(({ id, count: waiting }) => [id, waiting]));
}

export interface Playable {
  section_id: string;
  title: string;
  content_id: string;
  content_title: string;
  cover: string;
  sequential: 'Y' | 'N';
  max_rate: number;
  check_plan: CheckPlan | null;
  /** Absent while the section has no resource. */
  folder: string | null;
  seconds: number | null;
  kind: 'video' | 'audio' | 'pdf' | 'ppt' | null;
  /** For a document. */
  pages: number | null;
}

/** Data of sections that playing needs, by id. */
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
      kind: resource.kind,
      pages: resource.pages,
    })
    .from(section)
    .innerJoin(content, eq(content.content_id, section.content_id))
    .leftJoin(resource, eq(resource.resource_id, section.resource_id))
    .where(inArray(section.section_id, sectionIds));
  return new Map(rows.map((row) => [row.section_id, row]));
}

/** Duration of a video measured by the server; 0 if there is none. */
export async function readVideoSeconds(db: Db, resourceId: string): Promise<number> {
  const [row] = await db
    .select({ seconds: resource.seconds })
    .from(resource)
    .where(eq(resource.resource_id, resourceId));
  return row?.seconds ?? 0;
}

/** Titles of these sections by id. */
export async function readSectionTitles(
  db: Db,
  sectionIds: readonly string[],
): Promise<Map<string, string>> {
  const ids = [...new Set(sectionIds)];
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: section.section_id, title: section.title })
    .from(section)
    .where(inArray(section.section_id, ids));
  return new Map(rows.map(({ id, title }) => [id, title]));
}
