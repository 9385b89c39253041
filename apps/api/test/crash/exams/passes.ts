import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { OpenClient } from '@cme/commons/api-client';
import { examSave, examStart, examSubmit } from '@cme/contract/study';
import type { Db } from '../../../src/platform/database/database.ts';
import { drawnQuestions, getRightAnswer } from '../../../src/study/exam/paper/instance.rules.ts';
import { readAttempts } from '../../../src/study/exam/enrolment/exam.store.ts';
import { readFrozenPaper } from '../../../src/study/exam/paper/paper.store.ts';
import { type Examinees, makeExaminees } from '../../load/examinees.ts';
import { lostAnswers, wrongScores } from './exam-records.ts';
import { sendUntilAnswered, type Notes } from '../send-until-answered.ts';
import { unfinished, wrongPasses } from './pass-records.ts';
import type { Scenario } from '../scenario.ts';
import type { Trap } from '../proxy/trap.ts';

/** Number of concurrent candidates. */
const seats = 12;
/** Milliseconds within which submissions must be scored and take effect while an API runs. */
const within = 30_000;
/** Milliseconds for the last ones. */
const timeoutMs = 120_000;
/** Figures after every kill; at the end, of everything. */
const limit = 500;
const recent = '3 minutes';

interface Room {
  /** Number of learners who can pass. */
  people: number;
  /** Maximum milliseconds between two calls of a learner. Everybody submits at whole intervals. */
  rhythm?: number;
  trap?: Trap;
}

/** Learners who answer everything correctly, once each: each submission is scored once and
 * completes the course once, with credits and certificate. */
export function passes({ people, rhythm = 60, trap }: Room): Scenario {
  let created: Examinees = { paper_id: '', people: [] };
  let base: Db | undefined;
  let rested: Promise<void> = Promise.resolve();
  const answers: { score_id: string; qid: string; version: number }[] = [];
  const scores: { score_id: string; score: number }[] = [];
  const notes: Notes = { wrong: [], repeated: 0 };
  /** Time of the unacknowledged submission. */
  const waiting = new Map<string, number>();
  const count = { examinees: people, submitted: 0, 'slowest result, ms': 0 };

  /** The right answers of an attempt, read from the database. */
  async function rightAnswers(scoreId: string) {
    const attempt = base && (await readAttempts(base, [scoreId])).get(scoreId);
    if (!base || !attempt) throw new Error('an acknowledged attempt was not found');
    const frozen = await readFrozenPaper(base, attempt.paper_id, attempt.paper_version);
    return drawnQuestions(frozen, attempt.instance).map((asked) => ({
      qid: asked.part.qid,
      answer: getRightAnswer(asked),
      version: 1,
    }));
  }
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
    const { score_id, seat } = running;
    const right = await rightAnswers(score_id);
    await pause(Math.random() * rhythm);
    const told = await sendUntilAnswered(
      client,
      { call: examSave, body: { score_id, seat, answers: right.slice(0, 12) }, token },
      { stopped, notes, trap },
    );
    for (const { qid, version } of told?.saved ?? []) answers.push({ score_id, qid, version });
    await pause(rhythm - (Date.now() % rhythm));
    const began = Date.now();
    waiting.set(score_id, began);
    const result = await sendUntilAnswered(
      client,
      { call: examSubmit, body: { score_id, seat, answers: right.slice(12), confirm: 'Y' }, token },
      { stopped, notes, trap },
    );
    waiting.delete(score_id);
    if (!result) return;
    count['slowest result, ms'] = Math.max(count['slowest result, ms'], Date.now() - began);
    if (result.attempt_status !== 'graded' || result.result !== 'passed')
      notes.wrong.push(`submitted and ${result.attempt_status} ${result.result}: ${score_id}`);
    scores.push({ score_id, score: result.score });
    count.submitted += 1;
  }
  const late = (before: (ms: number) => Date) =>
    [...waiting]
      .filter(([, began]) => began < before(within).getTime())
      .map(([scoreId]) => `submitted and not answered: ${scoreId}`);
  return {
    async prepare(api) {
      base = api.db;
      created = await makeExaminees(api, people, { max_attempts: 3, min_seconds: 0 });
    },
    begin: async () => undefined,
    async work(client, stopped) {
      const queue = [...created.people];
      await Promise.all(
        Array.from({ length: seats }, async () => {
          for (let item = queue.shift(); item && !stopped.aborted; item = queue.shift()) {
            await rested;
            await sit(client, item, stopped);
          }
        }),
      );
      if (!stopped.aborted) await once(stopped, 'abort');
      for (
        const late = Date.now() + timeoutMs;
        base && Date.now() < late && (await unfinished(base)) > 0;
      )
        await pause(500);
    },
    async rest(db) {
      const { promise, resolve } = Promise.withResolvers<void>();
      rested = promise;
      let left = 1;
      for (const late = Date.now() + within; left > 0 && Date.now() < late; await pause(100))
        left = await unfinished(db);
      resolve();
      return left > 0 ? [`${left} have submitted and wait ${within / 1000} s after the start`] : [];
    },
    check: async (db, before) => [
      ...notes.wrong.splice(0),
      ...late(before),
      ...(await lostAnswers(db, answers.slice(-limit))),
      ...(await wrongScores(db, scores.slice(-limit))),
      ...(await wrongPasses(db, before(within), recent)),
    ],
    atTheEnd: async (db, before) => [
      ...(await lostAnswers(db, answers)),
      ...(await wrongScores(db, scores)),
      ...(await wrongPasses(db, before(within), '1 day')),
      ...((await unfinished(db)) > 0 ? ['somebody has submitted and waits'] : []),
    ],
    figures: () => ({ ...count, 'repeated calls': notes.repeated }),
  };
}
