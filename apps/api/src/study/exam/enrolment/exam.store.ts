import {
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  type InferInsertModel,
  type InferSelectModel,
  isNull,
  lte,
  max,
  sql,
} from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { statement } from '../../../platform/database/statement.ts';
import { type PastAttempt, graceMs } from './action.rules.ts';
import { examAnswer, examAttempt } from './exam.tables.ts';

export type Attempt = InferSelectModel<typeof examAttempt>;

/** Which of these enrolments have an attempt, in any state. */
export async function startedExams(db: Db, learningIds: readonly string[]): Promise<Set<string>> {
  if (learningIds.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ id: examAttempt.learning_id })
    .from(examAttempt)
    .where(inArray(examAttempt.learning_id, [...learningIds]));
  return new Set(rows.map(({ id }) => id));
}

/** A person's own attempt on a site; those of other people are not found. */
export async function findAttempt(
  db: Db,
  owner: { user_id: string; site_id: string },
  scoreId: string,
): Promise<Attempt | undefined> {
  const [row] = await db
    .select()
    .from(examAttempt)
    .where(
      and(
        eq(examAttempt.score_id, scoreId),
        eq(examAttempt.user_id, owner.user_id),
        eq(examAttempt.site_id, owner.site_id),
      ),
    );
  return row;
}

/** All attempts of a person, newest first. */
export const readPersonAttempts = (db: Db, userId: string): Promise<Attempt[]> =>
  db
    .select()
    .from(examAttempt)
    .where(eq(examAttempt.user_id, userId))
    .orderBy(desc(examAttempt.started_at));

/** Attempts by id, without an owner check: the caller must check. */
export async function readAttempts(
  db: Db,
  scoreIds: readonly string[],
): Promise<Map<string, Attempt>> {
  const rows =
    scoreIds.length === 0
      ? []
      : await db
          .select()
          .from(examAttempt)
          .where(inArray(examAttempt.score_id, [...scoreIds]));
  return new Map(rows.map((row) => [row.score_id, row]));
}

/** Locks attempts until the end of the transaction, in one order. Lock their enrolments first. */
export async function lockAttempts(
  db: Db,
  scoreIds: readonly string[],
): Promise<Map<string, Attempt>> {
  const rows = await db
    .select()
    .from(examAttempt)
    .where(inArray(examAttempt.score_id, [...scoreIds]))
    .orderBy(examAttempt.score_id)
    .for('update');
  return new Map(rows.map((row) => [row.score_id, row]));
}

/** Locks an attempt until the end of the transaction. Lock its enrolment first. */
export async function lockAttempt(db: Db, scoreId: string): Promise<Attempt | undefined> {
  const [row] = await db
    .select()
    .from(examAttempt)
    .where(eq(examAttempt.score_id, scoreId))
    .for('update');
  return row;
}

export async function findLearningId(db: Db, scoreId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: examAttempt.learning_id })
    .from(examAttempt)
    .where(eq(examAttempt.score_id, scoreId));
  return row?.id;
}

export type AttemptSummary = PastAttempt &
  Pick<Attempt, 'learning_id' | 'paper_id' | 'submit_type' | 'graded_at'>;

const summaryColumns = {
  score_id: examAttempt.score_id,
  learning_id: examAttempt.learning_id,
  paper_id: examAttempt.paper_id,
  attempt_status: examAttempt.attempt_status,
  attempt_no: examAttempt.attempt_no,
  counted: examAttempt.counted,
  deadline_at: examAttempt.deadline_at,
  submitted_at: examAttempt.submitted_at,
  submit_type: examAttempt.submit_type,
  score: examAttempt.score,
  result: examAttempt.result,
  graded_at: examAttempt.graded_at,
};

/** Attempts of enrolments, oldest first, for all papers. */
export async function readAttemptSummaries(
  db: Db,
  learningIds: readonly string[],
): Promise<AttemptSummary[]> {
  if (learningIds.length === 0) return [];
  return db
    .select(summaryColumns)
    .from(examAttempt)
    .where(inArray(examAttempt.learning_id, [...learningIds]))
    .orderBy(asc(examAttempt.attempt_no));
}

export async function lastAttemptNo(db: Db, learningId: string, paperId: string): Promise<number> {
  const [row] = await db
    .select({ no: max(examAttempt.attempt_no) })
    .from(examAttempt)
    .where(and(eq(examAttempt.learning_id, learningId), eq(examAttempt.paper_id, paperId)));
  return row?.no ?? 0;
}

