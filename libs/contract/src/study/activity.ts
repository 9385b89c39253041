import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { ContentType, Count, Flag, Id, Time } from '../base/fields.ts';
import { ContentDetail, Teacher } from '../content/item.ts';

/**
 * `not_open` 报名未开始 · `open` 报名中 · `full` 名额已满 · `closed` 报名已截止 · `running` 进行中 · `ended` 已结束 ·
 * `canceled` 已取消.
 */
export const activityStatuses = [
  'not_open',
  'open',
  'full',
  'closed',
  'running',
  'ended',
  'canceled',
] as const;
export type ActivityStatus = (typeof activityStatuses)[number];

const ActivityState = {
  activity_status: z.string(),
  activity_status_name: z.string(),
  /**
   * Action of the main button: `apply` 立即报名 · `cancel` applied, can still be cancelled · `applied`
   * applied, final · `wait` not open yet · `over` · `none` not for this person.
   */
  activity_action: z.string(),
  seats: Count,
  seats_left: Count,
};

const Ref = z.object({ content_type: z._default(ContentType, 'A'), id: Id });

/** An item of the programme. */
export const ActivityPart = z.object({ time: z.string(), title: z.string(), speaker: z.string() });
export type ActivityPart = z.infer<typeof ActivityPart>;

/** An activity: `A` 学术活动, `Z` 阳光行动, `Y` 学习之旅. */
export const activityDetail = call({
  path: '/qm/api/activity/detail',
  access: 'open',
  repeatable: true,
  body: Ref,
  data: z.extend(ContentDetail, {
    ...ActivityState,
    apply_from: Time,
    apply_to: Time,
    apply_from_ms: Count,
    apply_to_ms: Count,
    begin_at: Time,
    finish_at: Time,
    server_time: Count,
    /** `onsite` 现场 · `online` 线上 */
    way: z.string(),
    place: z.string(),
    address: z.string(),
    traffic: z.string(),
    contact: z.string(),
    cancel_reason: z.string(),
    program: z.array(ActivityPart),
    teachers: z.array(Teacher),
    applied: Flag,
    /** When the person applied; absent otherwise. */
    applied_at: z.optional(Time),
  }),
});

/**
 * Takes a place. Idempotent; never oversold. Refused: `activity_full`, `activity_state`,
 * `not_in_scope`.
 */
export const activityApply = call({
  path: '/qm/api/activity/apply',
  access: 'learner',
  body: Ref,
  data: z.object({ applied: Flag, ...ActivityState }),
});

/** Gives the place back before the activity begins. */
export const activityCancel = call({
  path: '/qm/api/activity/cancel',
  access: 'learner',
  body: Ref,
  data: z.object({ applied: Flag, ...ActivityState }),
});
