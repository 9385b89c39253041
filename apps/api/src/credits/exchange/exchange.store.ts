import {
  and,
  asc,
  desc,
  eq,
  inArray,
  type InferInsertModel,
  type InferSelectModel,
  lt,
  ne,
  sql,
} from 'drizzle-orm';
import { ulid } from 'ulid';
import type { AuditStep, DeclareDraft, DeclareTab } from '@cme/contract/credits';
import type { Db } from '../../platform/database/database.ts';
import { logState } from '../../platform/state-log/state-log.store.ts';
import { canBecome, pending, tabStatuses, usualUntil } from './exchange.rules.ts';
import {
  declare,
  declareClaim,
  type DeclareStatus,
  declareView,
  exchangeKind,
  exchangeWindow,
} from './exchange.tables.ts';

export type Kind = InferSelectModel<typeof exchangeKind>;
export type Declaration = InferSelectModel<typeof declare>;
export type NewDeclaration = InferInsertModel<typeof declare>;

/** The learner's input. */
export const toDraft = (row: Declaration): DeclareDraft => ({
  year: row.year,
  kind_code: row.kind_code,
  activity_name: row.activity_name,
  activity_no: row.activity_no,
  issuer: row.issuer,
  level: row.level,
  role_order: row.role_order,
  start_on: row.start_on,
  end_on: row.end_on,
  quantity: row.quantity,
  note: row.note,
  files: row.files,
});

/** The kinds of a site in a year: those of the latest year that has any. */
export const readKinds = (db: Db, siteId: string, year: number): Promise<Kind[]> =>
  db
    .select()
    .from(exchangeKind)
    .where(
      and(
        eq(exchangeKind.site_id, siteId),
        sql`${exchangeKind.year} = (select max(k.year) from exchange_kind k where k.site_id = ${siteId} and k.year <= ${year})`,
      ),
    )
    .orderBy(asc(exchangeKind.sort), asc(exchangeKind.kind_code));

export const insertKinds = async (
  db: Db,
  rows: InferInsertModel<typeof exchangeKind>[],
): Promise<void> => {
  if (rows.length > 0) await db.insert(exchangeKind).values(rows);
};

export async function setWindow(db: Db, siteId: string, year: number, until: string) {
  await db
    .insert(exchangeWindow)
    .values({ site_id: siteId, year, until })
    .onConflictDoUpdate({ target: [exchangeWindow.site_id, exchangeWindow.year], set: { until } });
}

/** The last day of each of these years on a site. */
export async function readLastDays(
  db: Db,
  siteId: string,
  years: readonly number[],
): Promise<{ year: number; until: string }[]> {
  const rows = await db
    .select()
    .from(exchangeWindow)
    .where(and(eq(exchangeWindow.site_id, siteId), inArray(exchangeWindow.year, [...years])));
  return years.map((year) => ({
    year,
    until: rows.find((row) => row.year === year)?.until ?? usualUntil(year),
  }));
}

export async function findDeclaration(
  db: Db,
  siteId: string,
  declareNo: string,
): Promise<Declaration | undefined> {
  const [row] = await db
    .select()
    .from(declare)
    .where(and(eq(declare.declare_no, declareNo), eq(declare.site_id, siteId)));
  return row;
}

export async function findByRequest(
  db: Db,
  userId: string,
  requestId: string,
): Promise<Declaration | undefined> {
  const [row] = await db
    .select()
    .from(declare)
    .where(and(eq(declare.user_id, userId), eq(declare.request_id, requestId)));
  return row;
}

export async function lockDeclaration(tx: Db, declareNo: string): Promise<Declaration | undefined> {
  const [row] = await tx
    .select()
    .from(declare)
    .where(eq(declare.declare_no, declareNo))
    .for('update');
  return row;
}

/** Adds a draft; undefined if the same request has created one already. */
export async function addDeclaration(
  tx: Db,
  row: NewDeclaration,
): Promise<Declaration | undefined> {
  const [created] = await tx.insert(declare).values(row).onConflictDoNothing().returning();
  return created;
}

/** Updates a locked declaration without changing its state. */
export async function updateDeclaration(
  tx: Db,
  before: Declaration,
  set: Partial<NewDeclaration>,
): Promise<Declaration> {
  const [after] = await tx
    .update(declare)
    .set({ ...set, revision: before.revision + 1 })
    .where(eq(declare.declare_no, before.declare_no))
    .returning();
  if (!after) throw new Error('a locked declaration was not found');
  return after;
}

export interface Transition {
  actor_type: 'learner' | 'staff' | 'system';
  actor_id: string;
  reason?: string;
  at: Date;
}

/** Moves a locked declaration to another state and logs it. An invalid transition is a bug and
 * throws. */
