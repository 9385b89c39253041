import type { Db } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { findCurrentLearning } from '../learning/learning.store.ts';
import { scaleNames, type Scores } from './appraise.rules.ts';
import { type AppraiseRow, findAppraise, insertAppraise } from './appraise.store.ts';

interface Given extends Scores {
  text: string;
}

const isSame = (row: AppraiseRow, input: Given) =>
  row.text === input.text && scaleNames.every((name) => row[name] === input[name]);

/** Adds a review by a learner who has completed the course. The same text sent again is the same
 * review; a different one is refused. */
export async function addAppraise(
  db: Db,
  { siteId, userId, contentId }: { siteId: string; userId: string; contentId: string },
  input: Given,
  now: Date,
): Promise<string> {
  const learning = await findCurrentLearning(db, userId, contentId);
  if (learning?.learn_status !== 'completed')
    throw new RefusalError(400, '完成课程后才能评价', 'not_completed');
  const { useful, concise, logical, design, text } = input;
  const id = await db.transaction((tx) =>
    insertAppraise(tx, {
      site_id: siteId,
      user_id: userId,
      content_id: contentId,
      useful,
      concise,
      logical,
      design,
      text,
      created_at: now,
    }),
  );
  if (id) return id;
  const earlier = await findAppraise(db, userId, contentId);
  if (earlier && isSame(earlier, input)) return earlier.appraise_id;
  throw new RefusalError(400, '您已评价过该课程，评价提交后不能修改', 'appraised');
}
