import {
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  type InferInsertModel,
  type InferSelectModel,
} from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { unitApplication } from './membership.tables.ts';

export type ApplicationRow = InferSelectModel<typeof unitApplication>;

/** The latest application of a person. */
export async function newestApplication(
  db: Db,
  userId: string,
): Promise<ApplicationRow | undefined> {
  const [row] = await db
    .select()
    .from(unitApplication)
    .where(eq(unitApplication.user_id, userId))
    .orderBy(desc(unitApplication.created_at), desc(unitApplication.application_id))
    .limit(1);
  return row;
}

/** The pending application. Requires the lock on the person's row. */
export async function waitingApplication(
  tx: Db,
  userId: string,
): Promise<ApplicationRow | undefined> {
  const [row] = await tx
    .select()
    .from(unitApplication)
    .where(and(eq(unitApplication.user_id, userId), eq(unitApplication.status, 'waiting')));
  return row;
}

export async function findApplication(
  db: Db,
  applicationId: string,
): Promise<ApplicationRow | undefined> {
  const [row] = await db
    .select()
    .from(unitApplication)
    .where(eq(unitApplication.application_id, applicationId));
  return row;
}

/** Refused applications of these people, latest first. */
export async function readRefusals(db: Db, userIds: readonly string[]): Promise<ApplicationRow[]> {
  if (userIds.length === 0) return [];
  return db
    .select()
    .from(unitApplication)
    .where(
      and(inArray(unitApplication.user_id, [...userIds]), eq(unitApplication.status, 'refused')),
    )
    .orderBy(desc(unitApplication.decided_at));
}

export async function insertApplications(
  tx: Db,
  rows: InferInsertModel<typeof unitApplication>[],
): Promise<void> {
  if (rows.length > 0) await tx.insert(unitApplication).values(rows);
}

type Decision = Pick<ApplicationRow, 'status' | 'reason' | 'decided_at' | 'decided_by'>;

export async function closeApplication(
  tx: Db,
  applicationId: string,
  decision: Decision,
): Promise<void> {
  await tx
    .update(unitApplication)
    .set(decision)
    .where(eq(unitApplication.application_id, applicationId));
}

interface Listed {
  unitIds: readonly string[];
  status: ApplicationRow['status'];
  page: number;
  page_size: number;
}

/** Applications to these units: pending ones oldest first, others newest first. */
export async function readApplications(
  db: Db,
  { unitIds, status, page, page_size }: Listed,
): Promise<{ rows: ApplicationRow[]; total: number }> {
  if (unitIds.length === 0) return { rows: [], total: 0 };
  const fits = and(
    inArray(unitApplication.unit_id, [...unitIds]),
    eq(unitApplication.status, status),
  );
  const order = status === 'waiting' ? asc : desc;
  const [rows, [total]] = await Promise.all([
    db
      .select()
      .from(unitApplication)
      .where(fits)
      .orderBy(order(unitApplication.created_at), order(unitApplication.application_id))
      .limit(page_size)
      .offset((page - 1) * page_size),
    db.select({ total: count() }).from(unitApplication).where(fits),
  ]);
  return { rows, total: total?.total ?? 0 };
}
