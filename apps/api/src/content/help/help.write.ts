import { cleanHtml } from '@cme/contract/html';
import type { InferInsertModel } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { toPlainText } from '../search/entry.rules.ts';
import { writeEntries } from '../search/entry.store.ts';
import { getArticlePath } from './help.rules.ts';
import { helpArticle } from './help.tables.ts';

export type NewArticle = Omit<InferInsertModel<typeof helpArticle>, 'plain'>;

/** Writes articles and their search entries, sanitised. An article without its own site is indexed
 * on all of `siteIds`. */
export async function writeArticles(
  db: Db,
  articles: readonly NewArticle[],
  siteIds: readonly string[],
): Promise<void> {
  const rows = articles.map((article) => {
    const html = cleanHtml(article.html ?? '');
    return { ...article, html, plain: toPlainText(html) };
  });
  if (rows.length === 0) return;
  await db.insert(helpArticle).values(rows);
  await writeEntries(
    db,
    rows.map(({ id, site_id, book, group_title, title, summary = '', plain, updated_at }) => ({
      kind: 'help' as const,
      id,
      sites: site_id ? [site_id] : siteIds,
      title,
      text: [summary, plain].join('\n'),
      shown: { path: getArticlePath(book, id), note: group_title },
      publish_at: updated_at,
    })),
  );
}
