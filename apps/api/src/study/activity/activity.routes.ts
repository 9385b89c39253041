import { activityApply, activityCancel, activityDetail } from '@cme/contract/study';
import type { FastifyInstance } from 'fastify';
import {
  getActivityAction,
  activityStatusAt,
  activityStatusNames,
  seatsLeft,
} from './activity.rules.ts';
import { type Activity, findApply, readActivity } from './activity.store.ts';
import { applyForActivity, withdrawFrom } from './apply.action.ts';
import type { AppContext } from '../../platform/context/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { answer } from '../../platform/http/answer.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { isOpen } from '../../content/catalogue/catalogue.rules.ts';
import { fitsScope, scopeRefusal } from '../../content/catalogue/scope.rules.ts';
import { findScoped } from '../../content/catalogue/scope.store.ts';
import {
  type ContentRef,
  type ListedContent,
  readTeachers,
} from '../../content/catalogue/catalogue.store.ts';
import { contentOr404 } from '../learning/visible-content.ts';
import { flag } from '../../platform/http/flag.ts';
import type { ReadDetail } from '../detail/detail.view.ts';

export function registerActivity(
  app: FastifyInstance,
  context: AppContext,
  readDetail: ReadDetail,
): void {
  answer(app, context, activityDetail, async ({ db, site, person, body }) => {
    const now = context.now();
    const { placed, activity } = await activityOr404(db, site.site_id, body, person?.user_id);
    const application = person && (await findApply(db, body.id, person.user_id));
    const isApplied = application?.apply_status === 'applied';
    const isMeant = !person || (await isMeantFor(db, placed, person.user_id));
    const { begin_at, finish_at, apply_from, apply_to } = activity;
    return {
      ...(await readDetail(db, site.site_id, placed, person?.user_id, now)),
      ...toActivityState(placed, activity, { applied: isApplied, in_scope: isMeant }, now),
      apply_from: formatTime(apply_from),
      apply_to: formatTime(apply_to),
      apply_from_ms: apply_from.getTime(),
      apply_to_ms: apply_to.getTime(),
      begin_at: formatTime(begin_at),
      finish_at: formatTime(finish_at),
      server_time: now.getTime(),
      way: activity.way,
      place: activity.place,
      address: activity.address,
      traffic: activity.traffic,
      contact: activity.contact,
      cancel_reason: activity.cancel_reason,
      program: activity.program,
      teachers: await readTeachers(db, body.id),
      applied: flag(isApplied),
      ...(isApplied && application ? { applied_at: formatTime(application.applied_at) } : {}),
    };
  });
  answer(app, context, activityApply, async ({ db, site, person, body }) => {
    const now = context.now();
    const { placed } = await activityOr404(db, site.site_id, body, person.user_id);
    const applicant = { content_id: body.id, user_id: person.user_id, site_id: site.site_id };
    const application = await findApply(db, body.id, person.user_id);
    if (application?.apply_status !== 'applied')
      await refuseOthers(db, placed, person.user_id, now);
    const activity = await applyForActivity(db, applicant, now);
    return {
      applied: flag(true),
      ...toActivityState(placed, activity, { applied: true, in_scope: true }, now),
    };
  });
  answer(app, context, activityCancel, async ({ db, site, person, body }) => {
    const now = context.now();
    const { placed } = await activityOr404(db, site.site_id, body, person.user_id);
    const applicant = { content_id: body.id, user_id: person.user_id, site_id: site.site_id };
    const activity = await withdrawFrom(db, applicant, now);
    const in_scope = await isMeantFor(db, placed, person.user_id);
    return {
      applied: flag(false),
      ...toActivityState(placed, activity, { applied: false, in_scope }, now),
    };
  });
}

async function activityOr404(db: Db, siteId: string, ref: ContentRef, userId?: string) {
  const placed = await contentOr404(db, siteId, ref, userId);
  const activity = await readActivity(db, ref.id);
  if (!activity) throw new RefusalError(404, '活动不存在或已下架', 'not_found');
  return { placed, activity };
}

async function isMeantFor(db: Db, { content }: ListedContent, userId: string): Promise<boolean> {
  const person = await findScoped(db, userId);
  return person !== undefined && fitsScope(content.apply_scope, person);
}

async function refuseOthers(
  db: Db,
  placed: ListedContent,
  userId: string,
  now: Date,
): Promise<void> {
  if (!isOpen(placed.content, now)) throw new RefusalError(400, '活动已下架', 'activity_state');
  if (!(await isMeantFor(db, placed, userId)))
    throw new RefusalError(400, '您不在该活动的适用范围内', 'not_in_scope');
  const person = await findScoped(db, userId);
  const refusal = person && scopeRefusal(placed.content.apply_scope, person);
  if (refusal) throw refusal;
}

function toActivityState(
  { content }: ListedContent,
  activity: Activity,
  application: { applied: boolean; in_scope: boolean },
  now: Date,
) {
  const status = activityStatusAt(activity, now);
  return {
    activity_status: status,
    activity_status_name: activityStatusNames[status],
    activity_action: getActivityAction(status, { ...application, open: isOpen(content, now) }),
    seats: activity.seats,
    seats_left: seatsLeft(activity),
  };
}
