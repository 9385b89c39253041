import type { Db } from '../database/database.ts';
import type { Settings } from '../settings/settings.ts';
import { readSites, type Site } from './site.store.ts';

interface SiteSource {
  db: Db;
  settings: Pick<Settings, 'siteCacheMs'>;
}

const cached = new WeakMap<Db, { at: number; sites: Promise<Site[]> }>();

/** All sites, cached for `siteCacheMs`, because every call needs them. */
export function getSites(context: SiteSource): Promise<Site[]> {
  const now = performance.now();
  const existing = cached.get(context.db);
  if (existing && now - existing.at < context.settings.siteCacheMs) return existing.sites;
  const entry = { at: now, sites: readSites(context.db) };
  entry.sites.catch(() => cached.delete(context.db));
  cached.set(context.db, entry);
  return entry.sites;
}

/** The site to which unknown domains are redirected. */
export async function mainSite(context: SiteSource): Promise<Site | undefined> {
  return (await getSites(context)).find(({ is_main }) => is_main);
}
