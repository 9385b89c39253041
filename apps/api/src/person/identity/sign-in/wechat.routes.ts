import type { ParsedBodyOf } from '@cme/contract/base';
import {
  wechatAuthorize,
  wechatBind,
  wechatBindCode,
  wechatState,
  wechatUnbind,
} from '@cme/contract/person';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext, SignedIn } from '../../../platform/context/context.ts';
import type { Db } from '../../../platform/database/database.ts';
import { answer, type CallRequest } from '../../../platform/http/answer.ts';
import { formatTime } from '../../../platform/http/format-time.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { isSiteOrigin, getWechatWays } from '../../../platform/sites/site.rules.ts';
import type { Site } from '../../../platform/sites/site.store.ts';
import { proveSelf } from '../step-up/step-up.ts';
import { notifyOfChange } from '../session/tell-change.ts';
import type { Keys } from '../secret.rules.ts';
import { endOtherSessions } from '../session/device.store.ts';
import { giveDevice } from '../session/origin.rules.ts';
import { requireLive } from '../session/session-lookup.store.ts';
import { lockUser } from '../user.store.ts';
import { bindWechat, unbindWechat } from '../wechat/binding.action.ts';
import { pageAddress } from '../wechat/wechat.client.ts';
import { requireWechatApp, recognised } from './wechat.sign-in.ts';
import { boundAt, newState, spendBinding, type WechatIds } from '../wechat/wechat.store.ts';

/** The address of WeChat's page. For binding, the person authenticates here again, and the state is
 * valid in this session only. */
export function registerWechat(app: FastifyInstance, context: AppContext, keys: Keys): void {
  answer(
    app,
    context,
    wechatAuthorize,
    async (callRequest) => {
      const { body, db, request, reply, site } = callRequest;
      const { settings } = context;
      const wechat = requireWechatApp(site, settings, body.way);
      const returnUrl = backAddress(context, request, site, body);
      const device = giveDevice(request, reply, site, settings);
      const browser = { site_id: site.site_id, device };
      const { way } = body;
      if (body.bind === 'N') {
        const state = await newState(db, browser, { way, session_id: '' }, context.now());
        return { url: pageAddress(wechat, way, returnUrl, state) };
      }
      const { person, session } = callRequest;
      if (!person || !session) throw new RefusalError(401, '请先登陆', 'need_login');
      const spendProof = await proveSelf({ ...callRequest, person, session }, keys);
      const { session_id } = session;
      const state = await db.transaction(async (tx) => {
        await spendProof(tx);
        return newState(tx, browser, { way, session_id }, context.now());
      });
      return { url: pageAddress(wechat, way, returnUrl, state) };
    },
    { perMinute: 30, strangersPerMinute: 300 },
  );
  registerBinding(app, context, keys);
  registerUnbinding(app, context, keys);
}

const stale = () =>
  new RefusalError(400, '绑定已失效，请登录后到“账号设置”绑定微信', 'wechat_refused');

function registerBinding(app: FastifyInstance, context: AppContext, keys: Keys): void {
  answer(
    app,
    context,
    wechatBind,
    async (callRequest) => {
      const { body, db, request, reply, site } = callRequest;
      const device = giveDevice(request, reply, site, context.settings);
      const browser = { site_id: site.site_id, device };
      await db.transaction(async (tx) => {
        await lockLive(tx, callRequest);
        const { session_id } = callRequest.session;
        const ticket = { ticket: body.bind_ticket, session_id };
        const ids = device && (await spendBinding(tx, browser, ticket, context.now()));
        if (!ids) throw stale();
        await bindAndNotify(tx, callRequest, ids);
      });
      return {};
    },
    { perMinute: 30 },
  );
  answer(
    app,
    context,
    wechatBindCode,
    async (callRequest) => {
      const { ids } = await recognised(callRequest, keys, callRequest.session.session_id);
      await callRequest.db.transaction(async (tx) => {
        await lockLive(tx, callRequest);
        await bindAndNotify(tx, callRequest, ids);
      });
      return {};
    },
    { perMinute: 30 },
  );
}

function registerUnbinding(app: FastifyInstance, context: AppContext, keys: Keys): void {
  answer(
    app,
    context,
    wechatUnbind,
    async (callRequest) => {
      const { db, person, session, request } = callRequest;
      const spendProof = await proveSelf(callRequest, keys);
      const now = context.now();
      await db.transaction(async (tx) => {
        const user = await spendProof(tx);
        if (!(await unbindWechat(tx, person.user_id, now))) return;
        await endOtherSessions(tx, now, user.user_id, session.session_id, 'wechat_unbound');
        await notifyOfChange(tx, request, user, {
          title: '微信已解除绑定',
          text: '您的账号已解除微信绑定，不能再用微信登录，其他设备已退出登录。',
          now,
        });
      });
      return {};
    },
    { perMinute: 30 },
  );
  answer(app, context, wechatState, async ({ db, person, site }) => {
    const at = await boundAt(db, person.user_id);
    const ways = getWechatWays(site, context.settings);
    return at
      ? { bound: 'Y' as const, bound_at: formatTime(at), ways }
      : { bound: 'N' as const, ways };
  });
}

type Binding = SignedIn & Pick<CallRequest<typeof wechatBind>, 'context' | 'request' | 'site'>;

async function lockLive(tx: Db, { context, person, session }: Binding): Promise<void> {
  await lockUser(tx, person.user_id);
  await requireLive(tx, context.now(), session.session_id);
}

async function bindAndNotify(tx: Db, callRequest: Binding, ids: WechatIds): Promise<void> {
  const { context, person, request, session, site } = callRequest;
  const now = context.now();
  const owner = { site_id: site.site_id, user_id: person.user_id };
  if (!(await bindWechat(tx, owner, ids, now))) return;
  await endOtherSessions(tx, now, owner.user_id, session.session_id, 'wechat_bound');
  await notifyOfChange(tx, request, owner, {
    title: '账号已绑定微信',
    text: '您的账号已绑定微信，可以用该微信直接登录，其他设备已退出登录。',
    now,
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
  if (!isSiteOrigin([site], origin, settings.port))
    throw new RefusalError(400, '请在本站页面使用微信登录', 'bad_request');
  const seen = new URL(String(origin));
  const port = seen.port ? `:${seen.port}` : '';
  const returnUrl = new URL(`${seen.protocol}//${site.domain}${port}/login/wechat`);
  const target = targetUrl === '' ? null : URL.parse(targetUrl, returnUrl);
  if (target && !isSiteOrigin([site], target.origin, settings.port))
    throw new RefusalError(400, '目标地址不属于本站', 'bad_request');
  if (target) returnUrl.searchParams.set('targetUrl', targetUrl);
  if (bind === 'Y') returnUrl.searchParams.set('bind', bind);
  return returnUrl.href;
}
