import { CallError } from '@cme/commons/api-client';
import { examIntro, examSave, examStart, examSubmit } from '@cme/contract/study';
import { and, eq, inArray, like, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answersFor, newExam, newExaminee, type TestExam } from '../../../test/exam.ts';
import { startTestApi, type TestApi } from '../../../test/test-api.ts';
import { type SecondApi, startSecondApi } from '../../../test/second-api.ts';
import { learning } from '../learning/learning.tables.ts';
import { stateLog } from '../../platform/state-log/state-log.tables.ts';
import { message } from '../../person/message/message.tables.ts';
import { examAnswer, examAttempt } from './enrolment/exam.tables.ts';
import { closeIfDue, closeOverdue, sweepExams } from './attempt/finish.action.ts';
import { submitAttempts } from './grading/grade.action.ts';
import { lockEnrolmentAndAttempt } from './enrolment/attempt.lock.ts';
import { voidAttempt } from './grading/void.action.ts';
import { deadlineQueue } from './attempt/start.action.ts';
import { completion } from '../../credits/certificate/issuing/completion.action.ts';

let api: TestApi;
let beside: SecondApi;
beforeAll(async () => {
  api = await startTestApi({ now: new Date() });
  beside = await startSecondApi(api);
});
afterAll(async () => {
  await beside.close();
  await api.close();
});

type Examinee = Awaited<ReturnType<typeof newExaminee>>;
type Send = TestApi['send'];
/** Runs the attempt concurrently, alternating between two APIs. */
const crowd = <Result>(count: number, attempt: (send: Send, index: number) => Promise<Result>) =>
  Promise.allSettled(
    Array.from({ length: count }, (_, index) =>
      attempt(index % 2 ? api.send : (beside.client.send as Send), index),
    ),
  );
const listRefusals = (settled: PromiseSettledResult<unknown>[]) =>
  settled.flatMap((item) =>
    item.status === 'rejected'
      ? [
          item.reason instanceof CallError
            ? (item.reason.code ?? `${item.reason.statusCode} ${item.reason.message}`)
            : String(item.reason),
        ]
      : [],
  );
const begin = (exam: TestExam, who: Examinee, send: Send = api.send) =>
  send(examStart, { paper_id: exam.paper_id, learning_id: who.learning_id }, who);
const readAttempts = (who: Examinee) =>
  api.db
    .select()
    .from(examAttempt)
    .where(eq(examAttempt.learning_id, who.learning_id))
    .orderBy(examAttempt.attempt_no);
const readTransitions = async (scoreId: string) =>
  (await api.db.select().from(stateLog).where(eq(stateLog.entity_id, scoreId)))
    .map(({ from, to }) => `${from}>${to}`)
    .toSorted();
const readExamMessages = (who: Examinee) =>
  api.db
    .select()
    .from(message)
    .where(and(eq(message.user_id, who.user_id), like(message.title, '考试%')));

