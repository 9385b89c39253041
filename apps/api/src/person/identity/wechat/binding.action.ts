import type { Db } from '../../../platform/database/database.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { logState } from '../../../platform/state-log/state-log.store.ts';
import { bindIdentity, isBound, unbind, type WechatIds } from './wechat.store.ts';

const wrongs = {
  taken: () => new RefusalError(400, '该微信已绑定其他账号', 'wechat_taken'),
  other: () => new RefusalError(400, '该账号已绑定其他微信，请先解绑', 'wechat_taken'),
};

interface Owner {
  site_id: string;
  user_id: string;
}

/** Binds or throws; false if this identity was bound already. Requires the person's row lock. */
export async function bindWechat(
  tx: Db,
  { site_id, user_id }: Owner,
  ids: WechatIds,
  now: Date,
): Promise<boolean> {
  const result = await bindIdentity(tx, site_id, user_id, ids, now);
  if (result === 'same') return false;
  if (result !== 'bound') throw wrongs[result]();
  await log(tx, user_id, ['unbound', 'bound'], now);
  return true;
}

/** Ends the binding; false if there was none. Requires the person's row lock. */
export async function unbindWechat(tx: Db, userId: string, now: Date): Promise<boolean> {
  if (!(await unbind(tx, userId))) return false;
  await log(tx, userId, ['bound', 'unbound'], now);
  return true;
}

/** Ends the binding unless the person chose to keep it, as a sentence about it for their message. */
export async function endUnlessKept(
  tx: Db,
  userId: string,
  keep: 'Y' | 'N' | undefined,
  now: Date,
): Promise<string> {
  if (keep === 'Y') return (await isBound(tx, userId)) ? '微信绑定按您的选择保留。' : '';
  return (await unbindWechat(tx, userId, now)) ? '微信绑定已解除，需要时请重新绑定。' : '';
}

const log = (tx: Db, userId: string, [from, to]: [string, string], now: Date) =>
  logState(tx, {
    entity: 'user_wechat',
    entity_id: userId,
    from,
    to,
    actor_type: 'learner',
    actor_id: userId,
    at: now,
  });
