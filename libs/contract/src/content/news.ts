import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Count, Flag, Id, Nothing, Page, PageSize, pageOf } from '../base/fields.ts';
import { FileDownload } from '../base/file.ts';
import { NewsRow } from './home.ts';

/** `N` policies and regulations 政策法规 · `B` notices 通知公告. */
export const newsTypes = ['N', 'B'] as const;
export type NewsType = (typeof newsTypes)[number];

export const NewsListRow = z.extend(NewsRow, { source: z.string(), summary: z.string() });
export type NewsListRow = z.infer<typeof NewsListRow>;

/** What this site has published, those on top first, then the newest. Without a type: both. */
export const newsList = call({
  path: '/qm/api/news/list',
  access: 'open',
  body: z.object({
    type: z._default(z.enum(['', ...newsTypes]), ''),
    page: Page,
    page_size: PageSize,
  }),
  data: pageOf(NewsListRow),
});

/** A file beside a text. Its address is asked for when somebody opens it, since an address is good
 * for minutes only and this answer is the same for everybody. */
export const NewsAttachment = z.object({
  id: Id,
  name: z.string(),
  /** In bytes. */
  size: Count,
  /** Ending of its name, lower-case: `pdf`, `xlsx` … */
  kind: z.string(),
  /** `N` while it is only named. */
  can_download: Flag,
  /** Empty; read by pages of earlier versions only. */
  url: z.string(),
});
export type NewsAttachment = z.infer<typeof NewsAttachment>;

const Neighbour = z.object({ id: Id, title: z.string() });

/** One item with its cleaned text. `next` is the older, `previous` the newer one of the same type
 * by date. */
export const newsDetail = call({
  path: '/qm/api/news/detail',
  access: 'open',
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

/** Says that a person has the item before them: counted once a day for the same reader, never for
 * a robot. Apart from `news/detail`, which a cache may answer. */
export const newsView = call({
  path: '/qm/api/news/view',
  access: 'open',
  body: z.object({ id: Id }),
  data: Nothing,
});

/** An address that opens a file of an item; whoever may read the item may have it. */
export const newsDownload = call({
  path: '/qm/api/news/download',
  access: 'open',
  body: z.object({ id: Id, attachment_id: Id }),
  data: FileDownload,
});