describe('concurrently on two APIs', () => {
  test('fifty starts with one attempt left create one attempt', async () => {
    const exam = await newExam(api, { policy: { max_attempts: 2 } });
    const who = await newExaminee(api, exam);
    const { score_id, seat } = await begin(exam, who);
    await api.send(examSubmit, { score_id, seat, confirm: 'Y' }, who);
    const total = await crowd(50, (send) => begin(exam, who, send));
    // On a busy machine some requests wait too long for a connection and are told to retry.
    expect(listRefusals(total).filter((word) => !word.startsWith('503'))).toEqual([]);
    expect(
      new Set(total.flatMap((item) => (item.status === 'fulfilled' ? [item.value.score_id] : [])))
        .size,
    ).toBe(1);
    expect(
      (await readAttempts(who)).map(
        ({ attempt_no, attempt_status }) => `${attempt_no} ${attempt_status}`,
      ),
    ).toEqual(['1 graded', '2 in_progress']);
    const { rows } = await api.db.execute(
      sql`select 1 from pgboss.job where name = ${deadlineQueue} and data ->> 'score_id' = ${(await readAttempts(who))[1]!.score_id}`,
    );
    expect(rows).toHaveLength(1);
  });

  test('twenty submissions, saves, the sweep and the job give one submission and one score, and no acknowledged answer is lost', async () => {
    for (let round = 0; round < 5; round += 1) {
      const exam = await newExam(api, { policy: { max_attempts: 1 } });
      const who = await newExaminee(api, exam);
      const { score_id, seat, items } = await begin(exam, who);
      const now = api.clock.now();
      const isLate = round % 2 === 1;
      if (isLate)
        await api.db
          .update(examAttempt)
          .set({ deadline_at: new Date(now.getTime() - 4990) })
          .where(eq(examAttempt.score_id, score_id));
      const acknowledged: { qid: string; version: number }[] = [];
      const total = await crowd(42, async (send, index) => {
        if (index === 7) return sweepExams(api.context, completion);
        if (index === 8)
          return closeIfDue(api.db, completion, score_id, new Date(now.getTime() + 20));
        if (index < 20) return send(examSubmit, { score_id, seat, confirm: 'Y' }, who);
        const { saved } = await send(
          examSave,
          { score_id, seat, answers: answersFor(items, index - 20, index) },
          who,
        );
        acknowledged.push(...saved);
        return saved;
      });
      expect(listRefusals(total).filter((word) => word !== 'exam_over')).toEqual([]);
      const [row, ...more] = await readAttempts(who);
      expect(more).toEqual([]);
      expect(row).toMatchObject({ attempt_status: 'graded' });
      expect(await readTransitions(score_id)).toEqual(['>in_progress', 'in_progress>graded']);
      await expect.poll(() => readExamMessages(who), { timeout: 10_000 }).toHaveLength(1);
      const stored = new Map(
        (await api.db.select().from(examAnswer).where(eq(examAnswer.score_id, score_id))).map(
          ({ qid, version }) => [qid, version],
        ),
      );
      for (const { qid, version } of acknowledged)
        expect(stored.get(qid)).toBeGreaterThanOrEqual(version);
    }
  });

  test('what was saved before the submission is scored, and nothing after it', async () => {
    const exam = await newExam(api);
    const who = await newExaminee(api, exam);
    const { score_id, seat, items } = await begin(exam, who);
    let version = 0;
    const all = await crowd<unknown>(30, (send, index) =>
      index === 15
        ? send(examSubmit, { score_id, seat, confirm: 'Y' }, who)
        : send(
            examSave,
            { score_id, seat, answers: answersFor(items, index % 11, (version += 1)) },
            who,
          ),
    );
    expect(listRefusals(all).filter((word) => word !== 'exam_over')).toEqual([]);
    const [row] = await readAttempts(who);
    const answers = await api.db.select().from(examAnswer).where(eq(examAnswer.score_id, score_id));
    const right = new Map(
      answersFor(items, 10).map(({ qid, answer }) => [qid, answer.toSorted().join()]),
    );
    const points =
      answers.filter(({ qid, answer }) => right.get(qid) === answer.toSorted().join()).length * 10;
    expect(row).toMatchObject({
      score: points,
      marks: expect.objectContaining(
        Object.fromEntries(answers.map(({ qid }) => [qid, expect.any(Number)])),
      ),
    });
  });

  test('a save that waited for a submission is refused', async () => {
    const exam = await newExam(api);
    const who = await newExaminee(api, exam);
    const { score_id, seat, items } = await begin(exam, who);
    const waits = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const saved = await api.db.transaction(async (tx) => {
      const held = await lockEnrolmentAndAttempt(tx, score_id);
      await submitAttempts(
        tx,
        [
          {
            attempt: held!,
            submit_type: 'manual',
            actor: { actor_type: 'learner', actor_id: who.user_id },
          },
        ],
        api.clock.now(),
      );
      const save = api.send(examSave, { score_id, seat, answers: answersFor(items, 10) }, who).then(
        () => 'accepted',
        (error: unknown) => (error instanceof CallError ? error.code : error),
      );
      await expect.poll(async () => (await tx.execute(waits)).rows.length).toBe(1);
      return { save };
    });
    expect(await saved.save).toBe('exam_over');
    expect(await api.db.select().from(examAnswer).where(eq(examAnswer.score_id, score_id))).toEqual(
      [],
    );
  });

  test('a pass and the end of the course agree in any order', async () => {
    const exam = await newExam(api);
    const people = await Promise.all(Array.from({ length: 12 }, () => newExaminee(api, exam)));
    const attempts: ({ who: Examinee } & Awaited<ReturnType<typeof begin>>)[] = [];
    for (const who of people) attempts.push({ who, ...(await begin(exam, who)) });
    const all = await crowd<unknown>(36, (send, index) => {
      const { who, score_id, seat, items } = attempts[index % 12]!;
      return index < 24
        ? send(examSubmit, { score_id, seat, answers: answersFor(items, 8) }, who)
        : send(examIntro, { course_id: exam.course.id }, who);
    });
    expect(listRefusals(all)).toEqual([]);
    for (const who of people) {
      await expect
        .poll(
          async () =>
            (
              await api.db.select().from(learning).where(eq(learning.learning_id, who.learning_id))
            )[0],
          { timeout: 10_000 },
        )
        .toMatchObject({ exam_status: 'passed', learn_status: 'completed' });
      expect(await readExamMessages(who)).toHaveLength(1);
    }
  });
});

