import { asc, eq, type InferInsertModel, type InferSelectModel } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { classQuestion } from './class-question.tables.ts';

export type ClassQuestion = InferSelectModel<typeof classQuestion>;

/** The questions of a section, in order. */
export async function readQuestionIds(db: Db, sectionId: string): Promise<string[]> {
  const rows = await db
    .select({ id: classQuestion.question_id })
    .from(classQuestion)
    .where(eq(classQuestion.section_id, sectionId))
    .orderBy(asc(classQuestion.sort), asc(classQuestion.question_id));
  return rows.map(({ id }) => id);
}

export async function findQuestion(db: Db, id: string): Promise<ClassQuestion | undefined> {
  const [row] = await db.select().from(classQuestion).where(eq(classQuestion.question_id, id));
  return row;
}

export async function deleteClassQuestions(db: Db, sectionId: string): Promise<void> {
  await db.delete(classQuestion).where(eq(classQuestion.section_id, sectionId));
}

export async function insertClassQuestions(
  db: Db,
  rows: InferInsertModel<typeof classQuestion>[],
): Promise<void> {
  if (rows.length > 0) await db.insert(classQuestion).values(rows);
}
