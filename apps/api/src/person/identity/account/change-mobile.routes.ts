import { maskMobile } from '@cme/contract/base';
import { changeMobile } from '@cme/contract/person';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../platform/context/context.ts';
import { isDuplicate } from '../../../platform/database/database.ts';
import { answer } from '../../../platform/http/answer.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { forgetDevices, rememberDevice } from '../limits/asker.ts';
import type { Keys } from '../secret.rules.ts';
import { endOtherSessions } from '../session/device.store.ts';
import { giveDevice } from '../session/origin.rules.ts';
import { proveNumber, wrongCode } from '../sms/sms.proof.ts';
import { spendCode } from '../sms/sms.store.ts';
import { mobileHash, mobileHashes } from '../number.rules.ts';
import { readAccountHash, isTakenUnderOtherKey } from '../number.store.ts';
import { setMobile } from '../user.store.ts';
import { isBound } from '../wechat/wechat.store.ts';
import { dropResetTokens } from './recover.store.ts';
import { proveSelf } from '../step-up/step-up.ts';
import { notifyOfChange } from '../session/tell-change.ts';

const field = { field: 'mobile' };
const unchangedMobile = () =>
  new RefusalError(400, '新手机号与当前手机号相同', 'bad_request', field);
const mobileTaken = () => new RefusalError(400, '该手机号码已被注册', 'mobile_taken', field);

export function registerChangeMobile(app: FastifyInstance, context: AppContext, keys: Keys): void {
  answer(app, context, changeMobile, async (callRequest) => {
    const { body, site, db, session, request, reply } = callRequest;
    const { mobile } = body;
    const account = await readAccountHash(db, keys, site.site_id, mobile);
    const scene = { site_id: site.site_id, scene: 'change_mobile', mobile_hash: account };
    const spendProof = await proveSelf(callRequest, keys);
    await proveNumber(callRequest, keys, scene, body.sms_code);
    const device = giveDevice(request, reply, site, context.settings);
    const now = context.now();
    await db.transaction(async (tx) => {
      const user = await spendProof(tx);
      if (mobileHashes(keys, user.site_id, mobile).includes(user.mobile_hash))
        throw unchangedMobile();
      if (!(await spendCode(tx, keys, scene, body.sms_code))) throw wrongCode();
      if (await isTakenUnderOtherKey(tx, keys, { site_id: user.site_id, mobile }))
        throw mobileTaken();
      await setMobile(tx, keys, user, mobile).catch((error: unknown) => {
        throw isDuplicate(error) ? mobileTaken() : error;
      });
      await endOtherSessions(tx, now, user.user_id, session.session_id, 'mobile_changed');
      await forgetDevices(tx, user.mobile_hash);
      await rememberDevice(tx, now, mobileHash(keys, user.site_id, mobile), device);
      await dropResetTokens(tx, user.user_id);
      const wechat = (await isBound(tx, user.user_id)) ? '微信绑定仍然有效。' : '';
      await notifyOfChange(tx, request, user, {
        title: '手机号已更换',
        text: `您的手机号已更换为${maskMobile(mobile)}，请用新手机号登录，其他设备已退出登录。${wechat}`,
        now,
      });
    });
    return { mobile: maskMobile(mobile) };
  });
}
