import { setTimeout as pause } from 'node:timers/promises';
import { CallError, type OpenClient } from '@cme/commons/api-client';
import { examSave, examStart } from '@cme/contract/study';
import { eq } from 'drizzle-orm';
import type { Db } from '../../../src/platform/database/database.ts';
import { examAttempt } from '../../../src/study/exam/enrolment/exam.tables.ts';
import { type Examinees, makeExaminees } from '../../load/examinees.ts';
import { lostAnswers, stillRunning } from './exam-records.ts';
import { sendUntilAnswered, type Notes } from '../send-until-answered.ts';
import type { Scenario } from '../scenario.ts';

const examinees = 20;
/** Six seconds suffice for one answer, and allow many attempts. */
const policy = { max_attempts: 1_000_000, cooldown_min: 0, pass: 100, duration_min: 0.1 };
/** Milliseconds after the final deadline within which the server must submit, despite kills. */
const closedWithin = 10_000;
const look = 250;

/** Learners who start an attempt, answer one question and never come back: the server submits each
 * in time and once. */
export function leavers(): Scenario {
  let created: Examinees = { paper_id: '', people: [] };
  let db: Db | undefined;
  const answers: { score_id: string; qid: string; version: number }[] = [];
  const notes: Notes = { wrong: [], repeated: 0 };
  const count = { 'ended by the server': 0 };

  /** One answer, if an API is running before the deadline. */
  async function answerOne(
    client: OpenClient,
    token: string,
    {
      score_id,
      seat,
      items,
    }: { score_id: string; seat: string; items: { qid: string; options: { key: string }[] }[] },
  ): Promise<void> {
    const [{ qid, options }] = items as [(typeof items)[number]];
    try {
      const { saved } = await client.send(
        examSave,
        {
          score_id,
          seat,
          answers: [{ qid, answer: options.slice(0, 1).map(({ key }) => key), version: 1 }],
        },
        { token },
      );
      answers.push(...saved.map((item) => ({ score_id, ...item })));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
    }
  }
  const findAttempt = async (scoreId: string) =>
    (await db!.select().from(examAttempt).where(eq(examAttempt.score_id, scoreId)))[0];

  async function leave(
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
    await answerOne(client, token, running);
    // Reads the database, because an API call would close the attempt.
    for (;;) {
      const state = await findAttempt(running.score_id);
      if (state?.attempt_status === 'graded') {
        if (state.submit_type !== 'timeout')
          notes.wrong.push(`nobody came back, and it was submitted by ${state.submit_type}`);
        count['ended by the server'] += 1;
        return;
      }
      if (stopped.aborted) return;
      await pause(look);
    }
  }

  return {
    async prepare(api) {
      db = api.db;
      created = await makeExaminees(api, examinees, policy, 'medical-ethics');
    },
    begin: async () => undefined,
    work: async (client, stopped) =>
      void (await Promise.all(
        created.people.map(async (person) => {
          while (!stopped.aborted) {
            await pause(Math.random() * 2000);
            await leave(client, person, stopped);
          }
        }),
      )),
    check: async (database, before) => [
      ...notes.wrong.splice(0),
      ...(await lostAnswers(database, answers)),
      ...(await stillRunning(database, created.paper_id, before(closedWithin))),
    ],
    figures: () => ({ leavers: examinees, ...count }),
  };
}
