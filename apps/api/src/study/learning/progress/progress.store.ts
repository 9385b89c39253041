import {
  and,
  asc,
  eq,
  gt,
  gte,
  inArray,
  type InferInsertModel,
  type InferSelectModel,
  isNull,
  lt,
  sql,
} from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { checkLog, sectionProgress, studyDay } from './progress.tables.ts';

export type Progress = InferSelectModel<typeof sectionProgress>;
export type Check = InferSelectModel<typeof checkLog>;

/** The ledger rows of these enrolments. */
export async function readProgress(db: Db, learningIds: string[]): Promise<Progress[]> {
  if (learningIds.length === 0) return [];
  return db.select().from(sectionProgress).where(inArray(sectionProgress.learning_id, learningIds));
}

/** Displayed and pending presence checks, per enrolment and section. */
export async function readOpenChecks(
  db: Db,
  learningIds: string[],
): Promise<{ learning_id: string; section_id: string; count: number }[]> {
  if (learningIds.length === 0) return [];
  return db
    .select({
      learning_id: checkLog.learning_id,
      section_id: checkLog.section_id,
      count: sql<number>`count(*)::int`,
    })
    .from(checkLog)
    .where(and(inArray(checkLog.learning_id, learningIds), isNull(checkLog.answered_at)))
    .groupBy(checkLog.learning_id, checkLog.section_id);
}

/** Credited time of a learner: on this day, and in total. */
export async function readStudyTime(
  db: Db,
  userId: string,
  day: string,
): Promise<{ today: number; total: number }> {
  const [row] = await db
    .select({
      today: sql<number>`coalesce(sum(${studyDay.counted_ms}) filter (where ${studyDay.day} = ${day}), 0)::float8`,
      total: sql<number>`coalesce(sum(${studyDay.counted_ms}), 0)::float8`,
    })
    .from(studyDay)
    .where(eq(studyDay.user_id, userId));
  return { today: (row?.today ?? 0) / 1000, total: (row?.total ?? 0) / 1000 };
}

/** Days with credited study between two days, in order. */
export const readStudyDays = (
  db: Db,
  userId: string,
  from: string,
  before: string,
): Promise<InferSelectModel<typeof studyDay>[]> =>
  db
    .select()
    .from(studyDay)
    .where(
      and(
        eq(studyDay.user_id, userId),
        gte(studyDay.day, from),
        lt(studyDay.day, before),
        gt(studyDay.counted_ms, 0),
      ),
    )
    .orderBy(asc(studyDay.day));

/** Years with credited study. */
export async function yearsStudied(db: Db, userId: string): Promise<number[]> {
  const year = sql<number>`substr(${studyDay.day}, 1, 4)::int`;
  const rows = await db
    .selectDistinct({ year })
    .from(studyDay)
    .where(and(eq(studyDay.user_id, userId), gt(studyDay.counted_ms, 0)));
  return rows.map((row) => row.year);
}

export async function insertProgress(
  db: Db,
  rows: InferInsertModel<typeof sectionProgress>[],
): Promise<void> {
  if (rows.length > 0) await db.insert(sectionProgress).values(rows);
}

export async function insertStudyDays(
  db: Db,
  rows: InferInsertModel<typeof studyDay>[],
): Promise<void> {
  if (rows.length > 0)
    await db
      .insert(studyDay)
      .values(rows)
      .onConflictDoUpdate({
        target: [studyDay.user_id, studyDay.day],
        set: { counted_ms: sql`${studyDay.counted_ms} + excluded.counted_ms` },
      });
}

/** The ledger row of a section, created when it is first entered. */
export async function openProgress(
  tx: Db,
  learningId: string,
  sectionId: string,
  now: Date,
): Promise<Progress> {
  await tx
    .insert(sectionProgress)
    .values({ learning_id: learningId, section_id: sectionId, updated_at: now })
    .onConflictDoNothing();
  const row = await lockProgress(tx, learningId, sectionId);
  if (!row) throw new Error('an existing ledger row was not found');
  return row;
}

export async function lockProgress(
  tx: Db,
  learningId: string,
  sectionId: string,
): Promise<Progress | undefined> {
  const [row] = await tx
    .select()
    .from(sectionProgress)
    .where(
      and(eq(sectionProgress.learning_id, learningId), eq(sectionProgress.section_id, sectionId)),
    )
    .for('update');
  return row;
}

export async function saveProgress(tx: Db, row: Progress): Promise<void> {
  await tx
    .update(sectionProgress)
    .set(row)
    .where(
      and(
        eq(sectionProgress.learning_id, row.learning_id),
        eq(sectionProgress.section_id, row.section_id),
      ),
    );
}

export const readChecks = (db: Db, learningId: string, sectionId: string): Promise<Check[]> =>
  db
    .select()
    .from(checkLog)
    .where(and(eq(checkLog.learning_id, learningId), eq(checkLog.section_id, sectionId)))
    .orderBy(asc(checkLog.planned_second));

export async function insertChecks(
  tx: Db,
  rows: InferInsertModel<typeof checkLog>[],
): Promise<void> {
  if (rows.length > 0) await tx.insert(checkLog).values(rows).onConflictDoNothing();
}

/** After a wrong answer: the check stays open with another question. */
export async function missCheck(tx: Db, checkId: string, questionId: string): Promise<void> {
  await tx
    .update(checkLog)
    .set({ question_id: questionId, wrong_count: sql`${checkLog.wrong_count} + 1` })
    .where(and(eq(checkLog.check_id, checkId), isNull(checkLog.answered_at)));
}

/** Changes the question of open checks of a section; without one a click is enough. An answer to
 * the previous question counts as stale. */
export async function replaceCheckQuestion(
  tx: Db,
  sectionId: string,
  questionId: string | null,
): Promise<void> {
  await tx
    .update(checkLog)
    .set({
      kind: questionId ? 'question' : 'click',
      question_id: questionId,
      wrong_count: sql`${checkLog.wrong_count} + 1`,
    })
    .where(
      and(
        eq(checkLog.section_id, sectionId),
        eq(checkLog.kind, 'question'),
        isNull(checkLog.answered_at),
      ),
    );
}

export async function answerCheck(tx: Db, checkId: string, at: Date): Promise<void> {
  await tx
    .update(checkLog)
    .set({ answered_at: at })
    .where(and(eq(checkLog.check_id, checkId), isNull(checkLog.answered_at)));
}
