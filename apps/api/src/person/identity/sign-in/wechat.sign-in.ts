import type { WechatWay } from '@cme/contract/person';
import type { Settings } from '../../../platform/settings/settings.ts';
import type { WechatApp } from '../../../platform/settings/wechat-settings.ts';
import type { Site } from '../../../platform/sites/site.store.ts';
import { getWechatWays } from '../../../platform/sites/site.rules.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { consumeOfNetwork, withLimits } from '../limits/limit.store.ts';
import { type Keys, keyedHash } from '../secret.rules.ts';
import { giveDevice } from '../session/origin.rules.ts';
import { admit } from './admit.action.ts';
import { type LoginRequest, note, refuseAndNote } from './login-request.ts';
import { findUser, lockUser } from '../user.store.ts';
import { personOfCode, type WechatPerson } from '../wechat/wechat.client.ts';
import {
  bindIdentity,
  type Browser,
  newBinding,
  findOwner,
  spendState,
  type WechatIds,
} from '../wechat/wechat.store.ts';

/** Sign-ins of a network in 15 minutes. */
const perNetwork = { free: 300, most: 3000, seconds: 900 };
const signInExpired = () => new RefusalError(400, '微信登录已失效，请重新登录', 'wechat_refused');
const bindingExpired = () =>
  new RefusalError(400, '绑定已失效，请在“账号设置”重新绑定微信', 'wechat_refused');

export function requireWechatApp(site: Site, settings: Settings, way: WechatWay): WechatApp {
  const app = settings.wechatSignIn[way];
  if (!app || !getWechatWays(site, settings).includes(way))
    throw new RefusalError(400, '本站未开放该登录方式');
  return app;
}

/** The same identity has different hashes on every site. */
function getWechatIds(
  keys: Keys,
  siteId: string,
  way: WechatWay,
  { openid, unionid }: WechatPerson,
): WechatIds {
  const hash = (kind: string, id: string) => keyedHash(keys.wechat, 'wechat', siteId, kind, id);
  return { way, id_hash: hash(way, openid), union_hash: unionid && hash('union', unionid) };
}

type CodeRequest = Pick<
  LoginRequest<'wechat'>,
  'site' | 'context' | 'db' | 'request' | 'reply' | 'network' | 'requireProof'
> & {
  body: { code: string; state: string };
};

/** The identity returned by WeChat. The state is bound to this browser and to its purpose, signing
 * in or binding in `sessionId`, and is consumed before the code is exchanged. */
export async function recognised(
  { body, site, context, db, request, reply, network, requireProof }: CodeRequest,
  keys: Keys,
  sessionId = '',
): Promise<{ browser: Browser; ids: WechatIds }> {
  const now = context.now();
  const limit = { key: `wechat-from:${network}`, ...perNetwork };
  const isAllowed = await withLimits(db, network, (tx) =>
    consumeOfNetwork(tx, now, limit, requireProof),
  );
  if (!isAllowed) throw new RefusalError(429, '操作过于频繁，请稍后再试', 'rate_limited');
  const browser = {
    site_id: site.site_id,
    device: giveDevice(request, reply, site, context.settings),
  };
  const way =
    browser.device &&
    (await spendState(db, browser, { state: body.state, session_id: sessionId }, now));
  if (!way) throw sessionId ? bindingExpired() : signInExpired();
  const person = await personOfCode(requireWechatApp(site, context.settings, way), body.code);
  return { browser, ids: getWechatIds(keys, site.site_id, way, person) };
}

/** Signs in the owner of the identity; an unbound identity gets a ticket for binding. */
export async function byWechat(callRequest: LoginRequest<'wechat'>, keys: Keys) {
  const { site, context, db } = callRequest;
  const now = context.now();
  const { browser, ids } = await recognised(callRequest, keys);
  const owner = await findOwner(db, site.site_id, ids);
  const row = owner === undefined ? undefined : await findUser(db, owner);
  if (!row) {
    await note(callRequest, {
      account_hash: ids.id_hash,
      kind: 'wechat',
      result: 'not_registered',
    });
    throw new RefusalError(400, '该微信尚未绑定账号，请登录或注册后绑定', 'wechat_unbound', {
      bind_ticket: await newBinding(db, browser, ids, now),
    });
  }
  await refuseAndNote(callRequest, row.mobile_hash, 'wechat', row);
  return admit(callRequest, keys, 'wechat', row.mobile_hash, async (tx) => {
    const locked = await lockUser(tx, row.user_id);
    // It may have been unbound since.
    if (!locked || (await findOwner(tx, site.site_id, ids)) !== row.user_id) throw signInExpired();
    await bindIdentity(tx, site.site_id, row.user_id, ids, now);
    return locked;
  });
}
