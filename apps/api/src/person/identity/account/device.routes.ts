import {
  deviceList,
  type DeviceRow,
  deviceSignOut,
  deviceSignOutOthers,
} from '@cme/contract/person';
import type { FastifyInstance } from 'fastify';
import type { AppContext, SignedIn } from '../../../platform/context/context.ts';
import type { Db } from '../../../platform/database/database.ts';
import { answer } from '../../../platform/http/answer.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { formatTime } from '../../../platform/http/format-time.ts';
import { deviceName, maskedAddress } from '../session/device.rules.ts';
import { endOtherSessions, ownsSession, readOpenSessions } from '../session/device.store.ts';
import { proveSelf } from '../step-up/step-up.ts';
import { notifyOfChange } from '../session/tell-change.ts';
import type { Keys } from '../secret.rules.ts';
import { lockUser } from '../user.store.ts';
import { unbindWechat } from '../wechat/binding.action.ts';
import { endSession } from '../session/session.store.ts';

/** Active sessions, and ending them remotely: open pages are notified by their session watch. */
export function registerDevices(app: FastifyInstance, context: AppContext, keys: Keys): void {
  answer(app, context, deviceList, ({ db, person, session }) =>
    readDevices(db, context.now(), { person, session }),
  );
  answer(
    app,
    context,
    deviceSignOut,
    async ({ body: { session_id }, db, person, session }) => {
      if (session_id === session.session_id)
        throw new RefusalError(400, '当前设备请使用“退出登录”', 'not_allowed');
      if (!(await ownsSession(db, session_id, person.user_id)))
        throw new RefusalError(404, '没有找到该登录设备', 'not_found');
      await endSession(db, context.now(), session_id, 'signed_out_from_afar');
      return readDevices(db, context.now(), { person, session });
    },
    { perMinute: 60 },
  );
  answer(
    app,
    context,
    deviceSignOutOthers,
    async (callRequest) => {
      const { body, db, person, session, site, request } = callRequest;
      const now = context.now();
      const { user_id } = person;
      const spendProof = body.end_wechat === 'Y' ? await proveSelf(callRequest, keys) : undefined;
      await db.transaction(async (tx) => {
        if (spendProof) await spendProof(tx);
        else await lockUser(tx, user_id);
        const isUnbound = spendProof ? await unbindWechat(tx, user_id, now) : false;
        const { session_id } = session;
        const ended = await endOtherSessions(tx, now, user_id, session_id, 'signed_out_from_afar');
        if (ended === 0 && !isUnbound) return;
        const text = `除当前设备外，其他设备均已退出登录。${isUnbound ? '微信绑定已解除，需要时请重新绑定。' : ''}`;
        await notifyOfChange(
          tx,
          request,
          { site_id: site.site_id, user_id },
          {
            title: '其他设备已退出登录',
            text,
            now,
          },
        );
      });
      return readDevices(db, now, { person, session });
    },
    { perMinute: 60 },
  );
}

async function readDevices(
  db: Db,
  now: Date,
  { person, session }: Pick<SignedIn, 'person' | 'session'>,
): Promise<{ list: DeviceRow[] }> {
  const rows = await readOpenSessions(db, now, person.user_id);
  const list = rows.map(({ session_id, user_agent, address, created_at, seen_at }) => ({
    session_id,
    device: deviceName(user_agent),
    address: maskedAddress(address),
    signed_in_at: formatTime(created_at),
    seen_at: formatTime(seen_at),
    is_current: session_id === session.session_id ? ('Y' as const) : ('N' as const),
  }));
  const isCurrent = ({ is_current }: DeviceRow) => is_current === 'Y';
  return { list: [...list.filter(isCurrent), ...list.filter((row) => !isCurrent(row))] };
}
