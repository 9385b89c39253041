import type { ParsedBodyOf } from '@cme/contract/base';
import type { liveModerate, liveSay } from '@cme/contract/study';
import { ulid } from 'ulid';
import type { Db } from '../../../platform/database/database.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { runInTurn } from '../../../platform/locks/run-in-turn.ts';
import { type Actor, logState } from '../../../platform/state-log/state-log.store.ts';
import { lockLive, updateLive } from '../ingest.store.ts';
import { liveStatusAt } from '../live.rules.ts';
import type { Live } from '../live.store.ts';
import {
  countMessagesSince,
  findByRequest,
  insertMessage,
  isMuted,
  lockSpeaker,
  type LiveMessageRow,
  setHidden,
  setMuted,
} from './room.store.ts';

interface Saying {
  live: Live;
  site_id: string;
  user_id: string;
  isStaff: boolean;
}

/** Messages of a person in a room per minute. */
const messagesPerMinute = 12;

type Message = Pick<ParsedBodyOf<typeof liveSay>, 'text' | 'request_id'>;

/** Writes a message, once per request. The messages of a person in a room are serialised, so that
 * concurrent ones do not exceed the limit; they wait outside the database. */
export function postMessage(
  db: Db,
  saying: Saying,
  message: Message,
  now: Date,
): Promise<LiveMessageRow> {
  const speaker = `${saying.live.content_id}/${saying.user_id}`;
  return runInTurn(`chat ${speaker}`, () =>
    db.transaction(async (tx) => {
      await lockSpeaker(tx, speaker);
      return writeMessage(tx, saying, message, now);
    }),
  );
}

async function writeMessage(
  db: Db,
  { live, site_id, user_id, isStaff }: Saying,
  { text, request_id }: Message,
  now: Date,
): Promise<LiveMessageRow> {
  const { content_id } = live;
  const repeated = await findByRequest(db, user_id, request_id);
  if (repeated) return repeated;
  if (liveStatusAt(live, now) !== 'living')
    throw new RefusalError(400, '直播时才能发言', 'live_state');
  if (!isStaff) {
    if (!live.chat_on) throw new RefusalError(400, '老师已关闭发言', 'live_chat_off');
    if (await isMuted(db, content_id, user_id))
      throw new RefusalError(400, '您已被禁言', 'live_muted');
    const said = await countMessagesSince(
      db,
      content_id,
      user_id,
      new Date(now.getTime() - 60_000),
    );
    if (said >= messagesPerMinute)
      throw new RefusalError(429, '发言过于频繁，请稍后再试', 'rate_limited');
  }
  await insertMessage(db, {
    message_id: ulid(now.getTime()),
    content_id,
    user_id,
    site_id,
    text,
    is_staff: isStaff,
    request_id,
    sent_at: now,
  });
  const row = await findByRequest(db, user_id, request_id);
  if (!row) throw new Error('a new message was not found');
  return row;
}

export type Decision = ParsedBodyOf<typeof liveModerate>['decision'];

/** Hides or shows a message, or mutes its author. Each change is logged; idempotent. */
export function moderate(
  db: Db,
  message: Pick<LiveMessageRow, 'message_id' | 'content_id' | 'user_id' | 'hidden_at'>,
  decision: Decision,
  actor: Actor,
  now: Date,
): Promise<void> {
  const { message_id, content_id, user_id } = message;
  return db.transaction(async (tx) => {
    const isHidden = message.hidden_at !== null;
    const wasMuted = await isMuted(tx, content_id, user_id);
    const changes: Record<Decision, [isNew: boolean, change: () => Promise<void>]> = {
      hide: [!isHidden, () => setHidden(tx, message_id, now)],
      show: [isHidden, () => setHidden(tx, message_id, null)],
      mute: [!wasMuted, () => setMuted(tx, content_id, user_id, now)],
      unmute: [wasMuted, () => setMuted(tx, content_id, user_id, null)],
    };
    const [isNew, change] = changes[decision];
    if (!isNew) return;
    await change();
    const ofPerson = decision === 'mute' || decision === 'unmute';
    await logState(tx, {
      entity: ofPerson ? 'live_mute' : 'live_message',
      entity_id: ofPerson ? `${content_id}/${user_id}` : message_id,
      from: '',
      to: decision,
      ...actor,
      at: now,
    });
  });
}

/** Opens or closes the chat for learners; teachers may always write. Idempotent. */
export const switchChat = (
  db: Db,
  contentId: string,
  chatOn: boolean,
  actor: Actor,
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    const live = await lockLive(tx, contentId);
    if (!live || live.chat_on === chatOn) return;
    await updateLive(tx, contentId, { chat_on: chatOn });
    const [from, to] = chatOn ? ['chat_off', 'chat_on'] : ['chat_on', 'chat_off'];
    await logState(tx, { entity: 'live', entity_id: contentId, from, to, ...actor, at: now });
  });
