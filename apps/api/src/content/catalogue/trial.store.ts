import { and, asc, eq, gt } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { chapter, resource, section } from './catalogue.tables.ts';

export interface TrialSection {
  section_id: string;
  title: string;
  seconds: number;
  try_seconds: number;
  folder: string;
}

/** Sections of a course with a trial, in study order. */
export const readTrials = (db: Db, contentId: string): Promise<TrialSection[]> =>
  db
    .select({
      section_id: section.section_id,
      title: section.title,
      seconds: resource.seconds,
      try_seconds: section.try_seconds,
      folder: resource.folder,
    })
    .from(section)
    .innerJoin(chapter, eq(chapter.chapter_id, section.chapter_id))
    .innerJoin(resource, eq(resource.resource_id, section.resource_id))
    .where(and(eq(section.content_id, contentId), gt(section.try_seconds, 0)))
    .orderBy(asc(chapter.sort), asc(section.sort));
