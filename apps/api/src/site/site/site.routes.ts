import { recordsUntil } from '../../platform/sites/ended.rules.ts';
import { randomBytes } from 'node:crypto';
import { siteConfig, siteLogo, weixinGetSign } from '@cme/contract/site';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../platform/database/database.ts';
import { answer } from '../../platform/http/answer.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { mainSite } from '../../platform/sites/site.cache.ts';
import { getRegistration } from '../../platform/sites/registration.rules.ts';
import { isEarly, isSiteOrigin, isOver, getWechatWays } from '../../platform/sites/site.rules.ts';
import { readMenus, type Site, type SiteMenu } from '../../platform/sites/site.store.ts';
import { readAcceptedVersions } from '../page/page.store.ts';
import { registerDomains } from './domains.routes.ts';
import { signable, weixinSignature } from './weixin.rules.ts';
import { createTicketReader, type Ticket } from './weixin.ticket.ts';

/** Paths of pages that have nothing to show on a site; menus to them are not shown. */
export type ReadEmptyPaths = (db: Db, siteId: string) => Promise<ReadonlySet<string>>;

export function registerSite(
  app: FastifyInstance,
  context: AppContext,
  readEmptyPaths: ReadEmptyPaths,
): void {
  answer(
    app,
    context,
    siteLogo,
    async ({ site, known: isKnownSite }) =>
      branding(site, isKnownSite, await mainHost(context), context.now()),
    { anySite: true },
  );
  answer(
    app,
    context,
    siteConfig,
    async ({ site, db }) => {
      const { site_id } = site;
      const empty = await readEmptyPaths(db, site_id);
      const menus = (await readMenus(db, site_id)).filter(({ path }) => !empty.has(path));
      return {
        ...config(site, menus),
        ...getSignInWays(site, context),
        ...(await readAcceptedVersions(db, site_id)),
      };
    },
    { anySite: true },
  );
  registerDomains(app, context);
  const { weixinTicketFile, wecomTicketFile } = context.settings;
  const tickets = {
    wechat: createTicketReader(context, weixinTicketFile),
    wecom: createTicketReader(context, wecomTicketFile),
  };
  answer(
    app,
    context,
    weixinGetSign,
    async ({ body, site }) => {
      const address = signable(body.url);
      if (!address || !isSiteOrigin([site], address.origin, context.settings.port))
        throw new RefusalError(400, '该地址不属于本站，不能签名', 'bad_request');
      const ticket = await tickets[body.in_app]();
      if (!ticket) throw new RefusalError(404, '本站未开通分享', 'not_found');
      return signed(ticket, address.url, context.now());
    },
    { perMinute: 60, strangersPerMinute: 600 },
  );
}

function signed({ appId, ticket }: Ticket, url: string, now: Date) {
  const timestamp = Math.floor(now.getTime() / 1000);
  const nonceStr = randomBytes(12).toString('base64url').replace(/[-_]/g, '0');
  return {
    appId,
    timestamp,
    nonceStr,
    signature: weixinSignature({ ticket, nonceStr, timestamp, url }),
  };
}

async function mainHost(context: AppContext): Promise<string> {
  const { settings } = context;
  const main = await mainSite(context);
  const domain = main?.domain ?? settings.mainDomain;
  return domain.endsWith('localhost') ? `${domain}:${settings.port}` : domain;
}

function branding(site: Site, isKnownSite: boolean, mainHost: string, now: Date) {
  const { theme_primary, theme_radius, effective_from, ...row } = site;
  const opens = isKnownSite && !isOver(site, now) && isEarly(site, now) ? effective_from : null;
  const until = recordsUntil(site, now);
  return {
    ...row,
    theme: { primary: theme_primary, radius: theme_radius },
    isEffectiveSite: isKnownSite && !opens ? ('Y' as const) : ('N' as const),
    isEndSite: isKnownSite && isOver(site, now) ? ('Y' as const) : ('N' as const),
    main_host: mainHost,
    ...(isKnownSite && until && now < until ? { records_until: formatTime(until) } : {}),
    ...(opens ? { opens_at: formatTime(opens) } : {}),
  };
}

/** WeChat is listed only if the installation has an app for it. */
function getSignInWays(site: Site, { settings }: AppContext) {
  const wechat_ways = getWechatWays(site, settings);
  const login_ways = site.login_ways.filter((way) => way !== 'wechat' || wechat_ways.length > 0);
  return { login_ways, wechat_ways };
}

function config(site: Site, menus: SiteMenu[]) {
  const on = (where: SiteMenu['show_on']) => menus.filter(({ show_on }) => show_on === where);
  return {
    menus: on('pc'),
    mobile_menus: on('mobile'),
    regist_open: getRegistration(site) === 'closed' ? ('N' as const) : ('Y' as const),
    registration: getRegistration(site),
    links: site.links,
    mobile_menu_style: site.mobile_menu_style,
    footer_text: site.footer_text,
    wechat_qr: site.wechat_qr,
  };
}
