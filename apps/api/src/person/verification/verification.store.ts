import { and, asc, desc, eq, type InferSelectModel } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { identityRequest, type RequestStatus } from './verification.tables.ts';

export type IdentityRequestRow = InferSelectModel<typeof identityRequest>;

/** The pending request, else the latest. */
export async function newestRequest(
  db: Db,
  userId: string,
): Promise<IdentityRequestRow | undefined> {
  const [row] = await db
    .select()
    .from(identityRequest)
    .where(eq(identityRequest.user_id, userId))
    .orderBy(
      desc(eq(identityRequest.request_status, 'waiting')),
      desc(identityRequest.created_at),
      desc(identityRequest.request_id),
    )
    .limit(1);
  return row;
}

/** The person's rejected requests, latest first. */
export const readRejected = (db: Db, userId: string): Promise<IdentityRequestRow[]> =>
  db
    .select()
    .from(identityRequest)
    .where(and(eq(identityRequest.user_id, userId), eq(identityRequest.request_status, 'rejected')))
    .orderBy(desc(identityRequest.decided_at));

export const hasBeenRejected = async (db: Db, userId: string): Promise<boolean> =>
  (await readRejected(db, userId)).some(({ kind }) => kind === 'verify');

export async function findRequest(db: Db, id: string): Promise<IdentityRequestRow | undefined> {
  const [row] = await db.select().from(identityRequest).where(eq(identityRequest.request_id, id));
  return row;
}

export const readWaiting = (db: Db, siteId: string): Promise<IdentityRequestRow[]> =>
  db
    .select()
    .from(identityRequest)
    .where(and(eq(identityRequest.site_id, siteId), eq(identityRequest.request_status, 'waiting')))
    .orderBy(asc(identityRequest.created_at))
    .limit(200);

export async function insertRequest(
  tx: Db,
  row: Omit<typeof identityRequest.$inferInsert, 'request_status'>,
): Promise<void> {
  await tx.insert(identityRequest).values({ ...row, request_status: 'waiting' });
}

/** Decides a pending request; false if it is not pending. */
export async function closeRequest(
  tx: Db,
  requestId: string,
  requestStatus: Exclude<RequestStatus, 'waiting'>,
  by: { reply?: string; decided_by?: string; at: Date },
): Promise<boolean> {
  const { reply = '', decided_by = '', at } = by;
  const rows = await tx
    .update(identityRequest)
    .set({ request_status: requestStatus, reply, decided_by, decided_at: at })
    .where(
      and(eq(identityRequest.request_id, requestId), eq(identityRequest.request_status, 'waiting')),
    )
    .returning({ id: identityRequest.request_id });
  return rows.length > 0;
}
