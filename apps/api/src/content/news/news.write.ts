import { cleanHtml } from '@cme/contract/html';
import type { InferInsertModel } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { toPlainText } from '../search/entry.rules.ts';
import { writeEntries } from '../search/entry.store.ts';
import { news, newsAttachment } from './news.tables.ts';

export type NewNews = InferInsertModel<typeof news>;
export type NewAttachment = InferInsertModel<typeof newsAttachment>;

/** Owner type of an item's attachments. */
export const newsFileOwner = 'news';

/** A line without control characters. */
const line = (text: string): string => text.replace(/[\u0000-\u001f\u007f]/g, ' ').trim();

/** Publishes items, sanitised, and indexes them. */
export async function insertNews(
  db: Db,
  items: readonly NewNews[],
  attachments: readonly NewAttachment[] = [],
): Promise<void> {
  const rows = items.map((item) => ({
    ...item,
    title: line(item.title),
    source: line(item.source ?? ''),
    summary: line(item.summary ?? ''),
    html: cleanHtml((item.html ?? '').replaceAll('\0', '')),
  }));
  if (rows.length === 0) return;
  await db.insert(news).values(rows);
  await insertNewsAttachments(db, attachments);
  await writeEntries(
    db,
    rows.map(({ id, site_id, title, summary, html, source, publish_at }) => ({
      kind: 'news' as const,
      id,
      sites: [site_id],
      title,
      text: [summary, toPlainText(html)].join('\n'),
      words: [source],
      shown: { path: `/news/${encodeURIComponent(id)}/detail`, note: source },
      publish_at,
    })),
  );
}

/** Lists files of items; those with a `file_id` must be attached to the item as well. */
export async function insertNewsAttachments(
  db: Db,
  attachments: readonly NewAttachment[],
): Promise<void> {
  if (attachments.length === 0) return;
  await db
    .insert(newsAttachment)
    .values(attachments.map((file) => ({ ...file, name: line(file.name) })));
}
