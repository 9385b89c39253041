import type { Db } from '../../../platform/database/database.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { runInTurn } from '../../../platform/locks/run-in-turn.ts';
import type { CreditRecord } from '../../credits/credits.store.ts';
import {
  type Learning,
  lockLearning,
  updateLearning,
} from '../../../study/learning/learning.store.ts';
import { readMissing } from '../../../study/learning/missing.view.ts';
import { refuseSuspended } from '../../../study/learning/suspend.action.ts';
import { readContent } from '../../../content/catalogue/catalogue.store.ts';
import { findByHolder } from '../certificate.store.ts';
import { grant } from './grant.action.ts';
import { issueCourse } from './of-course.action.ts';
import { requireIssuer } from './require-issuer.ts';

const unknown = () => new RefusalError(404, '没有找到这门课程的学习记录', 'not_found');

/** Grants the credits of a person's completed course; if it is not completed, returns what is
 * missing. */
export function applyForCredits(
  db: Db,
  userId: string,
  learningId: string,
  now: Date,
): Promise<CreditRecord> {
  return runInTurn(`certificate ${userId}`, async () => {
    const granted = await db.transaction(async (tx) => {
      const learning = await lockLearning(tx, learningId);
      if (!learning || learning.user_id !== userId) throw unknown();
      refuseSuspended(learning);
      if (learning.learn_status !== 'completed') throw await unmet(tx, learning, now);
      const record = await grant(tx, learning, now);
      if (!record)
        throw new RefusalError(400, '该课程不授予学时和学分', 'cert_unmet', {
          missing: ['该课程不授予学时和学分'],
        });
      if (learning.credit_status !== 'granted')
        await updateLearning(tx, learningId, { credit_status: 'granted' });
      return record;
    });
    // The credits are kept if the certificate has to wait.
    if (granted.cert_no === '' && granted.status === 'granted')
      await db.transaction((tx) => issueLate(tx, learningId, now));
    return granted;
  });
}

/** Issues the certificate of credits that were granted while the site had no issuer. */
async function issueLate(tx: Db, learningId: string, now: Date): Promise<void> {
  const learning = await lockLearning(tx, learningId);
  if (!learning) throw unknown();
  if (await findByHolder(tx, learning.user_id, 'course_credit', learningId)) return;
  await requireIssuer(tx, learning.site_id);
  const course = await readContent(tx, learning.content_id);
  if (course) await issueCourse(tx, learning, course, now);
}

async function unmet(tx: Db, learning: Learning, now: Date): Promise<RefusalError> {
  const { missing, stage } = await readMissing(tx, learning, now);
  if (stage === 'survey_due')
    return new RefusalError(400, '请先完成评价后，再进行学分申请！', 'survey_first', { missing });
  return new RefusalError(400, `课程尚未完成：${missing.join('，')}`, 'cert_unmet', { missing });
}
