import { and, asc, desc, eq, type InferSelectModel, lte, max } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { certTemplate } from './certificate.tables.ts';

export type Template = InferSelectModel<typeof certTemplate>;

/** The built-in template. */
export const builtInVersion = 1;

/** The version of a site for certificates that are issued now. */
export async function readCurrentVersion(db: Db, siteId: string, now: Date): Promise<number> {
  const [row] = await db
    .select({ version: certTemplate.version })
    .from(certTemplate)
    .where(and(eq(certTemplate.site_id, siteId), lte(certTemplate.valid_from, now)))
    .orderBy(desc(certTemplate.version))
    .limit(1);
  return row?.version ?? builtInVersion;
}

export async function findTemplate(
  db: Db,
  siteId: string,
  version: number,
): Promise<Template | undefined> {
  const [row] = await db
    .select()
    .from(certTemplate)
    .where(and(eq(certTemplate.site_id, siteId), eq(certTemplate.version, version)));
  return row;
}

export const readTemplates = (db: Db, siteId: string): Promise<Template[]> =>
  db
    .select()
    .from(certTemplate)
    .where(eq(certTemplate.site_id, siteId))
    .orderBy(asc(certTemplate.version));

/** Adds the next version of a site. Two at once are refused by the key. */
export async function insertTemplate(tx: Db, row: Omit<Template, 'version'>): Promise<Template> {
  const [last] = await tx
    .select({ version: max(certTemplate.version) })
    .from(certTemplate)
    .where(eq(certTemplate.site_id, row.site_id));
  const version = (last?.version ?? builtInVersion) + 1;
  const [created] = await tx
    .insert(certTemplate)
    .values({ ...row, version })
    .returning();
  if (!created) throw new Error('a template was not inserted');
  return created;
}
