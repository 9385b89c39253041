import { ulid } from 'ulid';
import type { Db } from '../../../platform/database/database.ts';
import { formatMinute } from '../../../platform/http/format-time.ts';
import { type Actor, logState } from '../../../platform/state-log/state-log.store.ts';
import { insertMessages } from '../../message/message.store.ts';
import { endOtherSessions } from '../session/device.store.ts';
import { dropFactors } from './factor.store.ts';

interface Person {
  user_id: string;
  site_id: string;
}
interface Change {
  from: string;
  to: string;
  title: string;
  text: string;
  actor?: Actor;
  reason?: string;
}

/** Logs a change of the second factor and tells the person. */
async function record(tx: Db, at: Date, { user_id, site_id }: Person, change: Change) {
  const { from, to, title, text, reason = '' } = change;
  const actor = change.actor ?? { actor_type: 'learner', actor_id: user_id };
  await logState(tx, { entity: 'user_factor', entity_id: user_id, from, to, reason, ...actor, at });
  await insertMessages(tx, [
    {
      id: ulid(at.getTime()),
      site_id,
      user_id,
      kind: 'system',
      title,
      text: `${formatMinute(at)}，${text}如非本人操作，请立即修改密码并联系客服。`,
      link_type: 'setting',
      created_at: at,
    },
  ]);
}

/** The first code of a factor was accepted: all other sessions end. */
export async function recordActivation(tx: Db, at: Date, person: Person, keptSession = '') {
  await endOtherSessions(tx, at, person.user_id, keptSession, 'factor_changed');
  await record(tx, at, person, {
    from: 'pending',
    to: 'active',
    title: '两步验证已启用',
    text: '您的账号启用了新的验证器，其他设备已退出登录，以后登录须输入动态验证码。',
  });
}

export const recordRecovery = (tx: Db, at: Date, person: Person, left: number) =>
  record(tx, at, person, {
    from: 'active',
    to: 'recovery_used',
    title: '恢复码已使用',
    text: `您的账号使用了一个恢复码，还剩 ${left} 个。`,
  });

export const recordRenewal = (tx: Db, at: Date, person: Person) =>
  record(tx, at, person, {
    from: 'active',
    to: 'codes_renewed',
    title: '恢复码已更换',
    text: '您的账号生成了新的恢复码，原来的已失效。',
  });

/** A new factor waits for its first code. */
export const recordPending = (tx: Db, at: Date, person: Person) =>
  record(tx, at, person, {
    from: '',
    to: 'pending',
    title: '正在启用两步验证',
    text: '您的账号申请启用新的验证器，输入它显示的第一个动态验证码后生效。',
  });

/** The person turns it off. */
export async function removeFactor(tx: Db, at: Date, person: Person, keptSession: string) {
  if (!(await dropFactors(tx, person.user_id))) return;
  await endOtherSessions(tx, at, person.user_id, keptSession, 'factor_changed');
  await record(tx, at, person, {
    from: 'active',
    to: 'removed',
    title: '两步验证已停用',
    text: '您的账号停用了两步验证，其他设备已退出登录，以后登录不再需要动态验证码。',
  });
}

/** Two members of staff reset the factor of somebody who has lost it; false if there is none. */
export async function resetFactor(
  tx: Db,
  at: Date,
  person: Person,
  { actor, reason }: { actor: Actor; reason: string },
): Promise<boolean> {
  if (!(await dropFactors(tx, person.user_id))) return false;
  await endOtherSessions(tx, at, person.user_id, '', 'factor_changed');
  await record(tx, at, person, {
    from: 'active',
    to: 'reset',
    actor,
    reason,
    title: '两步验证已由工作人员重置',
    text: `工作人员重置了您的两步验证（${reason}），所有设备已退出登录。`,
  });
  return true;
}
