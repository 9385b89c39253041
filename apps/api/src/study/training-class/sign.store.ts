import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { classSign, type SignStatus } from './training-class.tables.ts';

export type SignRow = typeof classSign.$inferSelect;

/** Attendance of a person in these classes. */
export const readPersonSigns = (
  db: Db,
  userId: string,
  classIds: readonly string[],
): Promise<SignRow[]> =>
  classIds.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(classSign)
        .where(and(eq(classSign.user_id, userId), inArray(classSign.class_id, [...classIds])));

/** Attendance at a lesson. */
export const readSignsAt = (db: Db, classId: string, sessionId: string): Promise<SignRow[]> =>
  db
    .select()
    .from(classSign)
    .where(and(eq(classSign.class_id, classId), eq(classSign.session_id, sessionId)));

export async function findSign(
  db: Db,
  { class_id, session_id, user_id }: Pick<SignRow, 'class_id' | 'session_id' | 'user_id'>,
): Promise<SignRow | undefined> {
  const [row] = await db
    .select()
    .from(classSign)
    .where(
      and(
        eq(classSign.class_id, class_id),
        eq(classSign.session_id, session_id),
        eq(classSign.user_id, user_id),
      ),
    );
  return row;
}

/** Adds a check-in once: the first is kept. */
export async function insertSign(db: Db, row: SignRow): Promise<void> {
  await db.insert(classSign).values(row).onConflictDoNothing();
}

/** A teacher's decision replaces the existing row. */
export async function putSign(db: Db, row: SignRow): Promise<void> {
  const { sign_status, way, reason, actor_id, signed_at } = row;
  await db
    .insert(classSign)
    .values(row)
    .onConflictDoUpdate({
      target: [classSign.class_id, classSign.session_id, classSign.user_id],
      set: { sign_status, way, reason, actor_id, signed_at },
    });
}

export const toSignStatuses = (
  rows: readonly SignRow[],
  classId: string,
): ReadonlyMap<string, SignStatus> =>
  new Map(
    rows
      .filter(({ class_id }) => class_id === classId)
      .map(({ session_id, sign_status }) => [session_id, sign_status]),
  );
