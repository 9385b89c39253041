import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Flag, Nothing } from '../base/fields.ts';
import { plainCode } from '../base/typed-text.ts';
import { proved, stepUpFields } from './security.ts';
import { Arrival } from './identity.ts';

/** Six digits of an authenticator app, or a recovery code in any grouping. */
const Code = z
  .string()
  .check(
    z.overwrite(plainCode),
    z.minLength(1, '请输入动态验证码'),
    z.maxLength(32, '动态验证码不正确或已过期'),
  );

/**
 * The second step of a sign-in that was refused with `factor_needed`: the `factor_ticket` of the
 * refusal, valid for five minutes, and a code. The envelope's `message` carries the token. Refused:
 * `factor_wrong`, `factor_used`, `factor_locked` (the ticket stays valid), `factor_expired` (sign in
 * again).
 */
export const loginFactor = call({
  path: '/qm/api/login/factor',
  access: 'public',
  body: z.object({ factor_ticket: z.string().check(z.minLength(1), z.maxLength(64)), code: Code }),
  data: Arrival,
});

/** The person's second factor. */
export const factorState = call({
  path: '/qm/api/user/factor/state',
  access: 'learner',
  repeatable: true,
  body: Nothing,
  data: z.object({
    /** N: neither the site nor the account has it, so that nothing is shown. */
    offered: Flag,
    enrolled: Flag,
    /** Y: a staff account, which cannot do without. */
    required: Flag,
    enrolled_at: z.string(),
    recovery_left: z.number(),
  }),
});

/**
 * A new secret for an authenticator app, after step-up authentication; the first code makes it
 * valid (`user/factor/confirm`, within a day). A person who has a second factor also gives its
 * `code`; it stays valid until then.
 */
export const factorEnrol = call({
  path: '/qm/api/user/factor/enrol',
  access: 'learner',
  body: z.object({ code: z.optional(Code), ...stepUpFields }).check(proved()),
  data: z.object({
    /** Base32, to be typed in. */
    secret: z.string(),
    /** `otpauth://`, for a QR code. */
    uri: z.string(),
  }),
});

/**
 * Activates the new secret with its first code and ends all other sign-ins. The recovery codes are
 * returned only once.
 */
export const factorConfirm = call({
  path: '/qm/api/user/factor/confirm',
  access: 'learner',
  body: z.object({ code: Code }),
  data: z.object({ recovery_codes: z.array(z.string()) }),
});

/** Turns the second factor off, and ends all other sign-ins. Staff accounts: `not_allowed`. */
export const factorRemove = call({
  path: '/qm/api/user/factor/remove',
  access: 'learner',
  body: z.object({ code: Code, ...stepUpFields }).check(proved()),
  data: Nothing,
});
