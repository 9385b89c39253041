import * as z from 'zod/mini';
import { call } from '../base/call.ts';

/** The pages that every site has of its own, in the order of the footer. */
export const sitePageNames = ['about', 'contact', 'terms', 'privacy'] as const;
export type SitePageName = (typeof sitePageNames)[number];

export const sitePageTitles: Readonly<Record<SitePageName, string>> = {
  about: '关于我们',
  contact: '联系我们',
  terms: '服务条款',
  privacy: '隐私政策',
};

/** Version of the texts that a site has before it publishes its own. */
export const firstPageVersion = '2026-01';

/** One of these pages, in its newest or in a named version; earlier ones stay readable. */
export const sitePage = call({
  path: '/qm/api/site/page',
  access: 'public',
  repeatable: true,
  body: z.object({
    page: z.enum(sitePageNames),
    version: z._default(z.string().check(z.maxLength(32)), ''),
  }),
  data: z.object({
    page: z.string(),
    title: z.string(),
    /** Sanitised. */
    html: z.string(),
    version: z.string(),
    /** Empty for the default text. */
    published_at: z.string(),
    /** All versions, newest first. */
    versions: z.array(z.string()),
  }),
});
