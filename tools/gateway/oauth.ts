import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { appSecretOf, type GatewayFile } from '../../apps/api/src/settings/sandbox-keys.ts';
import type { GatewayReply, GatewayRequest } from './http.ts';
import { plainPage } from './page.ts';

type Keys = GatewayFile['wechat'];

const goodFor = 300_000;
const same = (value: string, right: string) =>
  value.length === right.length && timingSafeEqual(Buffer.from(value), Buffer.from(right));

/** WeChat as it recognises browsers: a page that sends them back with a code, and the door where
 * the merchant exchanges it, once. */
export function wechatOauth(keys: Keys, people: string) {
  const secret = appSecretOf(keys.api_v3_key);
  const codes = new Map<string, { openid: string; until: number; used: boolean }>();
  const family = new URL(people).hostname.replace(/^pay\./, '');

  const stamp = (seed: string) =>
    createHmac('sha256', secret).update(`openid/${seed}`).digest('base64url').slice(0, 15);
  const openidOf = (seed: string) => `o${seed}${stamp(seed)}`;
  const isOpenid = (value: unknown): boolean =>
    typeof value === 'string' &&
    /^o[\w-]{27}$/.test(value) &&
    same(value, openidOf(value.slice(1, 13)));

  function authorize({ url: { searchParams: query }, headers }: GatewayRequest): GatewayReply {
    const back = query.get('redirect_uri') ?? '';
    if (
      query.get('appid') !== keys.appid ||
      query.get('response_type') !== 'code' ||
      query.get('scope') !== 'snsapi_base'
    )
      return plainPage(400, '参数错误');
    if (!isSiteOf(family, back)) return plainPage(400, 'redirect_uri 域名与后台配置不一致');
    // A browser is one person of WeChat for ever, as in life.
    const seed =
      /(?:^|;\s*)wechat_person=([\w-]{12})(?:;|$)/.exec(headers.cookie ?? '')?.[1] ??
      randomBytes(9).toString('base64url');
    const code = randomBytes(16).toString('hex');
    for (const [old, { until }] of codes) if (until < Date.now()) codes.delete(old);
    codes.set(code, { openid: openidOf(seed), until: Date.now() + goodFor, used: false });
    const location = new URL(back);
    location.searchParams.set('code', code);
    location.searchParams.set('state', query.get('state') ?? '');
    return {
      status: 302,
      headers: {
        location: location.href,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'set-cookie': `wechat_person=${seed}; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000`,
      },
      body: '',
    };
  }

  function exchange({ url: { searchParams: query } }: GatewayRequest): GatewayReply {
    if (query.get('appid') !== keys.appid)
      return jsonReply({ errcode: 40013, errmsg: 'invalid appid' });
    if (!same(query.get('secret') ?? '', secret))
      return jsonReply({ errcode: 40125, errmsg: 'invalid appsecret' });
    const found = codes.get(query.get('code') ?? '');
    if (query.get('grant_type') !== 'authorization_code' || !found || found.until < Date.now())
      return jsonReply({ errcode: 40029, errmsg: 'invalid code' });
    if (found.used) return jsonReply({ errcode: 40163, errmsg: 'code been used' });
    found.used = true;
    return jsonReply({
      access_token: randomBytes(32).toString('base64url'),
      expires_in: 7200,
      refresh_token: randomBytes(32).toString('base64url'),
      openid: found.openid,
      scope: 'snsapi_base',
    });
  }

  return { authorize, exchange, isOpenid };
}

/** The sites of this installation; for anybody else's address this would be an open door. */
function isSiteOf(family: string, address: string): boolean {
  const url = URL.parse(address);
  const host = url?.hostname ?? '';
  return (
    /^https?:$/.test(url?.protocol ?? '') &&
    url?.username === '' &&
    (host === '127.0.0.1' ||
      [family, 'localhost'].some((site) => host === site || host.endsWith(`.${site}`)))
  );
}

const jsonReply = (body: object): GatewayReply => ({
  status: 200,
  headers: { 'content-type': 'application/json; encoding=utf-8', 'cache-control': 'no-store' },
  body: JSON.stringify(body),
});
