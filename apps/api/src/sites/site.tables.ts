import { boolean, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const headerStyles = ['light', 'brand'] as const;
export type HeaderStyle = (typeof headerStyles)[number];
export const mobileMenuStyles = ['list', 'grid'] as const;
export type MobileMenuStyle = (typeof mobileMenuStyles)[number];

/** One row per site: the main one, each customer's, the test site. Flags as the wire spells them. */
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
  regist_open: text().$type<'Y' | 'N'>().notNull().default('Y'),
  /** Y: a new sign-in ends the person's other sessions. */
  single_login: text().$type<'Y' | 'N'>().notNull().default('N'),
  /** Y: the unit approves who joined it. */
  unit_review: text().$type<'Y' | 'N'>().notNull().default('N'),
  /** What a second player does: it ends the previous one, or is refused itself. */
  play_kick_mode: text()
    .$type<'kick_previous' | 'reject_current'>()
    .notNull()
    .default('kick_previous'),
  links: jsonb().$type<{ title: string; url: string }[]>().notNull().default([]),
  /** Where the two numbers of the footer lead. */
  icp_url: text().notNull().default('https://beian.miit.gov.cn/'),
  police_url: text().notNull().default('https://beian.mps.gov.cn/'),
  /** A sentence of the site's own above its records. */
  footer_text: text().notNull().default(''),
  /** Picture of the code of its WeChat account. */
  wechat_qr: text().notNull().default(''),
  /** The head on white paper, or on the site's colour. */
  header_style: text().$type<HeaderStyle>().notNull().default('light'),
  /** The menu on a phone: a list that slides in, or a grid of icons on the home page too. */
  mobile_menu_style: text().$type<MobileMenuStyle>().notNull().default('list'),
  /** `all`: everything that the main site shows, beside what is placed here by hand. */
  content_scope: text().$type<'all' | 'listed'>().notNull().default('listed'),
  /** Ways to pay on this site; empty = all that the installation has. */
  pay_channels: jsonb().$type<string[]>().notNull().default([]),
  /** Y: a completed course gives its credits by itself. N: the learner applies for them. */
  auto_credit: text().$type<'Y' | 'N'>().notNull().default('Y'),
  /** The site serves from the first moment until the second; none = no limit. */
  effective_from: timestamp({ withTimezone: true }),
  effective_to: timestamp({ withTimezone: true }),
  created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
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
    /** Name of its drawing where menus are shown as icons; empty = by its path. */
    icon: text().notNull().default(''),
  },
  (table) => [index('site_menu_of_site').on(table.site_id, table.show_on, table.position)],
);
