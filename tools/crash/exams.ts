import { setTimeout as pause } from 'node:timers/promises';
import { CallFailed, type OpenClient } from '@cme/commons/api-client';
import { type BodyOf, type Call, type DataOf, examSave, examStart, examSubmit } from '@cme/contract';
import { sql } from 'drizzle-orm';
import type { Db } from '../../apps/api/src/database.ts';
import { type Examinees, makeExaminees } from '../bench/examinees.ts';
import type { Scenario } from './scenario.ts';

const examinees = 60;
/** Milliseconds between two calls of a learner, at most. */
const rhythm = 300;
/** Nobody passes, so that everybody goes on for ever. */
const policy = { max_attempts: 1_000_000, cooldown_min: 0, pass: 100 };
/** Seconds within which a score that was given must be booked, kill or no kill. */
const bookedWithin = 60;

/** Learners who sit one attempt after the other: no acknowledged answer is lost, and whatever was handed in is scored once. */
export function exams(): Scenario {
  let made: Examinees = { paper_id: '', people: [] };
  const answers = new Map<string, { score_id: string; qid: string; version: number }>();
  const scores = new Map<string, number>();
  const wrong: string[] = [];
  const count = { attempts: 0, answers: 0, repeated: 0 };

  /** The same call until it is answered. */
  async function insist<C extends Call>(client: OpenClient, call: C, body: BodyOf<C>, token: string, stopped: AbortSignal): Promise<DataOf<C> | undefined> {
    while (!stopped.aborted) {
      try {
        return await client.send(call, body, { token });
      } catch (error) {
        if (!(error instanceof CallFailed) || (error.statusCode !== 0 && error.statusCode < 500)) return void wrong.push(`${call.path} was refused: ${String(error)}`);
        count.repeated += 1;
        await pause(100);
      }
    }
    return undefined;
  }

  async function sit(client: OpenClient, { token, learning_id }: Examinees['people'][number], stopped: AbortSignal): Promise<void> {
    const running = await insist(client, examStart, { paper_id: made.paper_id, learning_id }, token, stopped);
    if (!running) return;
    const { score_id, seat, items } = running;
    for (let version = 1; version <= 3; version += 1) {
      await pause(Math.random() * rhythm);
      const given = items.slice(0, 4 * version).map(({ qid, options }) => ({ qid, answer: options.slice(0, 1).map(({ key }) => key), version: version + 10 }));
      const told = await insist(client, examSave, { score_id, seat, answers: given }, token, stopped);
      for (const { qid, version: kept } of [...(told?.saved ?? []), ...(told?.stale ?? [])]) answers.set(`${score_id} ${qid}`, { score_id, qid, version: kept });
      count.answers += told?.saved.length ?? 0;
    }
    const result = await insist(client, examSubmit, { score_id, seat, confirm: 'Y' }, token, stopped);
    if (!result) return;
    if (result.attempt_status !== 'graded') wrong.push(`handed in and ${result.attempt_status}`);
    scores.set(score_id, result.score);
    count.attempts += 1;
  }

  return {
    async prepare(house) {
      made = await makeExaminees(house, examinees, policy);
    },
    begin: async () => undefined,
    work: async (client, stopped) => void (await Promise.all(made.people.map(async (person) => {
      while (!stopped.aborted) {
        await pause(Math.random() * rhythm);
        await sit(client, person, stopped);
      }
    }))),
    check: async (db) => [...wrong.splice(0), ...(await lostAnswers(db, [...answers.values()])), ...(await wrongScores(db, scores)), ...(await wrongHistory(db))],
    figures: () => ({ learners: examinees, ...count }),
  };
}

async function lostAnswers(db: Db, told: { score_id: string; qid: string; version: number }[]): Promise<string[]> {
  const { rows } = await db.execute<{ score_id: string; qid: string }>(sql`
    select t.score_id, t.qid from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as t(score_id text, qid text, version int)
    left join exam_answer a on a.score_id = t.score_id and a.qid = t.qid where a.version is null or a.version < t.version`);
  return rows.map(({ score_id, qid }) => `an acknowledged answer is gone: ${score_id} ${qid}`);
}

async function wrongScores(db: Db, told: ReadonlyMap<string, number>): Promise<string[]> {
  const { rows } = await db.execute<{ score_id: string }>(sql`
    select t.score_id from jsonb_to_recordset(${JSON.stringify([...told].map(([score_id, score]) => ({ score_id, score })))}::jsonb) as t(score_id text, score numeric)
    left join exam_attempt a on a.score_id = t.score_id where a.attempt_status is distinct from 'graded' or a.score is distinct from t.score`);
  return rows.map(({ score_id }) => `the score told is not the score kept: ${score_id}`);
}

/** Scored other than once, told more than once, told too late, or two attempts at once. */
async function wrongHistory(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ what: string; id: string }>(sql`
    select 'scored ' || count(s.id) || ' times' as what, a.score_id as id from exam_attempt a left join state_log s on s.entity = 'exam_attempt' and s.entity_id = a.score_id and s."to" = 'graded'
      where a.attempt_status = 'graded' and a.device <> '' group by a.score_id having count(s.id) <> 1
    union all select 'told ' || count(*) || ' times', link_id from message where link_type = 'exam' group by link_id having count(*) > 1
    union all select 'not booked', score_id from exam_attempt where attempt_status = 'graded' and booked_at is null and graded_at < now() - make_interval(secs => ${bookedWithin})
    union all select count(*) || ' at once', learning_id from exam_attempt where attempt_status = 'in_progress' group by learning_id having count(*) > 1`);
  return rows.map(({ what, id }) => `${what}: ${id}`);
}
