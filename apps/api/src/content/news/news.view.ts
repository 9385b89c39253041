import type { NewsAttachment, NewsItem, NewsListRow } from '@cme/contract/content';
import { cleanHtml } from '@cme/contract/html';
import type { Db } from '../../platform/database/database.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { type Attachment, findNeighbour, type News, readAttachments } from './news.store.ts';

type Row = Pick<News, 'id' | 'type' | 'title' | 'source' | 'summary' | 'publish_at' | 'top'>;

export const toNewsRow = ({
  id,
  type,
  title,
  source,
  summary,
  publish_at,
  top,
}: Row): NewsListRow => ({
  id,
  type,
  title,
  source,
  summary,
  publish_at: formatTime(publish_at),
  top,
});

/** An item for its page. */
export async function readNewsDetail(db: Db, item: News, now: Date): Promise<NewsItem> {
  const [attachments, next, previous] = await Promise.all([
    readAttachments(db, item.id),
    findNeighbour(db, item, 'older', now),
    findNeighbour(db, item, 'newer', now),
  ]);
  return {
    ...toNewsRow(item),
    html: cleanHtml(item.html),
    view_count: item.view_count,
    attachments: attachments.map(toAttachment),
    ...(previous ? { previous } : {}),
    ...(next ? { next } : {}),
  };
}

const toAttachment = ({ id, name, size, kind, file_id }: Attachment): NewsAttachment => ({
  id,
  name,
  size,
  kind,
  can_download: file_id ? 'Y' : 'N',
  url: '',
});
