import type { FastifyRequest } from 'fastify';
import { ulid } from 'ulid';
import type { Db } from '../../../platform/database/database.ts';
import { formatMinute } from '../../../platform/http/format-time.ts';
import { insertMessages } from '../../message/message.store.ts';
import { deviceName, maskedAddress } from './device.rules.ts';
import { toVisitor } from './origin.rules.ts';

interface Change {
  title: string;
  /** What has changed and what ended with it: whole sentences. */
  text: string;
  now: Date;
}

const advice = '如非本人操作，请立即通过“忘记密码”重设密码，并联系客服。';

/** Tells a person that a way into their account has changed: what, when, on which device, and what
 * to do about it. */
export async function notifyOfChange(
  tx: Db,
  request: FastifyRequest,
  { site_id, user_id }: { site_id: string; user_id: string },
  { title, text, now }: Change,
): Promise<void> {
  const { user_agent, address } = toVisitor(request);
  const place = maskedAddress(address);
  const device = `${deviceName(user_agent)}${place && `（${place}）`}`;
  await insertMessages(tx, [
    {
      id: ulid(now.getTime()),
      site_id,
      user_id,
      kind: 'system',
      title,
      text: `${text}时间：${formatMinute(now)}，操作设备：${device}。${advice}`,
      link_type: 'setting',
      created_at: now,
    },
  ]);
}
