import { and, eq, gt, lt, or } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { newSecret, secretHash } from '../secret.rules.ts';
import { staffIdleMs } from '../session/session.rules.ts';
import { user } from '../identity.tables.ts';
import type { UserRow } from '../user.store.ts';
import { staffSession } from './factor.tables.ts';

/** A session on the command line ends after this time even in use. */
const longestMs = 12 * 3_600_000;

const hashSessionMark = ({ password_hash }: Pick<UserRow, 'password_hash'>, factorId: string) =>
  secretHash(`${password_hash} ${factorId}`);

/** Opens a session on the command line and returns its token. */
export async function openStaffSession(
  tx: Db,
  now: Date,
  person: UserRow,
  factorId: string,
): Promise<string> {
  const token = newSecret();
  await tx.insert(staffSession).values({
    hash: secretHash(token),
    user_id: person.user_id,
    mark: hashSessionMark(person, factorId),
    created_at: now,
    seen_at: now,
  });
  return token;
}

/** The owner of a living session, which this use extends. `findFactorId`: the id of a person's active
 * factor. */
export async function resumeStaffSession(
  db: Db,
  now: Date,
  token: string,
  findFactorId: (userId: string) => Promise<string | undefined>,
): Promise<UserRow | undefined> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const [session] = await db
    .update(staffSession)
    .set({ seen_at: now })
    .where(
      and(
        eq(staffSession.hash, secretHash(token)),
        gt(staffSession.seen_at, before(staffIdleMs)),
        gt(staffSession.created_at, before(longestMs)),
      ),
    )
    .returning();
  if (!session) return undefined;
  const [person] = await db.select().from(user).where(eq(user.user_id, session.user_id));
  const factor_id = person && (await findFactorId(person.user_id));
  if (person && factor_id && session.mark === hashSessionMark(person, factor_id)) return person;
  await endStaffSession(db, token);
  return undefined;
}

export async function endStaffSession(db: Db, token: string): Promise<void> {
  await db.delete(staffSession).where(eq(staffSession.hash, secretHash(token)));
}

export async function sweepStaffSessions(db: Db, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  await db
    .delete(staffSession)
    .where(
      or(
        lt(staffSession.seen_at, before(staffIdleMs)),
        lt(staffSession.created_at, before(longestMs)),
      ),
    );
}
