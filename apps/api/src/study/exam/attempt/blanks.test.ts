import { CallError } from '@cme/commons/api-client';
import { examAnalysis, examAttempt, examSave, examStart, examSubmit } from '@cme/contract/study';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newExam, newExaminee, type TestExam } from '../../../../test/exam.ts';
import { startTestApi, type TestApi } from '../../../../test/test-api.ts';
import { completion } from '../../../credits/certificate/issuing/completion.action.ts';
import { examAnswer, examAttempt as attempts } from '../enrolment/exam.tables.ts';
import { regrade } from '../grading/regrade.action.ts';
import { correctKey, currentKey } from '../paper/keys.store.ts';
import { paper, question } from '../paper/paper.tables.ts';
import { publishPaper } from '../paper/paper.store.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

type Examinee = Awaited<ReturnType<typeof newExaminee>>;
const staff = { proposed_by: 'li', confirmed_by: 'wang', reason: '答案有误' };

/** Four questions with two blanks: 收缩压 accepts 140 or 一百四, 舒张压 accepts 90. */
const newBlanksExam = () =>
  newExam(api, {
    rules: [{ type: 'FB', points: [], count: 4, parts: 1, score: 25 }],
    counts: { FB: 4 },
    policy: { max_attempts: 1, shuffle_questions: 'N' },
  });
const begin = (exam: TestExam, who: Examinee) =>
  api.send(examStart, { paper_id: exam.paper_id, learning_id: who.learning_id }, who);

/** A learner in the middle of an attempt. */
async function running() {
  const exam = await newBlanksExam();
  const who = await newExaminee(api, exam);
  const { score_id, seat, items } = await begin(exam, who);
  const toAnswers = (texts: readonly string[][], version = 1) =>
    texts.map((answer, index) => ({ qid: items[index]!.qid, answer, version }));
  return {
    exam,
    who,
    score_id,
    items,
    save: (texts: readonly string[][], version?: number) =>
      api.send(examSave, { score_id, seat, answers: toAnswers(texts, version) }, who),
    submit: (texts: readonly string[][], confirm: 'Y' | 'N' = 'N') =>
      api.send(examSubmit, { score_id, seat, answers: toAnswers(texts, 2), confirm }, who),
  };
}
const readRefusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: unknown) => (error instanceof CallError ? `${error.code} ${error.message}` : error),
  );
const readStoredTexts = async (scoreId: string) =>
  (
    await api.db
      .select()
      .from(examAnswer)
      .where(eq(examAnswer.score_id, scoreId))
      .orderBy(examAnswer.qid)
  ).map(({ answer }) => answer);

