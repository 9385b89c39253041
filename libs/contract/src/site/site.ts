import * as z from 'zod/mini';
import { call, type DataOf } from '../base/call.ts';
import { Count, Flag, Nothing, Time } from '../base/fields.ts';

/**
 * Branding of the domain in `full_domain_name`. For an unknown domain `isEffectiveSite` is N, with
 * the main site's name and address to redirect to.
 */
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
  /**
   * Path or address within the site's family, or empty: the target after signing in on an entry
   * page.
   */
  defaultLoginUrl: z.string(),
  /** Host of the main site, with port. */
  main_host: z.string(),
  /** `light` or `brand`: header on white or on the site's colour. */
  header_style: z.optional(z.string()),
  /** Links of the two registration numbers in the footer. */
  icp_url: z.optional(z.string()),
  police_url: z.optional(z.string()),
  /**
   * When the site opens, if in the future: until then `isEffectiveSite` is N and only a notice is
   * shown.
   */
  opens_at: z.optional(Time),
  /**
   * After the end of the service: until when its learners sign in to read, download and export their
   * records. Absent later.
   */
  records_until: z.optional(Time),
});
export type SiteLogo = z.infer<typeof SiteLogo>;

export const siteLogo = call({
  path: '/qm/api/site/logo',
  access: 'public',
  repeatable: true,
  body: z.object({ login_type: z._default(z.enum(['circle', 'site', '']), '') }),
  data: SiteLogo,
});

export const MenuItem = z.object({
  key: z.string(),
  title: z.string(),
  path: z.string(),
  need_login: Flag,
  /** `new`: in a new window. */
  open_in: z.optional(z.string()),
  /** Name of the icon where menus are shown as icons. */
  icon: z.optional(z.string()),
});
export type MenuItem = z.infer<typeof MenuItem>;

/** Features enabled on this site; menus in order. */
export const siteConfig = call({
  path: '/qm/api/site/config',
  access: 'public',
  repeatable: true,
  body: Nothing,
  data: z.object({
    menus: z.array(MenuItem),
    mobile_menus: z.array(MenuItem),
    login_ways: z.array(z.string()),
    /** A subset of `wechatWays`, if `login_ways` contains `wechat`. */
    wechat_ways: z.optional(z.array(z.string())),
    regist_open: Flag,
    /** One of `registrations`. */
    registration: z.optional(z.string()),
    links: z.array(z.object({ title: z.string(), url: z.string() })),
    /** `list`: the phone's menu slides in. `grid`: also a grid of icons on the home page. */
    mobile_menu_style: z.optional(z.string()),
    footer_text: z.optional(z.string()),
    /** QR code picture of the site's WeChat account; empty without one. */
    wechat_qr: z.optional(z.string()),
    /** Current versions of 服务条款 and 隐私政策, which registration accepts. */
    terms_version: z.optional(z.string()),
    privacy_version: z.optional(z.string()),
  }),
});
export type SiteConfig = DataOf<typeof siteConfig>;

/**
 * Signature for the share menu of WeChat or 企业微信. Only addresses of the site's family are signed;
 * fragments are removed.
 */
export const weixinGetSign = call({
  path: '/qm/api/weixin/get_sign',
  access: 'public',
  repeatable: true,
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
