import * as z from 'zod/mini';
import { call, type DataOf } from '../base/call.ts';
import { Count, Flag, Nothing, Time } from '../base/fields.ts';

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
  /** `light` or `brand`: the head on white paper or on the site's colour. */
  header_style: z.optional(z.string()),
  /** Where the two numbers of the footer lead. */
  icp_url: z.optional(z.string()),
  police_url: z.optional(z.string()),
  /** When the site begins to serve, while that is still to come: until then `isEffectiveSite` is N
   * and it shows nothing but this notice. */
  opens_at: z.optional(Time),
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
  /** `new`: in a window of its own. */
  open_in: z.optional(z.string()),
  /** Name of its drawing where menus are shown as icons. */
  icon: z.optional(z.string()),
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
    /** Of `wechatWays`, where `login_ways` has `wechat`. */
    wechat_ways: z.optional(z.array(z.string())),
    regist_open: Flag,
    links: z.array(z.object({ title: z.string(), url: z.string() })),
    /** `list`: the phone's menu slides in. `grid`: it is also a grid of icons on the home page. */
    mobile_menu_style: z.optional(z.string()),
    footer_text: z.optional(z.string()),
    /** Picture of the code of the site's WeChat account; empty where it has none. */
    wechat_qr: z.optional(z.string()),
  }),
});
export type SiteConfig = DataOf<typeof siteConfig>;

/** Signature for the share menu of a chat application: WeChat's, or 企业微信's. Only addresses of the site's own family are
 * signed; a fragment is cut off. */
export const weixinGetSign = call({
  path: '/qm/api/weixin/get_sign',
  access: 'public',
  body: z.object({
    url: z.string().check(z.maxLength(2048)),
    in_app: z._default(z.enum(['wechat', 'wecom']), 'wechat'),
  }),
  data: z.object({
    appId: z.string(),
    timestamp: Count,
    nonceStr: z.string(),
    signature: z.string(),
  }),
});
