import { and, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { content, section } from './catalogue.tables.ts';
import { packageCourses } from './package-courses.store.ts';
import type { Readiness } from './sale.rules.ts';

/** Studied by its sections; a live has none before its recording, activities and bundles never. */
const bySections = sql`${content.content_type} not in ('P', 'X', 'L', 'R', 'A', 'Z', 'Y')`;

const missing = sql<number>`case when ${bySections} then greatest(
  (select count(*) from ${section} s where s.content_id = ${content.content_id} and s.required = 'Y'
    and s.type in ('video', 'audio', 'doc') and s.resource_id is null),
  (select case when count(*) = 0 then 1 else 0 end from ${section} s
    where s.content_id = ${content.content_id} and s.required = 'Y'))::int else 0 end`;

const columns = {
  content_id: content.content_id,
  missing,
  presale_until: content.presale_until,
  opened_at: content.opened_at,
};

const readRows = (db: Db, contentIds: readonly string[]): Promise<Readiness[]> =>
  contentIds.length === 0
    ? Promise.resolve([])
    : db
        .select(columns)
        .from(content)
        .where(inArray(content.content_id, [...contentIds]));

/** What decides about the sale of each of these contents: its own state and those of its courses. */
export async function readReadiness(
  db: Db,
  contentIds: readonly string[],
): Promise<Map<string, Readiness[]>> {
  const packages = await packageCourses(db, [...contentIds]);
  const idsOf = (id: string) => [
    id,
    ...(packages.get(id) ?? []).map(({ content_id }) => content_id),
  ];
  const rows = new Map(
    (await readRows(db, [...new Set(contentIds.flatMap(idsOf))])).map((row) => [
      row.content_id,
      row,
    ]),
  );
  return new Map(contentIds.map((id) => [id, idsOf(id).flatMap((part) => rows.get(part) ?? [])]));
}

/** Presales whose day has come and that have not opened. */
export const readDuePresales = (db: Db, now: Date): Promise<(Readiness & { title: string })[]> =>
  db
    .select({ ...columns, title: content.title })
    .from(content)
    .where(
      and(
        isNotNull(content.presale_until),
        isNull(content.opened_at),
        lte(content.presale_until, now),
      ),
    );
