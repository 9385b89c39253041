import { and, asc, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import { ulid } from 'ulid';
import type { Db } from '../../platform/database/database.ts';
import type { UserRow } from '../identity/user.store.ts';
import type { AnyKind, FactRow } from './fact.rules.ts';
import { type FactStatus, personFact } from './fact.tables.ts';

/** All rows of these people, by person. */
export async function readFacts(
  db: Db,
  userIds: readonly string[],
): Promise<Map<string, FactRow[]>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(personFact)
    .where(inArray(personFact.user_id, [...new Set(userIds)]))
    .orderBy(desc(personFact.created_at), desc(personFact.fact_id));
  return Map.groupBy(rows, ({ user_id }) => user_id);
}

export const readPersonFacts = async (db: Db, userId: string): Promise<FactRow[]> =>
  (await readFacts(db, [userId])).get(userId) ?? [];

export async function findFact(db: Db, factId: string): Promise<FactRow | undefined> {
  const [row] = await db.select().from(personFact).where(eq(personFact.fact_id, factId));
  return row;
}

export async function insertFacts(
  db: Db,
  rows: readonly (typeof personFact.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0) await db.insert(personFact).values([...rows]);
}

/** Decides a pending request; false if it is not pending. */
export async function closeFact(
  tx: Db,
  factId: string,
  set: Pick<FactRow, 'fact_status' | 'reply' | 'decided_by'> & { decided_at: Date },
): Promise<boolean> {
  const rows = await tx
    .update(personFact)
    .set(set)
    .where(and(eq(personFact.fact_id, factId), eq(personFact.fact_status, 'waiting')))
    .returning({ id: personFact.fact_id });
  return rows.length > 0;
}

interface Replaced {
  kind: AnyKind;
  /** The account's value before, for people without a row. */
  before: string;
  /** First day of the new one. */
  day: string;
  now: Date;
}

/** Ends the facts of a kind from a day on, so that a new one takes effect. The first change records
 * what the account had before. Requires the lock on the person's row. */
export async function endFacts(
  tx: Db,
  { user_id, site_id, created_at }: Pick<UserRow, 'user_id' | 'site_id' | 'created_at'>,
  { kind, before, day, now }: Replaced,
): Promise<void> {
  const ofKind = and(
    eq(personFact.user_id, user_id),
    eq(personFact.kind, kind),
    inArray(personFact.fact_status, ['declared', 'verified']),
  );
  const [first] = await tx
    .select({ id: personFact.fact_id })
    .from(personFact)
    .where(ofKind)
    .limit(1);
  if (!first)
    await insertFacts(tx, [
      {
        fact_id: ulid(now.getTime()),
        site_id,
        user_id,
        kind,
        value: before,
        // Without a row staff have entered the unit.
        fact_status: kind === 'unit_id' ? 'verified' : 'declared',
        created_at,
      },
    ]);
  await tx
    .update(personFact)
    .set({ effective_to: sql`greatest(${personFact.effective_from}, ${day}::date)` })
    .where(and(ofKind, or(isNull(personFact.effective_to), gt(personFact.effective_to, day))));
}

interface Listed {
  /** Nobody decides about themselves. */
  deciderId: string;
  status: FactStatus;
  page: number;
  page_size: number;
}

/** Requests of the people of these units: pending ones oldest first, decided ones newest first. */
export async function pageOfUnits(
  db: Db,
  unitIds: readonly string[],
  { deciderId, status, page, page_size }: Listed,
): Promise<{ ids: string[]; total: number }> {
  if (unitIds.length === 0) return { ids: [], total: 0 };
  const order = sql.raw(status === 'waiting' ? 'asc' : 'desc');
  const { rows } = await db.execute<{ fact_id: string; total: number }>(sql`
    select f.fact_id, (count(*) over ())::int as total
      from person_fact f join "user" u using (user_id)
      where u.unit_id in ${[...unitIds]} and f.fact_status = ${status} and f.kind <> 'unit_id'
        and f.user_id <> ${deciderId}
      order by f.created_at ${order}, f.fact_id ${order}
      limit ${page_size} offset ${(page - 1) * page_size}`);
  return { ids: rows.map(({ fact_id }) => fact_id), total: rows[0]?.total ?? 0 };
}

export async function readByIds(db: Db, ids: readonly string[]): Promise<FactRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(personFact)
    .where(inArray(personFact.fact_id, [...ids]));
  return ids.flatMap((id) => rows.find(({ fact_id }) => fact_id === id) ?? []);
}

/** All pending requests of a site, oldest first. */
export const readWaitingFacts = (db: Db, siteId: string): Promise<FactRow[]> =>
  db
    .select()
    .from(personFact)
    .where(and(eq(personFact.site_id, siteId), eq(personFact.fact_status, 'waiting')))
    .orderBy(asc(personFact.created_at))
    .limit(500);
