import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Count, Flag, Id, Time } from '../base/fields.ts';
import { ContentDetail, Teacher } from '../content/item.ts';

/** `scheduled` 即将开课 · `living` 直播中 · `ended` 已结束 · `transcoding` 视频转码中，敬请期待！ ·
 * `replay` 观看回放 · `canceled` 已取消. */
export const liveStatuses = [
  'scheduled',
  'living',
  'ended',
  'transcoding',
  'replay',
  'canceled',
] as const;
export type LiveStatus = (typeof liveStatuses)[number];

export const LiveState = {
  live_status: z.string(),
  /** Display text of the state. */
  live_status_name: z.string(),
  /**
   * Action of the main button, decided by the server: `enter` 进入直播 · `replay` 观看回放 · `book` 预约直播 ·
   * `booked` 已预约, can be cancelled · `buy` not owned and paid · `wait` nothing yet · `over` nothing
   * any more · `none` not for this person.
   */
  live_action: z.string(),
  /** Start and planned end in ms, with the server's clock: countdowns use the difference. */
  begin_ms: Count,
  finish_ms: Count,
  server_time: Count,
};

export const liveDetail = call({
  path: '/qm/api/live/detail',
  access: 'open',
  repeatable: true,
  body: z.object({ id: Id }),
  data: z.extend(ContentDetail, {
    ...LiveState,
    begin_at: Time,
    finish_at: Time,
    /** Why it was cancelled; otherwise empty. */
    cancel_reason: z.string(),
    teachers: z.array(Teacher),
    booked: Flag,
    /** Y while a reminder can be requested. */
    can_book: Flag,
    booked_count: Count,
    /** Length of the replay; 0 while there is none. */
    replay_seconds: z.number(),
  }),
});

/** Only the state, for polling. */
export const liveStatus = call({
  path: '/qm/api/live/status',
  access: 'open',
  repeatable: true,
  polled: true,
  body: z.object({ id: Id }),
  data: z.object(LiveState),
});

/**
 * Opens the room or the replay; enrols in a free one. Returns the player: `L` live, `R` replay.
 * Refused: `not_owned`, `not_in_scope`, `live_state`.
 */
export const liveEnter = call({
  path: '/qm/api/live/enter',
  access: 'learner',
  body: z.object({ id: Id }),
  data: z.object({ content_type: z.string(), id: Id }),
});

/**
 * Requests or cancels (`booked` N) a reminder. Idempotent. Refused once it has begun: `live_state`.
 */
export const liveBook = call({
  path: '/qm/api/live/book',
  access: 'learner',
  body: z.object({ id: Id, booked: z._default(Flag, 'Y') }),
  data: z.object({ booked: Flag, booked_count: Count }),
});
