import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Flag, Nothing, Time } from '../base/fields.ts';
import { proved, stepUpFields } from './security.ts';

/**
 * WeChat authorisation methods: `mp` in its browser (网页授权), `web` by a QR code scanned with a phone
 * (扫码).
 */
export const wechatWays = ['mp', 'web'] as const;
export type WechatWay = (typeof wechatWays)[number];

/**
 * Address of WeChat's authorisation page. It only returns to `/login/wechat` of this site's portal,
 * with `code` and `state` for `login`; `targetUrl` is preserved and only followed within the site's
 * family.
 */
export const wechatAuthorize = call({
  path: '/qm/api/wechat/authorize',
  access: 'public',
  body: z.object({
    way: z.enum(wechatWays),
    targetUrl: z._default(z.string().check(z.maxLength(2048)), ''),
    /**
     * Y: the signed-in person wants to bind WeChat, with step-up authentication; it returns with
     * `bind=Y`, and the code is for `wechat/bind_code` in the same session.
     */
    bind: z._default(Flag, 'N'),
    ...stepUpFields,
  }),
  data: z.object({ url: z.string() }),
});

/**
 * Binds the WeChat identity of a `bind_ticket` to the person who signed in or registered in the
 * same browser after it was issued, in the session opened by that, and ends all other sign-ins. One
 * identity per account and site, in both directions (`wechat_taken`).
 */
export const wechatBind = call({
  path: '/qm/api/wechat/bind',
  access: 'learner',
  body: z.object({ bind_ticket: z.string().check(z.minLength(1), z.maxLength(64)) }),
  data: Nothing,
});

/**
 * Binds the WeChat identity just authorised to the signed-in person: the parameters passed to
 * `/login/wechat`, in the browser and session that asked, and ends all other sign-ins. Same refusals as
 * `wechat/bind`.
 */
export const wechatBindCode = call({
  path: '/qm/api/wechat/bind_code',
  access: 'learner',
  body: z.object({
    code: z.string().check(z.minLength(1), z.maxLength(512)),
    state: z.string().check(z.minLength(1), z.maxLength(128)),
  }),
  data: Nothing,
});

/** Unbinds WeChat from the account and ends all other sign-ins. Idempotent. */
export const wechatUnbind = call({
  path: '/qm/api/wechat/unbind',
  access: 'learner',
  body: z.object(stepUpFields).check(proved()),
  data: Nothing,
});

/** `ways`: the WeChat methods of this site; `bound_at`: when it was bound, if it is. */
export const wechatState = call({
  path: '/qm/api/wechat/state',
  access: 'learner',
  repeatable: true,
  body: Nothing,
  data: z.object({ bound: Flag, ways: z.array(z.string()), bound_at: z.optional(Time) }),
});
