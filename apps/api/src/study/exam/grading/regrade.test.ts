import {
  examAnalysis,
  examIntro,
  examResult,
  examStart,
  examSubmit,
  learnDetail,
} from '@cme/contract/study';
import { certificateApply, creditsList } from '@cme/contract/credits';
import { and, eq, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { ulid } from 'ulid';
import {
  answersFor,
  newExam,
  newExaminee,
  rightKeys,
  type TestExam,
  wrongKeys,
} from '../../../../test/exam.ts';
import { startApiForFile } from '../../../../test/api-for-file.ts';
import { content } from '../../../content/catalogue/catalogue.tables.ts';
import { certificate } from '../../../credits/certificate/certificate.tables.ts';
import { creditRecord } from '../../../credits/credits/credits.tables.ts';
import { readStates } from '../../../platform/state-log/state-log.store.ts';
import { message } from '../../../person/message/message.tables.ts';
import { readPersonAttempts } from '../enrolment/exam.store.ts';
import { examAttempt } from '../enrolment/exam.tables.ts';
import { paper, question } from '../paper/paper.tables.ts';
import { correctKey, findQuestions } from '../paper/keys.store.ts';
import { publishPaper } from '../paper/paper.store.ts';
import { regrade } from './regrade.action.ts';
import { gradeShortAnswer, readPendingAnswers } from './review.action.ts';
import { voidAttempt } from './void.action.ts';
import { completion } from '../../../credits/certificate/issuing/completion.action.ts';

const api = await startApiForFile();
beforeEach(() => api.clock.pass(60_000));

const staff = { proposed_by: 'li', confirmed_by: 'wang', reason: '答案有误' };
/** All questions are asked, so that everybody answers the one with the wrong key. */
const total = {
  rules: [{ type: 'A1' as const, points: [], count: 10, parts: 1, score: 10 }],
  counts: { A1: 10 },
};
type Examinee = Awaited<ReturnType<typeof newExaminee>>;
type Running = Awaited<ReturnType<typeof begin>>;
const begin = (exam: TestExam, who: Examinee) =>
  api.send(examStart, { paper_id: exam.paper_id, learning_id: who.learning_id }, who);
const readAttempt = async (scoreId: string) =>
  (await api.db.select().from(examAttempt).where(eq(examAttempt.score_id, scoreId)))[0]!;
const readLedger = async ({ user_id }: Examinee) =>
  (
    await api.db
      .select()
      .from(creditRecord)
      .where(eq(creditRecord.user_id, user_id))
      .orderBy(creditRecord.id)
  ).map(({ source_type, status, hours }) => `${source_type} ${status} ${hours}`);
const readCertificateStates = async ({ user_id }: Examinee) =>
  (
    await api.db
      .select()
      .from(certificate)
      .where(eq(certificate.user_id, user_id))
      .orderBy(certificate.edition)
  ).map(({ cert_status, edition }) => `${edition} ${cert_status}`);
const readMessageTexts = async ({ user_id }: Examinee) =>
  (
    await api.db
      .select()
      .from(message)
      .where(
        and(eq(message.user_id, user_id), inArray(message.title, ['考试成绩更正', '考试作废'])),
      )
  ).map(({ text }) => text);
const readLastState = async (id: string) =>
  (await readStates(api.db, 'exam_attempt', id))
    .map(({ from, to, actor_id, reason }) => `${from}>${to} ${actor_id} ${reason}`)
    .at(-1);
const fetchLearning = ({ learning_id, ...person }: Examinee) =>
  api.send(learnDetail, { learning_id }, person);

/** The question whose key is wrong: option `错一` is correct. */
async function wrongKey(exam: TestExam) {
  const [row] = await api.db
    .select()
    .from(question)
    .where(eq(question.discipline, exam.discipline))
    .limit(1);
  return row!.parts[0]!.qid;
}

/** Submits this many correct answers; the disputed question is answered with this option. */
async function sit(
  exam: TestExam,
  who: Examinee,
  right: number,
  disputed: { qid: string; text: string },
  isSubmitted = true,
) {
  const running = await begin(exam, who);
  const answers = newAnswers(running, right, disputed);
  if (isSubmitted)
    await api.send(
      examSubmit,
      { score_id: running.score_id, seat: running.seat, answers, confirm: 'Y' },
      who,
    );
  return { ...running, answers };
}

function newAnswers(
  { items }: Running,
  right: number,
  { qid, text }: { qid: string; text: string },
) {
  const others = items.filter((item) => item.qid !== qid);
  const asked = items.find((item) => item.qid === qid)!;
  return [
    ...answersFor(others, right),
    {
      qid,
      answer: [asked.options.find((option) => option.text === text)!.key],
      version: 1,
      marked: 'N' as const,
    },
  ];
}

describe('a corrected key', () => {
  it('creates new versions of the question and its papers, without changing scores', async () => {
    const exam = await newExam(api, total);
    const qid = await wrongKey(exam);
    const who = await newExaminee(api, exam);
    const { score_id } = await sit(exam, who, 5, { qid, text: '错一' });
    expect(await correctKey(api.db, staff, qid, 'B', api.clock.now())).toEqual([
      { paper_id: exam.paper_id, title: '结课考试', version: 2 },
    ]);
    expect(await readAttempt(score_id)).toMatchObject({
      score: 50,
      paper_version: 1,
      key_version: null,
    });
    expect(await readStates(api.db, 'question', qid)).toMatchObject([
      { from: 'A', to: 'B', actor_id: 'wang', reason: '答案有误' },
    ]);
    expect(await readStates(api.db, 'paper', exam.paper_id)).toMatchObject([
      { from: '1', to: '2', actor_id: 'wang' },
    ]);
    const later = await newExaminee(api, exam);
    const next = await sit(exam, later, 5, { qid, text: '错一' });
    expect(await readAttempt(next.score_id)).toMatchObject({
      score: 60,
      paper_version: 2,
      result: 'passed',
    });
  });

  it('is refused if invalid or unchanged', async () => {
    const exam = await newExam(api, total);
    const qid = await wrongKey(exam);
    const correct = (letters: string, id = qid) =>
      correctKey(api.db, staff, id, letters, api.clock.now());
    await expect(correct('A')).rejects.toThrow('这道题的答案已经是A');
    await expect(correct('AB')).rejects.toThrow('“AB”不能是这道题的答案');
    await expect(correct('E')).rejects.toThrow('不能是这道题的答案');
    await expect(correct('B', 'nothing')).rejects.toThrow('题库中没有这道题');
    expect((await findQuestions(api.db, qid))[0]?.parts[0]).toMatchObject({ qid, answer: [0] });
  });
});

describe('regrading', () => {
  it('is previewed, then applied exactly: points and a pass gained, credits granted once, nobody worse off', async () => {
    const exam = await newExam(api, total);
    const qid = await wrongKey(exam);
    const [gains, keeps, nothing] = [
      await newExaminee(api, exam),
      await newExaminee(api, exam),
      await newExaminee(api, exam),
    ];
    const one = await sit(exam, gains, 5, { qid, text: '错一' });
    const two = await sit(exam, keeps, 5, { qid, text: '对' });
    const three = await sit(exam, nothing, 2, { qid, text: '错二' });
    expect((await fetchLearning(gains)).learn_status).toBe('study_done');
    expect(await readLedger(keeps)).toEqual(['course granted 2']);
    await correctKey(api.db, staff, qid, 'B', api.clock.now());
    const change = { score_id: one.score_id, before: 50, after: 60, gained: true };
    expect(await regrade(api.db, completion, exam.paper_id, api.clock.now())).toEqual({
      version: 2,
      checked: 3,
      changed: [change],
    });
    expect([await readAttempt(one.score_id), await readMessageTexts(gains)]).toMatchObject([
      { score: 50, key_version: null },
      [],
    ]);
    const graded_at = (await readAttempt(one.score_id)).graded_at;
    api.clock.pass(60_000);
    expect(await regrade(api.db, completion, exam.paper_id, api.clock.now(), staff)).toEqual({
      version: 2,
      checked: 3,
      changed: [change],
    });
    expect(await readAttempt(one.score_id)).toMatchObject({
      score: 60,
      result: 'passed',
      key_version: 2,
      graded_at,
    });
    expect(await readAttempt(two.score_id)).toMatchObject({
      score: 60,
      result: 'passed',
      key_version: 2,
    });
    expect(await readAttempt(three.score_id)).toMatchObject({
      score: 20,
      result: 'failed',
      key_version: 2,
    });
    expect(await fetchLearning(gains)).toMatchObject({ learn_status: 'completed' });
    expect([await readLedger(gains), await readLedger(keeps), await readLedger(nothing)]).toEqual([
      ['course granted 2'],
      ['course granted 2'],
      [],
    ]);
    expect(await readCertificateStates(gains)).toEqual(['1 issued']);
    expect(await readMessageTexts(gains)).toEqual([
      '“手卫生”的考试成绩经复核由50分更正为60分，合格。原因：答案有误',
    ]);
    expect([await readMessageTexts(keeps), await readMessageTexts(nothing)]).toEqual([[], []]);
    expect(await readLastState(one.score_id)).toBe('graded>graded wang 答案有误（50→60分）');
    expect((await readStates(api.db, 'paper', exam.paper_id)).at(-1)).toMatchObject({
      from: 'regrade',
      to: '2',
      actor_id: 'wang',
      reason: '答案有误（3次考试，1次分数变化）',
    });
    expect(await regrade(api.db, completion, exam.paper_id, api.clock.now(), staff)).toEqual({
      version: 2,
      checked: 0,
      changed: [],
    });
    expect([await readLedger(gains), (await readMessageTexts(gains)).length]).toEqual([
      ['course granted 2'],
      1,
    ]);
  });

  it('requested twice during submissions is applied once', async () => {
    const exam = await newExam(api, total);
    const qid = await wrongKey(exam);
    const people = await Promise.all(Array.from({ length: 6 }, () => newExaminee(api, exam)));
    const sat = [];
    for (const [index, who] of people.entries())
      sat.push({ who, ...(await sit(exam, who, 5, { qid, text: '错一' }, index < 3)) });
    await correctKey(api.db, staff, qid, 'B', api.clock.now());
    const again = () => regrade(api.db, completion, exam.paper_id, api.clock.now(), staff);
    await Promise.all([
      again(),
      ...sat
        .slice(3)
        .map(({ who, score_id, seat, answers }) =>
          api.send(examSubmit, { score_id, seat, answers }, who),
        ),
      again(),
    ]);
    await again();
    for (const { who, score_id } of sat) {
      expect(await readAttempt(score_id)).toMatchObject({
        score: 60,
        result: 'passed',
        key_version: 2,
      });
      await expect.poll(() => readLedger(who), { timeout: 10_000 }).toEqual(['course granted 2']);
      expect((await readMessageTexts(who)).length).toBeLessThanOrEqual(1);
    }
  });

  it('is shown to everybody who may see answers', async () => {
    const exam = await newExam(api, { ...total, policy: { max_attempts: 1 } });
    const qid = await wrongKey(exam);
    const who = await newExaminee(api, exam);
    const { score_id, items } = await sit(exam, who, 3, { qid, text: '错一' });
    const seen = async () =>
      (await api.send(examAnalysis, { score_id }, who)).items.find((item) => item.qid === qid);
    const findKey = (text: string) =>
      items.find((item) => item.qid === qid)!.options.find((option) => option.text === text)!.key;
    expect(await seen()).toMatchObject({ right: [findKey('对')], is_right: 'N', got: 0 });
    await correctKey(api.db, staff, qid, 'B', api.clock.now());
    await regrade(api.db, completion, exam.paper_id, api.clock.now(), staff);
    expect(await seen()).toMatchObject({
      right: [findKey('错一')],
      is_right: 'Y',
      got: 10,
      my: [findKey('错一')],
    });
    expect(await api.send(examResult, { score_id }, who)).toMatchObject({
      score: 40,
      result: 'failed',
    });
  });

  it('reopens a course that the last failure had closed', async () => {
    const exam = await newExam(api, { ...total, policy: { max_attempts: 1 } });
    const qid = await wrongKey(exam);
    const who = await newExaminee(api, exam);
    await sit(exam, who, 5, { qid, text: '错一' });
    expect(await fetchLearning(who)).toMatchObject({ learn_status: 'exam_failed' });
    await correctKey(api.db, staff, qid, 'B', api.clock.now());
    await regrade(api.db, completion, exam.paper_id, api.clock.now(), staff);
    expect(await fetchLearning(who)).toMatchObject({ learn_status: 'completed' });
    expect(await api.send(examIntro, { course_id: exam.course.id }, who)).toMatchObject({
      exam_action: 'passed',
    });
  });

  it('applies to a running attempt, which is scored with either key', async () => {
    const exam = await newExam(api, total);
    const qid = await wrongKey(exam);
    const [new_, old] = [await newExaminee(api, exam), await newExaminee(api, exam)];
    const one = await sit(exam, new_, 5, { qid, text: '错一' }, false);
    const two = await sit(exam, old, 5, { qid, text: '对' }, false);
    await correctKey(api.db, staff, qid, 'B', api.clock.now());
    expect(await regrade(api.db, completion, exam.paper_id, api.clock.now(), staff)).toEqual({
      version: 2,
      checked: 2,
      changed: [],
    });
    for (const [who, { score_id, seat, answers }] of [
      [new_, one],
      [old, two],
    ] as const) {
      expect(await api.send(examSubmit, { score_id, seat, answers }, who)).toMatchObject({
        score: 60,
        result: 'passed',
      });
    }
  });

  it('keeps the points of short answers, graded or pending', async () => {
    const exam = await newExam(api, {
      rules: [
        { type: 'A1', points: [], count: 5, parts: 1, score: 10 },
        { type: 'SA', points: [], count: 1, parts: 1, score: 50 },
      ],
      counts: { A1: 5, SA: 1 },
    });
    const [row] = await api.db
      .select()
      .from(question)
      .where(and(eq(question.discipline, exam.discipline), eq(question.type, 'A1')))
      .limit(1);
    const qid = row!.parts[0]!.qid;
    const write = async (who: Examinee) => {
      const running = await begin(exam, who);
      const answers = running.items.map((item) => ({
        qid: item.qid,
        answer:
          item.qid === qid ? wrongKeys(item) : item.type === 'SA' ? ['想法'] : rightKeys(item),
        version: 1,
      }));
      await api.send(examSubmit, { score_id: running.score_id, seat: running.seat, answers }, who);
      return {
        ...running,
        chosen: running.items
          .find((item) => item.qid === qid)!
          .options.find(
            ({ key }) => key === answers.find((answer) => answer.qid === qid)!.answer[0],
          )!.text,
      };
    };
    const [graded, waits] = [await newExaminee(api, exam), await newExaminee(api, exam)];
    const [one, two] = [await write(graded), await write(waits)];
    const short = (await readPendingAnswers(api.db)).find(
      ({ score_id }) => score_id === one.score_id,
    )!.qid;
    const grade = (id: string) =>
      gradeShortAnswer(
        api.db,
        completion,
        { staff: { user_id: 'wang' }, scoreId: id, qid: short, points: 10 },
        api.clock.now(),
      );
    await grade(one.score_id);
    expect(await readAttempt(one.score_id)).toMatchObject({ score: 50, result: 'failed' });
    await correctKey(
      api.db,
      staff,
      qid,
      'ABCD'[row!.parts[0]!.options.indexOf(one.chosen)]!,
      api.clock.now(),
    );
    await regrade(api.db, completion, exam.paper_id, api.clock.now(), staff);
    expect(await readAttempt(one.score_id)).toMatchObject({ score: 60, result: 'passed' });
    expect(await readAttempt(two.score_id)).toMatchObject({
      attempt_status: 'reviewing',
      score: null,
    });
    await grade(two.score_id);
    expect(await readAttempt(two.score_id)).toMatchObject({
      score: two.chosen === one.chosen ? 60 : 50,
    });
  });

  it('takes keys from a version published by staff, except for reworded questions', async () => {
    const exam = await newExam(api, total);
    const who = await newExaminee(api, exam);
    const qid = await wrongKey(exam);
    const { score_id } = await sit(exam, who, 5, { qid, text: '错一' });
    const rows = await api.db
      .select()
      .from(question)
      .where(eq(question.discipline, exam.discipline));
    const part = rows.find((row) => row.parts[0]!.qid === qid)!.parts[0]!;
    await api.db
      .update(question)
      .set({ parts: [{ ...part, options: ['错三', '对', '错一', '错二'], answer: [2] }] })
      .where(eq(question.question_id, rows.find((row) => row.parts[0]!.qid === qid)!.question_id));
    const other = rows.find((row) => row.parts[0]!.qid !== qid)!;
    await api.db
      .update(question)
      .set({ parts: [{ ...other.parts[0]!, stem: '改写', answer: [1] }] })
      .where(eq(question.question_id, other.question_id));
    await publishPaper(api.db, exam.paper_id, api.clock.now());
    expect(
      (await regrade(api.db, completion, exam.paper_id, api.clock.now(), staff)).changed,
    ).toEqual([{ score_id, before: 50, after: 60, gained: true }]);
    await expect(regrade(api.db, completion, 'nothing', api.clock.now())).rejects.toThrow(
      '没有这份试卷',
    );
    expect(
      (await api.db.select().from(paper).where(eq(paper.paper_id, exam.paper_id)))[0],
    ).toMatchObject({ version: 2 });
  });
});

describe('a voided pass', () => {
  const decide = (scoreId: string, returnsChance: boolean) =>
    voidAttempt(
      api.db,
      completion,
      {
        decided: { proposed_by: 'li', confirmed_by: 'wang', reason: '替考' },
        scoreId,
        returnsChance,
      },
      api.clock.now(),
    );
  async function passed(options: Parameters<typeof newExam>[1] = {}) {
    const exam = await newExam(api, options);
    const who = await newExaminee(api, exam);
    const { score_id, seat, items } = await begin(exam, who);
    await api.send(examSubmit, { score_id, seat, answers: answersFor(items, 8) }, who);
    api.clock.pass(60_000);
    return { exam, who, score_id };
  }

  it('revokes what it granted, and notifies the learner', async () => {
    const { exam, who, score_id } = await passed();
    expect([
      await readLedger(who),
      await readCertificateStates(who),
      (await fetchLearning(who)).learn_status,
    ]).toEqual([['course granted 2'], ['1 issued'], 'completed']);
    const { cert_no } = (
      await api.db.select().from(certificate).where(eq(certificate.user_id, who.user_id))
    )[0]!;
    expect(
      (await readPersonAttempts(api.db, who.user_id)).map((attempt) => attempt.score_id),
    ).toEqual([score_id]);
    expect(await decide(score_id, false)).toEqual({ hours: 2, credits: 0.67, cert_no });
    expect(await readLedger(who)).toEqual(['course reversed 2', 'reversal granted -2']);
    expect(await readCertificateStates(who)).toEqual(['1 revoked']);
    expect(await fetchLearning(who)).toMatchObject({ learn_status: 'study_done', progress: 100 });
    expect(await readMessageTexts(who)).toEqual([
      `您第1次参加的“手卫生”考试已作废，原因：替考。由此授予的2学时、0.67学分已冲销，证书${cert_no}已撤销。`,
    ]);
    expect(await readLastState(score_id)).toBe('graded>voided wang 替考');
    expect((await readStates(api.db, 'certificate', cert_no)).at(-1)).toMatchObject({
      to: 'revoked',
      actor_type: 'staff',
      actor_id: 'wang',
      reason: '替考',
    });
    expect((await readStates(api.db, 'learning', who.learning_id)).at(-1)).toMatchObject({
      from: 'completed',
      to: 'study_done',
      actor_id: 'wang',
    });
    expect(await api.send(examIntro, { course_id: exam.course.id }, who)).toMatchObject({
      exam_action: 'can_start',
      attempts_used: 1,
    });
    await expect(
      api.send(certificateApply, { learning_id: who.learning_id }, who),
    ).rejects.toMatchObject({ code: 'cert_unmet' });
    await expect(decide(score_id, true)).rejects.toThrow('已作废');
    expect(await readLedger(who)).toEqual(['course reversed 2', 'reversal granted -2']);
  });

  it('without attempts left fails the course, and with a returned attempt leaves it open', async () => {
    const one = await passed({ policy: { max_attempts: 1 } });
    await decide(one.score_id, false);
    expect(await fetchLearning(one.who)).toMatchObject({ learn_status: 'exam_failed' });
    const two = await passed({ policy: { max_attempts: 1 } });
    await decide(two.score_id, true);
    expect(await fetchLearning(two.who)).toMatchObject({ learn_status: 'study_done' });
    expect((await readMessageTexts(two.who))[0]).toContain('本次考试不计入考试次数。');
  });

  it('reopens the course even if it no longer requires an exam', async () => {
    const { exam, who, score_id } = await passed();
    await api.db
      .update(content)
      .set({ has_exam: 'N' })
      .where(eq(content.content_id, exam.course.id));
    await decide(score_id, false);
    expect(await fetchLearning(who)).toMatchObject({ learn_status: 'study_done', progress: 100 });
  });

  it('can be earned again: credits and certificate are granted once more', async () => {
    const { exam, who, score_id } = await passed();
    await decide(score_id, true);
    api.clock.pass(60_000);
    const next = await begin(exam, who);
    await api.send(
      examSubmit,
      { score_id: next.score_id, seat: next.seat, answers: answersFor(next.items, 9) },
      who,
    );
    expect(await fetchLearning(who)).toMatchObject({ learn_status: 'completed' });
    expect((await readLedger(who)).toSorted()).toEqual([
      'course granted 2',
      'course reversed 2',
      'reversal granted -2',
    ]);
    expect(await readCertificateStates(who)).toEqual(['1 revoked', '2 issued']);
    const { list } = await api.send(creditsList, {}, who);
    expect(list.reduce((sum, { hours }) => sum + hours, 0)).toBe(2);
    expect(await api.send(certificateApply, { learning_id: who.learning_id }, who)).toMatchObject({
      cert_status: 'issued',
    });
    expect((await readLedger(who)).length).toBe(3);
  });

  it('leaves the course unchanged while another pass exists', async () => {
    const { who, score_id, exam } = await passed({ policy: { max_attempts: 2 } });
    const [first] = await api.db
      .select()
      .from(examAttempt)
      .where(eq(examAttempt.score_id, score_id));
    await api.db.insert(examAttempt).values({ ...first!, score_id: ulid(), attempt_no: 2 });
    expect(await decide(score_id, false)).toBeUndefined();
    expect([await readLedger(who), (await fetchLearning(who)).learn_status]).toEqual([
      ['course granted 2'],
      'completed',
    ]);
    expect(await api.send(examIntro, { course_id: exam.course.id }, who)).toMatchObject({
      exam_action: 'passed',
    });
  });
});
