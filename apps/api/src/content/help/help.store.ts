import type { HelpBook } from '@cme/contract/content';
import { and, asc, eq, ilike, inArray, or, type InferSelectModel } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { likePattern } from '../../platform/database/like.ts';
import { helpArticle } from './help.tables.ts';

export type Article = InferSelectModel<typeof helpArticle>;

const isInBook = (siteId: string, book: HelpBook) =>
  and(inArray(helpArticle.site_id, ['', siteId]), eq(helpArticle.book, book));

/** The articles of a book in order, without their HTML. */
export const readBook = (db: Db, siteId: string, book: HelpBook, keyword: string) =>
  db
    .select({
      id: helpArticle.id,
      group_key: helpArticle.group_key,
      group_title: helpArticle.group_title,
      title: helpArticle.title,
      summary: helpArticle.summary,
      plain: helpArticle.plain,
    })
    .from(helpArticle)
    .where(
      and(
        isInBook(siteId, book),
        keyword
          ? or(
              ilike(helpArticle.title, likePattern(keyword)),
              ilike(helpArticle.summary, likePattern(keyword)),
              ilike(helpArticle.plain, likePattern(keyword)),
            )
          : undefined,
      ),
    )
    .orderBy(asc(helpArticle.sort), asc(helpArticle.id));

export const readArticles = (db: Db, siteId: string, book: HelpBook): Promise<Article[]> =>
  db
    .select()
    .from(helpArticle)
    .where(isInBook(siteId, book))
    .orderBy(asc(helpArticle.sort), asc(helpArticle.id));

/** An article that this site shows. */
export async function findArticle(
  db: Db,
  siteId: string,
  id: string,
): Promise<Article | undefined> {
  const [row] = await db
    .select()
    .from(helpArticle)
    .where(and(inArray(helpArticle.site_id, ['', siteId]), eq(helpArticle.id, id)));
  return row;
}

/** URLs for the sitemap. */
export const readHelpIds = (db: Db, siteId: string) =>
  db
    .select({ id: helpArticle.id, changed_at: helpArticle.updated_at })
    .from(helpArticle)
    .where(isInBook(siteId, 'manual'))
    .orderBy(asc(helpArticle.sort), asc(helpArticle.id));
