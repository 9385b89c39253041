import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Id, Page, pageOf, Time } from '../base/fields.ts';

/** Rows of one site map: search engines take up to 50,000. */
export const siteMapSize = 10_000;

/** A page that search engines may list: `content` (the page of its `content_type`), `news` or
 * `help`. */
export const SiteMapRow = z.object({
  kind: z.string(),
  /** Empty but for contents. */
  content_type: z.string(),
  id: Id,
  changed_at: Time,
});
export type SiteMapRow = z.infer<typeof SiteMapRow>;

/** Everything public of a site, `siteMapSize` rows a page. */
export const siteMap = call({
  path: '/qm/api/site/map',
  access: 'open',
  body: z.object({ page: Page }),
  data: z.extend(pageOf(SiteMapRow), {
    /** Landing pages of special training that the site has, by the word in their path. */
    specials: z.optional(z.array(Id).check(z.maxLength(20))),
  }),
});
