import { newsDetail, newsDownload, newsList, newsView } from '@cme/contract/content';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../platform/context/context.ts';
import { answer } from '../../platform/http/answer.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { formatDay } from '../../platform/http/format-time.ts';
import { keyFor } from '../../platform/settings/keys.ts';
import { fileOfOwner } from '../../person/file/attach.action.ts';
import { signDownload } from '../../person/file/download.ts';
import { countNews, findAttachment, findNews, readNews, sweepReaders } from './news.store.ts';
import { readNewsDetail, toNewsRow } from './news.view.ts';
import { newsFileOwner } from './news.write.ts';
import { createViewCounter } from './view.action.ts';
import { isRobot, hashReader } from './view.rules.ts';

const hour = 3_600_000;
const noNews = () => new RefusalError(404, '内容不存在或已撤下', 'not_found');

export function registerNews(app: FastifyInstance, context: AppContext): void {
  const { settings, now } = context;
  const forAll = settings.listCacheMs;
  answer(
    app,
    context,
    newsList,
    async ({ db, site, body: { type, page, page_size } }) => {
      const at = now();
      const kind = type || undefined;
      const [rows, total] = await Promise.all([
        readNews(
          db,
          site.site_id,
          { type: kind, size: page_size, from: (page - 1) * page_size },
          at,
        ),
        countNews(db, site.site_id, kind, at),
      ]);
      return { list: rows.map(toNewsRow), total, page, page_size };
    },
    { sharedForMs: forAll },
  );
  answer(
    app,
    context,
    newsDetail,
    async ({ db, site, body: { id } }) => {
      const news = await findNews(db, site.site_id, id, now());
      if (!news) throw noNews();
      return readNewsDetail(db, news, now());
    },
    { sharedForMs: forAll },
  );
  answer(app, context, newsDownload, async ({ db, site, body: { id, attachment_id } }) => {
    const news = await findNews(db, site.site_id, id, now());
    if (!news) throw noNews();
    const named = await findAttachment(db, id, attachment_id);
    const owner = { owner_type: newsFileOwner, owner_id: id };
    const file = named?.file_id ? await fileOfOwner(db, owner, named.file_id) : undefined;
    return signDownload(context, site, file);
  });
  registerViews(app, context);
}

function registerViews(app: FastifyInstance, context: AppContext): void {
  const key = keyFor(context.settings, 'news/readers');
  const count = createViewCounter(context.db);
  answer(app, context, newsView, async ({ db, site, request, person, network, body: { id } }) => {
    const at = context.now();
    const agent = request.headers['user-agent'];
    const news = await findNews(db, site.site_id, id, at);
    if (!news) throw noNews();
    if (isRobot(agent)) return {};
    const day = formatDay(at);
    const viewer = { user_id: person?.user_id, network };
    const view = { day, news_id: news.id, reader: hashReader(key, day, viewer) };
    // Counting is asynchronous, and its errors are ignored.
    void count(view).catch((error: unknown) =>
      context.log.warn({ err: error }, 'counting a news view failed'),
    );
    return {};
  });
  const sweepTimer = setInterval(
    () =>
      void sweepReaders(context.db, formatDay(context.now())).catch((error: unknown) =>
        context.log.error({ err: error }, 'sweep of news readers failed'),
      ),
    hour,
  );
  app.addHook('preClose', async () => clearInterval(sweepTimer));
}
