import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { domainOf, testDomain } from '@cme/contract/site';
import { deriveAppSecret, type GatewayFile, deriveWebApp } from '@cme/api/settings/sandbox-keys';
import type { GatewayReply, GatewayRequest } from './http.ts';
import { renderConsentPage, renderMessage } from './page.ts';

type Keys = GatewayFile['wechat'];

const codeLifetimeMs = 300_000;
const isSameSecret = (value: string, expected: string) =>
  value.length === expected.length && timingSafeEqual(Buffer.from(value), Buffer.from(expected));

interface Code {
  appid: string;
  seed: string;
  scope: string;
  until: number;
  used: boolean;
}

/** The scopes and pages of each app. Only identifying the payer is silent; sign-in requires
 * consent. */
const authorizePages: Record<string, { app: 'mp' | 'web'; scopes: string[] }> = {
  '/connect/oauth2/authorize': { app: 'mp', scopes: ['snsapi_base', 'snsapi_userinfo'] },
  '/connect/qrconnect': { app: 'web', scopes: ['snsapi_login'] },
};

/** WeChat OAuth: pages that redirect the browser back with a code, and the endpoint where the
 * merchant exchanges the code, once. */
export function createWechatOauth(keys: Keys, people: string) {
  const secret = deriveAppSecret(keys.api_v3_key);
  const apps = { mp: { appid: keys.appid, secret }, web: deriveWebApp(keys.api_v3_key) };
  const codes = createCodeStore();
  const family = new URL(people).hostname.replace(/^pay\./, '');

  const hashSeed = (seed: string) =>
    createHmac('sha256', secret).update(`openid/${seed}`).digest('base64url').slice(0, 15);
  const createOpenid = (seed: string) => `o${seed}${hashSeed(seed)}`;
  const isOpenid = (value: unknown): boolean =>
    typeof value === 'string' &&
    /^o[\w-]{27}$/.test(value) &&
    isSameSecret(value, createOpenid(value.slice(1, 13)));

  /** A person has a different openid for each app, and one unionid per owner of the apps. */
  const createIds = ({ appid, seed }: Code) => ({
    openid: appid === keys.appid ? createOpenid(seed) : `w${seed}${hashSeed(`web/${seed}`)}`,
    unionid: `u${seed}${hashSeed(`union/${seed}`)}`,
  });

  function authorize({ url, headers }: GatewayRequest): GatewayReply {
    const { searchParams: query, pathname } = url;
    const redirectUri = query.get('redirect_uri') ?? '';
    const scope = query.get('scope') ?? '';
    const authorizePage = authorizePages[pathname];
    if (
      !authorizePage?.scopes.includes(scope) ||
      query.get('appid') !== apps[authorizePage.app].appid ||
      query.get('response_type') !== 'code'
    )
      return renderMessage(400, '参数错误');
    if (!isHostOfFamily(family, redirectUri))
      return renderMessage(400, 'redirect_uri 域名与后台配置不一致');
    const answer = query.get('answer');
    if (scope !== 'snsapi_base' && answer === null)
      return renderConsentPage(url, authorizePage.app === 'web');
    const location = new URL(redirectUri);
    location.searchParams.set('state', query.get('state') ?? '');
    // A browser is permanently signed in to one WeChat account.
    const seed =
      /(?:^|;\s*)wechat_person=([\w-]{12})(?:;|$)/.exec(headers.cookie ?? '')?.[1] ??
      randomBytes(9).toString('base64url');
    if (answer !== 'no')
      location.searchParams.set(
        'code',
        codes.add({ appid: apps[authorizePage.app].appid, seed, scope }),
      );
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

  const exchangeCode = ({ url: { searchParams } }: GatewayRequest) =>
    createJsonReply(codes.exchange(searchParams, Object.values(apps), createIds));

  return { authorize, exchange: exchangeCode, isOpenid };
}

type Ids = Record<'openid' | 'unionid', string>;

/** Issued codes, each valid once and for a limited time. */
function createCodeStore() {
  const codes = new Map<string, Code>();
  return {
    add(grant: Pick<Code, 'appid' | 'seed' | 'scope'>): string {
      const code = randomBytes(16).toString('hex');
      for (const [code, { until }] of codes) if (until < Date.now()) codes.delete(code);
      codes.set(code, { ...grant, until: Date.now() + codeLifetimeMs, used: false });
      return code;
    },
    exchange(
      query: URLSearchParams,
      apps: { appid: string; secret: string }[],
      idsOf: (code: Code) => Ids,
    ): object {
      const app = apps.find(({ appid }) => appid === query.get('appid'));
      if (!app) return { errcode: 40013, errmsg: 'invalid appid' };
      if (!isSameSecret(query.get('secret') ?? '', app.secret))
        return { errcode: 40125, errmsg: 'invalid appsecret' };
      const grant = codes.get(query.get('code') ?? '');
      if (
        query.get('grant_type') !== 'authorization_code' ||
        grant?.appid !== app.appid ||
        grant.until < Date.now()
      )
        return { errcode: 40029, errmsg: 'invalid code' };
      if (grant.used) return { errcode: 40163, errmsg: 'code been used' };
      grant.used = true;
      const { openid, unionid } = idsOf(grant);
      return {
        access_token: randomBytes(32).toString('base64url'),
        expires_in: 7200,
        refresh_token: randomBytes(32).toString('base64url'),
        openid,
        scope: grant.scope,
        ...(grant.scope === 'snsapi_base' ? {} : { unionid }),
      };
    },
  };
}

/** Allowed redirect hosts: the sites of this installation. Any other would be an open redirect. */
function isHostOfFamily(family: string, address: string): boolean {
  const url = URL.parse(address);
  const host = url?.hostname ?? '';
  return (
    /^https?:$/.test(url?.protocol ?? '') &&
    url?.username === '' &&
    (domainOf(host) === testDomain ||
      [family, 'localhost'].some((site) => host === site || host.endsWith(`.${site}`)))
  );
}

const createJsonReply = (body: object): GatewayReply => ({
  status: 200,
  headers: { 'content-type': 'application/json; encoding=utf-8', 'cache-control': 'no-store' },
  body: JSON.stringify(body),
});
