import {
  and,
  asc,
  desc,
  eq,
  inArray,
  type InferInsertModel,
  type InferSelectModel,
  ne,
  sql,
} from 'drizzle-orm';
import { ulid } from 'ulid';
import type { Db } from '../../platform/database/database.ts';
import { type Actor, system, logState } from '../../platform/state-log/state-log.store.ts';
import { creditRecord, creditRule } from './credits.tables.ts';

export type CreditRecord = InferSelectModel<typeof creditRecord>;
export type CreditRule = InferSelectModel<typeof creditRule>;
export type NewRecord = Omit<InferInsertModel<typeof creditRecord>, 'id'>;

/** The source of an enrolment's credits. */
export interface Source {
  user_id: string;
  content_id: string;
  cycle: number;
}

/** Locks a learner's ledger until the transaction ends, so that decisions based on a year's sum are
 * serialised. */
export async function lockLedger(tx: Db, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`credits/${userId}`}, 0))`);
}

const isOfSource = ({ user_id, content_id, cycle }: Source) =>
  and(
    eq(creditRecord.user_id, user_id),
    eq(creditRecord.source_type, 'course'),
    eq(creditRecord.source_id, content_id),
    eq(creditRecord.cycle, cycle),
  );

/** The latest grant of an enrolment. */
export async function findGrant(db: Db, source: Source): Promise<CreditRecord | undefined> {
  const [row] = await db
    .select()
    .from(creditRecord)
    .where(isOfSource(source))
    .orderBy(desc(creditRecord.edition))
    .limit(1);
  return row;
}

/** What another cycle of the same course was granted in this year. */
export async function findOtherGrant(
  db: Db,
  { user_id, content_id, cycle }: Source,
  year: number,
): Promise<CreditRecord | undefined> {
  const [row] = await db
    .select()
    .from(creditRecord)
    .where(
      and(
        eq(creditRecord.user_id, user_id),
        eq(creditRecord.source_type, 'course'),
        eq(creditRecord.source_id, content_id),
        ne(creditRecord.cycle, cycle),
        eq(creditRecord.year, year),
        eq(creditRecord.status, 'granted'),
      ),
    )
    .limit(1);
  return row;
}

/** The row of a source that grants at most once. */
export async function findRecordBySource(
  db: Db,
  userId: string,
  sourceType: CreditRecord['source_type'],
  sourceId: string,
): Promise<CreditRecord | undefined> {
  const [row] = await db
    .select()
    .from(creditRecord)
    .where(
      and(
        eq(creditRecord.user_id, userId),
        eq(creditRecord.source_type, sourceType),
        eq(creditRecord.source_id, sourceId),
      ),
    );
  return row;
}

/** Time of a row's reversal. */
export async function reversedAt(db: Db, row: CreditRecord): Promise<Date | undefined> {
  const [taken] = await db
    .select({ at: creditRecord.created_at })
    .from(creditRecord)
    .where(
      and(
        eq(creditRecord.user_id, row.user_id),
        eq(creditRecord.source_type, 'reversal'),
        eq(creditRecord.source_id, row.id),
      ),
    );
  return taken?.at;
}

/** Adds a row once; a concurrent caller gets the existing row. */
export async function addRecord(tx: Db, row: NewRecord): Promise<CreditRecord> {
  const [created] = await tx
    .insert(creditRecord)
    .values({ ...row, id: ulid(row.created_at.getTime()) })
    .onConflictDoNothing({
      target: [
        creditRecord.user_id,
        creditRecord.source_type,
        creditRecord.source_id,
        creditRecord.cycle,
        creditRecord.edition,
      ],
    })
    .returning();
  if (created) {
    await logState(tx, {
      entity: 'credit_record',
      entity_id: created.id,
      from: '',
      to: created.status,
      actor_type: 'system',
      actor_id: created.source_type,
      reason: row.reason ?? '',
      at: row.created_at,
    });
    return created;
  }
  const [existing] = await tx
    .select()
    .from(creditRecord)
    .where(
      and(
        eq(creditRecord.user_id, row.user_id),
        eq(creditRecord.source_type, row.source_type),
        eq(creditRecord.source_id, row.source_id),
        eq(creditRecord.cycle, row.cycle ?? 1),
        eq(creditRecord.edition, row.edition ?? 1),
      ),
    );
  if (!existing) throw new Error('an existing ledger row was not found');
  return existing;
}

/** Reverses a granted row: adds a row with the opposite amounts. Idempotent. */
export async function reverse(
  tx: Db,
  row: CreditRecord,
  reason: string,
  now: Date,
  actor: Actor = system,
): Promise<void> {
  await addRecord(tx, {
    ...row,
    source_type: 'reversal',
    source_id: row.id,
    cycle: 1,
    edition: 1,
    hours: -row.hours,
    credits: -row.credits,
    status: 'granted',
    reason,
    cert_no: '',
    created_at: now,
    granted_at: now,
  });
  if (row.status === 'reversed') return;
  await tx.update(creditRecord).set({ status: 'reversed' }).where(eq(creditRecord.id, row.id));
  await logState(tx, {
    entity: 'credit_record',
    entity_id: row.id,
    from: row.status,
    to: 'reversed',
    ...actor,
    reason,
    at: now,
  });
}

/** Reverses the grant of an enrolment; undefined if there is none. */
export async function reverseGrant(
  tx: Db,
  source: Source,
  reason: string,
  now: Date,
  actor: Actor = system,
): Promise<CreditRecord | undefined> {
  await lockLedger(tx, source.user_id);
  const row = await findGrant(tx, source);
  if (row) await reverse(tx, row, reason, now, actor);
  return row;
}

/** Granted and pending rows of a year, newest first. */
export const readYear = (db: Db, userId: string, year: number): Promise<CreditRecord[]> =>
  db
    .select()
    .from(creditRecord)
    .where(and(eq(creditRecord.user_id, userId), eq(creditRecord.year, year)))
    .orderBy(desc(creditRecord.created_at), desc(creditRecord.id));

export async function pageOfRecords(
  db: Db,
  userId: string,
  year: number | undefined,
  page: number,
  size: number,
): Promise<{ list: CreditRecord[]; total: number }> {
  const where = and(
    eq(creditRecord.user_id, userId),
    year === undefined ? undefined : eq(creditRecord.year, year),
  );
  const list = await db
    .select()
    .from(creditRecord)
    .where(where)
    .orderBy(desc(creditRecord.created_at), desc(creditRecord.id))
    .limit(size)
    .offset((page - 1) * size);
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(creditRecord)
    .where(where);
  return { list, total: counted?.total ?? 0 };
}

export async function readLedgerYears(db: Db, userId: string): Promise<number[]> {
  const rows = await db
    .selectDistinct({ year: creditRecord.year })
    .from(creditRecord)
    .where(eq(creditRecord.user_id, userId))
    .orderBy(desc(creditRecord.year));
  return rows.map(({ year }) => year);
}

/** Net hours and credits of a year before caps: granted minus reversed. */
export async function readGrantedIn(
  db: Db,
  userId: string,
  year: number,
): Promise<{ hours: number; credits: number }> {
  const [row] = await db
    .select({
      hours: sql<number>`coalesce(sum(${creditRecord.hours}), 0)::float8`,
      credits: sql<number>`coalesce(sum(${creditRecord.credits}), 0)::float8`,
    })
    .from(creditRecord)
    .where(
      and(
        eq(creditRecord.user_id, userId),
        eq(creditRecord.year, year),
        inArray(creditRecord.status, ['granted', 'reversed']),
      ),
    );
  return row ?? { hours: 0, credits: 0 };
}

/** All annual rules of a site: those of the latest year that has any. */
export async function readYearRules(db: Db, siteId: string, year: number): Promise<CreditRule[]> {
  const rows = await db
    .select()
    .from(creditRule)
    .where(
      and(
        eq(creditRule.site_id, siteId),
        sql`${creditRule.year} = (select max(r.year) from credit_rule r where r.site_id = ${siteId} and r.year <= ${year})`,
      ),
    )
    .orderBy(asc(creditRule.rule_id));
  return rows;
}

export const insertCreditRules = async (
  db: Db,
  rows: InferInsertModel<typeof creditRule>[],
): Promise<void> => {
  if (rows.length > 0) await db.insert(creditRule).values(rows);
};
