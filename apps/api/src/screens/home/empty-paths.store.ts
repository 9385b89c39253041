import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { specials } from './specials.rules.ts';

/** Paths of menus whose pages have nothing to show on a site. */
export async function readEmptyPaths(db: Db, siteId: string): Promise<ReadonlySet<string>> {
  const { rows } = await db.execute<{ path: string }>(sql`
    select path from (values
      ('/publicneed', exists (select from content_listing where site_id = ${siteId} and subject_kind = 1)),
      ('/profession', exists (select from content_listing where site_id = ${siteId} and subject_kind <> 1)),
      ('/news', exists (select from news where site_id = ${siteId})),
      ('/news?type=N', exists (select from news where site_id = ${siteId} and type = 'N')),
      ('/news?type=B', exists (select from news where site_id = ${siteId} and type = 'B')),
      ('/changecredits', exists (select from exchange_kind where site_id = ${siteId})),
      ('/helpcenter', exists (select from help_article where site_id in ('', ${siteId})))
    ) page (path, has_content) where not has_content
    union all
    select '/' || name from unnest(array[${sql.join(
      Object.keys(specials).map((path) => sql`${path.slice(1)}`),
      sql`, `,
    )}]::text[]) name
    where not exists (select from training t where t.site_id = ${siteId} and t.training_id = name)`);
  return new Set(rows.map(({ path }) => path));
}
