import { and, asc, count, desc, eq, type InferSelectModel, type SQL } from 'drizzle-orm';
import { ulid } from 'ulid';
import type { Db } from '../../platform/database/database.ts';
import { inquiry } from './inquiry.tables.ts';

export type InquiryRow = InferSelectModel<typeof inquiry>;

interface Paged {
  page: number;
  page_size: number;
}

async function readPage(
  db: Db,
  where: SQL | undefined,
  order: SQL[],
  { page, page_size }: Paged,
): Promise<{ rows: InquiryRow[]; total: number }> {
  const rows = await db
    .select()
    .from(inquiry)
    .where(where)
    .orderBy(...order)
    .limit(page_size)
    .offset((page - 1) * page_size);
  const [total] = await db.select({ n: count() }).from(inquiry).where(where);
  return { rows, total: total?.n ?? 0 };
}

/** Answered questions of a course on a site, newest answer first. */
export const readAnswered = (db: Db, siteId: string, contentId: string, paged: Paged) =>
  readPage(
    db,
    and(
      eq(inquiry.content_id, contentId),
      eq(inquiry.site_id, siteId),
      eq(inquiry.inquiry_status, 'answered'),
    ),
    [desc(inquiry.answered_at), desc(inquiry.inquiry_id)],
    paged,
  );

/** A person's questions about a course, newest first. */
export const readOwn = (db: Db, userId: string, contentId: string, paged: Paged) =>
  readPage(
    db,
    and(eq(inquiry.user_id, userId), eq(inquiry.content_id, contentId)),
    [desc(inquiry.created_at), desc(inquiry.inquiry_id)],
    paged,
  );

/** Unanswered questions, oldest first; without a site, of all sites. */
export const readWaiting = (db: Db, siteId: string | undefined, paged: Paged) =>
  readPage(
    db,
    and(
      eq(inquiry.inquiry_status, 'waiting'),
      siteId === undefined ? undefined : eq(inquiry.site_id, siteId),
    ),
    [asc(inquiry.created_at), asc(inquiry.inquiry_id)],
    paged,
  );

export async function countWaitingInquiries(
  db: Db,
  userId: string,
  contentId: string,
): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(inquiry)
    .where(
      and(
        eq(inquiry.user_id, userId),
        eq(inquiry.content_id, contentId),
        eq(inquiry.inquiry_status, 'waiting'),
      ),
    );
  return row?.n ?? 0;
}

export async function findInquiry(db: Db, id: string): Promise<InquiryRow | undefined> {
  const [row] = await db.select().from(inquiry).where(eq(inquiry.inquiry_id, id));
  return row;
}

export async function findByRequest(
  db: Db,
  userId: string,
  requestId: string,
): Promise<InquiryRow | undefined> {
  const [row] = await db
    .select()
    .from(inquiry)
    .where(and(eq(inquiry.user_id, userId), eq(inquiry.request_id, requestId)));
  return row;
}

export async function lockInquiry(tx: Db, id: string): Promise<InquiryRow | undefined> {
  const [row] = await tx.select().from(inquiry).where(eq(inquiry.inquiry_id, id)).for('update');
  return row;
}

/** Undefined if the request has created one already. */
export async function insertInquiry(
  db: Db,
  row: Omit<InquiryRow, 'inquiry_id' | 'inquiry_status' | 'answer' | 'answered_by' | 'answered_at'>,
): Promise<InquiryRow | undefined> {
  const [added] = await db
    .insert(inquiry)
    .values({ ...row, inquiry_id: ulid(row.created_at.getTime()) })
    .onConflictDoNothing()
    .returning();
  return added;
}

export async function updateInquiry(
  tx: Db,
  id: string,
  set: Partial<InquiryRow>,
): Promise<InquiryRow> {
  const [row] = await tx.update(inquiry).set(set).where(eq(inquiry.inquiry_id, id)).returning();
  if (!row) throw new Error('a locked inquiry was not found');
  return row;
}

/** Deletes one's own unanswered question; true if it existed. */
export async function deleteWaiting(db: Db, id: string): Promise<boolean> {
  const gone = await db
    .delete(inquiry)
    .where(and(eq(inquiry.inquiry_id, id), eq(inquiry.inquiry_status, 'waiting')))
    .returning({ id: inquiry.inquiry_id });
  return gone.length > 0;
}
