import { cleanHtml } from '@cme/contract/html';
import { firstPageVersion, sitePage, sitePageTitles } from '@cme/contract/site';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../platform/context/context.ts';
import { answer } from '../../platform/http/answer.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { defaultPages } from './default-pages.ts';
import { readVersions } from './page.store.ts';

export function registerPage(app: FastifyInstance, context: AppContext): void {
  answer(
    app,
    context,
    sitePage,
    async ({ db, site, body: { page, version } }) => {
      const rows = await readVersions(db, site.site_id, page);
      const first = {
        version: firstPageVersion,
        html: defaultPages[page](site),
        published_at: undefined,
      };
      const all = [...rows, first];
      const shown = version ? all.find((row) => row.version === version) : all[0];
      if (!shown) throw new RefusalError(404, '没有这一版本', 'not_found');
      return {
        page,
        title: sitePageTitles[page],
        html: cleanHtml(shown.html),
        version: shown.version,
        published_at: shown.published_at ? formatTime(shown.published_at) : '',
        versions: all.map((row) => row.version),
      };
    },
    { sharedForMs: context.settings.listCacheMs },
  );
}
