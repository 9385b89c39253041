import { examIntro, examSave, examStart, examSubmit } from '@cme/contract/study';
import { sql } from 'drizzle-orm';
import type { Db } from '../../src/platform/database/database.ts';
import { closeIfDue } from '../../src/study/exam/attempt/finish.action.ts';
import { deadlineQueue } from '../../src/study/exam/attempt/start.action.ts';
import { makeExaminees } from '../load/examinees.ts';
import { crowd, inLanes, type Race, readOutcome, unexpected } from './race.ts';
import { names, untilNone } from './shop.ts';
import { completion } from '../../src/credits/certificate/issuing/completion.action.ts';

const concurrency = 2;
const presses = 20;
const saves = 10;
const starts = 50;
/** Milliseconds after the deadline until the server submits. */
const grace = 5000;
const count = async (db: Db, statement: ReturnType<typeof sql>) =>
  (await db.execute(statement)).rows.length;
const sentences = async (db: Db, statement: ReturnType<typeof sql>) =>
  (await db.execute<{ what: string }>(statement)).rows.map(({ what: name }) => name);

/** The button, autosaves of other pages and the server's timer run concurrently: one submission,
 * one score, one attempt, no answer lost. */
export const oneSubmission: Race = {
  what: `the button ${presses} times, ${saves} autosaves and the timer at one moment`,
  rounds: 2000,
  async run({ context, send }, rounds) {
    const { db } = context;
    const { paper_id, people } = await makeExaminees(context, rounds, {
      pass: 100,
      max_attempts: 3,
    });
    const wrong: string[] = [];
    const attempts: string[] = [];
    const told: { score_id: string; qid: string; version: number }[] = [];
    await inLanes(rounds, concurrency, async (round) => {
      const { token, learning_id } = people[round]!;
      const { score_id, seat, items, course_id } = await send(
        examStart,
        { paper_id, learning_id },
        token,
      );
      attempts.push(score_id);
      const answersAt = (index: number) =>
        items.slice(index, index + 3).map(({ qid, options }) => ({
          qid,
          answer: options.slice(index % 2, (index % 2) + 1).map(({ key }) => key),
          version: index + 1,
        }));
      // In every third round the grace period ends meanwhile.
      if (round % 3 === 0)
        await db.execute(
          sql`update exam_attempt set deadline_at = now() - make_interval(secs => ${(grace - 10) / 1000}) where score_id = ${score_id}`,
        );
      const replies = await crowd<number | undefined>(presses + saves + 1, async (index) => {
        if (index === 7)
          return void (await closeIfDue(db, completion, score_id, new Date(Date.now() + 10)));
        if (index % 3 !== 1 || index > 30)
          return (await send(examSubmit, { score_id, seat, confirm: 'Y' }, token)).score;
        const { saved } = await send(
          examSave,
          { score_id, seat, answers: answersAt(index % items.length) },
          token,
        );
        told.push(...saved.map((item) => ({ score_id, ...item })));
        return undefined;
      });
      wrong.push(...unexpected(replies, 'exam_over'));
      const scores = new Set(replies.answers.filter((answer) => answer !== undefined));
      const late = await readOutcome(
        send(examSave, { score_id, seat, answers: answersAt(0) }, token),
      );
      const { attempts_used, best_score } = await send(examIntro, { course_id }, token);
      if (
        scores.size !== 1 ||
        late !== 'exam_over' ||
        attempts_used !== 1 ||
        best_score !== [...scores][0]
      )
        wrong.push(
          `round ${round}: scores ${[...scores].join()}, best ${best_score}, ${attempts_used} used, afterwards ${late}`,
        );
    });
    const several = sql`
      select concat(a.score_id, ' is ', attempt_status, ', scored ', s.n, ' times, told ', m.n, ', attempts ', o.n) as what from exam_attempt a
        cross join lateral (select count(*) as n from state_log where entity = 'exam_attempt' and entity_id = a.score_id and "to" = 'graded') s
        cross join lateral (select count(*) as n from message where link_type = 'exam' and link_id = a.score_id) m
        cross join lateral (select count(*) as n from exam_attempt b where b.learning_id = a.learning_id) o
      where a.score_id in ${names(attempts)} and (attempt_status <> 'graded' or s.n <> 1 or m.n <> 1 or o.n <> 1)`;
    const gone = sql`select concat('acknowledged and gone: ', t.score_id, ' ', t.qid) as what from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as t(score_id text, qid text, version int)
      left join exam_answer a on a.score_id = t.score_id and a.qid = t.qid where a.version is null or a.version < t.version`;
    await untilNone(() => count(db, several), 20_000);
    return {
      wrong: [...wrong, ...(await sentences(db, several)), ...(await sentences(db, gone))],
      note: `${told.length} answers acknowledged meanwhile`,
    };
  },
};

/** With one chance left, fifty concurrent starts create one attempt. */
export const lastChance: Race = {
  what: `${starts} starts at once with one attempt left`,
  rounds: 1000,
  async run({ context, send }, rounds) {
    const { db } = context;
    const { paper_id, people } = await makeExaminees(context, rounds, {
      pass: 100,
      max_attempts: 2,
      cooldown_min: 0,
    });
    const wrong: string[] = [];
    await inLanes(rounds, concurrency, async (round) => {
      const { token, learning_id } = people[round]!;
      const start = () => send(examStart, { paper_id, learning_id }, token);
      const { score_id, seat } = await start();
      await send(examSubmit, { score_id, seat, confirm: 'Y' }, token);
      const replies = await crowd(starts, start);
      const begun = new Set(replies.answers.map((answer) => answer.score_id));
      wrong.push(...unexpected(replies));
      if (begun.size !== 1) wrong.push(`round ${round}: ${begun.size} attempts`);
      const [last = ''] = begun;
      const now = replies.answers.length > 0 ? await start() : undefined;
      if (now) await send(examSubmit, { score_id: last, seat: now.seat, confirm: 'Y' }, token);
      const more = await readOutcome(start());
      if (more !== 'exam_exhausted') wrong.push(`round ${round}: after the last attempt ${more}`);
    });
    const several = sql`
      select concat(learning_id, ' has ', count(*), ' attempts') as what from exam_attempt where learning_id in ${names(people.map(({ learning_id }) => learning_id))} group by learning_id having count(*) <> 2
      union all select concat(count(*), ' timers for ', data ->> 'score_id') from pgboss.job where name = ${deadlineQueue} group by data ->> 'score_id' having count(*) <> 1`;
    return { wrong: [...wrong, ...(await sentences(db, several))] };
  },
};
