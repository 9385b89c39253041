import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Count, Flag, Id } from '../base/fields.ts';
import { LiveState } from './live.ts';

/** A chat message in the room. */
export const LiveMessage = z.object({
  message_id: Id,
  /** Masked for other viewers. */
  user_name: z.string(),
  is_mine: Flag,
  /** Written by the teacher or the centre. */
  is_staff: Flag,
  text: z.string(),
  sent_ms: Count,
});
export type LiveMessage = z.infer<typeof LiveMessage>;

const Presence = {
  ...LiveState,
  /** Y while the stream is running. */
  on_air: Flag,
  /** Address of the live stream for this person; empty while there is none. */
  media_url: z.string(),
  /** Current number of viewers. */
  viewers: Count,
  /** The person's counted attendance. */
  attended_seconds: Count,
  /** Y: the daily cap of counted time is reached. */
  capped: Flag,
};

/** Enters the room. Refused: `not_owned`, `not_found`. */
export const liveRoom = call({
  path: '/qm/api/live/room',
  access: 'learner',
  repeatable: true,
  polled: true,
  body: z.object({ id: Id }),
  data: z.object({
    ...Presence,
    id: Id,
    title: z.string(),
    cover: z.string(),
    teacher_name: z.string(),
    cancel_reason: z.string(),
    watermark: z.string(),
    /** N: this installation does not accept streams. */
    has_ingest: Flag,
    /** May hide messages, mute people and end the lecture. */
    can_moderate: Flag,
    /** Seconds between two beats and between two chat polls. */
    beat_seconds: Count,
    chat_seconds: Count,
  }),
});

/**
 * Reports presence. The server counts the time since the previous beat while the page is playing
 * and the stream is running. Refused with `play_moved` while the learner studies elsewhere; `force`
 * ends that. `begins` Y on the first beat of a page that plays: ends what the same session played
 * before, like entering a section.
 */
export const liveBeat = call({
  path: '/qm/api/live/beat',
  access: 'learner',
  body: z.object({
    id: Id,
    playing: Flag,
    force: z._default(Flag, 'N'),
    begins: z._default(Flag, 'N'),
  }),
  data: z.object(Presence),
});

/**
 * Latest chat messages, oldest first. `known` is the page's current `version`: `list` is omitted
 * while it is unchanged.
 */
export const liveMessages = call({
  path: '/qm/api/live/messages',
  access: 'learner',
  repeatable: true,
  polled: true,
  body: z.object({ id: Id, known: z._default(z.string().check(z.maxLength(80)), '') }),
  data: z.object({
    version: z.string(),
    list: z.optional(z.array(LiveMessage)),
    chat_on: Flag,
    muted: Flag,
  }),
});

export const liveTextLimit = 200;

/**
 * Sends a chat message. Idempotent by `request_id`. Refused: `live_chat_off`, `live_muted`,
 * `live_state`, `rate_limited`.
 */
export const liveSay = call({
  path: '/qm/api/live/say',
  access: 'learner',
  body: z.object({
    id: Id,
    request_id: z.string().check(z.minLength(8), z.maxLength(64)),
    text: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, '请输入内容'),
        z.maxLength(liveTextLimit, '字数请在200字以内.'),
      ),
  }),
  data: z.object({ message: LiveMessage }),
});

export const liveDecisions = ['hide', 'show', 'mute', 'unmute'] as const;

/** Hides or shows a message, or mutes its author in this room. For teachers of courses. */
export const liveModerate = call({
  path: '/qm/api/admin/live/moderate',
  access: 'learner',
  body: z.object({ message_id: Id, decision: z.enum(liveDecisions) }),
  data: z.object({ hidden: Flag, muted: Flag }),
});

/** Ends the lecture; its recording becomes the replay. Idempotent. For teachers of courses. */
export const liveEnd = call({
  path: '/qm/api/admin/live/end',
  access: 'learner',
  body: z.object({ id: Id }),
  data: z.object({ live_status: z.string() }),
});

/** Stream address and key for OBS or ffmpeg. For teachers of courses. */
export const liveKey = call({
  path: '/qm/api/admin/live/key',
  access: 'learner',
  body: z.object({ id: Id }),
  data: z.object({ server: z.string(), stream_key: z.string(), expire_ms: Count }),
});
