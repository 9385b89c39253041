import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Nothing } from '../base/fields.ts';
import { Mobile, Password, SmsCode } from '../base/person-fields.ts';
import { Captcha } from './identity.ts';

/** Sets another password on the strength of the old one, and ends all other sign-ins. Guesses of
 * the old one count as those at sign-in do (`account_locked`); refused with the `field` it is
 * about. */
export const changePassword = call({
  path: '/qm/api/user/change_password',
  access: 'learner',
  body: z
    .object({
      old_password: z.string().check(z.minLength(1, '请输入原密码'), z.maxLength(64)),
      password: Password,
    })
    .check(
      z.refine(({ old_password, password }) => old_password !== password, {
        error: '新密码不能与原密码相同',
        path: ['password'],
      }),
    ),
  data: Nothing,
});

/** Sends a code to the number of whoever is signed in, for `own_code` of the calls that ask for a
 * proof. */
export const stepUpSmsCode = call({
  path: '/qm/api/user/step_up/sms_code',
  access: 'learner',
  body: z.object(Captcha),
  data: z.object({ interval: z.number(), expire: z.number() }),
});

/** What proves once more that it is the person themselves: the password, or a code that was sent to
 * their number. */
export const stepUpFields = {
  password: z.optional(z.string().check(z.maxLength(64))),
  own_code: z.optional(z.string().check(z.maxLength(6))),
};
interface StepUp {
  password?: string | undefined;
  own_code?: string | undefined;
}
/** One of the two is there. */
export const proved = <Body extends StepUp>() =>
  z.refine<Body>(({ password, own_code }) => Boolean(password) || Boolean(own_code), {
    error: '请输入登录密码或短信验证码',
    path: ['password'],
  });

/** Moves the account to another number, proved by a code sent there (scene `change_mobile`), and ends
 * all other sign-ins. Refused: `mobile_taken`, told only after the code was right. */
export const changeMobile = call({
  path: '/qm/api/user/change_mobile',
  access: 'learner',
  body: z.object({ mobile: Mobile, sms_code: SmsCode, ...stepUpFields }).check(proved()),
  data: z.object({ mobile: z.string() }),
});
