import { ulid } from 'ulid';
import type { Db } from '../../../platform/database/database.ts';
import { NotPossibleError } from '../../../platform/http/not-possible.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { formatDay, longDay } from '../../../platform/http/format-time.ts';
import { type Actor, logState } from '../../../platform/state-log/state-log.store.ts';
import { readCourseFacts } from '../../../content/catalogue/catalogue.store.ts';
import { insertMessages } from '../../../person/message/message.store.ts';
import { extendedEnd, extensionRefused, mostExtended } from './extension.rules.ts';
import {
  type ExtensionRequest,
  findExtension,
  insertExtension,
  readExtensions,
  updateExtension,
} from './extension.store.ts';
import {
  findCurrentLearning,
  findLearning,
  type Learning,
  lockLearning,
  updateLearning,
} from '../learning.store.ts';

/** Requests an extension. The enrolment's lock allows one pending request: a repeated call returns
 * it. */
export function requestExtension(
  db: Db,
  person: { user_id: string; site_id: string },
  { learning_id, reason }: { learning_id: string; reason: string },
  now: Date,
): Promise<ExtensionRequest> {
  return db.transaction(async (tx) => {
    const ownLearning = await findLearning(tx, person.user_id, learning_id);
    const learning = ownLearning && (await lockLearning(tx, learning_id));
    if (!learning || learning.site_id !== person.site_id)
      throw new RefusalError(404, '没有找到这门课程的学习记录', 'not_found');
    const requests = await readExtensions(tx, [learning_id]);
    const waiting = requests.find(({ state }) => state === 'waiting');
    if (waiting) return waiting;
    if (await isSuperseded(tx, learning))
      throw new RefusalError(400, '您已重新加入这门课程，无需延期', 'extension_state');
    const refused = extensionRefused(learning, requests, now);
    if (refused) throw new RefusalError(400, refused.message, refused.code);
    const row: ExtensionRequest = {
      extension_id: ulid(now.getTime()),
      site_id: learning.site_id,
      user_id: learning.user_id,
      learning_id,
      state: 'waiting',
      reason,
      old_end_at: learning.study_end_at,
      new_end_at: null,
      reply: '',
      asked_at: now,
      decided_at: null,
      decided_by: '',
    };
    await insertExtension(tx, row);
    const actor = { actor_type: 'learner' as const, actor_id: person.user_id };
    await logExtension(tx, row, { from: '', reason, actor }, now);
    return row;
  });
}

/** Whether the learner has joined the course again since. */
const isSuperseded = async (tx: Db, { user_id, content_id, cycle }: Learning): Promise<boolean> =>
  ((await findCurrentLearning(tx, user_id, content_id))?.cycle ?? 0) > cycle;

export interface ExtensionDecision {
  extension_id: string;
  /** Days granted; 0 rejects. */
  days: number;
  reply: string;
}

/** Grants or rejects once: the same decision again returns the result, another one is refused. */
export function decideExtension(
  db: Db,
  { extension_id, days, reply }: ExtensionDecision,
  actor: Actor,
  now: Date,
): Promise<ExtensionRequest> {
  if (!Number.isInteger(days) || days < 0 || days > mostExtended)
    throw new NotPossibleError(`延期天数为1至${mostExtended}`);
  return db.transaction(async (tx) => {
    const extension = await findExtension(tx, extension_id);
    const learning = extension && (await lockLearning(tx, extension.learning_id));
    const before = await findExtension(tx, extension_id);
    if (!before || !learning) throw new NotPossibleError('没有找到这个延期申请');
    const state = days > 0 ? ('granted' as const) : ('refused' as const);
    if (before.state === state) return before;
    if (before.state !== 'waiting') throw new NotPossibleError('这个延期申请已经办理');
    if (learning.learn_status === 'completed' || learning.learn_status === 'revoked')
      throw new NotPossibleError('这门课程已经学完或取消，无需延期');
    if (days > 0 && (await isSuperseded(tx, learning)))
      throw new NotPossibleError('学员已重新加入这门课程，无需延期');
    const new_end_at = days > 0 ? extendedEnd(learning.study_end_at, days, now) : null;
    const decided = { state, reply, new_end_at, decided_at: now, decided_by: actor.actor_id };
    await updateExtension(tx, extension_id, decided);
    if (new_end_at) await updateLearning(tx, learning.learning_id, { study_end_at: new_end_at });
    const row = { ...before, ...decided };
    await logExtension(tx, row, { from: 'waiting', reason: reply, actor }, now);
    await notifyExtension(tx, learning, row, now);
    return row;
  });
}

const logExtension = (
  tx: Db,
  { extension_id, state }: ExtensionRequest,
  { from, reason, actor }: { from: string; reason: string; actor: Actor },
  at: Date,
) =>
  logState(tx, {
    entity: 'extension',
    entity_id: extension_id,
    from,
    to: state,
    ...actor,
    reason,
    at,
  });

async function notifyExtension(
  tx: Db,
  { content_id, site_id, user_id }: Learning,
  { new_end_at, reply }: ExtensionRequest,
  createdAt: Date,
): Promise<void> {
  const title = (await readCourseFacts(tx, [content_id])).get(content_id)?.title ?? '';
  await insertMessages(tx, [
    {
      id: ulid(createdAt.getTime()),
      site_id,
      user_id,
      kind: 'study',
      title: new_end_at ? '课程已延期' : '延期申请未同意',
      text: new_end_at
        ? `“${title}”的学习期限延至${longDay(formatDay(new_end_at))}。`
        : `“${title}”的延期申请未同意：${reply}`,
      link_type: 'learn',
      created_at: createdAt,
    },
  ]);
}
