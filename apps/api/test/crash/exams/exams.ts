import { setTimeout as pause } from 'node:timers/promises';
import type { OpenClient } from '@cme/commons/api-client';
import { examSave, examStart, examSubmit } from '@cme/contract/study';
import { type Examinees, makeExaminees } from '../../load/examinees.ts';
import { lostAnswers, wrongHistory, wrongScores } from './exam-records.ts';
import { sendUntilAnswered, type Notes } from '../send-until-answered.ts';
import type { Scenario } from '../scenario.ts';

const examinees = 60;
/** Maximum milliseconds between two calls of a learner. */
const rhythm = 300;
/** Nobody passes, so that attempts continue indefinitely. */
const policy = { max_attempts: 1_000_000, cooldown_min: 0, pass: 100 };
/** Milliseconds within which a score must take effect, despite kills. */
const bookedWithin = 30_000;

/** Learners who make one attempt after the other: no acknowledged answer is lost, and each
 * submission is scored once. */
export function exams(): Scenario {
  let created: Examinees = { paper_id: '', people: [] };
  const answers = new Map<string, { score_id: string; qid: string; version: number }>();
  const scores = new Map<string, number>();
  const notes: Notes = { wrong: [], repeated: 0 };
  const count = { attempts: 0, answers: 0 };

  async function sit(
    client: OpenClient,
    { token, learning_id }: Examinees['people'][number],
    stopped: AbortSignal,
  ): Promise<void> {
    const running = await sendUntilAnswered(
      client,
      { call: examStart, body: { paper_id: created.paper_id, learning_id }, token },
      { stopped, notes },
    );
    if (!running) return;
    const { score_id, seat, items } = running;
    for (let version = 1; version <= 3; version += 1) {
      await pause(Math.random() * rhythm);
      const given = items.slice(0, 4 * version).map(({ qid, options }) => ({
        qid,
        answer: options.slice(0, 1).map(({ key }) => key),
        version: version + 10,
      }));
      const told = await sendUntilAnswered(
        client,
        { call: examSave, body: { score_id, seat, answers: given }, token },
        { stopped, notes },
      );
      for (const { qid, version: kept } of [...(told?.saved ?? []), ...(told?.stale ?? [])])
        answers.set(`${score_id} ${qid}`, { score_id, qid, version: kept });
      count.answers += told?.saved.length ?? 0;
    }
    const result = await sendUntilAnswered(
      client,
      { call: examSubmit, body: { score_id, seat, confirm: 'Y' }, token },
      { stopped, notes },
    );
    if (!result) return;
    if (result.attempt_status !== 'graded')
      notes.wrong.push(`submitted and ${result.attempt_status}`);
    scores.set(score_id, result.score);
    count.attempts += 1;
  }

  return {
    async prepare(api) {
      created = await makeExaminees(api, examinees, policy);
    },
    begin: async () => undefined,
    work: async (client, stopped) =>
      void (await Promise.all(
        created.people.map(async (person) => {
          while (!stopped.aborted) {
            await pause(Math.random() * rhythm);
            await sit(client, person, stopped);
          }
        }),
      )),
    check: async (db, before) => [
      ...notes.wrong.splice(0),
      ...(await lostAnswers(db, [...answers.values()])),
      ...(await wrongScores(
        db,
        [...scores].map(([scoreId, score]) => ({ score_id: scoreId, score })),
      )),
      ...(await wrongHistory(db, before(bookedWithin))),
    ],
    figures: () => ({ learners: examinees, ...count, 'repeated calls': notes.repeated }),
  };
}
