import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Flag, Nothing } from '../base/fields.ts';
import { GivenPassword, Mobile, Password, SmsCode } from '../base/person-fields.ts';
import { plainDigits } from '../base/typed-text.ts';
import { Captcha } from './identity.ts';

/**
 * Changes the password given the old one, and ends all other sign-ins and, unless `keep_wechat` is
 * Y, the binding of WeChat. Wrong attempts count like those at sign-in (`account_locked`); refusals
 * name their `field`.
 */
export const changePassword = call({
  path: '/qm/api/user/change_password',
  access: 'learner',
  body: z
    .object({
      old_password: GivenPassword('请输入原密码'),
      password: Password,
      keep_wechat: z.optional(Flag),
    })
    .check(
      z.refine(({ old_password, password }) => old_password !== password, {
        error: '新密码不能与原密码相同',
        path: ['password'],
      }),
    ),
  data: Nothing,
});

/**
 * Sends a code to the signed-in person's number, for `own_code` of calls that require step-up
 * authentication.
 */
export const stepUpSmsCode = call({
  path: '/qm/api/user/step_up/sms_code',
  access: 'learner',
  body: z.object(Captcha),
  data: z.object({ interval: z.number(), expire: z.number() }),
});

/** Step-up authentication: the password, or a code sent to the person's number. */
export const stepUpFields = {
  password: z.optional(z.string().check(z.maxLength(64))),
  own_code: z.optional(
    z.string().check(z.overwrite(plainDigits), z.maxLength(6, '验证码错误或已失效')),
  ),
};
interface StepUp {
  password?: string | undefined;
  own_code?: string | undefined;
}
/** At least one of the two is given. */
export const proved = <Body extends StepUp>() =>
  z.refine<Body>(({ password, own_code }) => Boolean(password) || Boolean(own_code), {
    error: '请输入登录密码或短信验证码',
    path: ['password'],
  });

/**
 * Changes the account's number, verified by a code sent to it (scene `change_mobile`), and ends all
 * other sign-ins. Refused: `mobile_taken`, revealed only after a correct code.
 */
export const changeMobile = call({
  path: '/qm/api/user/change_mobile',
  access: 'learner',
  body: z.object({ mobile: Mobile, sms_code: SmsCode, ...stepUpFields }).check(proved()),
  data: z.object({ mobile: z.string() }),
});
