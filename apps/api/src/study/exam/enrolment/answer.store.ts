import { and, eq, inArray, type InferSelectModel, or } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { fromMs, statement } from '../../../platform/database/statement.ts';
import { graceMs } from './action.rules.ts';
import { examAnswer } from './exam.tables.ts';

export type Answer = InferSelectModel<typeof examAnswer>;

export interface AnswerToSave {
  qid: string;
  answer: string[];
  version: number;
  marked: 'Y' | 'N';
}

/** Answers sent by one page for one attempt. */
export interface PageAnswers {
  score_id: string;
  seat: string;
  answers: readonly AnswerToSave[];
}

export interface SavedAnswer {
  score_id: string;
  qid: string;
  version: number;
}

export const readAnswers = (db: Db, scoreIds: readonly string[]): Promise<Answer[]> =>
  scoreIds.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(examAnswer)
        .where(inArray(examAnswer.score_id, [...scoreIds]));

export async function readAnswersToQuestions(
  db: Db,
  requested: readonly { score_id: string; qids: readonly string[] }[],
): Promise<Answer[]> {
  const nonEmpty = requested.filter(({ qids }) => qids.length > 0);
  if (nonEmpty.length === 0) return [];
  return db
    .select()
    .from(examAnswer)
    .where(
      or(
        ...nonEmpty.map(({ score_id, qids }) =>
          and(eq(examAnswer.score_id, score_id), inArray(examAnswer.qid, [...qids])),
        ),
      ),
    );
}

// Locks the attempts while writing and rechecks them after a wait, so that nothing is saved after a
// submission. Rows are locked in one order, which prevents deadlocks between saves.
const save = statement<{ open: { score_id: string; seat: string }[]; saved: SavedAnswer[] }>(
  'exam_save',
  `
  with seats as (
    select distinct score_id, seat from jsonb_to_recordset($1::jsonb) as a(score_id text, seat text)
  ), open as (
    select t.score_id, t.seat from exam_attempt t join seats on seats.score_id = t.score_id and seats.seat = t.seat
    where t.attempt_status = 'in_progress' and t.deadline_at > ${fromMs('$2::float8')} order by t.score_id for share of t
  ), sent as (
    select * from jsonb_to_recordset($3::jsonb) as g(score_id text, seat text, qid text, answer text[], version int, marked text)
  ), written as (
    insert into exam_answer (score_id, qid, answer, version, marked, saved_at)
    select open.score_id, qid, answer, version, marked, ${fromMs('$4::float8')} from open join sent on sent.score_id = open.score_id and sent.seat = open.seat order by open.score_id, qid
    on conflict (score_id, qid) do update set answer = excluded.answer, version = excluded.version, marked = excluded.marked, saved_at = excluded.saved_at
      where exam_answer.version < excluded.version
    returning score_id, qid, version
  )
  select coalesce((select json_agg(open) from open), '[]'::json) as open, coalesce((select json_agg(written) from written), '[]'::json) as saved`,
);

/**
 * Writes answers of running attempts where their version is newer. `open` lists the attempts and
 * seats that accepted answers: the others are over or held by another page.
 */
export async function saveAnswers(
  db: Db,
  pages: readonly PageAnswers[],
  now: Date,
): Promise<{ open: Set<string>; saved: SavedAnswer[] }> {
  if (pages.length === 0) return { open: new Set(), saved: [] };
  const seats = pages.map(({ score_id, seat }) => ({ score_id, seat }));
  const [row] = await save(db, [
    JSON.stringify(seats),
    now.getTime() - graceMs,
    JSON.stringify(newest(pages)),
    now.getTime(),
  ]);
  return { open: new Set(row?.open.map(seatKey)), saved: row?.saved ?? [] };
}

export const seatKey = ({ score_id, seat }: { score_id: string; seat: string }): string =>
  `${score_id} ${seat}`;

/** The highest version per question: a statement may update a row only once. */
function newest(pages: readonly PageAnswers[]) {
  const saved = new Map<string, AnswerToSave & { score_id: string; seat: string }>();
  for (const { score_id, seat, answers } of pages) {
    for (const answer of answers) {
      const key = `${score_id} ${seat} ${answer.qid}`;
      if (answer.version > (saved.get(key)?.version ?? 0))
        saved.set(key, { ...answer, score_id, seat });
    }
  }
  return [...saved.values()];
}
