import { siteMap, siteMapSize, type SiteMapRow } from '@cme/contract/site';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../platform/context/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { answer } from '../../platform/http/answer.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import {
  countListed,
  readListedIds,
  readVisitedIds,
} from '../../content/catalogue/lists/listed.store.ts';
import { readHelpIds } from '../../content/help/help.store.ts';
import { readNewsIds } from '../../content/news/news.store.ts';
import { readMenus } from '../../platform/sites/site.store.ts';
import { readEmptyPaths } from './empty-paths.store.ts';
import { specials } from './specials.rules.ts';

/** Cached, because crawlers request it often. */
const cacheMs = 60_000;

export function registerSiteMap(app: FastifyInstance, context: AppContext): void {
  answer(
    app,
    context,
    siteMap,
    async ({ db, site, body: { page } }) => {
      const now = context.now();
      const smallGroups = await readSmallGroups(db, site.site_id, now);
      const total = smallGroups.length + (await countListed(db, site.site_id, now));
      const from = (page - 1) * siteMapSize;
      const list = smallGroups.slice(from, from + siteMapSize);
      const rest = siteMapSize - list.length;
      if (rest > 0) {
        const offset = Math.max(0, from - smallGroups.length);
        const contents = await readListedIds(db, site.site_id, now, rest, offset);
        list.push(...contents.map((row) => toSiteMapRow('content', row)));
      }
      const specialPaths = page === 1 ? await readSpecialPaths(db, site.site_id) : [];
      return { list, total, page, page_size: siteMapSize, specials: specialPaths };
    },
    { sharedForMs: cacheMs },
  );
}

/** Pages in the site's menu. */
async function readSpecialPaths(db: Db, siteId: string): Promise<string[]> {
  const paths = new Set((await readMenus(db, siteId)).map(({ path }) => path));
  const empty = await readEmptyPaths(db, siteId);
  return Object.keys(specials)
    .filter((path) => paths.has(path) && !empty.has(path))
    .map((path) => path.slice(1));
}

/** Small groups first, before the thousands of courses. */
async function readSmallGroups(db: Db, siteId: string, now: Date): Promise<SiteMapRow[]> {
  const [news, help, visited] = await Promise.all([
    readNewsIds(db, siteId, now),
    readHelpIds(db, siteId),
    readVisitedIds(db, siteId, now),
  ]);
  return [
    ...news.map((row) => toSiteMapRow('news', row)),
    ...help.map((row) => toSiteMapRow('help', row)),
    ...visited.map((row) => toSiteMapRow('content', row)),
  ];
}

const toSiteMapRow = (
  kind: string,
  { id, content_type = '', changed_at }: { id: string; content_type?: string; changed_at: Date },
): SiteMapRow => ({ kind, content_type, id, changed_at: formatTime(changed_at) });
