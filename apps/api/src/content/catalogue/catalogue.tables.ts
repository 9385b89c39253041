import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/columns.ts';
import type { BlockKind } from './home-blocks.rules.ts';
import type { CheckPlan } from './catalogue.rules.ts';
import type { Scope } from './scope.rules.ts';

const flag = (name: string) => text(name).$type<'Y' | 'N'>();
const amount = (name: string) =>
  numeric(name, { precision: 6, scale: 2, mode: 'number' }).notNull().default(0);
const words = (name: string) => text(name).notNull().default('');
const list = (name: string) => text(name).array().notNull().default([]);

export const content = pgTable('content', {
  content_id: text('content_id').primaryKey(),
  content_type: text('content_type').notNull().default('C'),
  sub_content_type: words('sub_content_type'),
  title: text('title').notNull(),
  subtitle: words('subtitle'),
  cover: words('cover'),
  summary: words('summary'),
  detail_html: words('detail_html'),
  subject_kind: text('subject_kind').notNull().default('pro'),
  year: integer('year').notNull(),
  discipline: list('discipline'),
  /** Derived from the names above by default (`@cme/contract/disciplines`). */
  discipline_code: words('discipline_code'),
  project_no: words('project_no'),
  project_level: words('project_level'),
  /** `video` · `live` · `face` · `mixed` */
  teach_way: text('teach_way').notNull().default('video'),
  leader: words('leader'),
  source_unit: words('source_unit'),
  hours: amount('hours'),
  credits: amount('credits'),
  credit_type: words('credit_type'),
  price_fen: integer('price_fen').notNull().default(0),
  market_price_fen: integer('market_price_fen').notNull().default(0),
  is_free: flag('is_free').notNull().default('N'),
  start_at: timestamptz('start_at').notNull(),
  end_at: timestamptz('end_at').notNull(),
  study_days: integer('study_days').notNull().default(365),
  /** Days after payment in which a refund can be requested. */
  refund_days: integer('refund_days').notNull().default(7),
  /** Sold before it can be studied: until this day, or later, once its media are complete. */
  presale_until: timestamptz('presale_until'),
  /** When a presale opened. */
  opened_at: timestamptz('opened_at'),
  sequential: flag('sequential').notNull().default('N'),
  /** Maximum speed at which a first study is credited. */
  max_rate: doublePrecision('max_rate').notNull().default(1),
  has_exam: flag('has_exam').notNull().default('N'),
  has_survey: flag('has_survey').notNull().default('N'),
  series_codes: list('series_codes'),
  levels: list('levels'),
  post_types: list('post_types'),
  apply_scope: jsonb('apply_scope').$type<Scope>().notNull().default({}),
  tags: list('tags'),
  status: text('status')
    .$type<'draft' | 'review' | 'on' | 'off' | 'archived'>()
    .notNull()
    .default('draft'),
  publish_at: timestamptz('publish_at').notNull(),
  /** The four columns below are unused: sites count their own rows. They remain until no running
   * release reads them. */
  view_count: integer('view_count').notNull().default(0),
  score_avg: amount('score_avg'),
  appraise_count: integer('appraise_count').notNull().default(0),
  resource_count: integer('resource_count').notNull().default(0),
  /** The card as JSON text, updated with its source data, so that lists concatenate instead of
   * building it. */
  card: words('card'),
  /** The two columns below are read by the previous release only; the search index is
   * `search_entry`. */
  search_text: words('search_text'),
  body_text: words('body_text'),
  /** Version of the rules that generated the card and the search entry. */
  search_version: integer('search_version').notNull().default(0),
});

/** A row here publishes a content on a site. */
export const siteContent = pgTable(
  'site_content',
  {
    site_id: text('site_id').notNull(),
    content_id: text('content_id')
      .notNull()
      .references(() => content.content_id),
    shown: boolean('shown').notNull().default(true),
    recommended: boolean('recommended').notNull().default(false),
    sort: integer('sort').notNull().default(0),
    study_count: integer('study_count').notNull().default(0),
    buy_count: integer('buy_count').notNull().default(0),
    /** Set because the site mirrors the main site's content; visible as long as both hold. */
    by_scope: boolean('by_scope').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.site_id, table.content_id] }),
    index('site_content_content').on(table.content_id),
  ],
);

