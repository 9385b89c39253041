import {
  and,
  eq,
  inArray,
  type InferInsertModel,
  type InferSelectModel,
  max,
  sql,
} from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { beatLog, playSession } from './player.tables.ts';

export type PlaySession = InferSelectModel<typeof playSession>;

const open = ['active', 'paused'] as const;

/** Serialises transactions that open a play for this learner. */
export async function lockLearner(tx: Db, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${userId}, 0))`);
}

/** The learner's open play, if any, and up to when their time was credited by all plays. */
export async function lockPlays(
  tx: Db,
  userId: string,
): Promise<{ current: PlaySession | undefined; creditedTo: number }> {
  const [current] = await tx
    .select()
    .from(playSession)
    .where(and(eq(playSession.user_id, userId), inArray(playSession.play_status, open)))
    .for('update');
  const [credited] = await tx
    .select({ to: max(playSession.credited_to) })
    .from(playSession)
    .where(eq(playSession.user_id, userId));
  return { current, creditedTo: credited?.to?.getTime() ?? 0 };
}

export async function insertPlay(
  tx: Db,
  row: InferInsertModel<typeof playSession>,
): Promise<PlaySession> {
  const [play] = await tx.insert(playSession).values(row).returning();
  if (!play) throw new Error('a new play was not found');
  return play;
}

/** Renews the play's lease and adds credited time up to now. */
export async function creditPlay(
  tx: Db,
  { play_id, accepted_ms, credited_to, seq }: PlaySession,
  accepted: number,
  at: Date,
): Promise<void> {
  await tx
    .update(playSession)
    .set({
      seq: seq + 1,
      last_beat_at: at,
      accepted_ms: accepted_ms + accepted,
      ...(accepted > 0 && at > credited_to && { credited_to: at }),
    })
    .where(eq(playSession.play_id, play_id));
}

export async function closePlay(
  tx: Db,
  playId: string,
  playStatus: 'superseded' | 'ended' | 'lapsed',
): Promise<void> {
  await tx
    .update(playSession)
    .set({ play_status: playStatus })
    .where(and(eq(playSession.play_id, playId), inArray(playSession.play_status, open)));
}

export async function findPlay(db: Db, tokenHash: string): Promise<PlaySession | undefined> {
  const [row] = await db.select().from(playSession).where(eq(playSession.token_hash, tokenHash));
  return row;
}

export async function lockPlay(tx: Db, tokenHash: string): Promise<PlaySession | undefined> {
  const [row] = await tx
    .select()
    .from(playSession)
    .where(eq(playSession.token_hash, tokenHash))
    .for('update');
  return row;
}

/** Renews the play's lease outside a beat. */
export async function touchPlay(tx: Db, playId: string, at: Date): Promise<void> {
  await tx.update(playSession).set({ last_beat_at: at }).where(eq(playSession.play_id, playId));
}

/** What an earlier beat of this play counted; undefined if there was none. */
export async function readBeat(db: Db, playId: string, seq: number): Promise<number | undefined> {
  const [row] = await db
    .select({ accepted: beatLog.accepted_ms })
    .from(beatLog)
    .where(and(eq(beatLog.play_id, playId), eq(beatLog.seq, seq)));
  return row?.accepted;
}
