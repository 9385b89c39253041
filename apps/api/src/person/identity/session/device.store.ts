import { and, desc, eq, gt, isNull, ne } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { userSession } from '../identity.tables.ts';

const maxEntries = 100;

/** The active sessions of a person, most recently used first. */
export function readOpenSessions(db: Db, now: Date, userId: string) {
  return db
    .select({
      session_id: userSession.session_id,
      user_agent: userSession.user_agent,
      address: userSession.address,
      created_at: userSession.created_at,
      seen_at: userSession.seen_at,
    })
    .from(userSession)
    .where(
      and(
        eq(userSession.user_id, userId),
        isNull(userSession.ended_at),
        gt(userSession.expires_at, now),
      ),
    )
    .orderBy(desc(userSession.seen_at), desc(userSession.session_id))
    .limit(maxEntries);
}

/** Whether a session, active or ended, is this person's. */
export async function ownsSession(db: Db, sessionId: string, userId: string): Promise<boolean> {
  const rows = await db
    .select({ session_id: userSession.session_id })
    .from(userSession)
    .where(and(eq(userSession.session_id, sessionId), eq(userSession.user_id, userId)));
  return rows.length > 0;
}

/** Ends all sessions of a person except this one; returns how many. */
export async function endOtherSessions(
  db: Db,
  now: Date,
  userId: string,
  keptSessionId: string,
  reason: string,
): Promise<number> {
  const rows = await db
    .update(userSession)
    .set({ ended_at: now, end_reason: reason })
    .where(
      and(
        eq(userSession.user_id, userId),
        ne(userSession.session_id, keptSessionId),
        isNull(userSession.ended_at),
      ),
    )
    .returning({ session_id: userSession.session_id });
  return rows.length;
}
