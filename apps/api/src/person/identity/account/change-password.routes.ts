import { changePassword } from '@cme/contract/person';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../platform/context/context.ts';
import { answer } from '../../../platform/http/answer.ts';
import { forgetDevices, rememberDevice } from '../limits/asker.ts';
import { provePassword, wrongOldPassword } from '../limits/password.proof.ts';
import type { Keys } from '../secret.rules.ts';
import { endOtherSessions } from '../session/device.store.ts';
import { giveDevice } from '../session/origin.rules.ts';
import { requireLive } from '../session/session-lookup.store.ts';
import { findUser, lockUser, unsealMobile, setPassword } from '../user.store.ts';
import { endUnlessKept } from '../wechat/binding.action.ts';
import { hashPassword } from '../password.rules.ts';
import { dropResetTokens } from './recover.store.ts';
import { tooSimple } from './register.routes.ts';
import { isSimplePassword } from '@cme/contract/person/simple-passwords';
import { notifyOfChange } from '../session/tell-change.ts';

export function registerChangePassword(
  app: FastifyInstance,
  context: AppContext,
  keys: Keys,
): void {
  answer(app, context, changePassword, async (callRequest) => {
    const { body, site, db, network, person, session, request, reply } = callRequest;
    const row = await findUser(db, person.user_id);
    if (!row) throw wrongOldPassword();
    await provePassword(callRequest, row, body.old_password);
    if (isSimplePassword(body.password, unsealMobile(keys, row))) throw tooSimple();
    const password_hash = await hashPassword(body.password, { network, isKnown: true });
    const device = giveDevice(request, reply, site, context.settings);
    const now = context.now();
    await db.transaction(async (tx) => {
      const locked = await lockUser(tx, row.user_id);
      // Changed concurrently: the verified password is no longer current.
      if (locked?.password_hash !== row.password_hash) throw wrongOldPassword();
      await requireLive(tx, now, session.session_id);
      await setPassword(tx, row.user_id, password_hash);
      await endOtherSessions(tx, now, row.user_id, session.session_id, 'password_changed');
      await forgetDevices(tx, row.mobile_hash);
      await rememberDevice(tx, now, row.mobile_hash, device);
      await dropResetTokens(tx, row.user_id);
      const wechat = await endUnlessKept(tx, row.user_id, body.keep_wechat, now);
      await notifyOfChange(tx, request, row, {
        title: '登录密码已修改',
        text: `您的登录密码已修改，其他设备已退出登录。${wechat}`,
        now,
      });
    });
    return {};
  });
}
