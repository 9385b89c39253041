import type { House } from '../../house.ts';
import { readSites, type Site } from './site.store.ts';

const cached = new WeakMap<House['db'], { at: number; sites: Promise<Site[]> }>();

/** All sites. Every call needs them, so a process reads them once and goes on with them for
 * `siteCacheMs`. */
export function sitesOf(house: House): Promise<Site[]> {
  const now = performance.now();
  const known = cached.get(house.db);
  if (known && now - known.at < house.settings.siteCacheMs) return known.sites;
  const entry = { at: now, sites: readSites(house.db) };
  entry.sites.catch(() => cached.delete(house.db));
  cached.set(house.db, entry);
  return entry.sites;
}

/** The site that unknown domains are sent to. */
export async function mainSite(house: House): Promise<Site | undefined> {
  return (await sitesOf(house)).find(({ is_main }) => is_main);
}
