import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Nothing } from '../base/fields.ts';
import { Password } from '../base/person-fields.ts';

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
