import { setTimeout as pause } from 'node:timers/promises';
import { examSave, examStart, examSubmit } from '@cme/contract/study';
import { sql } from 'drizzle-orm';
import { deadlineQueue } from '../../src/study/exam/attempt/start.action.ts';
import { makeExaminees } from '../load/examinees.ts';
import { inLanes, type Race, readOutcome } from './race.ts';
import { names, untilNone } from './shop.ts';

/** In seconds. */
const duration = 20;
const grace = 5;
const closedWithin = 10;
/** Milliseconds between two saves of a learner who continues. */
const rhythm = 400;
const concurrency = 8;

/** Half of the learners save beyond the deadline, half never come back, and every third job is
 * lost. */
export const timeIsOver: Race = {
  what: 'an attempt whose time runs out, with somebody who goes on saving or nobody there',
  rounds: 400,
  async run({ context, send }, rounds) {
    const { db } = context;
    const { paper_id, people } = await makeExaminees(context, rounds, {
      pass: 100,
      duration_min: duration / 60,
      max_attempts: 1,
    });
    const wrong: string[] = [];
    const attempts: string[] = [];
    const count = { accepted: 0, refused: 0 };
    const under: Promise<void>[] = [];
    async function goOn(
      token: string,
      { score_id, seat, items, deadline_ms }: Awaited<ReturnType<typeof begin>>,
    ): Promise<void> {
      const [item] = items;
      const save = (version: number) =>
        send(
          examSave,
          {
            score_id,
            seat,
            answers: [{ qid: item!.qid, answer: [item!.options[0]!.key], version }],
          },
          token,
        );
      await pause(deadline_ms - Date.now() - 1000);
      for (let version = 1; Date.now() < deadline_ms + (grace + 4) * 1000; version += 1) {
        const sent = Date.now();
        const word = await readOutcome(save(version));
        if (word === 'accepted') count.accepted += 1;
        else count.refused += 1;
        if (
          word === 'accepted'
            ? sent >= deadline_ms + grace * 1000
            : word !== 'exam_over' || Date.now() < deadline_ms
        )
          wrong.push(`${word} ${sent - deadline_ms} ms after the end`);
        await pause(rhythm);
      }
      const { submit_type } = await send(examSubmit, { score_id, seat, confirm: 'Y' }, token);
      if (submit_type !== 'timeout') wrong.push(`submitted by ${submit_type} after the end`);
    }
    const begin = (token: string, learningId: string) =>
      send(examStart, { paper_id, learning_id: learningId }, token);
    await inLanes(rounds, concurrency, async (round) => {
      const { token, learning_id } = people[round]!;
      const running = await begin(token, learning_id);
      attempts.push(running.score_id);
      if (round % 3 === 0)
        await db.execute(
          sql`delete from pgboss.job where name = ${deadlineQueue} and data ->> 'score_id' = ${running.score_id}`,
        );
      if (round % 2 === 0) under.push(goOn(token, running));
    });
    await Promise.all(under);
    const open = async () =>
      (
        await db.execute(
          sql`select 1 from exam_attempt where attempt_status = 'in_progress' and score_id in ${names(attempts)}`,
        )
      ).rows.length;
    await untilNone(open, (duration + 30) * 1000);
    const { rows } = await db.execute<{ what: string }>(sql`
      select concat(score_id, ' is ', attempt_status, ' by ', submit_type, ', ', extract(epoch from graded_at - deadline_at), ' s after its end') as what from exam_attempt
      where score_id in ${names(attempts)} and (attempt_status <> 'graded' or submit_type <> 'timeout' or graded_at - deadline_at > make_interval(secs => ${closedWithin}))`);
    const {
      rows: [slowest],
    } = await db.execute<{ s: number }>(
      sql`select max(extract(epoch from graded_at - deadline_at))::float8 as s from exam_attempt where score_id in ${names(attempts)}`,
    );
    return {
      wrong: [...wrong, ...rows.map(({ what: name }) => name)],
      note: `${count.accepted} saves accepted, ${count.refused} refused, the last one closed ${slowest?.s.toFixed(1)} s after its end`,
    };
  },
};
