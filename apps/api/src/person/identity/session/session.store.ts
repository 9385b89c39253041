import { and, desc, eq, inArray, isNull, lt, or } from 'drizzle-orm';
import { ulid } from 'ulid';
import type { Db } from '../../../platform/database/database.ts';
import type { Site } from '../../../platform/sites/site.store.ts';
import { userSession, userSessionToken } from '../identity.tables.ts';
import { newSecret, secretHash } from '../secret.rules.ts';
import { isStaff } from '../staff.rules.ts';
import { findActiveSession } from './session-lookup.store.ts';
import { longestMs, getNextEnd, tokensPerOrigin } from './session.rules.ts';

export interface Visitor {
  origin: string;
  user_agent: string;
  address: string;
}

/** Creates a session with its first token, and the cookie secret if the site has platform
 * domains. */
export async function openSession(
  tx: Db,
  now: Date,
  person: { user_id: string; site_id: string; roles?: readonly string[] },
  visitor: Visitor,
): Promise<{ session_id: string; token: string; cookie: string }> {
  const session_id = ulid();
  const { origin, user_agent, address } = visitor;
  const last_until = new Date(now.getTime() + longestMs);
  const { user_id, site_id, roles = [] } = person;
  const expires_at = getNextEnd(now, last_until, isStaff(roles));
  await tx.insert(userSession).values({
    session_id,
    user_id,
    site_id,
    user_agent,
    address,
    created_at: now,
    seen_at: now,
    expires_at,
    last_until,
  });
  const token = newSecret();
  const cookie = newSecret();
  await tx.insert(userSessionToken).values([
    { hash: secretHash(token), session_id, kind: 'token', origin, created_at: now },
    { hash: secretHash(cookie), session_id, kind: 'cookie', origin, created_at: now },
  ]);
  return { session_id, token, cookie };
}

/** A new token for an origin of the cookie's site, or undefined if the cookie is invalid. */
export async function restoreToken(
  db: Db,
  now: Date,
  cookie: string | undefined,
  site: Site,
  origin: string,
): Promise<string | undefined> {
  const session = await findActiveSession(db, cookie, 'cookie', site, now);
  if (!session) return undefined;
  const { session_id } = session.session;
  return db.transaction(async (tx) => {
    const set = { seen_at: now, expires_at: getNextEnd(now, session.last_until, session.isStaff) };
    const alive = await tx
      .update(userSession)
      .set(set)
      .where(and(eq(userSession.session_id, session_id), isNull(userSession.ended_at)))
      .returning();
    if (alive.length === 0) return undefined;
    const token = newSecret();
    await tx
      .insert(userSessionToken)
      .values({ hash: secretHash(token), session_id, kind: 'token', origin, created_at: now });
    await dropOldest(tx, session_id, origin);
    return token;
  });
}

async function dropOldest(tx: Db, sessionId: string, origin: string): Promise<void> {
  const ofOrigin = and(
    eq(userSessionToken.session_id, sessionId),
    eq(userSessionToken.kind, 'token'),
    eq(userSessionToken.origin, origin),
  );
  const older = tx
    .select({ hash: userSessionToken.hash })
    .from(userSessionToken)
    .where(ofOrigin)
    .orderBy(desc(userSessionToken.created_at))
    .offset(tokensPerOrigin);
  await tx.delete(userSessionToken).where(inArray(userSessionToken.hash, older));
}

/** Ends a session with all its tokens and its cookie. */
export async function endSession(
  db: Db,
  now: Date,
  sessionId: string,
  reason: string,
): Promise<void> {
  await db
    .update(userSession)
    .set({ ended_at: now, end_reason: reason })
    .where(and(eq(userSession.session_id, sessionId), isNull(userSession.ended_at)));
}

export async function endSessions(
  db: Db,
  now: Date,
  userId: string,
  reason: string,
): Promise<void> {
  await db
    .update(userSession)
    .set({ ended_at: now, end_reason: reason })
    .where(and(eq(userSession.user_id, userId), isNull(userSession.ended_at)));
}

/** Deletes secrets of ended sessions, and sessions that ended before `before`. */
export async function sweepSessions(db: Db, now: Date, before: Date): Promise<void> {
  const over = db
    .select({ id: userSession.session_id })
    .from(userSession)
    .where(or(lt(userSession.expires_at, now), lt(userSession.ended_at, now)));
  await db.delete(userSessionToken).where(inArray(userSessionToken.session_id, over));
  await db.delete(userSession).where(lt(userSession.expires_at, before));
}

/** Whether the person postponed completing the profile in this session. */
export async function hasPutOffProfile(db: Db, sessionId: string): Promise<boolean> {
  const [row] = await db
    .select({ isOff: userSession.profile_put_off })
    .from(userSession)
    .where(eq(userSession.session_id, sessionId));
  return row?.isOff === true;
}

export async function putOffProfile(db: Db, sessionId: string): Promise<void> {
  await db
    .update(userSession)
    .set({ profile_put_off: true })
    .where(eq(userSession.session_id, sessionId));
}
