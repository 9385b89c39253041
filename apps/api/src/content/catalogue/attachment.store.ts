import { and, asc, count, eq, type InferInsertModel, type InferSelectModel } from 'drizzle-orm';
import { ulid } from 'ulid';
import type { Db } from '../../platform/database/database.ts';
import { attachment, attachmentDownload } from './attachment.tables.ts';

export type Attachment = InferSelectModel<typeof attachment>;
export type NewAttachment = InferInsertModel<typeof attachment>;

export const readAttachments = (db: Db, contentId: string): Promise<Attachment[]> =>
  db
    .select()
    .from(attachment)
    .where(eq(attachment.content_id, contentId))
    .orderBy(asc(attachment.sort), asc(attachment.attachment_id));

/** A file of this content; files of other contents are not found. */
export async function findAttachment(
  db: Db,
  contentId: string,
  attachmentId: string,
): Promise<Attachment | undefined> {
  const [row] = await db
    .select()
    .from(attachment)
    .where(and(eq(attachment.content_id, contentId), eq(attachment.attachment_id, attachmentId)));
  return row;
}

export async function countAttachments(db: Db, contentId: string): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(attachment)
    .where(eq(attachment.content_id, contentId));
  return row?.n ?? 0;
}

export async function insertAttachments(db: Db, rows: NewAttachment[]): Promise<void> {
  if (rows.length > 0) await db.insert(attachment).values(rows);
}

/** Logs a download by a person. */
export async function logDownload(
  db: Db,
  row: Omit<InferInsertModel<typeof attachmentDownload>, 'download_id'>,
): Promise<void> {
  await db.insert(attachmentDownload).values({ ...row, download_id: ulid(row.at.getTime()) });
}