export const insertAttempts = async (
  db: Db,
  rows: InferInsertModel<typeof examAttempt>[],
): Promise<void> => {
  if (rows.length > 0) await db.insert(examAttempt).values(rows);
};

const writeScored = statement(
  'exam_scored',
  `
  update exam_attempt t set attempt_status = n.attempt_status, submit_type = n.submit_type, submitted_at = n.submitted_at, used_seconds = n.used_seconds, marks = n.marks,
    score = n.score, result = n.result, graded_at = n.graded_at
  from jsonb_to_recordset($1::jsonb) as n(score_id text, attempt_status text, submit_type text, submitted_at timestamptz, used_seconds int, marks jsonb, score numeric, result text, graded_at timestamptz)
  where t.score_id = n.score_id`,
);

/** Stores the results of these attempts. */
export async function updateScored(db: Db, rows: readonly Attempt[]): Promise<void> {
  if (rows.length > 0)
    await writeScored(db, [JSON.stringify(rows.map(({ instance: _, ...row }) => row))]);
}

export async function markBooked(db: Db, scoreIds: readonly string[], now: Date): Promise<void> {
  if (scoreIds.length > 0)
    await db
      .update(examAttempt)
      .set({ booked_at: now })
      .where(inArray(examAttempt.score_id, [...scoreIds]));
}

/** Graded attempts that are not booked yet, oldest first. */
export async function readUnbooked(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: examAttempt.score_id })
    .from(examAttempt)
    .where(
      and(
        eq(examAttempt.attempt_status, 'graded'),
        isNull(examAttempt.booked_at),
        lte(examAttempt.graded_at, before),
      ),
    )
    .orderBy(examAttempt.graded_at)
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function updateAttempt(
  db: Db,
  scoreId: string,
  set: Partial<InferInsertModel<typeof examAttempt>>,
): Promise<void> {
  await db.update(examAttempt).set(set).where(eq(examAttempt.score_id, scoreId));
}

/** Moves a running attempt to another page; undefined when it is not running any more. */
export async function moveToPage(
  db: Db,
  scoreId: string,
  seat: string,
  device: string,
): Promise<Attempt | undefined> {
  const [row] = await db
    .update(examAttempt)
    .set({ seat, device: device.slice(0, 300) })
    .where(and(eq(examAttempt.score_id, scoreId), eq(examAttempt.attempt_status, 'in_progress')))
    .returning();
  return row;
}

/** Counts a screen switch, up to the relevant maximum. */
export async function countSwitch(db: Db, scoreId: string): Promise<number> {
  const [row] = await db
    .update(examAttempt)
    .set({ switch_count: sql`least(${examAttempt.switch_count} + 1, 9999)` })
    .where(and(eq(examAttempt.score_id, scoreId), eq(examAttempt.attempt_status, 'in_progress')))
    .returning({ count: examAttempt.switch_count });
  return row?.count ?? 0;
}

/** Open attempts past deadline and grace. */
export async function readDue(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: examAttempt.score_id })
    .from(examAttempt)
    .where(
      and(
        eq(examAttempt.attempt_status, 'in_progress'),
        lte(examAttempt.deadline_at, new Date(now.getTime() - graceMs)),
      ),
    )
    .orderBy(examAttempt.deadline_at)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Attempts awaiting review, of one site or of all, oldest first. */
export async function readReviewing(
  db: Db,
  siteId: string | undefined,
  limit: number,
): Promise<Attempt[]> {
  return db
    .select()
    .from(examAttempt)
    .where(
      and(
        eq(examAttempt.attempt_status, 'reviewing'),
        siteId === undefined ? undefined : eq(examAttempt.site_id, siteId),
      ),
    )
    .orderBy(examAttempt.submitted_at)
    .limit(limit);
}

/** Number of graded attempts of a paper, and of those with fewer points. */
export async function readRank(
  db: Db,
  paperId: string,
  score: number,
): Promise<{ all: number; below: number }> {
  const [row] = await db
    .select({
      all: count(),
      below: sql<number>`(count(*) filter (where ${examAttempt.score} < ${score}))::int`,
    })
    .from(examAttempt)
    .where(and(eq(examAttempt.paper_id, paperId), eq(examAttempt.attempt_status, 'graded')));
  return row ?? { all: 0, below: 0 };
}

export const insertAnswers = async (
  db: Db,
  rows: InferInsertModel<typeof examAnswer>[],
): Promise<void> => {
  if (rows.length > 0) await db.insert(examAnswer).values(rows);
};
