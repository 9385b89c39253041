import { captcha, loginSmsCode } from '@cme/contract';
import type { FastifyInstance } from 'fastify';
import { answer } from '../../answer.ts';
import type { House } from '../../house.ts';
import { Refusal } from '../../refusal.ts';
import { newChallenge, spendCaptcha } from './captcha.store.ts';
import { limiting, take } from './limit.store.ts';
import { type Keys, newSmsCode } from './secret.rules.ts';
import { defineDelivery, postCode } from './sms.delivery.ts';
import { saveCode, smsLimits } from './sms.store.ts';
import { mobileHash } from './user.store.ts';

const tooOften = () => new Refusal(429, '验证码发送过于频繁，请稍后再试', 'rate_limited');

/** Whether the number is known is not even looked up here: every number is sent its code. */
export function registerSms(app: FastifyInstance, house: House, keys: Keys): void {
  defineDelivery(house, keys);
  answer(app, house, captcha, () => newChallenge(keys.captcha, house.now()), { anySite: true });
  answer(app, house, loginSmsCode, async ({ body, site, db, request }) => {
    const now = house.now();
    if (!(await spendCaptcha(db, keys.captcha, now, body.captcha_id, body.captcha_code))) throw new Refusal(400, '图形验证已失效，请重试', 'captcha_wrong');
    const scene = { site_id: site.site_id, scene: body.scene, mobile_hash: mobileHash(keys, site.site_id, body.mobile) };
    const code = newSmsCode();
    await limiting(db, request.ip, async (tx) => {
      const reached = await take(tx, now, [
        { key: `sms:${scene.mobile_hash}:${scene.scene}`, max: 1, seconds: smsLimits.interval },
        { key: `sms:${scene.mobile_hash}`, max: smsLimits.perDay, seconds: 86_400 },
        { key: `sms-from:${request.ip}`, max: smsLimits.fromAddressPerHour, seconds: 3600 },
      ]);
      if (reached) throw tooOften();
      await saveCode(tx, now, keys, scene, code);
      await postCode(house, tx, keys, { mobile: body.mobile, scene: body.scene, code, at: now.toISOString() });
    });
    return { interval: smsLimits.interval, expire: smsLimits.expire };
  });
}
