import type { Db } from '../../database.ts';
import type { Person } from '../../house.ts';
import { Refusal } from '../../refusal.ts';
import { isInScope, isOpen } from '../catalogue/catalogue.rules.ts';
import { countStudy, findContent } from '../catalogue/catalogue.store.ts';
import { findUser } from '../identity/user.store.ts';
import { studyEnd } from './learning.rules.ts';
import { enrol, findLearningOf, logState } from './learning.store.ts';

/** Enrols a person in a free course of the site. However often and however many at once, there is one enrolment. */
export async function joinFree(db: Db, site: { site_id: string }, person: Person, contentId: string, now: Date): Promise<string> {
  const mine = await findLearningOf(db, person.user_id, contentId);
  if (mine) return mine.learning_id;
  const placed = await findContent(db, site.site_id, contentId);
  if (!placed?.shown || placed.content.status !== 'on') throw new Refusal(404, '课程不存在或已下架', 'not_found');
  if (!isOpen(placed.content, now)) throw new Refusal(400, now < placed.content.start_at ? '课程尚未开始' : '课程已结束', 'not_in_scope');
  if (placed.content.is_free !== 'Y') throw new Refusal(400, '该课程需要购买后学习', 'not_owned');
  const learner = await findUser(db, person.user_id);
  if (!learner || !isInScope(placed.content.apply_scope, learner)) throw new Refusal(400, '您不在该课程的适用范围内', 'not_in_scope');
  return db.transaction(async (tx) => {
    const { learning_id, created } = await enrol(tx, {
      site_id: site.site_id, user_id: person.user_id, content_id: contentId, source: 'free', joined_at: now, study_end_at: studyEnd(now, placed.content),
    });
    if (created) {
      await countStudy(tx, site.site_id, contentId);
      await logState(tx, { entity: 'learning', entity_id: learning_id, from: '', to: 'enrolled', actor_type: 'learner', actor_id: person.user_id, reason: 'free', at: now });
    }
    return learning_id;
  });
}
