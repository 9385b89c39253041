import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { ContentCard } from './content.ts';
import { Page, PageSize, pageOf } from '../base/fields.ts';

/**
 * Filters of every catalogue page; an empty string means all. Also parses the page's query string.
 */
export const ContentFilters = z.object({
  subject_kind: z._default(z.enum(['public', 'pro', '']), ''),
  series: z._default(z.string().check(z.maxLength(2)), ''),
  level: z._default(z.enum(['A', 'B', 'C', 'D', '']), ''),
  post_type: z._default(z.enum(['E', 'M', 'A', '']), ''),
  price_kind: z._default(z.enum(['free', 'paid', '']), ''),
  /** Two digits per level of `@cme/contract/disciplines`: `03`, `0301`, `030101`. */
  discipline: z._default(z.string().check(z.maxLength(6), z.regex(/^(\d\d){0,3}$/)), ''),
  /** Level of the organiser. */
  project_level: z._default(z.enum(['国家', '省', '市', '单位', '']), ''),
  teach_way: z._default(z.enum(['video', 'live', 'face', 'mixed', '']), ''),
  year: z._default(z.string().check(z.maxLength(4), z.regex(/^(20\d\d)?$/)), ''),
  /** A range of credits, see `creditRanges`. */
  credits: z._default(z.enum(['0-1', '1-3', '3-5', '5-', '']), ''),
  /** Courses, packages, classes, and lives including replays. */
  content_type: z._default(z.enum(['C', 'P', 'X', 'L', '']), ''),
  /** Y: only recommended content. */
  recommended: z._default(z.enum(['Y', '']), ''),
  /** `best`: recommended first, then newest; with a keyword, by relevance. */
  sort: z._default(z.enum(['best', 'new', 'hot', 'credit', 'price']), 'best'),
  keyword: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
});
export type ContentFilters = z.infer<typeof ContentFilters>;

/** Ranges of credits: from (inclusive) and to (exclusive). */
export const creditRanges = {
  '0-1': [0, 1],
  '1-3': [1, 3],
  '3-5': [3, 5],
  '5-': [5, 10_000],
} as const satisfies Record<Exclude<ContentFilters['credits'], ''>, readonly [number, number]>;

/** The catalogue; `total` is the exact number of matches. */
export const contentList = call({
  path: '/qm/api/content/list',
  access: 'open',
  repeatable: true,
  body: z.extend(ContentFilters, { page: Page, page_size: PageSize }),
  data: z.extend(pageOf(ContentCard), {
    /** Years of all content of the site, newest first. */
    years: z.optional(z.array(z.string().check(z.maxLength(4))).check(z.maxLength(30))),
  }),
});
