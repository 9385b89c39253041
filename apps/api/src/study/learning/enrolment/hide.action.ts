import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { findLearning } from '../learning.store.ts';
import { learning } from '../learning.tables.ts';

/** Hides an enrolment in its learner's list or shows it again. */
export async function hideLearning(
  db: Db,
  person: { user_id: string; site_id: string },
  learningId: string,
  isHidden: boolean,
  now: Date,
): Promise<void> {
  const row = await findLearning(db, person.user_id, learningId);
  if (!row || row.site_id !== person.site_id)
    throw new RefusalError(404, '没有找到这门课程的学习记录', 'not_found');
  await db
    .update(learning)
    .set({ hidden_at: isHidden ? now : null })
    .where(
      and(
        eq(learning.learning_id, learningId),
        isHidden ? isNull(learning.hidden_at) : isNotNull(learning.hidden_at),
      ),
    );
}
