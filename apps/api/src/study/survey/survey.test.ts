import { examStart, examSubmit, learnDetail, surveyGet, surveySubmit } from '@cme/contract/study';
import { eq } from 'drizzle-orm';
import { ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import { answersFor, newExam, newExaminee, newSurvey, study } from '../../../test/exam.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { newCourse, newLearner } from '../../../test/learner.ts';
import { hostileTexts } from '../../../test/hostile-texts.ts';
import { survey, surveyAnswer, surveyQuestion, surveySubmission } from './survey.tables.ts';
import { refusalMessage } from '../../../test/refusal.ts';

const api = await startApiForFile();

/** A learner who has studied a course with a survey. */
async function ready(more: { editable?: 'Y' | 'N' } = {}, studied = true) {
  const course = await newCourse(api, { has_survey: 'Y' });
  const { survey_id, qids } = await newSurvey(api, course.id, more);
  const who = await newExaminee(api, { course }, studied);
  const ids = { course_id: course.id, survey_id };
  const good = [
    { qid: qids.single, answer: ['1'] },
    { qid: qids.multiple, answer: ['1', '3'] },
    { qid: qids.rating, answer: ['5'] },
    { qid: qids.matrix, answer: ['1:1', '2:2', '3:3'] },
    { qid: qids.text, answer: ['很好 <b>'] },
  ];
  return {
    course,
    qids,
    who,
    ids,
    good,
    submit: (answers: typeof good, baseVersion?: number) =>
      api.send(
        surveySubmit,
        { ...ids, answers, ...(baseVersion === undefined ? {} : { base_version: baseVersion }) },
        who,
      ),
    get: () => api.send(surveyGet, ids, who),
  };
}

describe('a survey', () => {
  it('is submitted once, and completes the course', async () => {
    const { who, good, submit, get } = await ready();
    expect(await get()).toMatchObject({
      survey_status: 'not_started',
      reason: '',
      required_for_credit: 'Y',
      editable: 'N',
      answers: [],
      questions: [
        { type: 'single' },
        { type: 'multiple' },
        { type: 'rating' },
        { type: 'matrix' },
        { type: 'text', required: 'N', max_length: 500 },
      ],
    });
    expect(await api.send(learnDetail, { learning_id: who.learning_id }, who)).toMatchObject({
      learn_status: 'study_done',
      missing: ['还差课程问卷'],
    });
    const first = await submit(good);
    expect(first.learn_status).toBe('completed');
    api.clock.pass(60_000);
    expect(await submit(good.toReversed())).toEqual(first);
    expect(await submit([{ ...good[0]!, answer: ['2'] }, ...good.slice(1)])).toEqual({
      ...first,
      stored: 'N',
    });
    const reply = await get();
    expect(reply).toMatchObject({ survey_status: 'submitted', submitted_at: first.submitted_at });
    expect(reply.answers.toSorted((a, b) => a.qid.localeCompare(b.qid))).toEqual(
      good.toSorted((a, b) => a.qid.localeCompare(b.qid)),
    );
  });

  it('sent twenty times concurrently is one submission', async () => {
    const { good, submit, ids } = await ready();
    const all = await Promise.all(Array.from({ length: 20 }, () => submit(good)));
    expect(new Set(all.map((item) => JSON.stringify(item))).size).toBe(1);
    expect(
      await api.db
        .select()
        .from(surveySubmission)
        .where(eq(surveySubmission.survey_id, ids.survey_id)),
    ).toHaveLength(1);
  });

  it('stores texts unchanged', async () => {
    const { who, ids } = await ready({ editable: 'Y' });
    const qids = Array.from({ length: 100 }, () => ulid());
    await api.db.delete(surveyQuestion).where(eq(surveyQuestion.survey_id, ids.survey_id));
    await api.db.insert(surveyQuestion).values(
      qids.map((qid, index) => ({
        survey_id: ids.survey_id,
        qid,
        sort: index,
        type: 'text' as const,
        stem: '建议',
        required: 'N' as const,
        options: [],
        max_length: 500,
      })),
    );
    for (let from = 0; from < hostileTexts.length; from += qids.length) {
      const answers = hostileTexts
        .slice(from, from + qids.length)
        .map((text, index) => ({ qid: qids[index]!, answer: [text] }));
      await api.send(surveySubmit, { ...ids, answers }, who);
      const kept = new Map(
        (await api.send(surveyGet, ids, who)).answers.map(({ qid, answer }) => [qid, answer]),
      );
      for (const { qid, answer } of answers) expect(kept.get(qid)).toEqual(answer);
    }
  });

  it('that is editable can be changed until it closes', async () => {
    const { good, submit, get, ids } = await ready({ editable: 'Y' });
    const first = await submit(good);
    expect((await submit(good.slice(0, 4))).submitted_at).toBe(first.submitted_at);
    expect((await get()).answers).toHaveLength(4);
    await api.db
      .update(survey)
      .set({ close_at: api.clock.now() })
      .where(eq(survey.survey_id, ids.survey_id));
    await submit(good);
    expect(await get()).toMatchObject({ editable: 'N', answers: { length: 4 } });
    expect(await api.db.select().from(surveyAnswer)).not.toEqual([]);
  });

  it('that another page has changed is not replaced unknowingly', async () => {
    const { good, submit, get } = await ready({ editable: 'Y' });
    const but = (key: string) => [{ ...good[0]!, answer: [key] }, ...good.slice(1)];
    const stored = async () =>
      (await get()).answers.find(({ qid }) => qid === good[0]!.qid)?.answer;
    expect(await get()).toMatchObject({ version: 0 });
    expect(await submit(but('1'), 0)).toMatchObject({ stored: 'Y', version: 1 });
    // The other page was opened before the first submission.
    const refused = await submit(but('2'), 0);
    expect(refused).toMatchObject({ stored: 'N', version: 1 });
    expect(refused.stored_answers).toEqual(expect.arrayContaining(but('1')));
    expect(await stored()).toEqual(['1']);
    // Sent again because the reply was lost: nothing differs.
    expect(await submit(but('1'), 0)).toMatchObject({ stored: 'Y', version: 1 });
    // Replaced knowingly.
    expect(await submit(but('2'), 1)).toMatchObject({ stored: 'Y', version: 2 });
    expect(await submit(but('3'), 1)).toMatchObject({ stored: 'N', version: 2 });
    expect(await stored()).toEqual(['2']);
    // Pages of older releases do not know versions.
    expect(await submit(but('3'))).toMatchObject({ stored: 'Y', version: 3 });
    expect(await get()).toMatchObject({ version: 3 });
  });

  it('changed concurrently by pages with the same version is replaced once', async () => {
    const { good, submit, get } = await ready({ editable: 'Y' });
    await submit(good, 0);
    const all = await Promise.all(
      ['1', '2', '3'].flatMap((key) =>
        ['1', '2'].map((rating) =>
          submit(
            [{ ...good[0]!, answer: [key] }, good[1]!, { ...good[2]!, answer: [rating] }, good[3]!],
            1,
          ),
        ),
      ),
    );
    expect(all.filter(({ stored }) => stored === 'Y')).toHaveLength(1);
    expect(await get()).toMatchObject({ version: 2 });
  });

  it('waits for study, then for the examination', async () => {
    const early = await ready({}, false);
    expect(await early.get()).toMatchObject({
      survey_status: 'not_open',
      reason: '请先完成全部必修小节的学习',
    });
    expect(await refusalMessage(early.submit(early.good))).toBe('请先完成全部必修小节的学习');
    await study(api, early.who.learning_id, early.course);
    expect((await early.submit(early.good)).learn_status).toBe('completed');
    const exam = await newExam(api, { has_survey: 'Y' });
    const { survey_id, qids } = await newSurvey(api, exam.course.id);
    const who = await newExaminee(api, exam);
    const ids = { course_id: exam.course.id, survey_id };
    expect(await api.send(surveyGet, ids, who)).toMatchObject({
      survey_status: 'not_open',
      reason: '请先通过考试',
    });
    const { score_id, seat, items } = await api.send(
      examStart,
      { paper_id: exam.paper_id, learning_id: who.learning_id },
      who,
    );
    expect(
      await api.send(examSubmit, { score_id, seat, answers: answersFor(items, 10) }, who),
    ).toMatchObject({ result: 'passed', survey_id });
    const answers = [
      { qid: qids.single, answer: ['1'] },
      { qid: qids.multiple, answer: ['2'] },
      { qid: qids.rating, answer: ['1'] },
      { qid: qids.matrix, answer: ['1:1', '2:1', '3:1'] },
    ];
    expect((await api.send(surveySubmit, { ...ids, answers }, who)).learn_status).toBe('completed');
  });

  it('reports the missing answer of each question', async () => {
    const { qids, good, submit } = await ready();
    const but = (qid: string, answer: string[]) =>
      refusalMessage(submit(good.map((item) => (item.qid === qid ? { qid, answer } : item))));
    expect(await refusalMessage(submit(good.slice(1)))).toBe('第1题为必答题，请作答');
    expect(await but(qids.single, [])).toBe('第1题为必答题，请作答');
    expect(await but(qids.single, ['1', '2'])).toBe('第1题只能选择一项');
    expect(await but(qids.single, ['9'])).toBe('第1题只能选择一项');
    expect(await but(qids.multiple, ['1', '1'])).toBe('第2题的选项不正确，请重新选择');
    expect(await but(qids.multiple, ['4'])).toBe('第2题的选项不正确，请重新选择');
    expect(await but(qids.rating, ['6'])).toBe('第3题只能选择一项');
    expect(await but(qids.matrix, ['1:1', '2:2'])).toBe('第4题的“三”尚未选择');
    expect(await but(qids.matrix, ['1:1', '1:2', '3:3'])).toBe('第4题的选项不正确，请重新选择');
    expect(await but(qids.matrix, ['1:1', '2:2', '3:9'])).toBe('第4题的选项不正确，请重新选择');
    expect(await but(qids.text, ['长'.repeat(501)])).toBe('字数请在500字以内');
    expect(await but(qids.text, ['一', '二'])).toBe('第5题的答案无法识别，请重新作答');
    expect(await but(qids.text, ['\ud800'])).toBe('第5题的答案无法识别，请重新作答');
    expect(await refusalMessage(submit([...good, { qid: 'other', answer: ['1'] }]))).toBe(
      '提交的题目不属于本问卷，请刷新页面后重试',
    );
    expect(await refusalMessage(submit([...good, good[0]!]))).toBe(
      '提交的题目不属于本问卷，请刷新页面后重试',
    );
    expect(await but(qids.text, [''])).toBe('accepted');
  });

  it('is open to enrolled learners of this site alone', async () => {
    const { ids, good, course } = await ready();
    const [other, nurse] = [
      await newLearner(api),
      await newLearner(api, 'hospital', 'hospital.localhost'),
    ];
    for (const stranger of [other, nurse]) {
      expect(await refusalMessage(api.send(surveyGet, ids, stranger))).toBe('没有找到该问卷');
      expect(
        await refusalMessage(api.send(surveySubmit, { ...ids, answers: good }, stranger)),
      ).toBe('没有找到该问卷');
    }
    const second = await ready();
    expect(
      await refusalMessage(
        api.send(surveyGet, { course_id: course.id, survey_id: second.ids.survey_id }, second.who),
      ),
    ).toBe('没有找到该问卷');
    expect(await refusalMessage(api.send(surveyGet, ids))).toBe('请先登陆');
  });
});
