import {
  and,
  count,
  eq,
  gt,
  inArray,
  type InferInsertModel,
  type InferSelectModel,
  isNull,
  lte,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { live, liveBooking } from './live.tables.ts';

export type Live = InferSelectModel<typeof live>;
export type NewLive = InferInsertModel<typeof live>;

export async function readLive(db: Db, contentId: string): Promise<Live | undefined> {
  const [row] = await db.select().from(live).where(eq(live.content_id, contentId));
  return row;
}

export async function insertLives(db: Db, rows: NewLive[]): Promise<void> {
  if (rows.length > 0) await db.insert(live).values(rows);
}

/** Lives of a site: running and upcoming by start, then past ones, newest first. */
export async function listLives(db: Db, siteId: string, now: Date, size: number): Promise<Live[]> {
  const upcoming = await readLiveIds(
    db,
    siteId,
    { when: sql`l.finish_at > ${nowText(now)}`, order: nextFirst, size },
    now,
  );
  const finished =
    upcoming.length < size
      ? await readLiveIds(
          db,
          siteId,
          {
            when: sql`l.finish_at <= ${nowText(now)}`,
            order: latestFirst,
            size: size - upcoming.length,
          },
          now,
        )
      : [];
  const ids = [...upcoming, ...finished];
  if (ids.length === 0) return [];
  const rows = await db.select().from(live).where(inArray(live.content_id, ids));
  const found = new Map(rows.map((row) => [row.content_id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

const nextFirst = sql`l.begin_at, l.content_id`;
const latestFirst = sql`l.finish_at desc, l.content_id desc`;
const nowText = (moment: Date) => sql`${moment.toISOString()}::timestamptz`;

async function readLiveIds(
  db: Db,
  siteId: string,
  { when, order, size }: { when: SQL; order: SQL; size: number },
  now: Date,
) {
  const { rows } = await db.execute<{ content_id: string }>(
    sql`select l.content_id from live l
      join content c on c.content_id = l.content_id
      join site_content sc on sc.content_id = l.content_id and sc.site_id = ${siteId}
      where ${when} and l.canceled_at is null and sc.shown and c.status = 'on' and c.end_at > ${nowText(now)}
      order by ${order} limit ${size}`,
  );
  return rows.map(({ content_id }) => content_id);
}

export async function isBooked(db: Db, contentId: string, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ at: liveBooking.booked_at })
    .from(liveBooking)
    .where(and(eq(liveBooking.content_id, contentId), eq(liveBooking.user_id, userId)));
  return row !== undefined;
}

export async function countBookings(db: Db, contentId: string): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(liveBooking)
    .where(eq(liveBooking.content_id, contentId));
  return row?.n ?? 0;
}

export async function insertBookings(
  tx: Db,
  rows: InferInsertModel<typeof liveBooking>[],
): Promise<void> {
  if (rows.length > 0) await tx.insert(liveBooking).values(rows).onConflictDoNothing();
}

export async function deleteBooking(tx: Db, contentId: string, userId: string): Promise<void> {
  await tx
    .delete(liveBooking)
    .where(and(eq(liveBooking.content_id, contentId), eq(liveBooking.user_id, userId)));
}

/** Lives that start in this period and are not canceled. */
export const livesBeginning = (db: Db, from: Date, to: Date) =>
  db
    .select({ content_id: live.content_id, begin_at: live.begin_at })
    .from(live)
    .where(and(gt(live.begin_at, from), lte(live.begin_at, to), isNull(live.canceled_at)));

/** Marks the bookings of a live as reminded and returns their owners: each once, under concurrent
 * calls. */
export const markReminded = (tx: Db, contentId: string, now: Date) =>
  tx
    .update(liveBooking)
    .set({ reminded_at: now })
    .where(and(eq(liveBooking.content_id, contentId), isNull(liveBooking.reminded_at)))
    .returning({ user_id: liveBooking.user_id, site_id: liveBooking.site_id });
