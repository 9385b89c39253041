import type { Db } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { logState } from '../../platform/state-log/state-log.store.ts';
import { activityStatusAt, activityStatusNames, canGiveBack } from './activity.rules.ts';
import {
  type Activity,
  findApply,
  givePlaceBack,
  lockActivity,
  readActivity,
  assignPlace,
} from './activity.store.ts';

interface Applicant {
  content_id: string;
  user_id: string;
  site_id: string;
}

const noActivity = () => new RefusalError(404, '活动不存在或已下架', 'not_found');

/** Assigns one place to a person. Idempotent, and never overbooks. */
export async function applyForActivity(db: Db, applicant: Applicant, now: Date): Promise<Activity> {
  return db.transaction(async (tx) => {
    const activity = await lockActivity(tx, applicant.content_id);
    if (!activity) throw noActivity();
    const earlier = await findApply(tx, applicant.content_id, applicant.user_id);
    if (earlier?.apply_status === 'applied') return activity;
    const status = activityStatusAt(activity, now);
    if (status === 'full') throw new RefusalError(400, '名额已满', 'activity_full');
    if (status !== 'open')
      throw new RefusalError(400, `${activityStatusNames[status]}，不能报名`, 'activity_state');
    await assignPlace(tx, applicant, now);
    await log(tx, applicant, earlier?.apply_status ?? '', 'applied', now);
    return { ...activity, taken: activity.taken + 1 };
  });
}

/** Releases the place of a person until the activity begins; without one it does nothing. */
export async function withdrawFrom(db: Db, applicant: Applicant, now: Date): Promise<Activity> {
  return db.transaction(async (tx) => {
    const activity = await lockActivity(tx, applicant.content_id);
    if (!activity) throw noActivity();
    const application = await findApply(tx, applicant.content_id, applicant.user_id);
    if (application?.apply_status !== 'applied') return activity;
    const status = activityStatusAt(activity, now);
    if (!canGiveBack(status))
      throw new RefusalError(
        400,
        `活动${activityStatusNames[status]}，不能取消报名`,
        'activity_state',
      );
    await givePlaceBack(tx, application, now);
    await log(tx, applicant, 'applied', 'canceled', now);
    return (await readActivity(tx, applicant.content_id)) ?? activity;
  });
}

const log = (tx: Db, applicant: Applicant, from: string, to: string, at: Date) =>
  logState(tx, {
    entity: 'activity_apply',
    entity_id: `${applicant.content_id}/${applicant.user_id}`,
    from,
    to,
    actor_type: 'learner',
    actor_id: applicant.user_id,
    reason: '',
    at,
  });
