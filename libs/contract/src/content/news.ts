import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Count, Flag, Id, Nothing, Page, PageSize, pageOf } from '../base/fields.ts';
import { FileDownload } from '../person/file.ts';
import { NewsRow } from './home.ts';

/** `N` policies and regulations 政策法规 · `B` notices 通知公告. */
export const newsTypes = ['N', 'B'] as const;
export type NewsType = (typeof newsTypes)[number];

export const NewsListRow = z.extend(NewsRow, { source: z.string(), summary: z.string() });
export type NewsListRow = z.infer<typeof NewsListRow>;

/** Published news of this site: pinned items first, then newest. Without a type: both types. */
export const newsList = call({
  path: '/qm/api/news/list',
  access: 'open',
  repeatable: true,
  body: z.object({
    type: z._default(z.enum(['', ...newsTypes]), ''),
    page: Page,
    page_size: PageSize,
  }),
  data: pageOf(NewsListRow),
});

/**
 * An attached file. Its address is requested on opening, since an address is valid only for minutes
 * and this response is cached for everybody.
 */
export const NewsAttachment = z.object({
  id: Id,
  name: z.string(),
  /** Bytes. */
  size: Count,
  /** Lower-case file extension: `pdf`, `xlsx` … */
  kind: z.string(),
  /** `N` if only the name is listed. */
  can_download: Flag,
  /** Always empty; only older clients read it. */
  url: z.string(),
});
export type NewsAttachment = z.infer<typeof NewsAttachment>;

const Neighbour = z.object({ id: Id, title: z.string() });

/**
 * One item with sanitised HTML. `next` is the older, `previous` the newer item of the same type by
 * date.
 */
export const newsDetail = call({
  path: '/qm/api/news/detail',
  access: 'open',
  repeatable: true,
  body: z.object({ id: Id }),
  data: z.extend(NewsListRow, {
    html: z.string(),
    view_count: Count,
    attachments: z.array(NewsAttachment),
    previous: z.optional(Neighbour),
    next: z.optional(Neighbour),
  }),
});
export type NewsItem = z.infer<typeof newsDetail.data>;

/**
 * Counts a view: once per reader and day, never for robots. Separate from `news/detail`, which may
 * be cached.
 */
export const newsView = call({
  path: '/qm/api/news/view',
  access: 'open',
  body: z.object({ id: Id }),
  data: Nothing,
});

/** A download address of an attached file, for anyone who may read the item. */
export const newsDownload = call({
  path: '/qm/api/news/download',
  access: 'open',
  body: z.object({ id: Id, attachment_id: Id }),
  data: FileDownload,
});
