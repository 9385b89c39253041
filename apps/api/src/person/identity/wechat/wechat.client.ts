import type { WechatWay } from '@cme/contract/person';
import * as z from 'zod/mini';
import { RefusalError } from '../../../platform/http/refusal.ts';
import type { WechatApp } from '../../../platform/settings/wechat-settings.ts';

const TokenReply = z.object({
  openid: z.optional(z.string().check(z.maxLength(128))),
  unionid: z.optional(z.string().check(z.maxLength(128))),
  errcode: z.optional(z.int()),
});

/** A WeChat identity: `openid` for this app alone, `unionid` for all apps of the owner. */
export interface WechatPerson {
  openid: string;
  unionid: string;
}

const patienceMs = 5000;
const mostBytes = 64 * 1024;
const pages = {
  mp: { path: '/connect/oauth2/authorize', scope: 'snsapi_userinfo' },
  web: { path: '/connect/qrconnect', scope: 'snsapi_login' },
} as const;

/** WeChat's authorisation page for this method. WeChat requires this order of parameters. */
export function pageAddress(
  { appid, open }: WechatApp,
  way: WechatWay,
  returnUrl: string,
  state: string,
): string {
  const { path, scope } = pages[way];
  const query = new URLSearchParams({
    appid,
    redirect_uri: returnUrl,
    response_type: 'code',
    scope,
    state,
  });
  return `${open}${path}?${query.toString()}#wechat_redirect`;
}

const wechatUnavailable = () =>
  new RefusalError(400, '微信暂时没有回应，请稍后重试或使用其他方式登录', 'gateway_away');

/** Exchanges a code for an identity, once. Errors contain neither the code nor the reply, because
 * they are logged. */
export async function personOfCode(
  { appid, secret, sns }: WechatApp,
  code: string,
): Promise<WechatPerson> {
  const query = new URLSearchParams({ appid, secret, code, grant_type: 'authorization_code' });
  const reply = await fetchToken(`${sns}/sns/oauth2/access_token?${query.toString()}`);
  const { openid, unionid = '' } = reply;
  if (!openid) throw new RefusalError(400, '微信登录已失效，请重新登录', 'wechat_refused');
  return { openid, unionid };
}

async function fetchToken(address: string): Promise<z.infer<typeof TokenReply>> {
  try {
    const reply = await fetch(address, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    });
    const text = await reply.text();
    if (reply.status !== 200 || text.length > mostBytes) throw wechatUnavailable();
    return TokenReply.parse(JSON.parse(text));
  } catch {
    throw wechatUnavailable();
  }
}
