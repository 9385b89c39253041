import { and, asc, count, eq, type InferInsertModel, type InferSelectModel } from 'drizzle-orm';
import { ulid } from 'ulid';
import type { Db } from '../../platform/database/database.ts';
import { homework, homeworkSubmit, homeworkView } from './homework.tables.ts';

export type HomeworkRow = InferSelectModel<typeof homework>;
export type SubmitRow = InferSelectModel<typeof homeworkSubmit>;

export async function insertHomework(
  db: Db,
  rows: InferInsertModel<typeof homework>[],
): Promise<void> {
  if (rows.length > 0) await db.insert(homework).values(rows);
}

export const readHomework = (db: Db, contentId: string): Promise<HomeworkRow[]> =>
  db
    .select()
    .from(homework)
    .where(eq(homework.content_id, contentId))
    .orderBy(asc(homework.sort), asc(homework.homework_id));

export async function findHomework(db: Db, id: string): Promise<HomeworkRow | undefined> {
  const [row] = await db.select().from(homework).where(eq(homework.homework_id, id));
  return row;
}

export async function countHomework(db: Db, contentId: string): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(homework)
    .where(eq(homework.content_id, contentId));
  return row?.n ?? 0;
}

export const readSubmits = (db: Db, learningId: string, contentId: string): Promise<SubmitRow[]> =>
  db
    .select({ row: homeworkSubmit })
    .from(homework)
    .innerJoin(
      homeworkSubmit,
      and(
        eq(homeworkSubmit.homework_id, homework.homework_id),
        eq(homeworkSubmit.learning_id, learningId),
      ),
    )
    .where(eq(homework.content_id, contentId))
    .then((rows) => rows.map(({ row }) => row));

/** The row of an enrolment's homework, created with the first draft, locked until the transaction
 * ends. */
export async function openSubmit(
  tx: Db,
  row: Pick<SubmitRow, 'homework_id' | 'learning_id' | 'content_id' | 'site_id' | 'user_id'>,
  at: Date,
): Promise<SubmitRow> {
  await tx
    .insert(homeworkSubmit)
    .values({ ...row, submit_id: ulid(at.getTime()), homework_status: 'draft', updated_at: at })
    .onConflictDoNothing();
  const [found] = await tx
    .select()
    .from(homeworkSubmit)
    .where(
      and(
        eq(homeworkSubmit.homework_id, row.homework_id),
        eq(homeworkSubmit.learning_id, row.learning_id),
      ),
    )
    .for('update');
  if (!found) throw new Error('existing homework was not found');
  return found;
}

export async function findSubmit(db: Db, submitId: string): Promise<SubmitRow | undefined> {
  const [row] = await db
    .select()
    .from(homeworkSubmit)
    .where(eq(homeworkSubmit.submit_id, submitId));
  return row;
}

export async function lockSubmit(tx: Db, submitId: string): Promise<SubmitRow | undefined> {
  const [row] = await tx
    .select()
    .from(homeworkSubmit)
    .where(eq(homeworkSubmit.submit_id, submitId))
    .for('update');
  return row;
}

export async function updateSubmit(
  tx: Db,
  submitId: string,
  set: Partial<SubmitRow>,
): Promise<SubmitRow> {
  const [row] = await tx
    .update(homeworkSubmit)
    .set(set)
    .where(eq(homeworkSubmit.submit_id, submitId))
    .returning();
  if (!row) throw new Error('a locked submission was not found');
  return row;
}

/** Homework waiting for a teacher, oldest first; without a site, of all sites. */
export async function readWaiting(
  db: Db,
  siteId: string | undefined,
  { page, page_size }: { page: number; page_size: number },
): Promise<{ rows: SubmitRow[]; total: number }> {
  const waiting = and(
    eq(homeworkSubmit.homework_status, 'submitted'),
    siteId === undefined ? undefined : eq(homeworkSubmit.site_id, siteId),
  );
  const rows = await db
    .select()
    .from(homeworkSubmit)
    .where(waiting)
    .orderBy(asc(homeworkSubmit.submitted_at), asc(homeworkSubmit.submit_id))
    .limit(page_size)
    .offset((page - 1) * page_size);
  const [total] = await db.select({ n: count() }).from(homeworkSubmit).where(waiting);
  return { rows, total: total?.n ?? 0 };
}

/** Logs a teacher's download of a file. */
export async function logView(
  db: Db,
  row: Omit<InferInsertModel<typeof homeworkView>, 'view_id'>,
): Promise<void> {
  await db.insert(homeworkView).values({ ...row, view_id: ulid(row.at.getTime()) });
}
