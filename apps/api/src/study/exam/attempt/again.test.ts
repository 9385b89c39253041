import { examIntro, examList, examStart, examSubmit, learnJoin } from '@cme/contract/study';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { answersFor, newExam, newExaminee, study, type TestExam } from '../../../../test/exam.ts';
import { type Learner, newLearner } from '../../../../test/learner.ts';
import { startApiForFile } from '../../../../test/api-for-file.ts';
import { completion } from '../../../credits/certificate/issuing/completion.action.ts';
import { formerAccount } from '../../../person/identity/identity.tables.ts';
import { learning } from '../../learning/learning.tables.ts';
import { revokeLearnings } from '../../learning/revoke.action.ts';
import { refusal } from '../../../../test/refusal.ts';

const api = await startApiForFile();

type Examinee = Learner & { learning_id: string };
const start = (exam: TestExam, who: Examinee) =>
  api.send(examStart, { paper_id: exam.paper_id, learning_id: who.learning_id }, who);

async function fail(exam: TestExam, who: Examinee): Promise<void> {
  const { score_id, seat, items } = await start(exam, who);
  const answers = answersFor(items, 0);
  await api.send(examSubmit, { score_id, seat, answers, confirm: 'Y' }, who);
  api.clock.pass(60_000);
}

/** Leaves what the enrolment came from, as by quitting a class, and enrols again. */
async function enrolAgain(exam: TestExam, who: Learner): Promise<Examinee> {
  const ofPerson = eq(learning.user_id, who.user_id);
  await api.db.update(learning).set({ source: 'class', source_id: who.user_id }).where(ofPerson);
  const from = { source: 'class' as const, source_id: who.user_id };
  await api.db.transaction((tx) => revokeLearnings(tx, completion, from, api.clock.now()));
  return join(exam, who);
}
async function join(exam: TestExam, who: Learner): Promise<Examinee> {
  const { learning_id } = await api.send(learnJoin, { id: exam.course.id }, who);
  await study(api, learning_id, exam.course);
  return { ...who, learning_id };
}

it('enrolling again gives no new attempts, and does not end the cooldown', async () => {
  const exam = await newExam(api, { policy: { max_attempts: 3, cooldown_min: 20 } });
  const who = await newExaminee(api, exam);
  await fail(exam, who);
  await fail(exam, who);
  const again = await enrolAgain(exam, who);
  expect(again.learning_id).not.toBe(who.learning_id);
  expect(await refusal(start(exam, again))).toBe('exam_cooling');
  api.clock.pass(20 * 60_000);
  expect(await api.send(examIntro, { course_id: exam.course.id }, again)).toMatchObject({
    attempts_used: 2,
    max_attempts: 3,
    exam_action: 'can_start',
  });
  await fail(exam, again);
  expect(await refusal(start(exam, again))).toBe('exam_exhausted');
  const third = await enrolAgain(exam, again);
  expect(await refusal(start(exam, third))).toBe('exam_exhausted');
  expect((await api.send(examList, { tab: 'done' }, third)).list).toMatchObject([
    { exam_action: 'exhausted', attempts_used: 3 },
  ]);
});

it('a closed account leaves its used attempts to the next one of its person', async () => {
  const exam = await newExam(api, { policy: { max_attempts: 1 } });
  const who = await newExaminee(api, exam);
  await fail(exam, who);
  const next = await newLearner(api);
  const { user_id } = next;
  const closed_at = api.clock.now();
  await api.db
    .insert(formerAccount)
    .values({ former_id: who.user_id, site_id: 'main', id_hash: 'x', user_id, closed_at });
  expect(await refusal(start(exam, await join(exam, next)))).toBe('exam_exhausted');
});
