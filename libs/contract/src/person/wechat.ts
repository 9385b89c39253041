import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Flag, Nothing } from '../base/fields.ts';

/** Ways to be recognised by WeChat: `mp` inside of its browser (网页授权), `web` by a code that the
 * phone scans (扫码). */
export const wechatWays = ['mp', 'web'] as const;
export type WechatWay = (typeof wechatWays)[number];

/** Where WeChat's page is. It leads back to `/login/wechat` of the portal of this site and nowhere
 * else, with `code` and `state` for `login`; `targetUrl` comes along and is followed only within the
 * site's own family. */
export const wechatAuthorize = call({
  path: '/qm/api/wechat/authorize',
  access: 'public',
  body: z.object({
    way: z.enum(wechatWays),
    targetUrl: z._default(z.string().check(z.maxLength(2048)), ''),
    /** Y: whoever is signed in wants to bind their WeChat; `bind=Y` comes back beside the code, which
     * is then for `wechat/bind_code`. */
    bind: z._default(Flag, 'N'),
  }),
  data: z.object({ url: z.string() }),
});

/** Binds the WeChat identity of a `bind_ticket` to the signed-in person. One identity opens one
 * account of a site, and an account is opened by one (`wechat_taken`). */
export const wechatBind = call({
  path: '/qm/api/wechat/bind',
  access: 'learner',
  body: z.object({ bind_ticket: z.string().check(z.minLength(1), z.maxLength(64)) }),
  data: Nothing,
});

/** Binds whoever WeChat has just recognised to the signed-in person: what its page gave back to
 * `/login/wechat`, in the browser that asked. Refused as `wechat/bind` is. */
export const wechatBindCode = call({
  path: '/qm/api/wechat/bind_code',
  access: 'learner',
  body: z.object({
    code: z.string().check(z.minLength(1), z.maxLength(512)),
    state: z.string().check(z.minLength(1), z.maxLength(128)),
  }),
  data: Nothing,
});

/** The account is no longer opened by WeChat; where it was not, nothing changes. */
export const wechatUnbind = call({
  path: '/qm/api/wechat/unbind',
  access: 'learner',
  body: Nothing,
  data: Nothing,
});

/** `ways`: by which WeChat opens accounts of this site at all. */
export const wechatState = call({
  path: '/qm/api/wechat/state',
  access: 'learner',
  body: Nothing,
  data: z.object({ bound: Flag, ways: z.array(z.string()) }),
});
