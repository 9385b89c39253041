import type { Registration } from '@cme/contract/person';
import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '../database/columns.ts';
import type { SmsProvider, SmsWording } from '../settings/sms-settings.ts';

export const headerStyles = ['light', 'brand'] as const;
export type HeaderStyle = (typeof headerStyles)[number];
export const mobileMenuStyles = ['list', 'grid'] as const;
export type MobileMenuStyle = (typeof mobileMenuStyles)[number];

/** One row per site: the main one, each customer's, the test site. Flags as in the contract. */
export const site = pgTable('site', {
  site_id: text().primaryKey(),
  parent_site_id: text(),
  site_name: text().notNull(),
  site_short_name: text().notNull(),
  /** Hosts without port, lower case; a customer domain has only the first. */
  domain: text().notNull().unique(),
  player_domain: text().unique(),
  user_domain: text().unique(),
  is_main: boolean().notNull().default(false),
  /** Areas from outside that the installation mounts, each on a subdomain of the main site's domain. */
  mounted_areas: jsonb().$type<string[]>().notNull().default([]),
  site_logo: text().notNull().default(''),
  circle_logo: text().notNull().default(''),
  favicon: text().notNull().default(''),
  theme_primary: text().notNull().default('#0f6e84'),
  theme_radius: integer().notNull().default(8),
  slogan: text().notNull().default(''),
  icp_no: text().notNull().default(''),
  police_no: text().notNull().default(''),
  service_phone: text().notNull().default(''),
  service_time: text().notNull().default(''),
  isCustomerDomain: text().$type<'Y' | 'N'>().notNull().default('N'),
  isEffectiveSite: text().$type<'Y' | 'N'>().notNull().default('Y'),
  isEndSite: text().$type<'Y' | 'N'>().notNull().default('N'),
  isOpenOutsideWorld: text().$type<'Y' | 'N'>().notNull().default('Y'),
  defaultLoginUrl: text().notNull().default(''),
  login_ways: jsonb().$type<string[]>().notNull().default(['password', 'sms']),
  /** Replaced by `registration`; written for processes of an older version. */
  regist_open: text().$type<'Y' | 'N'>().notNull().default('Y'),
  registration: text().$type<Registration>().notNull().default('open'),
  /** Y: a new sign-in ends the person's other sessions. */
  single_login: text().$type<'Y' | 'N'>().notNull().default('N'),
  /** Y: the unit must approve new members. */
  unit_review: text().$type<'Y' | 'N'>().notNull().default('N'),
  /** Whether learners may use a second factor; staff always must. */
  second_factor: text().$type<'off' | 'optional'>().notNull().default('off'),
  /** Second player: it ends the previous one, or is refused. */
  play_kick_mode: text()
    .$type<'kick_previous' | 'reject_current'>()
    .notNull()
    .default('kick_previous'),
  links: jsonb().$type<{ title: string; url: string }[]>().notNull().default([]),
  /** Links of the two record numbers in the footer. */
  icp_url: text().notNull().default('https://beian.miit.gov.cn/'),
  police_url: text().notNull().default('https://beian.mps.gov.cn/'),
  /** The site's own text above its record numbers. */
  footer_text: text().notNull().default(''),
  /** QR code of its WeChat account. */
  wechat_qr: text().notNull().default(''),
  /** Header on white, or in the site's colour. */
  header_style: text().$type<HeaderStyle>().notNull().default('light'),
  /** Mobile menu: a sliding list, or a grid of icons that is also on the home page. */
  mobile_menu_style: text().$type<MobileMenuStyle>().notNull().default('list'),
  /** `all`: mirrors the main site, in addition to rows placed by hand. */
  content_scope: text().$type<'all' | 'listed'>().notNull().default('listed'),
  /** Payment channels of this site; empty = all that the installation has. */
  pay_channels: jsonb().$type<string[]>().notNull().default([]),
  /** Y: completing a course grants its credits. N: the learner applies for them. */
  auto_credit: text().$type<'Y' | 'N'>().notNull().default('Y'),
  /** Signature and templates of the site's SMS by provider, where they are not the
   * installation's. */
  sms: jsonb().$type<Partial<Record<SmsProvider, Partial<SmsWording>>>>().notNull().default({}),
  /** Start and end of the service; none = no limit. */
  effective_from: timestamptz('effective_from'),
  effective_to: timestamptz('effective_to'),
  /** When the service was ended by hand. */
  ended_at: timestamptz('ended_at'),
  /** Years for which learners read their records after the end (`ended.rules.ts`). By default 30, as
   * 《会计档案管理办法》 (2015, appendix 1) keeps original vouchers, which orders and invoices are: the
   * longest of the laws that apply. At least the three years of 《电子商务法》 article 31. */
  records_years: integer().notNull().default(30),
  created_at: timestamptz('created_at').notNull().defaultNow(),
});

export const siteMenu = pgTable(
  'site_menu',
  {
    id: text().primaryKey(),
    site_id: text()
      .notNull()
      .references(() => site.site_id),
    key: text().notNull(),
    title: text().notNull(),
    path: text().notNull(),
    show_on: text().$type<'pc' | 'mobile'>().notNull(),
    need_login: text().$type<'Y' | 'N'>().notNull().default('N'),
    position: integer().notNull(),
    open_in: text().$type<'self' | 'new'>().notNull().default('self'),
    /** Icon name for menus shown as icons; empty = by path. */
    icon: text().notNull().default(''),
  },
  (table) => [index('site_menu_of_site').on(table.site_id, table.show_on, table.position)],
);
