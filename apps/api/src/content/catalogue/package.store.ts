import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import type { Content } from './catalogue.store.ts';
import { isBundle } from './package.rules.ts';
import { content, siteContent } from './catalogue.tables.ts';
import { type PackageCourse, packageCourses } from './package-courses.store.ts';
import type { Readiness } from './sale.rules.ts';
import { readReadiness } from './sale.store.ts';

/** An item of a site that can be bought. `courses` are the courses it opens, in order: a course
 * opens itself. */
export interface Purchasable {
  content: Content;
  shown: boolean;
  courses: PackageCourse[];
  /** What decides whether it can be sold. */
  readiness: Readiness[];
}

/** These contents as items of this site; those of other sites are absent. */
export async function readPurchasables(
  db: Db,
  siteId: string,
  contentIds: string[],
): Promise<Map<string, Purchasable>> {
  if (contentIds.length === 0) return new Map();
  const rows = await db
    .select({ content, shown: siteContent.shown })
    .from(siteContent)
    .innerJoin(content, eq(content.content_id, siteContent.content_id))
    .where(and(eq(siteContent.site_id, siteId), inArray(siteContent.content_id, contentIds)));
  const packages = await packageCourses(
    db,
    rows.filter((row) => isBundle(row.content.content_type)).map((row) => row.content.content_id),
  );
  const readiness = await readReadiness(db, contentIds);
  return new Map(
    rows.map((row) => {
      const { content_id, price_fen } = row.content;
      return [
        content_id,
        {
          ...row,
          courses: packages.get(content_id) ?? [{ content_id, price_fen, required: 'Y' as const }],
          readiness: readiness.get(content_id) ?? [],
        },
      ];
    }),
  );
}

/** Increments the sales count of this content on this site. */
export async function countBuy(tx: Db, siteId: string, contentId: string): Promise<void> {
  await tx
    .update(siteContent)
    .set({ buy_count: sql`${siteContent.buy_count} + 1` })
    .where(and(eq(siteContent.site_id, siteId), eq(siteContent.content_id, contentId)));
}
