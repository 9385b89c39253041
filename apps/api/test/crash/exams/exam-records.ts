import { sql } from 'drizzle-orm';
import type { Db } from '../../../src/platform/database/database.ts';
import { graceMs } from '../../../src/study/exam/enrolment/action.rules.ts';

export async function lostAnswers(
  db: Db,
  told: readonly { score_id: string; qid: string; version: number }[],
): Promise<string[]> {
  const { rows } = await db.execute<{ score_id: string; qid: string }>(sql`
    select t.score_id, t.qid from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as t(score_id text, qid text, version int)
    left join exam_answer a on a.score_id = t.score_id and a.qid = t.qid where a.version is null or a.version < t.version`);
  return rows.map(({ score_id, qid }) => `an acknowledged answer is gone: ${score_id} ${qid}`);
}

export async function wrongScores(
  db: Db,
  told: readonly { score_id: string; score: number }[],
): Promise<string[]> {
  const { rows } = await db.execute<{ score_id: string }>(sql`
    select t.score_id from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as t(score_id text, score numeric)
    left join exam_attempt a on a.score_id = t.score_id where a.attempt_status is distinct from 'graded' or a.score is distinct from t.score`);
  return rows.map(({ score_id }) => `the score told is not the score kept: ${score_id}`);
}

/** Violations: not scored exactly once, notified more than once, effects missing although scored
 * before that time, or two concurrent attempts. */
export async function wrongHistory(db: Db, bookedBefore: Date): Promise<string[]> {
  const { rows } = await db.execute<{ what: string; id: string }>(sql`
    select 'scored ' || count(s.id) || ' times' as what, a.score_id as id from exam_attempt a left join state_log s on s.entity = 'exam_attempt' and s.entity_id = a.score_id and s."to" = 'graded'
      where a.attempt_status = 'graded' and a.device <> '' group by a.score_id having count(s.id) <> 1
    union all select 'told ' || count(*) || ' times', link_id from message where link_type = 'exam' group by link_id having count(*) > 1
    union all select 'not booked', score_id from exam_attempt where attempt_status = 'graded' and booked_at is null and graded_at < ${bookedBefore.toISOString()}::timestamptz
    union all select count(*) || ' at once', learning_id from exam_attempt where attempt_status = 'in_progress' group by learning_id having count(*) > 1`);
  return rows.map(({ what: name, id }) => `${name}: ${id}`);
}

/** Attempts past their final deadline that are not submitted. */
export async function stillRunning(db: Db, paperId: string, endedBefore: Date): Promise<string[]> {
  const { rows } = await db.execute<{ score_id: string }>(sql`
    select score_id from exam_attempt where paper_id = ${paperId} and attempt_status = 'in_progress' and deadline_at < ${new Date(endedBefore.getTime() - graceMs).toISOString()}::timestamptz`);
  return rows.map(({ score_id }) => `nobody has handed it in: ${score_id}`);
}
