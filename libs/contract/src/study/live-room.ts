import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Count, Flag, Id } from '../base/fields.ts';
import { LiveState } from './live.ts';

/** Something said in the room. */
export const LiveMessage = z.object({
  message_id: Id,
  /** Shortened, as others may read it. */
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
  /** Y while a picture arrives. */
  on_air: Flag,
  /** The living picture, for this person alone; empty while there is none. */
  media_url: z.string(),
  /** People in the room now. */
  viewers: Count,
  /** How long who asks has been there, as far as it counts. */
  attended_seconds: Count,
  /** Y: today's cap of counted time is reached. */
  capped: Flag,
};

/** The room as it is entered. Refused: `not_owned`, `not_found`. */
export const liveRoom = call({
  path: '/qm/api/live/room',
  access: 'learner',
  body: z.object({ id: Id }),
  data: z.object({
    ...Presence,
    id: Id,
    title: z.string(),
    cover: z.string(),
    teacher_name: z.string(),
    cancel_reason: z.string(),
    watermark: z.string(),
    /** N: this installation takes no streams. */
    has_ingest: Flag,
    /** May hide what was said, mute, and end the lecture. */
    can_moderate: Flag,
    /** A beat is sent and the chat is asked for every so many seconds. */
    beat_seconds: Count,
    chat_seconds: Count,
  }),
});

/** Says that somebody is there. The server counts the time since the beat before, while the page
 * is playing and a picture arrives. Refused with `play_moved` while the same learner studies
 * elsewhere; `force` ends that. `begins` Y on the first beat with which a page plays: what the same
 * session played before ends, as it does when a section is entered. */
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

/** What was said last, the oldest first. `known` is the `version` that the page has: while it is
 * the same, `list` is missing. */
export const liveMessages = call({
  path: '/qm/api/live/messages',
  access: 'learner',
  body: z.object({ id: Id, known: z._default(z.string().check(z.maxLength(80)), '') }),
  data: z.object({
    version: z.string(),
    list: z.optional(z.array(LiveMessage)),
    chat_on: Flag,
    muted: Flag,
  }),
});

export const liveTextLimit = 200;

/** Says something. The same `request_id` is the same message. Refused: `live_chat_off`,
 * `live_muted`, `live_state`, `rate_limited`. */
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

/** Ends the lecture now; its recording becomes the replay. Again is answered the same. For
 * teachers of courses. */
export const liveEnd = call({
  path: '/qm/api/admin/live/end',
  access: 'learner',
  body: z.object({ id: Id }),
  data: z.object({ live_status: z.string() }),
});

/** Where OBS or ffmpeg send the stream, and by which key. For teachers of courses. */
export const liveKey = call({
  path: '/qm/api/admin/live/key',
  access: 'learner',
  body: z.object({ id: Id }),
  data: z.object({ server: z.string(), stream_key: z.string(), expire_ms: Count }),
});