/** The courses of a package, in order. */
export const packageItem = pgTable(
  'package_item',
  {
    package_id: text('package_id')
      .notNull()
      .references(() => content.content_id),
    content_id: text('content_id')
      .notNull()
      .references(() => content.content_id),
    required: flag('required').notNull().default('Y'),
    sort: integer('sort').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.package_id, table.content_id] }),
    index('package_item_content').on(table.content_id),
  ],
);

export const chapter = pgTable(
  'chapter',
  {
    chapter_id: text('chapter_id').primaryKey(),
    content_id: text('content_id')
      .notNull()
      .references(() => content.content_id),
    title: text('title').notNull(),
    sort: integer('sort').notNull(),
  },
  (table) => [index('chapter_content').on(table.content_id)],
);

export const resource = pgTable('resource', {
  resource_id: text('resource_id').primaryKey(),
  kind: text('kind').$type<'video' | 'audio' | 'pdf' | 'ppt'>().notNull(),
  /** Folder of the files, relative to the media root. */
  folder: text('folder').notNull(),
  /** Duration measured by the server; for a document the total time of its pages. */
  seconds: doublePrecision('seconds').notNull(),
  /** Pages of a document, counted by the server. */
  pages: integer('pages').notNull().default(0),
});

export const section = pgTable(
  'section',
  {
    section_id: text('section_id').primaryKey(),
    content_id: text('content_id')
      .notNull()
      .references(() => content.content_id),
    chapter_id: text('chapter_id')
      .notNull()
      .references(() => chapter.chapter_id),
    title: text('title').notNull(),
    type: text('type').notNull().default('video'),
    resource_id: text('resource_id').references(() => resource.resource_id),
    /** Planned duration; the resource's own is used once there is one. */
    seconds: doublePrecision('seconds').notNull().default(0),
    required: flag('required').notNull().default('Y'),
    try_seconds: integer('try_seconds').notNull().default(0),
    sort: integer('sort').notNull(),
    check_plan: jsonb('check_plan').$type<CheckPlan>(),
  },
  (table) => [index('section_content').on(table.content_id)],
);

export const teacher = pgTable('teacher', {
  teacher_id: text('teacher_id').primaryKey(),
  name: text('name').notNull(),
  title: words('title'),
  unit: words('unit'),
  photo: words('photo'),
  intro: words('intro'),
});

export const contentTeacher = pgTable(
  'content_teacher',
  {
    content_id: text('content_id')
      .notNull()
      .references(() => content.content_id),
    teacher_id: text('teacher_id')
      .notNull()
      .references(() => teacher.teacher_id),
    role: text('role').notNull(),
    sort: integer('sort').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.content_id, table.teacher_id, table.role] })],
);

export const banner = pgTable(
  'banner',
  {
    id: text('id').primaryKey(),
    site_id: text('site_id').notNull(),
    title: text('title').notNull(),
    text: words('text'),
    image: words('image'),
    link: words('link'),
    sort: integer('sort').notNull().default(0),
    enabled: boolean('enabled').notNull().default(true),
  },
  (table) => [index('banner_site').on(table.site_id)],
);

export const partner = pgTable(
  'partner',
  {
    id: text('id').primaryKey(),
    site_id: text('site_id').notNull(),
    name: text('name').notNull(),
    logo: words('logo'),
    url: words('url'),
    sort: integer('sort').notNull().default(0),
  },
  (table) => [index('partner_site').on(table.site_id)],
);

/** A block of the home page: position, visibility, heading, and number of cards. */
export const homeBlock = pgTable(
  'home_block',
  {
    site_id: text('site_id').notNull(),
    kind: text('kind').$type<BlockKind>().notNull(),
    size: integer('size').notNull().default(8),
    enabled: boolean('enabled').notNull().default(true),
    /** -1 = the default position. */
    position: integer('position').notNull().default(-1),
    title: words('title'),
  },
  (table) => [primaryKey({ columns: [table.site_id, table.kind] })],
);