export async function moveDeclaration(
  tx: Db,
  before: Declaration,
  to: DeclareStatus,
  step: Transition,
  set: Partial<NewDeclaration> = {},
): Promise<Declaration> {
  if (!canBecome(before.declare_status, to))
    throw new Error(`invalid transition of a declaration: ${before.declare_status} to ${to}`);
  const after = await updateDeclaration(tx, before, {
    updated_at: step.at,
    ...set,
    declare_status: to,
  });
  await logState(tx, {
    entity: 'declare',
    entity_id: before.declare_no,
    from: before.declare_status,
    to,
    ...step,
  });
  return after;
}

/** Claims the uniqueness key; false if another declaration has it. Waits for concurrent
 * transactions. */
export async function claim(tx: Db, row: InferInsertModel<typeof declareClaim>): Promise<boolean> {
  const [created] = await tx.insert(declareClaim).values(row).onConflictDoNothing().returning();
  return created !== undefined;
}

/** Whether a declaration has one of these uniqueness keys. */
export async function isClaimed(tx: Db, siteId: string, keys: readonly string[]): Promise<boolean> {
  if (keys.length === 0) return false;
  const rows = await tx
    .select({ declare_no: declareClaim.declare_no })
    .from(declareClaim)
    .where(and(eq(declareClaim.site_id, siteId), inArray(declareClaim.claim_key, [...keys])))
    .limit(1);
  return rows.length > 0;
}

export async function releaseClaim(tx: Db, declareNo: string): Promise<void> {
  await tx.delete(declareClaim).where(eq(declareClaim.declare_no, declareNo));
}

const ofTab = (tab: DeclareTab) =>
  tab === 'all' ? undefined : inArray(declare.declare_status, [...tabStatuses[tab]]);

export async function pageOfDeclarations(
  db: Db,
  userId: string,
  page: { year?: number | undefined; tab: DeclareTab; page: number; page_size: number },
): Promise<Declaration[]> {
  return db
    .select()
    .from(declare)
    .where(
      and(
        eq(declare.user_id, userId),
        page.year === undefined ? undefined : eq(declare.year, page.year),
        ofTab(page.tab),
      ),
    )
    .orderBy(desc(declare.updated_at), desc(declare.declare_no))
    .limit(page.page_size)
    .offset((page.page - 1) * page.page_size);
}

/** Number of a person's declarations by year and state. */
export const countDeclarations = (
  db: Db,
  userId: string,
): Promise<{ year: number; declare_status: DeclareStatus; count: number }[]> =>
  db
    .select({
      year: declare.year,
      declare_status: declare.declare_status,
      count: sql<number>`count(*)::int`,
    })
    .from(declare)
    .where(eq(declare.user_id, userId))
    .groupBy(declare.year, declare.declare_status);

/** Pending amounts of a year, which count once credited. */
export const pendingIn = (db: Db, userId: string, year: number): Promise<Declaration[]> =>
  db
    .select()
    .from(declare)
    .where(
      and(
        eq(declare.user_id, userId),
        eq(declare.year, year),
        inArray(declare.declare_status, [...pending]),
      ),
    )
    .orderBy(asc(declare.submitted_at));

/** Declarations waiting at a step, oldest first: at the unit step those of `unitIds`, at the centre
 * those that the auditor has not passed already. */
export async function pageWaiting(
  db: Db,
  { site_id, user_id }: { site_id: string; user_id: string },
  { step, page, page_size: size }: { step: AuditStep; page: number; page_size: number },
  unitIds: readonly string[],
): Promise<{ list: Declaration[]; total: number }> {
  const where = and(
    eq(declare.site_id, site_id),
    eq(declare.audit_step, step),
    step === 'unit'
      ? inArray(declare.unit_id, ['', ...unitIds].slice(1))
      : ne(declare.unit_by, user_id),
  );
  if (step === 'unit' && unitIds.length === 0) return { list: [], total: 0 };
  const list = await db
    .select()
    .from(declare)
    .where(where)
    .orderBy(asc(declare.submitted_at), asc(declare.declare_no))
    .limit(size)
    .offset((page - 1) * size);
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(declare)
    .where(where);
  return { list, total: counted?.total ?? 0 };
}

export async function addView(db: Db, declareNo: string, viewerId: string, at: Date) {
  const id = ulid(at.getTime());
  await db.insert(declareView).values({ id, declare_no: declareNo, viewer_id: viewerId, at });
}

/** Approved declarations without a ledger row, oldest first. */
export const approvedBefore = (
  db: Db,
  at: Date,
  limit: number,
): Promise<{ declare_no: string }[]> =>
  db
    .select({ declare_no: declare.declare_no })
    .from(declare)
    .where(and(eq(declare.declare_status, 'approved'), lt(declare.decided_at, at)))
    .orderBy(asc(declare.decided_at))
    .limit(limit);