const legal = new Set([
  '>in_progress',
  'in_progress>graded',
  'in_progress>reviewing',
  'reviewing>graded',
  'in_progress>voided',
  'graded>voided',
  'reviewing>voided',
]);

test('no sequence of calls leads to an illegal state or an extra attempt', async () => {
  const step = fc.oneof(
    fc.constant('start'),
    fc.constant('submit'),
    fc.constant('late'),
    fc.constant('void'),
    fc.constant('give back'),
    fc.constant('wait'),
    fc.constant('sweep'),
    fc.constant('moved'),
    fc.nat(10).map((right) => right),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 14 }),
      fc.integer({ min: 1, max: 3 }),
      async (steps, maxAttempts) => {
        const exam = await newExam(api, {
          policy: { max_attempts: maxAttempts, duration_min: 10, cooldown_min: 5 },
        });
        const who = await newExaminee(api, exam);
        let open: Awaited<ReturnType<typeof begin>> | undefined;
        let version = 0;
        const tolerate = (work: Promise<unknown>) =>
          work.catch((error: unknown) => {
            if (!(error instanceof CallError) || error.statusCode >= 500) throw error;
          });
        const start = api.clock.now();
        for (const step of steps) {
          const now = api.clock.now();
          if (step === 'start')
            await tolerate(begin(exam, who).then((started) => (open = started)));
          else if (step === 'wait') api.clock.pass(5 * 60_000);
          else if (step === 'sweep') await sweepExams(api.context, completion);
          else if (!open) continue;
          else if (step === 'submit')
            await tolerate(
              api.send(examSubmit, { score_id: open.score_id, seat: open.seat, confirm: 'Y' }, who),
            );
          else if (step === 'moved')
            await tolerate(
              api.send(
                examSubmit,
                { score_id: open.score_id, seat: 'elsewhere', confirm: 'Y' },
                who,
              ),
            );
          else if (step === 'late')
            await closeIfDue(
              api.db,
              completion,
              open.score_id,
              new Date(now.getTime() + 20 * 60_000),
            );
          else if (step === 'void' || step === 'give back')
            await voidAttempt(
              api.db,
              completion,
              {
                decided: { proposed_by: 'li', confirmed_by: 'wang', reason: 'x' },
                scoreId: open.score_id,
                returnsChance: step === 'give back',
              },
              now,
            ).catch(() => undefined);
          else
            await tolerate(
              api.send(
                examSave,
                {
                  score_id: open.score_id,
                  seat: open.seat,
                  answers: answersFor(open.items, Number(step), (version += 1)),
                },
                who,
              ),
            );
          const rows = await readAttempts(who);
          expect(rows.filter(({ counted }) => counted).length).toBeLessThanOrEqual(maxAttempts);
          expect(
            rows.filter(({ attempt_status }) => attempt_status === 'in_progress').length,
          ).toBeLessThanOrEqual(1);
          for (const row of rows)
            expect(
              row.attempt_status === 'graded' ? row.score !== null && row.result !== null : true,
            ).toBe(true);
          const [enrolment] = await api.db
            .select()
            .from(learning)
            .where(eq(learning.learning_id, who.learning_id));
          expect(enrolment!.exam_status === 'passed').toBe(
            rows.some(
              ({ attempt_status, result }) => attempt_status === 'graded' && result === 'passed',
            ),
          );
        }
        for (const { score_id } of await readAttempts(who)) {
          const log = await readTransitions(score_id);
          expect(log.filter((move) => !legal.has(move))).toEqual([]);
          expect(log.filter((move) => move.endsWith('>graded')).length).toBeLessThanOrEqual(1);
        }
        api.clock.set(start);
      },
    ),
    { numRuns: 25 },
  );
});

