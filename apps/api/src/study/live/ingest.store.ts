import { and, asc, eq, exists, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { type Live } from './live.store.ts';
import { live, liveRecording } from './live.tables.ts';

/** The live, locked until the transaction ends. */
export async function lockLive(tx: Db, contentId: string): Promise<Live | undefined> {
  const [row] = await tx.select().from(live).where(eq(live.content_id, contentId)).for('update');
  return row;
}

export async function updateLive(
  db: Db,
  contentId: string,
  set: Partial<Omit<Live, 'content_id'>>,
): Promise<void> {
  await db.update(live).set(set).where(eq(live.content_id, contentId));
}

/** Stored once, however often the callback is sent. */
export async function insertRecording(
  db: Db,
  row: typeof liveRecording.$inferInsert,
): Promise<void> {
  await db.insert(liveRecording).values(row).onConflictDoNothing();
}

/** Recordings of a live, in order. */
export const readRecordings = (db: Db, contentId: string) =>
  db
    .select()
    .from(liveRecording)
    .where(eq(liveRecording.content_id, contentId))
    .orderBy(asc(liveRecording.recorded_at), asc(liveRecording.recording_id));

/** Lives with a recording but no replay whose job is pending or lost. */
export const livesRecorded = (db: Db, lostBefore: Date): Promise<Live[]> =>
  db
    .select()
    .from(live)
    .where(
      and(
        isNull(live.replay_id),
        isNull(live.canceled_at),
        or(isNull(live.recorded_at), lt(live.recorded_at, lostBefore)),
        exists(
          db
            .select({ one: sql`1` })
            .from(liveRecording)
            .where(eq(liveRecording.content_id, live.content_id)),
        ),
      ),
    );
