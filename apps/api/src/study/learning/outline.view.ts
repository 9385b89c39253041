import type { CatalogueChapter } from '@cme/contract/content';
import type { Db } from '../../platform/database/database.ts';
import { type Outline, readOutlines } from '../../content/catalogue/outline.store.ts';
import { type Progress, readOpenChecks, readProgress } from './progress/progress.store.ts';
import { locked, type Part } from './learning.rules.ts';
import type { Learning } from './learning.store.ts';

/** The chapters of a page: with progress for enrolled learners, without for others. */
export async function chaptersFor(
  db: Db,
  course: { content_id: string; sequential: string },
  learning: Learning | undefined,
): Promise<CatalogueChapter[]> {
  const outline = (await readOutlines(db, [course.content_id])).get(course.content_id);
  if (!outline) return [];
  const progress = learning ? await readProgress(db, [learning.learning_id]) : [];
  const parts = new Map(
    toParts(outline, course.sequential, progress, []).map((part) => [part.section_id, part]),
  );
  return outline.chapters.map(({ chapter_id, title }) => ({
    chapter_id,
    title,
    sections: outline.sections
      .filter((row) => row.chapter_id === chapter_id)
      .map((row) => ({
        section_id: row.section_id,
        title: row.title,
        type: row.type,
        seconds: row.seconds,
        required: row.required,
        section_status: learning ? (parts.get(row.section_id)?.status ?? 'not_started') : '',
      })),
  }));
}

/** Sections in study order with their progress. */
function toParts(
  outline: Outline,
  sequential: string,
  progress: readonly Progress[],
  checks: readonly { section_id: string; count: number }[],
): Part[] {
  const done = new Map(progress.map((row) => [row.section_id, row]));
  const checkCounts = new Map(checks.map((row) => [row.section_id, row.count]));
  const parts = outline.sections.map((row) => ({
    section_id: row.section_id,
    title: row.title,
    type: row.type,
    seconds: row.seconds,
    required: row.required,
    playable: row.resource_id !== null,
    status: done.get(row.section_id)?.section_status ?? ('not_started' as const),
    covered_seconds: Math.min(row.seconds, (done.get(row.section_id)?.covered_ms ?? 0) / 1000),
    open_checks: checkCounts.get(row.section_id) ?? 0,
  }));
  return locked<Part>(parts, sequential);
}

/** The parts of several enrolments, in three statements. */
export async function readParts(
  db: Db,
  learnings: readonly Learning[],
  sequential: (contentId: string) => string,
): Promise<Map<string, Part[]>> {
  const ids = learnings.map(({ learning_id }) => learning_id);
  const [outlines, progress, checks] = [
    await readOutlines(
      db,
      learnings.map(({ content_id }) => content_id),
    ),
    await readProgress(db, ids),
    await readOpenChecks(db, ids),
  ];
  return new Map(
    learnings.map(({ learning_id, content_id }) => {
      const filterByLearning = <Row extends { learning_id: string }>(rows: Row[]) =>
        rows.filter((row) => row.learning_id === learning_id);
      return [
        learning_id,
        toParts(
          outlines.get(content_id) ?? { chapters: [], sections: [] },
          sequential(content_id),
          filterByLearning(progress),
          filterByLearning(checks),
        ),
      ];
    }),
  );
}
