import { and, asc, eq, type InferInsertModel, type InferSelectModel } from 'drizzle-orm';
import type { Db } from '../database/database.ts';
import { site, siteMenu } from './site.tables.ts';

export type Site = InferSelectModel<typeof site>;
export type NewSite = InferInsertModel<typeof site>;
export type NewSiteMenu = InferInsertModel<typeof siteMenu>;
export type SiteMenu = InferSelectModel<typeof siteMenu>;

/** A new promise, because a Drizzle query runs again each time it is awaited. */
export const readSites = async (db: Db): Promise<Site[]> =>
  db.select().from(site).orderBy(asc(site.site_id));

export async function readSite(
  db: Db,
  siteId: string,
  lock?: 'for update',
): Promise<Site | undefined> {
  const query = db.select().from(site).where(eq(site.site_id, siteId));
  const [row] = await (lock ? query.for('update') : query);
  return row;
}

export async function changeSite(db: Db, siteId: string, change: Partial<Site>): Promise<void> {
  await db.update(site).set(change).where(eq(site.site_id, siteId));
}

export async function replaceMenus(
  db: Db,
  siteId: string,
  place: SiteMenu['show_on'],
  rows: NewSiteMenu[],
): Promise<void> {
  await db.delete(siteMenu).where(and(eq(siteMenu.site_id, siteId), eq(siteMenu.show_on, place)));
  await insertMenus(db, rows);
}

export const readMenus = (db: Db, siteId: string): Promise<SiteMenu[]> =>
  db.select().from(siteMenu).where(eq(siteMenu.site_id, siteId)).orderBy(asc(siteMenu.position));

export async function insertSites(db: Db, rows: NewSite[]): Promise<void> {
  if (rows.length > 0) await db.insert(site).values(rows);
}

export async function insertMenus(db: Db, rows: NewSiteMenu[]): Promise<void> {
  if (rows.length > 0) await db.insert(siteMenu).values(rows);
}