test('attempts that end together are closed together, and one that fails does not block the others', async () => {
  const exam = await newExam(api, { policy: { max_attempts: 2 } });
  const people: Examinee[] = [];
  for (let count = 0; count < 12; count += 1) people.push(await newExaminee(api, exam));
  const ids: string[] = [];
  for (const who of people) ids.push((await begin(exam, who)).score_id);
  const [broken, ...sound] = ids;
  const over = () =>
    api.db
      .update(examAttempt)
      .set({ deadline_at: new Date(api.clock.now().getTime() - 6000) })
      .where(inArray(examAttempt.score_id, ids));
  let transactions = 0;
  const transaction: TestApi['db']['transaction'] = (...given) => {
    transactions += 1;
    return api.db.transaction(...given);
  };
  const db = new Proxy(api.db, {
    get: (target, name) =>
      name === 'transaction' ? transaction : (Reflect.get(target, name) as unknown),
  });
  const statuses = async () =>
    (await api.db.select().from(examAttempt).where(inArray(examAttempt.score_id, ids))).map(
      ({ score_id, attempt_status, submit_type }) =>
        `${score_id === broken ? 'broken' : 'sound'} ${attempt_status} ${submit_type}`,
    );
  await api.db
    .update(examAttempt)
    .set({ instance: [{ unit: 10_000, part: 0, options: [], score: 1 }] })
    .where(eq(examAttempt.score_id, broken!));
  await over();
  await closeOverdue({ ...api.context, db }, completion);
  expect((await statuses()).toSorted()).toEqual([
    'broken in_progress null',
    ...sound.map(() => 'sound graded timeout'),
  ]);
  for (const score_id of sound)
    expect(await readTransitions(score_id)).toEqual(['>in_progress', 'in_progress>graded']);

  const again: string[] = [];
  for (const who of people.slice(1)) again.push((await begin(exam, who)).score_id);
  ids.splice(0, ids.length, ...again);
  await over();
  await api.db
    .update(examAttempt)
    .set({ attempt_status: 'voided' })
    .where(eq(examAttempt.score_id, broken!));
  transactions = 0;
  await closeOverdue({ ...api.context, db }, completion);
  expect(await statuses()).toEqual(again.map(() => 'sound graded timeout'));
  expect(transactions).toBe(1);
});

test('an attempt ends even if nobody returns', async () => {
  const served = await startTestApi({ now: new Date(), jobs: true });
  try {
    const exam = await newExam(served, { policy: { duration_min: 0.01 } });
    const who = await newExaminee(served, exam);
    const { score_id, deadline_ms } = await served.send(
      examStart,
      { paper_id: exam.paper_id, learning_id: who.learning_id },
      who,
    );
    served.clock.set(new Date(deadline_ms + 5000));
    await expect
      .poll(
        async () =>
          (await served.db.select().from(examAttempt).where(eq(examAttempt.score_id, score_id)))[0]
            ?.submit_type,
        { timeout: 10_000 },
      )
      .toBe('timeout');
  } finally {
    await served.close();
  }
});