describe('an exam with blanks', () => {
  it('shows the texts around the blanks, and nothing of what is accepted', async () => {
    const { items } = await running();
    expect(items[0]).toMatchObject({
      type: 'FB',
      type_name: '填空题',
      options: [],
      blanks: {
        around: [expect.stringMatching(/^填空\d：收缩压$/), '，舒张压', ''],
        any_order: 'N',
      },
    });
    const withoutIds = items.map(({ qid: _, ...item }) => item);
    expect(JSON.stringify(withoutIds)).not.toMatch(/140|一百四|90/);
  });

  it('keeps the texts as they were typed, also of half an answer', async () => {
    const { exam, who, save, score_id } = await running();
    await save([[' １４０ ', '']]);
    const resumed = await api.send(examAttempt, { score_id }, who);
    expect(resumed.answers).toMatchObject([{ answer: [' １４０ ', ''] }]);
    expect((await begin(exam, who)).answers).toEqual(resumed.answers);
  });

  it('asks before half an answer is submitted, and grades each blank', async () => {
    const { who, submit, score_id } = await running();
    const texts = [['１４０', '90.0'], ['一百四', '91'], ['', '90'], []];
    expect(await readRefusal(submit(texts))).toBe(
      'exam_open_questions 还有2题未作答，确认交卷吗？',
    );
    expect(await submit(texts, 'Y')).toMatchObject({
      attempt_status: 'graded',
      score: 50,
      result: 'failed',
    });
    const { items, by_type, right_count } = await api.send(examAnalysis, { score_id }, who);
    expect(items.map(({ got, is_right }) => `${got} ${is_right}`)).toEqual([
      '25 Y',
      '12.5 N',
      '12.5 N',
      '0 N',
    ]);
    expect(items[1]).toMatchObject({
      my: ['一百四', '91'],
      right: ['140', '90'],
      blank_results: [
        { accepted: ['140', '一百四'], is_right: 'Y' },
        { accepted: ['90'], is_right: 'N' },
      ],
    });
    expect(right_count).toBe(1);
    expect(by_type).toEqual([
      { type: 'FB', name: '填空题', total: 4, right: 1, score: 50, full: 100 },
    ]);
  });

  it('refuses a text that is too long, names its blank, and keeps the earlier one', async () => {
    const { save, score_id } = await running();
    await save([['140', '']]);
    expect(await readRefusal(save([['140', '长'.repeat(201)]], 2))).toBe(
      'bad_request 第2空请控制在200字以内',
    );
    expect(await readRefusal(save([['140', '90', '第三空']], 2))).toBe(
      'bad_request 答案格式不正确，请重新作答',
    );
    expect(await readStoredTexts(score_id)).toEqual([['140', '']]);
  });

  it('stores a cleared answer', async () => {
    const { save, score_id } = await running();
    await save([['140', '90']]);
    await save([[]], 2);
    expect(await readStoredTexts(score_id)).toEqual([[]]);
  });

  it('hides what is accepted until answers may be seen', async () => {
    const exam = await newExam(api, {
      rules: [{ type: 'FB', points: [], count: 4, parts: 1, score: 25 }],
      counts: { FB: 4 },
      policy: { max_attempts: 2 },
    });
    const who = await newExaminee(api, exam);
    const { score_id, seat } = await begin(exam, who);
    await api.send(examSubmit, { score_id, seat, confirm: 'Y' }, who);
    const { can_analyse, items } = await api.send(examAnalysis, { score_id }, who);
    expect(can_analyse).toBe('N');
    expect(items.every((item) => !('blank_results' in item))).toBe(true);
  });
});

describe('a corrected key of blanks', () => {
  it('creates new versions, and a regrade gives the points', async () => {
    const { exam, who, submit, score_id, items } = await running();
    const right = ['140', '90'];
    await submit([['一百四十', '90'], right, right, right]);
    const { qid } = items[0]!;
    const correct = (key: string) => correctKey(api.db, staff, qid, key, api.clock.now());
    for (const key of ['A', '140', '140;90;80', '140;'])
      await expect(correct(key)).rejects.toThrow(`“${key}”不能是这道题的答案`);
    expect(await currentKey(api.db, qid)).toBe('140|一百四；90');
    expect(await correct('140|一百四|一百四十；90')).toMatchObject([
      { paper_id: exam.paper_id, version: 2 },
    ]);
    await expect(correct('140|一百四|一百四十;90')).rejects.toThrow(
      '这道题的答案已经是140|一百四|一百四十；90',
    );
    expect(
      (await regrade(api.db, completion, exam.paper_id, api.clock.now(), staff)).changed,
    ).toMatchObject([{ score_id, before: 87.5, after: 100 }]);
    const [row] = await api.db.select().from(attempts).where(eq(attempts.score_id, score_id));
    expect(row).toMatchObject({ score: 100, key_version: 2 });
    const seen = (await api.send(examAnalysis, { score_id }, who)).items[0];
    expect(seen?.blank_results?.[0]).toEqual({
      accepted: ['140', '一百四', '一百四十'],
      is_right: 'Y',
    });
  });
});

it('a paper with a question whose blanks have no key is not published', async () => {
  const exam = await newBlanksExam();
  const [row] = await api.db
    .select()
    .from(question)
    .where(eq(question.discipline, exam.discipline));
  const { blanks: _, ...part } = row!.parts[0]!;
  await api.db
    .update(question)
    .set({ parts: [part] })
    .where(eq(question.question_id, row!.question_id));
  await expect(publishPaper(api.db, exam.paper_id, api.clock.now())).rejects.toThrow(
    /填空题“.+”：题干有2个空，答案有0个/,
  );
  const [after] = await api.db.select().from(paper).where(eq(paper.paper_id, exam.paper_id));
  expect(after?.version).toBe(1);
});
