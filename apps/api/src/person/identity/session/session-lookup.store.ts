import type { Admission } from '@cme/contract/person';
import { and, eq, isNull } from 'drizzle-orm';
import type { SignedIn } from '../../../platform/context/context.ts';
import type { Db } from '../../../platform/database/database.ts';
import { toMs, statement } from '../../../platform/database/statement.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import type { Site } from '../../../platform/sites/site.store.ts';
import { userSession } from '../identity.tables.ts';
import { isSecret, secretHash } from '../secret.rules.ts';
import { isAlive, getNextEnd, noteEveryMs } from './session.rules.ts';

/** The owner of a session, and whether the site has admitted them. */
export interface KnownPerson extends SignedIn {
  admission: Admission;
}

interface Found extends KnownPerson {
  hash: string;
  kind: 'token' | 'cookie';
  status: string;
  isStaff: boolean;
  seen_at: Date;
  expires_at: Date;
  last_until: Date;
  ended_at: Date | null;
}

interface Row {
  hash: string;
  kind: Found['kind'];
  session_id: string;
  user_id: string;
  site_id: string;
  real_name: string;
  admission: Admission;
  status: string;
  is_staff: boolean;
  seen_ms: number;
  expires_ms: number;
  until_ms: number;
  ended_ms: number | null;
}

/** Every call runs this query, so it is planned once: the hashes are one array parameter, as the
 * planner would otherwise replan for their number. */
const readSessions = statement<Row>(
  'identity_sessions',
  `
  select t.hash, t.kind, s.session_id, u.user_id, u.site_id, u.real_name, u.admission, u.status, u.roles <> '{learner}' as is_staff,
    ${toMs('s.seen_at')} as seen_ms, ${toMs('s.expires_at')} as expires_ms, ${toMs('s.last_until')} as until_ms, ${toMs('s.ended_at')} as ended_ms
  from user_session_token t join user_session s on s.session_id = t.session_id join "user" u on u.user_id = s.user_id
  where t.hash = any(array(select unnest($1::text[])))`,
);

const toFound = ({
  hash,
  kind,
  session_id,
  user_id,
  site_id,
  real_name,
  admission,
  status,
  is_staff,
  seen_ms,
  expires_ms,
  until_ms,
  ended_ms,
}: Row): Found => ({
  hash,
  kind,
  session: { session_id },
  person: { user_id, site_id, real_name },
  admission,
  status,
  isStaff: is_staff,
  seen_at: new Date(seen_ms),
  expires_at: new Date(expires_ms),
  last_until: new Date(until_ms),
  ended_at: ended_ms === null ? null : new Date(ended_ms),
});

interface Batch {
  hashes: Set<string>;
  answer: Promise<Map<string, Found>>;
}
const waiting = new WeakMap<Db, Batch>();

const running = new WeakMap<Db, Promise<unknown>>();

/** Concurrent lookups, or those within a turn of the event loop, share the next query. Nothing is
 * cached between queries, so a session ended by any process is ended for the next call. */
function readSessionsByHash(db: Db, hash: string): Promise<Map<string, Found>> {
  const open = waiting.get(db);
  if (open) {
    open.hashes.add(hash);
    return open.answer;
  }
  const hashes = new Set([hash]);
  const answer = Promise.all([
    new Promise<void>((resolve) => setImmediate(resolve)),
    running.get(db),
  ]).then(async () => {
    waiting.delete(db);
    const rows = readSessions(db, [[...hashes]]);
    running.set(
      db,
      rows.catch(() => undefined),
    );
    return new Map((await rows).map((row) => [row.hash, toFound(row)]));
  });
  waiting.set(db, { hashes, answer });
  return answer;
}

/** The session of a valid secret of this kind on this site. */
export async function findActiveSession(
  db: Db,
  secret: string | undefined,
  kind: Found['kind'],
  site: Pick<Site, 'site_id'>,
  now: Date,
): Promise<Found | undefined> {
  if (!isSecret(secret)) return undefined;
  const hash = secretHash(secret);
  const session = (await readSessionsByHash(db, hash)).get(hash);
  const fits =
    session?.kind === kind &&
    session.person.site_id === site.site_id &&
    session.status === 'normal' &&
    isAlive(session, now);
  return fits ? session : undefined;
}

