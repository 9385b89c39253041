import * as z from 'zod/mini';
import { call } from './call.ts';
import { ContentCard } from './content.ts';
import { Page, PageSize, pageOf } from './fields.ts';

/** Filters of every catalogue page; an empty string means all. The same schema parses the page's
 * address. */
export const ContentFilters = z.object({
  subject_kind: z._default(z.enum(['public', 'pro', '']), ''),
  series: z._default(z.string().check(z.maxLength(2)), ''),
  level: z._default(z.enum(['A', 'B', 'C', 'D', '']), ''),
  post_type: z._default(z.enum(['E', 'M', 'A', '']), ''),
  price_kind: z._default(z.enum(['free', 'paid', '']), ''),
  sort: z._default(z.enum(['new', 'hot', 'credit', 'price']), 'new'),
  keyword: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
});
export type ContentFilters = z.infer<typeof ContentFilters>;

export const contentList = call({
  path: '/qm/api/content/list',
  access: 'open',
  body: z.extend(ContentFilters, { page: Page, page_size: PageSize }),
  data: pageOf(ContentCard),
});
