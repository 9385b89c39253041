import { learnJoin } from '@cme/contract/study';
import { eq } from 'drizzle-orm';
import { learning } from '../src/study/learning/learning.tables.ts';
import { recompute } from '../src/study/learning/recompute.action.ts';
import { insertProgress } from '../src/study/learning/progress/progress.store.ts';
import type { TestApi } from './test-api.ts';
import type { Learner, TestCourse } from './learner.ts';
import { completion } from '../src/credits/certificate/issuing/completion.action.ts';

/** Joins a course, from `bought` if given, and watches all of it, without evaluation. */
export async function watched(
  { db, send, clock }: TestApi,
  learner: Learner,
  course: TestCourse,
  bought?: { source: 'order' | 'card'; source_id: string },
): Promise<string> {
  const { learning_id } = await send(learnJoin, { id: course.id }, learner);
  if (bought) await db.update(learning).set(bought).where(eq(learning.learning_id, learning_id));
  await insertProgress(
    db,
    course.sections.map((sectionId) => ({
      learning_id,
      section_id: sectionId,
      section_status: 'finished' as const,
      watched_ranges: [[0, 60_000] as [number, number]],
      covered_ms: 60_000,
      furthest_ms: 60_000,
      updated_at: clock.now(),
    })),
  );
  return learning_id;
}

/** The same with evaluation: a course without examination and survey is completed. */
export async function studied(
  api: TestApi,
  learner: Learner,
  course: TestCourse,
  bought?: { source: 'order' | 'card'; source_id: string },
): Promise<string> {
  const learning_id = await watched(api, learner, course, bought);
  await api.db.transaction((tx) => recompute(tx, completion, learning_id, api.clock.now()));
  return learning_id;
}