/** How a call uses a session: a person's call extends it; one that a page repeats by itself, only
 * that of a learner; long polling never. */
export type SessionUse = 'person' | 'page' | 'none';

/** The owner of a token of this site. */
export async function findPersonByToken(
  db: Db,
  token: string,
  site: Pick<Site, 'site_id'>,
  now: Date,
  use: SessionUse = 'person',
): Promise<KnownPerson | undefined> {
  const session = await findActiveSession(db, token, 'token', site, now);
  if (session && (use === 'person' || (use === 'page' && !session.isStaff)))
    await noteUse(db, session, now);
  return (
    session && { person: session.person, session: session.session, admission: session.admission }
  );
}

async function noteUse(
  db: Db,
  { seen_at, last_until, session, isStaff }: Found,
  now: Date,
): Promise<void> {
  if (now.getTime() - seen_at.getTime() < noteEveryMs) return;
  const alive = and(eq(userSession.session_id, session.session_id), isNull(userSession.ended_at));
  await db
    .update(userSession)
    .set({ seen_at: now, expires_at: getNextEnd(now, last_until, isStaff) })
    .where(alive);
}

/** The valid ones of these tokens. */
export async function readActiveTokens(db: Db, hashes: string[], now: Date): Promise<Set<string>> {
  const sessions = hashes.length === 0 ? [] : (await readSessions(db, [hashes])).map(toFound);
  return new Set(
    sessions
      .filter((item) => item.kind === 'token' && item.status === 'normal' && isAlive(item, now))
      .map(({ hash }) => hash),
  );
}

/** Whether a token belongs to an active session, as part of another folder's SQL. Outer joins make
 * the planner follow the keys from row to row; otherwise it may start from all sessions or all
 * people when it estimates few. */
export const signIn = {
  join: (hash: string) =>
    `left join user_session_token st on st.hash = ${hash} left join user_session ss on ss.session_id = st.session_id left join "user" su on su.user_id = ss.user_id`,
  isStill: (sessionId: string, now: string) =>
    `(st.kind = 'token' and ss.session_id = ${sessionId} and ss.ended_at is null and ss.expires_at > ${now} and su.status = 'normal')`,
};

/** The session of this browser's cookie on this site. */
export async function sessionOfCookie(
  db: Db,
  now: Date,
  cookie: string | undefined,
  site: Site,
): Promise<string | undefined> {
  return (await findActiveSession(db, cookie, 'cookie', site, now))?.session.session_id;
}

/** The session of a token on any site. */
export async function sessionOfToken(
  db: Db,
  now: Date,
  token: string | string[] | undefined,
): Promise<string | undefined> {
  if (typeof token !== 'string' || !isSecret(token)) return undefined;
  const session = (await readSessionsByHash(db, secretHash(token))).get(secretHash(token));
  return session?.kind === 'token' && isAlive(session, now)
    ? session.session.session_id
    : undefined;
}

/** The active ones of these sessions, in one query. */
export async function readActiveSessions(
  db: Db,
  now: Date,
  sessionIds: string[],
): Promise<Set<string>> {
  const rows = await readLiving(db, [sessionIds, now.toISOString()]);
  return new Set(rows.map(({ session_id }) => session_id));
}

/** Throws if the session has ended since the request was admitted. Called with the person's row
 * locked, so that what ends the session and what it changes happen one after the other. */
export async function requireLive(tx: Db, now: Date, sessionId: string): Promise<void> {
  if (!(await readActiveSessions(tx, now, [sessionId])).has(sessionId))
    throw new RefusalError(401, '请先登陆', 'need_login');
}

/** Called with a thousand ids every second: a single array parameter is planned once for any
 * length. */
const readLiving = statement<{ session_id: string }>(
  'identity_living_sessions',
  `
  select s.session_id from user_session s join "user" u on u.user_id = s.user_id
  where s.session_id = any(array(select unnest($1::text[])))
    and s.ended_at is null and s.expires_at > $2::timestamptz and u.status = 'normal'`,
);
