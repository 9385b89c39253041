import * as z from 'zod/mini';
import { call } from './call.ts';
import { Count, Flag, Nothing } from './fields.ts';

/** Branding of the domain in `full_domain_name`. An unknown domain answers `isEffectiveSite` N with
 * the main site's name and address, so that the caller can go there. */
export const SiteLogo = z.object({
  site_id: z.string(),
  site_name: z.string(),
  site_short_name: z.string(),
  site_logo: z.string(),
  circle_logo: z.string(),
  favicon: z.string(),
  theme: z.object({ primary: z.string(), radius: z.number() }),
  slogan: z.string(),
  icp_no: z.string(),
  police_no: z.string(),
  service_phone: z.string(),
  service_time: z.string(),
  isCustomerDomain: Flag,
  isEffectiveSite: Flag,
  isEndSite: Flag,
  isOpenOutsideWorld: Flag,
  /** Path or address on the site's own family, or empty: where people go after signing in on an
   * entry page. */
  defaultLoginUrl: z.string(),
  /** Host of the main site, port included. */
  main_host: z.string(),
});
export type SiteLogo = z.infer<typeof SiteLogo>;

export const siteLogo = call({
  path: '/qm/api/site/logo',
  access: 'public',
  body: z.object({ login_type: z._default(z.enum(['circle', 'site', '']), '') }),
  data: SiteLogo,
});

export const MenuItem = z.object({
  key: z.string(),
  title: z.string(),
  path: z.string(),
  need_login: Flag,
});
export type MenuItem = z.infer<typeof MenuItem>;

/** What is switched on for this site; menus in order. */
export const siteConfig = call({
  path: '/qm/api/site/config',
  access: 'public',
  body: Nothing,
  data: z.object({
    menus: z.array(MenuItem),
    mobile_menus: z.array(MenuItem),
    login_ways: z.array(z.string()),
    regist_open: Flag,
    links: z.array(z.object({ title: z.string(), url: z.string() })),
  }),
});

/** Signature for a chat application's share menu. Only addresses of the site's own family are
 * signed; a fragment is cut off. */
export const weixinGetSign = call({
  path: '/qm/api/weixin/get_sign',
  access: 'public',
  body: z.object({ url: z.string().check(z.maxLength(2048)) }),
  data: z.object({
    appId: z.string(),
    timestamp: Count,
    nonceStr: z.string(),
    signature: z.string(),
  }),
});
