import { cleanHtml } from '@cme/contract/html';
import { type SitePageName, sitePageTitles } from '@cme/contract/site';
import type { AppContext } from '../../platform/context/context.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { readSite } from '../../platform/sites/site.store.ts';
import { type Actor, logState } from '../../platform/state-log/state-log.store.ts';
import { insertVersion, readVersions } from './page.store.ts';

const longest = 50_000;

/** Publishes a new version of a page; the same text again changes nothing. */
export function publishPage(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  siteId: string,
  { page, text }: { page: SitePageName; text: string },
  actor: Actor,
): Promise<string> {
  const html = cleanHtml(text).trim();
  if (!html.replace(/<[^>]*>/g, '').trim()) throw new NotPossibleError('页面没有文字');
  if (html.length > longest) throw new NotPossibleError(`页面最多 ${longest} 个字符`);
  return db.transaction(async (tx) => {
    if (!(await readSite(tx, siteId, 'for update')))
      throw new NotPossibleError(`没有站点 ${siteId}`);
    const title = sitePageTitles[page];
    const [newest] = await readVersions(tx, siteId, page);
    if (newest?.html === html) return `${title}没有变化：${newest.version}`;
    const row = { site_id: siteId, page, html, published_by: actor.actor_id };
    const version = await insertVersion(tx, row, now());
    await logState(tx, {
      entity: 'site',
      entity_id: siteId,
      from: `page.${page}=${newest?.version ?? ''}`,
      to: `page.${page}=${version}`,
      ...actor,
      at: now(),
    });
    return `${title}已发布：${version}`;
  });
}
