import { and, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { content } from './catalogue.tables.ts';
import { packageCourses } from './package-courses.store.ts';
import type { Readiness } from './sale.rules.ts';

/** A live has no sections before its recording; activities and bundles never have. */
const missing = sql<number>`case when content.content_type in ('P', 'X', 'L', 'R', 'A', 'Z', 'Y') then 0 else (
  select greatest(
    count(*) filter (where s.required = 'Y' and s.type in ('video', 'audio', 'doc') and s.resource_id is null),
    case when count(*) filter (where s.type not in ('video', 'audio', 'doc') or s.resource_id is not null) = 0 then 1 else 0 end)
  from section s where s.content_id = content.content_id)::int end`;

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

/** Sets or moves the day of a presale; false if the course has opened or can be studied already. */
export async function setPresale(
  tx: Db,
  contentId: string,
  until: Date,
  now: Date,
): Promise<boolean> {
  const changed = await tx
    .update(content)
    .set({ presale_until: until })
    .where(
      and(
        eq(content.content_id, contentId),
        isNull(content.opened_at),
        sql`(${content.presale_until} is not null or not exists (select 1 from learning l
          where l.content_id = ${contentId} and l.learn_status <> 'revoked' and l.study_end_at > ${now.toISOString()}::timestamptz))`,
      ),
    )
    .returning({ id: content.content_id });
  return changed.length > 0;
}

/** Marks a presale as opened; false if another process did. */
export async function setOpened(tx: Db, contentId: string, now: Date): Promise<boolean> {
  const opened = await tx
    .update(content)
    .set({ opened_at: now })
    .where(and(eq(content.content_id, contentId), isNull(content.opened_at)))
    .returning({ id: content.content_id });
  return opened.length > 0;
}
