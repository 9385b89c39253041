import type { Db } from '../../platform/database/database.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { readSites, type Site } from '../../platform/sites/site.store.ts';

/** A site by its id or by its domain; an unknown one is refused with the domains that exist. */
export async function requireSite(db: Db, word: string): Promise<Site> {
  const sites = await readSites(db);
  const site = sites.find(({ site_id, domain }) => site_id === word || domain === word);
  if (!site)
    throw new NotPossibleError(
      `没有站点 ${word}，可用：${sites.map(({ domain }) => domain).join('、')}`,
    );
  return site;
}
