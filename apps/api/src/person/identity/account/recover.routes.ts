import { forgetpwdReset, forgetpwdVerify } from '@cme/contract/person';
import type { FastifyInstance } from 'fastify';
import { answer } from '../../../platform/http/answer.ts';
import type { AppContext } from '../../../platform/context/context.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { forgetDevices, rememberDevice } from '../limits/asker.ts';
import { forgetGuesses } from '../limits/guess.store.ts';
import { giveDevice } from '../session/origin.rules.ts';
import { hashPassword } from '../password.rules.ts';
import { newResetToken, resetTokenOwner, spendResetToken } from './recover.store.ts';
import { tooSimple } from './register.routes.ts';
import type { Keys } from '../secret.rules.ts';
import { endSessions } from '../session/session.store.ts';
import { isSimplePassword } from '@cme/contract/person/simple-passwords';
import { proveNumber, wrongCode } from '../sms/sms.proof.ts';
import { spendCode } from '../sms/sms.store.ts';
import { readAccountHash } from '../number.store.ts';
import { findByMobile, findUser, unsealMobile, setPassword } from '../user.store.ts';
import { endUnlessKept } from '../wechat/binding.action.ts';
import { isBound } from '../wechat/wechat.store.ts';
import { notifyOfChange } from '../session/tell-change.ts';

const proofExpired = () => new RefusalError(400, '操作已超时，请重新获取验证码', 'sms_wrong');

export function registerRecover(app: FastifyInstance, context: AppContext, keys: Keys): void {
  answer(app, context, forgetpwdVerify, async (callRequest) => {
    const { body, site, db } = callRequest;
    const scene = {
      site_id: site.site_id,
      scene: 'forgetpwd',
      mobile_hash: await readAccountHash(db, keys, site.site_id, body.mobile),
    };
    await proveNumber(callRequest, keys, scene, body.sms_code);
    const row = await findByMobile(db, keys, site.site_id, body.mobile);
    const reset_token = await db.transaction(async (tx) => {
      if (!(await spendCode(tx, keys, scene, body.sms_code))) throw wrongCode();
      return row && newResetToken(tx, context.now(), row.user_id);
    });
    if (!row || !reset_token) throw new RefusalError(400, '该手机号码尚未注册', 'toRegister');
    return {
      reset_token,
      wechat_bound: (await isBound(db, row.user_id)) ? ('Y' as const) : ('N' as const),
    };
  });

  answer(app, context, forgetpwdReset, async ({ body, site, db, network, request, reply }) => {
    const now = context.now();
    const user_id = await resetTokenOwner(db, now, body.reset_token);
    const row = user_id === undefined ? undefined : await findUser(db, user_id);
    if (row?.site_id !== site.site_id) throw proofExpired();
    if (isSimplePassword(body.password, unsealMobile(keys, row))) throw tooSimple();
    const password_hash = await hashPassword(body.password, { network, isKnown: true });
    const device = giveDevice(request, reply, site, context.settings);
    await db.transaction(async (tx) => {
      if (!(await spendResetToken(tx, now, body.reset_token))) throw proofExpired();
      await setPassword(tx, row.user_id, password_hash);
      await endSessions(tx, now, row.user_id, 'password_reset');
      await forgetGuesses(tx, row.mobile_hash);
      await forgetDevices(tx, row.mobile_hash);
      await rememberDevice(tx, now, row.mobile_hash, device);
      const wechat = await endUnlessKept(tx, row.user_id, body.keep_wechat, now);
      await notifyOfChange(tx, request, row, {
        title: '登录密码已重设',
        text: `您的登录密码已通过短信验证码重设，各处的登录均已退出。${wechat}`,
        now,
      });
    });
    return {};
  });
}
