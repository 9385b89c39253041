import { helpBook, helpDetail, helpList, type HelpArticle } from '@cme/contract/content';
import { cleanHtml } from '@cme/contract/html';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../platform/context/context.ts';
import { answer } from '../../platform/http/answer.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { groupArticles } from './help.rules.ts';
import { type Article, findArticle, readArticles, readBook } from './help.store.ts';

export function registerHelp(app: FastifyInstance, context: AppContext): void {
  const forAll = context.settings.listCacheMs;
  answer(app, context, helpList, async ({ db, site, body: { book, keyword } }) => {
    const word = keyword.trim();
    return { groups: groupArticles(await readBook(db, site.site_id, book, word), word) };
  });
  answer(
    app,
    context,
    helpDetail,
    async ({ db, site, body: { id } }) => {
      const article = await findArticle(db, site.site_id, id);
      if (!article) throw new RefusalError(404, '帮助文章不存在或已更名', 'not_found');
      const articles = await readBook(db, site.site_id, article.book, '');
      const index = articles.findIndex((item) => item.id === article.id);
      return {
        ...toHelpArticle(article),
        ...neighbour('previous', articles[index - 1]),
        ...neighbour('next', articles[index + 1]),
      };
    },
    { sharedForMs: forAll },
  );
  answer(
    app,
    context,
    helpBook,
    async ({ db, site, body: { book } }) => ({
      articles: (await readArticles(db, site.site_id, book)).map(toHelpArticle),
    }),
    { sharedForMs: forAll },
  );
}

const neighbour = (
  side: 'previous' | 'next',
  row: { id: string; title: string } | undefined,
): Partial<Record<typeof side, { id: string; title: string }>> =>
  row ? { [side]: { id: row.id, title: row.title } } : {};

const toHelpArticle = ({ group_key, html, updated_at, ...article }: Article): HelpArticle => ({
  ...article,
  group: group_key,
  html: cleanHtml(html),
  updated_at: formatTime(updated_at),
});
