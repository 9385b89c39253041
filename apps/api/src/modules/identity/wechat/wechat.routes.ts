import {
  type ParsedBodyOf,
  wechatAuthorize,
  wechatBind,
  wechatBindCode,
  wechatState,
  wechatUnbind,
} from '@cme/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '../../../context.ts';
import type { Db } from '../../../database/database.ts';
import { answer } from '../../../http/answer.ts';
import { Refusal } from '../../../http/refusal.ts';
import { isOriginOf, wechatWaysOf } from '../../../sites/site.rules.ts';
import type { Site } from '../../../sites/site.store.ts';
import { logState } from '../../../state-log/state-log.store.ts';
import { giveDevice } from '../session/origin.rules.ts';
import { keysOf } from '../secret.rules.ts';
import { lockUser } from '../user.store.ts';
import { pageAddress } from './wechat.client.ts';
import { appOf, recognised } from './wechat.sign-in.ts';
import {
  bindIdentity,
  isBound,
  newState,
  spendBinding,
  unbind,
  type WechatIds,
} from './wechat.store.ts';

const wrongs = {
  taken: () => new Refusal(400, '该微信已绑定其他账号', 'wechat_taken'),
  other: () => new Refusal(400, '该账号已绑定其他微信，请先解绑', 'wechat_taken'),
};

export function registerWechat(app: FastifyInstance, context: AppContext): void {
  answer(
    app,
    context,
    wechatAuthorize,
    async ({ body, db, request, reply, site }) => {
      const { settings } = context;
      const wechat = appOf(site, settings, body.way);
      const returnUrl = backAddress(context, request, site, body);
      const device = giveDevice(request, reply, site, settings);
      const state = await newState(db, { site_id: site.site_id, device }, body.way, context.now());
      return { url: pageAddress(wechat, body.way, returnUrl, state) };
    },
    { perMinute: 30, strangersPerMinute: 300 },
  );
  registerBinding(app, context);
}

function registerBinding(app: FastifyInstance, context: AppContext): void {
  const now = () => context.now();
  const keys = keysOf(context.settings);
  answer(
    app,
    context,
    wechatBind,
    async ({ body, db, person, request, reply, site }) => {
      const browser = {
        site_id: site.site_id,
        device: giveDevice(request, reply, site, context.settings),
      };
      await db.transaction(async (tx) => {
        await lockUser(tx, person.user_id);
        const ids = await spendBinding(tx, browser, body.bind_ticket, now());
        if (!ids) throw new Refusal(400, '绑定已失效，请重新用微信登录', 'wechat_refused');
        await bindTo(tx, site.site_id, person.user_id, ids);
      });
      return {};
    },
    { perMinute: 30 },
  );
  answer(
    app,
    context,
    wechatBindCode,
    async (ask) => {
      const { db, person, site } = ask;
      const { ids } = await recognised(ask, keys);
      await db.transaction(async (tx) => {
        await lockUser(tx, person.user_id);
        await bindTo(tx, site.site_id, person.user_id, ids);
      });
      return {};
    },
    { perMinute: 30 },
  );
  answer(app, context, wechatUnbind, async ({ db, person }) => {
    await db.transaction(async (tx) => {
      await lockUser(tx, person.user_id);
      if (await unbind(tx, person.user_id)) await log(tx, person.user_id, 'bound', 'unbound');
    });
    return {};
  });
  answer(app, context, wechatState, async ({ db, person, site }) => ({
    bound: (await isBound(db, person.user_id)) ? ('Y' as const) : ('N' as const),
    ways: wechatWaysOf(site, context.settings),
  }));
  const bindTo = async (tx: Db, site_id: string, user_id: string, ids: WechatIds) => {
    const result = await bindIdentity(tx, site_id, user_id, ids, now());
    if (result !== 'bound') throw wrongs[result]();
    await log(tx, user_id, 'unbound', 'bound');
  };
  const log = (tx: Db, user_id: string, from: string, to: string) =>
    logState(tx, {
      entity: 'user_wechat',
      entity_id: user_id,
      from,
      to,
      actor_type: 'learner',
      actor_id: user_id,
      at: now(),
    });
}

/** The page of the site's portal that receives the code, with the target URL if it is the site's
 * own. */
function backAddress(
  { settings }: AppContext,
  request: FastifyRequest,
  site: Site,
  { targetUrl, bind }: Pick<ParsedBodyOf<typeof wechatAuthorize>, 'targetUrl' | 'bind'>,
): string {
  const { origin } = request.headers;
  if (!isOriginOf([site], origin, settings.port))
    throw new Refusal(400, '请在本站页面使用微信登录', 'bad_request');
  const seen = new URL(String(origin));
  const port = seen.port ? `:${seen.port}` : '';
  const returnUrl = new URL(`${seen.protocol}//${site.domain}${port}/login/wechat`);
  const target = targetUrl === '' ? null : URL.parse(targetUrl, returnUrl);
  if (target && !isOriginOf([site], target.origin, settings.port))
    throw new Refusal(400, '目标地址不属于本站', 'bad_request');
  if (target) returnUrl.searchParams.set('targetUrl', targetUrl);
  if (bind === 'Y') returnUrl.searchParams.set('bind', bind);
  return returnUrl.href;
}
