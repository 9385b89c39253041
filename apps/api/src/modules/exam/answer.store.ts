import { and, eq, inArray, type InferSelectModel } from 'drizzle-orm';
import type { Db } from '../../database.ts';
import { fromMs, statement } from '../../statement.ts';
import { graceMs } from './action.rules.ts';
import { examAnswer } from './exam.tables.ts';

export type Answer = InferSelectModel<typeof examAnswer>;

export interface Given {
  qid: string;
  answer: string[];
  version: number;
  marked: 'Y' | 'N';
}

export const readAnswers = (db: Db, scoreId: string): Promise<Answer[]> => db.select().from(examAnswer).where(eq(examAnswer.score_id, scoreId));

export async function readSome(db: Db, scoreId: string, qids: readonly string[]): Promise<Answer[]> {
  if (qids.length === 0) return [];
  return db.select().from(examAnswer).where(and(eq(examAnswer.score_id, scoreId), inArray(examAnswer.qid, [...qids])));
}

// The attempt is held while its answers are written and looked at again if it had to be waited for: nothing comes in
// behind a hand-in. Questions in one order, so that two saves never wait for each other.
const save = statement<{ open: number; saved: { qid: string; version: number }[] }>('exam_save', `
  with held as (
    select score_id from exam_attempt where score_id = $1 and seat = $2 and attempt_status = 'in_progress' and deadline_at > ${fromMs('$3::float8')} for share
  ), given as (
    select * from jsonb_to_recordset($4::jsonb) as g(qid text, answer text[], version int, marked text)
  ), written as (
    insert into exam_answer (score_id, qid, answer, version, marked, saved_at)
    select held.score_id, qid, answer, version, marked, ${fromMs('$5::float8')} from held, given order by qid
    on conflict (score_id, qid) do update set answer = excluded.answer, version = excluded.version, marked = excluded.marked, saved_at = excluded.saved_at
      where exam_answer.version < excluded.version
    returning qid, version
  )
  select (select count(*) from held)::int as open, coalesce((select json_agg(json_build_object('qid', qid, 'version', version)) from written), '[]'::json) as saved`);

/** Writes answers of a running attempt, each only over an older version. Undefined when the attempt does not take answers from
 * this seat (any more). */
export async function saveAnswers(db: Db, scoreId: string, seat: string, answers: readonly Given[], now: Date): Promise<{ qid: string; version: number }[] | undefined> {
  const [row] = await save(db, [scoreId, seat, now.getTime() - graceMs, JSON.stringify(newest(answers)), now.getTime()]);
  return row && row.open > 0 ? row.saved : undefined;
}

/** The highest version of each question: a statement may touch a row once. */
function newest(answers: readonly Given[]): Given[] {
  const kept = new Map<string, Given>();
  for (const one of answers) if (one.version > (kept.get(one.qid)?.version ?? 0)) kept.set(one.qid, one);
  return [...kept.values()];
}
