import { and, asc, eq, inArray, type InferInsertModel, type InferSelectModel } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { survey, surveyAnswer, surveyQuestion, surveySubmission } from './survey.tables.ts';

export type SurveyRow = InferSelectModel<typeof survey>;
export type SurveyQuestionRow = InferSelectModel<typeof surveyQuestion>;
export type Submission = InferSelectModel<typeof surveySubmission>;

/** A survey of a course of this site; others are not found. */
export async function findSurvey(
  db: Db,
  siteId: string,
  contentId: string,
  surveyId: string,
): Promise<SurveyRow | undefined> {
  const [row] = await db
    .select()
    .from(survey)
    .where(
      and(
        eq(survey.survey_id, surveyId),
        eq(survey.site_id, siteId),
        eq(survey.content_id, contentId),
      ),
    );
  return row;
}

export const readQuestions = (db: Db, surveyId: string): Promise<SurveyQuestionRow[]> =>
  db
    .select()
    .from(surveyQuestion)
    .where(eq(surveyQuestion.survey_id, surveyId))
    .orderBy(asc(surveyQuestion.sort));

export async function findSubmission(
  db: Db,
  surveyId: string,
  learningId: string,
): Promise<Submission | undefined> {
  const [row] = await db
    .select()
    .from(surveySubmission)
    .where(
      and(eq(surveySubmission.survey_id, surveyId), eq(surveySubmission.learning_id, learningId)),
    );
  return row;
}

export const readSurveyAnswers = (db: Db, submissionId: string) =>
  db
    .select({ qid: surveyAnswer.qid, answer: surveyAnswer.answer })
    .from(surveyAnswer)
    .where(eq(surveyAnswer.submission_id, submissionId));

/** Surveys that these enrolments wait for: study done and examination passed. By enrolment. */
export async function openSurveys(
  db: Db,
  siteId: string,
  learnings: readonly {
    learning_id: string;
    content_id: string;
    progress: number;
    exam_status: string;
    survey_status: string;
  }[],
): Promise<Map<string, string>> {
  const waiting = learnings.filter(
    ({ progress, exam_status, survey_status }) =>
      progress >= 100 && exam_status === 'passed' && survey_status !== 'done',
  );
  if (waiting.length === 0) return new Map();
  const rows = await db
    .select({ content_id: survey.content_id, survey_id: survey.survey_id })
    .from(survey)
    .where(
      and(
        eq(survey.site_id, siteId),
        inArray(
          survey.content_id,
          waiting.map(({ content_id }) => content_id),
        ),
      ),
    );
  const byContent = new Map(rows.map((row) => [row.content_id, row.survey_id]));
  return new Map(
    waiting.flatMap(({ learning_id, content_id }) =>
      byContent.has(content_id) ? [[learning_id, byContent.get(content_id)!]] : [],
    ),
  );
}

export async function insertSurveys(
  db: Db,
  rows: InferInsertModel<typeof survey>[],
  questions: InferInsertModel<typeof surveyQuestion>[],
): Promise<void> {
  if (rows.length > 0) await db.insert(survey).values(rows);
  if (questions.length > 0) await db.insert(surveyQuestion).values(questions);
}

/** Adds a submission, once per enrolment; false if there is one already. */
export async function insertSubmission(
  db: Db,
  row: InferInsertModel<typeof surveySubmission>,
): Promise<boolean> {
  const rows = await db
    .insert(surveySubmission)
    .values(row)
    .onConflictDoNothing({ target: [surveySubmission.survey_id, surveySubmission.learning_id] })
    .returning({ id: surveySubmission.submission_id });
  return rows.length > 0;
}

export async function updateVersion(db: Db, submissionId: string, version: number): Promise<void> {
  await db
    .update(surveySubmission)
    .set({ version })
    .where(eq(surveySubmission.submission_id, submissionId));
}

/** Replaces the answers. */
export async function writeAnswers(
  db: Db,
  submissionId: string,
  answers: readonly { qid: string; answer: string[] }[],
): Promise<void> {
  await db.delete(surveyAnswer).where(eq(surveyAnswer.submission_id, submissionId));
  if (answers.length > 0)
    await db
      .insert(surveyAnswer)
      .values(answers.map((row) => ({ ...row, submission_id: submissionId })));
}
