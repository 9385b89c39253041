import { and, count, desc, eq, gt, isNull, max, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { liveAttendance, liveMessage, liveMute } from '../live.tables.ts';

export type Attendance = typeof liveAttendance.$inferSelect;
export type LiveMessageRow = typeof liveMessage.$inferSelect;

/** The attendance of a person, created on entry, locked until the transaction ends. */
export async function lockAttendance(
  tx: Db,
  row: typeof liveAttendance.$inferInsert,
): Promise<Attendance> {
  await tx.insert(liveAttendance).values(row).onConflictDoNothing();
  const [found] = await tx
    .select()
    .from(liveAttendance)
    .where(
      and(eq(liveAttendance.content_id, row.content_id), eq(liveAttendance.user_id, row.user_id)),
    )
    .for('update');
  if (!found) throw new Error('a new attendance was not found');
  return found;
}

export async function addAttendance(
  tx: Db,
  { content_id, user_id }: Pick<Attendance, 'content_id' | 'user_id'>,
  counted: number,
  at: Date,
): Promise<void> {
  await tx
    .update(liveAttendance)
    .set({ watched_ms: sql`${liveAttendance.watched_ms} + ${counted}`, last_beat_at: at })
    .where(and(eq(liveAttendance.content_id, content_id), eq(liveAttendance.user_id, user_id)));
}

export async function readAttendance(
  db: Db,
  contentId: string,
  userId: string,
): Promise<Attendance | undefined> {
  const [row] = await db
    .select()
    .from(liveAttendance)
    .where(and(eq(liveAttendance.content_id, contentId), eq(liveAttendance.user_id, userId)));
  return row;
}

/** All participants. */
export const readAttendances = (db: Db, contentId: string): Promise<Attendance[]> =>
  db.select().from(liveAttendance).where(eq(liveAttendance.content_id, contentId));

/** Number of participants with a beat since a time. */
export async function countPresent(db: Db, contentId: string, since: Date): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(liveAttendance)
    .where(and(eq(liveAttendance.content_id, contentId), gt(liveAttendance.last_beat_at, since)));
  return row?.n ?? 0;
}

/** Changes whenever a message is added, hidden or shown. */
export async function chatVersion(db: Db, contentId: string): Promise<string> {
  const [row] = await db
    .select({
      last: max(liveMessage.message_id),
      hidden: sql<number>`count(${liveMessage.hidden_at})::int`,
      hiddenAt: max(liveMessage.hidden_at),
    })
    .from(liveMessage)
    .where(eq(liveMessage.content_id, contentId));
  return `${row?.last ?? ''}.${row?.hidden ?? 0}.${row?.hiddenAt?.getTime() ?? 0}`;
}

/** The latest messages, newest first. */
export const readMessages = (
  db: Db,
  contentId: string,
  limit: number,
  { withHidden = false } = {},
): Promise<LiveMessageRow[]> =>
  db
    .select()
    .from(liveMessage)
    .where(
      and(
        eq(liveMessage.content_id, contentId),
        withHidden ? undefined : isNull(liveMessage.hidden_at),
      ),
    )
    .orderBy(desc(liveMessage.message_id))
    .limit(limit);

export async function findMessage(db: Db, messageId: string): Promise<LiveMessageRow | undefined> {
  const [row] = await db.select().from(liveMessage).where(eq(liveMessage.message_id, messageId));
  return row;
}

export async function findByRequest(
  db: Db,
  userId: string,
  requestId: string,
): Promise<LiveMessageRow | undefined> {
  const [row] = await db
    .select()
    .from(liveMessage)
    .where(and(eq(liveMessage.user_id, userId), eq(liveMessage.request_id, requestId)));
  return row;
}

/** Serialises what a person says in a room, until the transaction ends. */
export async function lockSpeaker(tx: Db, speaker: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`chat ${speaker}`}, 0))`);
}

/** Number of messages of a person in a room since a time. */
export async function countMessagesSince(
  db: Db,
  contentId: string,
  userId: string,
  since: Date,
): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(liveMessage)
    .where(
      and(
        eq(liveMessage.content_id, contentId),
        eq(liveMessage.user_id, userId),
        gt(liveMessage.sent_at, since),
      ),
    );
  return row?.n ?? 0;
}

export async function insertMessage(db: Db, row: typeof liveMessage.$inferInsert): Promise<void> {
  await db.insert(liveMessage).values(row).onConflictDoNothing();
}

export async function setHidden(db: Db, messageId: string, at: Date | null): Promise<void> {
  await db.update(liveMessage).set({ hidden_at: at }).where(eq(liveMessage.message_id, messageId));
}

export async function isMuted(db: Db, contentId: string, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ at: liveMute.muted_at })
    .from(liveMute)
    .where(and(eq(liveMute.content_id, contentId), eq(liveMute.user_id, userId)));
  return row !== undefined;
}

/** The people who are muted in a room. */
export async function readMuted(db: Db, contentId: string): Promise<Set<string>> {
  const rows = await db
    .select({ user_id: liveMute.user_id })
    .from(liveMute)
    .where(eq(liveMute.content_id, contentId));
  return new Set(rows.map(({ user_id }) => user_id));
}

export async function setMuted(
  db: Db,
  contentId: string,
  userId: string,
  at: Date | null,
): Promise<void> {
  if (at)
    await db
      .insert(liveMute)
      .values({ content_id: contentId, user_id: userId, muted_at: at })
      .onConflictDoNothing();
  else
    await db
      .delete(liveMute)
      .where(and(eq(liveMute.content_id, contentId), eq(liveMute.user_id, userId)));
}
