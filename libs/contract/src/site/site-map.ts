import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Id, Page, pageOf, Time } from '../base/fields.ts';

/** Rows per site map file: search engines accept up to 50,000. */
export const siteMapSize = 10_000;

/** A page for search engines: `content` (the page of its `content_type`), `news` or `help`. */
export const SiteMapRow = z.object({
  kind: z.string(),
  /** Only set for contents. */
  content_type: z.string(),
  id: Id,
  changed_at: Time,
});
export type SiteMapRow = z.infer<typeof SiteMapRow>;

/** All public pages of a site, `siteMapSize` rows per page. */
export const siteMap = call({
  path: '/qm/api/site/map',
  access: 'open',
  repeatable: true,
  body: z.object({ page: Page }),
  data: z.extend(pageOf(SiteMapRow), {
    /** Landing pages of special training on this site, by path segment. */
    specials: z.optional(z.array(Id).check(z.maxLength(20))),
  }),
});
