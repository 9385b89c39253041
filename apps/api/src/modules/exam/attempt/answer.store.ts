import { and, eq, inArray, type InferSelectModel, or } from 'drizzle-orm';
import type { Db } from '../../../database/database.ts';
import { fromMs, statement } from '../../../database/statement.ts';
import { graceMs } from '../action.rules.ts';
import { examAnswer } from '../exam.tables.ts';

export type Answer = InferSelectModel<typeof examAnswer>;

export interface Given {
  qid: string;
  answer: string[];
  version: number;
  marked: 'Y' | 'N';
}

/** Answers that one page sends for one attempt. */
export interface Sent {
  score_id: string;
  seat: string;
  answers: readonly Given[];
}

export interface Kept {
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

export async function readSome(
  db: Db,
  wanted: readonly { score_id: string; qids: readonly string[] }[],
): Promise<Answer[]> {
  const some = wanted.filter(({ qids }) => qids.length > 0);
  if (some.length === 0) return [];
  return db
    .select()
    .from(examAnswer)
    .where(
      or(
        ...some.map(({ score_id, qids }) =>
          and(eq(examAnswer.score_id, score_id), inArray(examAnswer.qid, [...qids])),
        ),
      ),
    );
}

// Attempts are held while their answers are written and looked at again if they had to be waited
// for: nothing comes in behind a hand-in. Rows in one order, so that two saves never wait for each
// other.
const save = statement<{ held: { score_id: string; seat: string }[]; kept: Kept[] }>(
  'exam_save',
  `
  with asked as (
    select distinct score_id, seat from jsonb_to_recordset($1::jsonb) as a(score_id text, seat text)
  ), held as (
    select t.score_id, t.seat from exam_attempt t join asked on asked.score_id = t.score_id and asked.seat = t.seat
    where t.attempt_status = 'in_progress' and t.deadline_at > ${fromMs('$2::float8')} order by t.score_id for share of t
  ), given as (
    select * from jsonb_to_recordset($3::jsonb) as g(score_id text, seat text, qid text, answer text[], version int, marked text)
  ), written as (
    insert into exam_answer (score_id, qid, answer, version, marked, saved_at)
    select held.score_id, qid, answer, version, marked, ${fromMs('$4::float8')} from held join given on given.score_id = held.score_id and given.seat = held.seat order by held.score_id, qid
    on conflict (score_id, qid) do update set answer = excluded.answer, version = excluded.version, marked = excluded.marked, saved_at = excluded.saved_at
      where exam_answer.version < excluded.version
    returning score_id, qid, version
  )
  select coalesce((select json_agg(held) from held), '[]'::json) as held, coalesce((select json_agg(written) from written), '[]'::json) as kept`,
);

/** Writes answers of running attempts, each only over an older version. `held` names the attempts
 * and seats that took answers: the others are over, or another page has them. */
export async function saveAnswers(
  db: Db,
  sent: readonly Sent[],
  now: Date,
): Promise<{ held: Set<string>; kept: Kept[] }> {
  if (sent.length === 0) return { held: new Set(), kept: [] };
  const asked = sent.map(({ score_id, seat }) => ({ score_id, seat }));
  const [row] = await save(db, [
    JSON.stringify(asked),
    now.getTime() - graceMs,
    JSON.stringify(newest(sent)),
    now.getTime(),
  ]);
  return { held: new Set(row?.held.map(seatKey)), kept: row?.kept ?? [] };
}

export const seatKey = ({ score_id, seat }: { score_id: string; seat: string }): string =>
  `${score_id} ${seat}`;

/** The highest version of each question: a statement may touch a row once. */
function newest(sent: readonly Sent[]) {
  const kept = new Map<string, Given & { score_id: string; seat: string }>();
  for (const { score_id, seat, answers } of sent) {
    for (const one of answers) {
      const key = `${score_id} ${seat} ${one.qid}`;
      if (one.version > (kept.get(key)?.version ?? 0)) kept.set(key, { ...one, score_id, seat });
    }
  }
  return [...kept.values()];
}
