import { topNoticeCount } from '@cme/contract/person';
import {
  examAnalysis,
  examAttempt,
  examEvent,
  examIntro,
  examList,
  examResult,
  examSave,
  examStart,
  examSubmit,
  learnDetail,
} from '@cme/contract/study';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { sendRaw, json } from '../../../../test/ask.ts';
import {
  answersFor,
  newBank,
  newExam,
  newExaminee,
  type TestExam,
  usualRules,
} from '../../../../test/exam.ts';
import { startApiForFile } from '../../../../test/api-for-file.ts';
import { newLearner, signInAgain } from '../../../../test/learner.ts';
import { hostileTexts } from '../../../../test/hostile-texts.ts';
import { message } from '../../../person/message/message.tables.ts';
import { stateLog } from '../../../platform/state-log/state-log.tables.ts';
import { examAnswer, examAttempt as attempts } from '../enrolment/exam.tables.ts';
import { paper, question } from '../paper/paper.tables.ts';
import { sweepExams } from './finish.action.ts';
import { publishPaper, saveQuestions } from '../paper/paper.store.ts';
import { gradeShortAnswer, readPendingAnswers } from '../grading/review.action.ts';
import { submitAll } from './submit.action.ts';
import { voidAttempt } from '../grading/void.action.ts';
import { completion } from '../../../credits/certificate/issuing/completion.action.ts';
import { refusal } from '../../../../test/refusal.ts';

const api = await startApiForFile();

const minute = 60_000;

type Examinee = Awaited<ReturnType<typeof newExaminee>>;
const again = async (who: Examinee): Promise<Examinee> => ({
  ...who,
  token: await signInAgain(api, { user_id: who.user_id, site_id: 'main' }),
});

/** A learner in the middle of an attempt. */
async function running(options: Parameters<typeof newExam>[1] = {}) {
  const exam = await newExam(api, options);
  const who = await newExaminee(api, exam);
  const attempt = await begin(exam, who);
  return { exam, who, attempt };
}
const begin = (exam: TestExam, who: Examinee) =>
  api.send(examStart, { paper_id: exam.paper_id, learning_id: who.learning_id }, who);
const readAttempt = async (scoreId: string) =>
  (await api.db.select().from(attempts).where(eq(attempts.score_id, scoreId)))[0]!;
const readStoredAnswers = async (scoreId: string) =>
  (await api.db.select().from(examAnswer).where(eq(examAnswer.score_id, scoreId))).map(
    ({ qid, answer, version }) => ({ qid, answer, version }),
  );

describe('saving', () => {
  it('keeps only newer answers, and returns what it has instead', async () => {
    const {
      who,
      attempt: { score_id, seat, items },
    } = await running();
    const [item] = items;
    const { qid } = item!;
    const save = (answer: string[], version: number, marked: 'Y' | 'N' = 'N') =>
      api.send(examSave, { score_id, seat, answers: [{ qid, answer, version, marked }] }, who);
    expect(await save(['A'], 2)).toMatchObject({ saved: [{ qid, version: 2 }], stale: [] });
    expect(await save(['B'], 2)).toMatchObject({
      saved: [],
      stale: [{ qid, version: 2, answer: ['A'], marked: 'N' }],
    });
    expect(await save(['B'], 1)).toMatchObject({
      saved: [],
      stale: [{ version: 2, answer: ['A'] }],
    });
    expect(await save([], 3, 'Y')).toMatchObject({ saved: [{ qid, version: 3 }] });
    const answers = [
      { qid, answer: ['C'], version: 5 },
      { qid, answer: ['D'], version: 4 },
    ];
    expect(await api.send(examSave, { score_id, seat, answers }, who)).toMatchObject({
      saved: [{ qid, version: 5 }],
    });
    expect(await readStoredAnswers(score_id)).toEqual([{ qid, answer: ['C'], version: 5 }]);
    expect((await api.send(examSave, { score_id, seat, answers: [] }, who)).saved).toEqual([]);
  });

  it('accepts one page at a time: the latest', async () => {
    const { exam, who, attempt } = await running();
    const { score_id, items } = attempt;
    const answers = [{ qid: items[0]!.qid, answer: ['A'], version: 1 }];
    const elsewhere = await again(who);
    const second = await api.send(examAttempt, { score_id }, elsewhere);
    expect(second).toMatchObject({ items, deadline_ms: attempt.deadline_ms });
    expect(await refusal(api.send(examSave, { score_id, seat: attempt.seat, answers }, who))).toBe(
      'exam_moved',
    );
    expect(
      await refusal(
        api.send(examSubmit, { score_id, seat: attempt.seat, answers, confirm: 'Y' }, who),
      ),
    ).toBe('exam_moved');
    expect(await readStoredAnswers(score_id)).toEqual([]);
    expect(
      (await api.send(examSave, { score_id, seat: second.seat, answers }, elsewhere)).saved,
    ).toHaveLength(1);
    const third = await begin(exam, who);
    expect(third.score_id).toBe(score_id);
    expect(
      await refusal(api.send(examSave, { score_id, seat: second.seat, answers }, elsewhere)),
    ).toBe('exam_moved');
  });

  it("accepts answers until five seconds after the deadline, by the server's clock", async () => {
    const { who: first, attempt } = await running({ policy: { duration_min: 20 } });
    const { score_id, seat, items } = attempt;
    const save = (version: number, more = {}) =>
      api.send(
        examSave,
        { score_id, seat, answers: [{ qid: items[0]!.qid, answer: ['A'], version }], ...more },
        first,
      );
    api.clock.pass(20 * minute + 4999);
    expect((await save(1)).saved).toHaveLength(1);
    api.clock.pass(1);
    expect(
      await refusal(save(2, { deadline_ms: Date.now() * 2, saved_at: '2000-01-01 00:00:00' })),
    ).toBe('exam_over');
    const result = await api.send(
      examSubmit,
      { score_id, seat, answers: answersFor(items, 10, 3), confirm: 'Y' },
      first,
    );
    expect(result).toMatchObject({
      submit_type: 'timeout',
      attempt_status: 'graded',
      used_seconds: 1200,
    });
    expect(await readStoredAnswers(score_id)).toEqual([
      { qid: items[0]!.qid, answer: ['A'], version: 1 },
    ]);
  });

  it('refuses a whole save with a question of another exam or an invalid answer, without a server error', async () => {
    const {
      who,
      attempt: { score_id, seat, items },
    } = await running();
    const other = await running();
    const good = { qid: items[0]!.qid, answer: ['A'], version: 1 };
    const save = (answers: unknown, more = {}) =>
      refusal(api.send(examSave, { score_id, seat, answers, ...more } as never, who));
    expect(await save([good, { ...good, qid: other.attempt.items[0]!.qid }])).toBe('not_found');
    for (const answer of [
      ['A', 'B'],
      ['Z'],
      [''],
      ['a'],
      ['AB'],
      ['<script>'],
      ['constructor'],
      ['\ud800'],
      ['A'.repeat(5001)],
      Array(21).fill('A'),
      [null],
      [1],
      'A',
      null,
      [['A']],
    ]) {
      expect(await save([{ ...good, answer }]), JSON.stringify(answer)).toBe('bad_request');
    }
    for (const version of [0, -1, 1.5, '2', 2 ** 31, Number.MAX_SAFE_INTEGER, null])
      expect(await save([{ ...good, version }]), String(version)).toBe('bad_request');
    for (const answers of [undefined, null, {}, 'A', Array.from({ length: 301 }, () => good)])
      expect(await save(answers)).toBe('bad_request');
    expect(await save([good], { seat: 'x'.repeat(65) })).toBe('bad_request');
    expect(await readStoredAnswers(score_id)).toEqual([]);
    const large = await sendRaw(`${api.url}/qm/api/exam/save`, {
      headers: { ...json, 'x-token': who.token, host: 'cme.localhost' },
      body: JSON.stringify({
        full_domain_name: 'cme.localhost',
        score_id,
        seat,
        answers: [{ ...good, answer: ['x'.repeat(1_000_000)] }],
      }),
    });
    expect(large.status).toBe(413);
    expect(await api.send(examAttempt, { score_id }, who)).toMatchObject({ answers: [] });
  });

  it('stores the text of a short answer verbatim', async () => {
    const rules = [{ type: 'SA' as const, points: [], count: 100, parts: 1, score: 1 }];
    const {
      who,
      attempt: { score_id, seat, items },
    } = await running({ rules, counts: { SA: 100 } });
    const own = [
      '<b>粗</b> & "引号" \'',
      '第一行\r\n第二行\t',
      '🩺👩🏽‍⚕️ 𠮷',
      '{"a":1}',
      '\\u0000 \\N',
      '{a,b}',
      '‏right‏',
      "'; drop table exam_answer; --",
      '\u202e反',
      ' 前后空格 ',
      'é́',
    ];
    const texts = [...own, ...hostileTexts];
    for (let from = 0, version = 1; from < texts.length; from += items.length, version += 1) {
      const answers = texts
        .slice(from, from + items.length)
        .map((text, index) => ({ qid: items[index]!.qid, answer: [text], version }));
      await api.send(examSave, { score_id, seat, answers }, who);
      expect(await readStoredAnswers(score_id)).toEqual(expect.arrayContaining(answers));
    }
    const last = texts.length % items.length;
    const shown = new Map(
      (await api.send(examAttempt, { score_id }, who)).answers.map(({ qid, answer }) => [
        qid,
        answer[0],
      ]),
    );
    for (const [index, text] of texts.slice(-last).entries())
      expect(shown.get(items[index]!.qid)).toBe(text);
  });
});

describe('submitting', () => {
  it('is idempotent: one attempt used, one message, one history entry', async () => {
    const {
      exam,
      who,
      attempt: { score_id, seat, items },
    } = await running();
    const first = await api.send(
      examSubmit,
      { score_id, seat, answers: answersFor(items, 7) },
      who,
    );
    api.clock.pass(minute);
    const second = await api.send(
      examSubmit,
      { score_id, seat: 'other', answers: answersFor(items, 10, 9), confirm: 'Y' },
      who,
    );
    expect({ ...second, server_time: 0 }).toEqual({ ...first, server_time: 0 });
    expect(first).toMatchObject({ score: 70, result: 'passed' });
    expect(await refusal(api.send(examSave, { score_id, seat, answers: [] }, who))).toBe(
      'exam_over',
    );
    expect(await refusal(api.send(examAttempt, { score_id }, who))).toBe('exam_over');
    expect(await api.send(examIntro, { course_id: exam.course.id }, who)).toMatchObject({
      attempts_used: 1,
      best_score: 70,
    });
    const told = await api.db.select().from(message).where(eq(message.link_id, score_id));
    expect(told.map(({ title, text }) => `${title} ${text}`)).toEqual([
      '考试成绩 “手卫生”的考试得分70分（满分100分，60分合格），合格。',
    ]);
    expect((await api.send(topNoticeCount, {}, who)).unread_count).toBeGreaterThan(0);
    const history = await api.db.select().from(stateLog).where(eq(stateLog.entity_id, score_id));
    expect(history.map(({ from, to }) => `${from}>${to}`).toSorted()).toEqual([
      '>in_progress',
      'in_progress>graded',
    ]);
  });

  it('with unanswered questions asks for confirmation, and stores the last answers', async () => {
    const {
      who,
      attempt: { score_id, seat, items },
    } = await running();
    const answers = answersFor(items, 10).slice(0, 9);
    expect(await refusal(api.send(examSubmit, { score_id, seat, answers }, who))).toBe(
      'exam_open_questions',
    );
    expect(await readStoredAnswers(score_id)).toHaveLength(9);
    expect(await api.send(examSubmit, { score_id, seat, confirm: 'Y' }, who)).toMatchObject({
      score: 90,
      submit_type: 'manual',
    });
  });

  it('is refused before the minimum time', async () => {
    const {
      who,
      attempt: { score_id, seat, items, min_seconds },
    } = await running({ policy: { min_seconds: 300 } });
    expect(min_seconds).toBe(300);
    await expect(
      api.send(examSubmit, { score_id, seat, answers: answersFor(items, 10) }, who),
    ).rejects.toMatchObject({ message: '开考满5分钟后方可交卷' });
    api.clock.pass(300_000);
    expect((await api.send(examSubmit, { score_id, seat }, who)).score).toBe(100);
  });

  it('happens by the sweep after the deadline; until then lists show an ended attempt, and its result closes it', async () => {
    const one = await running({ policy: { duration_min: 10 } });
    const two = await running({ policy: { duration_min: 10 } });
    await api.send(
      examSave,
      {
        score_id: two.attempt.score_id,
        seat: two.attempt.seat,
        answers: answersFor(two.attempt.items, 6),
      },
      two.who,
    );
    api.clock.pass(10 * minute + 5000);
    const introOf = ({ exam, who }: typeof one) =>
      api.send(examIntro, { course_id: exam.course.id }, who);
    expect(await introOf(one)).toMatchObject({ exam_action: 'reviewing', attempts_used: 1 });
    const { list } = await api.send(examList, {}, one.who);
    expect(list.map(({ exam_action, deadline_ms }) => [exam_action, deadline_ms])).toEqual([
      ['reviewing', 0],
    ]);
    expect((await readAttempt(one.attempt.score_id)).attempt_status).toBe('in_progress');
    expect(await api.send(examResult, { score_id: one.attempt.score_id }, one.who)).toMatchObject({
      attempt_status: 'graded',
      submit_type: 'timeout',
    });
    expect(await introOf(one)).toMatchObject({ exam_action: 'can_start', best_score: 0 });
    await sweepExams(api.context, completion);
    expect(await readAttempt(two.attempt.score_id)).toMatchObject({
      attempt_status: 'graded',
      submit_type: 'timeout',
      score: 60,
      result: 'passed',
      used_seconds: 600,
    });
    expect(
      await api.send(learnDetail, { learning_id: two.who.learning_id }, two.who),
    ).toMatchObject({ learn_status: 'completed' });
  });

  it('is booked by the sweep after a crash between score and booking', async () => {
    const {
      who,
      attempt: { score_id, seat, items },
    } = await running();
    const asks = [
      {
        user_id: who.user_id,
        site_id: 'main',
        score_id,
        seat,
        answers: answersFor(items, 10),
        isConfirmed: true,
      },
    ];
    const others = await Promise.all(Array.from({ length: 4 }, () => running()));
    asks.push(
      ...others.map((item) => ({
        user_id: item.who.user_id,
        site_id: 'main',
        score_id: item.attempt.score_id,
        seat: item.attempt.seat,
        answers: answersFor(item.attempt.items, 10),
        isConfirmed: true,
      })),
    );
    expect((await submitAll(api.db, completion, asks, api.clock.now()))[0]).toMatchObject({
      attempt_status: 'graded',
      result: 'passed',
      booked_at: null,
    });
    expect(await api.send(examResult, { score_id }, who)).toMatchObject({
      score: 100,
      exam_action: 'passed',
    });
    expect(await api.send(learnDetail, { learning_id: who.learning_id }, who)).toMatchObject({
      learn_status: 'study_done',
    });
    api.clock.pass(4000);
    await sweepExams(api.context, completion);
    await sweepExams(api.context, completion);
    expect(await api.send(learnDetail, { learning_id: who.learning_id }, who)).toMatchObject({
      learn_status: 'completed',
    });
    expect(await api.db.select().from(message).where(eq(message.link_id, score_id))).toHaveLength(
      1,
    );
  });

  it('is forced after too many switches only where the paper says so', async () => {
    const blur = (scoreId: string, who: Examinee) =>
      api.send(examEvent, { score_id: scoreId, kind: 'blur' }, who);
    const free = await running({ policy: { switch_limit: 1 } });
    expect(free.attempt.switch_limit).toBe(0);
    for (let count = 1; count <= 5; count += 1)
      expect(await blur(free.attempt.score_id, free.who)).toEqual({
        switch_count: count,
        submitted: 'N',
      });
    expect(
      await api.send(examEvent, { score_id: free.attempt.score_id, kind: 'copy' }, free.who),
    ).toEqual({ switch_count: 5, submitted: 'N' });
    const strict = await running({ policy: { switch_limit: 2, switch_enforced: 'Y' } });
    expect(strict.attempt.switch_limit).toBe(2);
    await blur(strict.attempt.score_id, strict.who);
    expect(await blur(strict.attempt.score_id, strict.who)).toEqual({
      switch_count: 2,
      submitted: 'N',
    });
    expect(await blur(strict.attempt.score_id, strict.who)).toEqual({
      switch_count: 3,
      submitted: 'Y',
    });
    expect(
      await api.send(examResult, { score_id: strict.attempt.score_id }, strict.who),
    ).toMatchObject({ submit_type: 'switch', attempt_status: 'graded' });
    expect((await blur(strict.attempt.score_id, strict.who)).submitted).toBe('Y');
  });
});

describe('an attempt', () => {
  it('is inaccessible to other people and sites, by any call', async () => {
    const {
      exam,
      who,
      attempt: { score_id, seat },
    } = await running();
    const other = await newExaminee(api, exam);
    const nurse = await newLearner(api, 'hospital', 'hospital.localhost');
    for (const stranger of [other, nurse]) {
      for (const code of [
        refusal(api.send(examAttempt, { score_id }, stranger)),
        refusal(api.send(examSave, { score_id, seat, answers: [] }, stranger)),
        refusal(api.send(examSubmit, { score_id, seat, confirm: 'Y' }, stranger)),
        refusal(api.send(examEvent, { score_id, kind: 'blur' }, stranger)),
        refusal(api.send(examResult, { score_id }, stranger)),
        refusal(api.send(examAnalysis, { score_id }, stranger)),
      ])
        expect(await code).toBe('not_found');
      expect(
        await refusal(
          api.send(examStart, { paper_id: exam.paper_id, learning_id: who.learning_id }, stranger),
        ),
      ).toBe('not_owned');
    }
    expect((await api.send(examList, {}, nurse)).list).toEqual([]);
    expect(await refusal(api.send(examIntro, { course_id: exam.course.id }, nurse))).toBe(
      'not_found',
    );
    expect(await refusal(api.send(examResult, { score_id }, who))).toBe('not_found');
    expect(await refusal(api.send(examAnalysis, { score_id }, who))).toBe('not_found');
    expect(
      await refusal(
        api.send(
          examStart,
          { paper_id: (await newExam(api)).paper_id, learning_id: who.learning_id },
          who,
        ),
      ),
    ).toBe('not_found');
    for (const call of [examAttempt, examResult, examAnalysis]) {
      expect(await refusal(api.send(call, { score_id }))).toBe('need_login');
      expect(
        await refusal(
          api.send(call, { score_id }, { token: who.token, host: 'hospital.localhost' }),
        ),
      ).toBe('need_login');
    }
    expect(await readAttempt(score_id)).toMatchObject({
      attempt_status: 'in_progress',
      seat,
      switch_count: 0,
    });
  });

  it('keeps its questions when bank and paper change; the next one gets the new ones', async () => {
    const { exam, who, attempt } = await running({ counts: { A1: 4, X: 2, J: 2, A34: 1 } });
    const { score_id, seat, items } = attempt;
    const rows = await api.db
      .select()
      .from(question)
      .where(eq(question.discipline, exam.discipline));
    await saveQuestions(
      api.db,
      rows.map((row) => ({
        ...row,
        parts: row.parts.map((part) => ({
          ...part,
          stem: `改：${part.stem}`,
          options: part.options.map((text) => `改${text}`),
          answer: part.answer.map((place) => (place + 1) % part.options.length),
        })),
      })),
      api.clock.now(),
    );
    await publishPaper(api.db, exam.paper_id, api.clock.now());
    await api.db
      .update(paper)
      .set({ policy: { ...(await readPolicy(exam)), duration_min: 1, pass: 100 } })
      .where(eq(paper.paper_id, exam.paper_id));
    expect(await api.send(examAttempt, { score_id }, who)).toMatchObject({
      items,
      deadline_ms: attempt.deadline_ms,
    });
    const seatNow = (await readAttempt(score_id)).seat;
    expect(seatNow).not.toBe(seat);
    expect(
      await api.send(examSubmit, { score_id, seat: seatNow, answers: answersFor(items, 5) }, who),
    ).toMatchObject({ score: 50, result: 'failed' });
    const next = await begin(exam, who);
    expect(next.items.every(({ stem }) => stem.startsWith('改：'))).toBe(true);
    expect(
      (await api.db.select().from(question).where(eq(question.discipline, exam.discipline)))
        .map(({ version, current }) => `${version} ${current}`)
        .toSorted()
        .join(),
    ).toMatch(/^(1 false,){9}(2 true,?){9}$/);
  });

  it('awaiting review is settled once, by the last short answer', async () => {
    const rules = [
      { type: 'A1' as const, points: [], count: 5, parts: 1, score: 10 },
      { type: 'SA' as const, points: [], count: 2, parts: 1, score: 25 },
    ];
    const {
      exam,
      who,
      attempt: { score_id, seat, items },
    } = await running({ rules, counts: { A1: 6, SA: 3 } });
    const answers = [
      ...answersFor(items.slice(0, 5), 5),
      ...items.slice(5).map(({ qid }, index) => ({ qid, answer: [`想法${index}`], version: 1 })),
    ];
    expect(await api.send(examSubmit, { score_id, seat, answers }, who)).toMatchObject({
      attempt_status: 'reviewing',
      result: '',
      exam_action: 'reviewing',
      can_analyse: 'N',
      analysis_note: '评阅完成后可查看成绩与解析',
    });
    expect(await refusal(begin(exam, who))).toBe('exam_locked');
    expect(
      (await api.send(examAnalysis, { score_id }, who)).items.some(
        (item) => 'right' in item || 'got' in item,
      ),
    ).toBe(false);
    const [one, two] = (await readPendingAnswers(api.db)).filter(
      (waiting) => waiting.score_id === score_id,
    );
    expect(one).toMatchObject({ full: 25, model: '参考答案' });
    const grade = (qid: string, points: number) =>
      gradeShortAnswer(
        api.db,
        completion,
        { staff: { user_id: 'staff' }, scoreId: score_id, qid, points },
        api.clock.now(),
      );
    await expect(grade(one!.qid, 26)).rejects.toThrow('得分须为0至25');
    await expect(grade(one!.qid, Number.NaN)).rejects.toThrow('得分须为0至25');
    expect(await grade(one!.qid, 10)).toBe('reviewing');
    await expect(grade(one!.qid, 25)).rejects.toThrow('不在评阅中');
    expect(await grade(two!.qid, 2.5)).toBe('graded');
    await expect(grade(two!.qid, 25)).rejects.toThrow('不在评阅中');
    expect(await api.send(examResult, { score_id }, who)).toMatchObject({
      attempt_status: 'graded',
      score: 62.5,
      result: 'passed',
      can_analyse: 'Y',
    });
    expect(await api.send(learnDetail, { learning_id: who.learning_id }, who)).toMatchObject({
      learn_status: 'completed',
    });
  });

  it('with empty short answers needs no review', async () => {
    const rules = [
      { type: 'A1' as const, points: [], count: 5, parts: 1, score: 10 },
      { type: 'SA' as const, points: [], count: 2, parts: 1, score: 25 },
    ];
    const {
      who,
      attempt: { score_id, seat, items },
    } = await running({ rules, counts: { A1: 6, SA: 3 } });
    expect(
      await api.send(
        examSubmit,
        { score_id, seat, answers: answersFor(items.slice(0, 5), 5), confirm: 'Y' },
        who,
      ),
    ).toMatchObject({ attempt_status: 'graded', score: 50 });
  });

  it('declared void can be returned: the attempt is available again and the course reopens', async () => {
    const {
      exam,
      who,
      attempt: { score_id, seat },
    } = await running({ policy: { max_attempts: 1 } });
    await api.send(examSubmit, { score_id, seat, confirm: 'Y' }, who);
    expect(await api.send(learnDetail, { learning_id: who.learning_id }, who)).toMatchObject({
      learn_status: 'exam_failed',
    });
    await voidAttempt(
      api.db,
      completion,
      {
        decided: { proposed_by: 'li', confirmed_by: 'wang', reason: '断电' },
        scoreId: score_id,
        returnsChance: true,
      },
      api.clock.now(),
    );
    expect(await api.send(learnDetail, { learning_id: who.learning_id }, who)).toMatchObject({
      learn_status: 'study_done',
    });
    expect(await api.send(examIntro, { course_id: exam.course.id }, who)).toMatchObject({
      exam_action: 'can_start',
      attempts_used: 0,
    });
    const next = await begin(exam, who);
    expect(next.attempt_no).toBe(2);
    await voidAttempt(
      api.db,
      completion,
      {
        decided: { proposed_by: 'li', confirmed_by: 'wang', reason: '作弊' },
        scoreId: next.score_id,
        returnsChance: false,
      },
      api.clock.now(),
    );
    expect(
      await refusal(
        api.send(examSave, { score_id: next.score_id, seat: next.seat, answers: [] }, who),
      ),
    ).toBe('exam_over');
    expect(await refusal(begin(exam, who))).toBe('exam_exhausted');
    expect(await api.send(learnDetail, { learning_id: who.learning_id }, who)).toMatchObject({
      learn_status: 'exam_failed',
    });
  });
});

async function readPolicy({ paper_id }: TestExam) {
  return (await api.db.select().from(paper).where(eq(paper.paper_id, paper_id)))[0]!.policy;
}

describe('answers are not revealed', () => {
  it('in any reply of a whole attempt until the policy allows it', async () => {
    const rules = [
      ...usualRules.slice(1),
      { type: 'A1' as const, points: [], count: 3, parts: 1, score: 10 },
      { type: 'SA' as const, points: [], count: 1, parts: 1, score: 10 },
    ];
    const exam = await newExam(api, { rules, counts: { A1: 4, X: 2, J: 2, A34: 1, SA: 1 } });
    const who = await newExaminee(api, exam);
    const heard: string[] = [];
    const send = async (path: string, body: object) => {
      const { text } = await sendRaw(`${api.url}/qm/api/exam/${path}`, {
        headers: { ...json, 'x-token': who.token, host: 'cme.localhost' },
        body: JSON.stringify({ full_domain_name: 'cme.localhost', ...body }),
      });
      heard.push(text);
      return JSON.parse(text) as {
        data: {
          score_id: string;
          seat: string;
          items: { qid: string; options: { key: string; text: string }[] }[];
        };
      };
    };
    const ids = {
      paper_id: exam.paper_id,
      learning_id: who.learning_id,
      course_id: exam.course.id,
    };
    await send('intro', ids);
    for (let turn = 1; turn <= 2; turn += 1) {
      const {
        data: { score_id, seat, items },
      } = await send('start', ids);
      await send('save', { score_id, seat, answers: answersFor(items, 3) });
      await send('save', { score_id, seat, answers: answersFor(items, 3) });
      await send('save', {
        score_id,
        seat,
        answers: [{ qid: items[0]!.qid, answer: ['Q'], version: 9 }],
      });
      await send('event', { score_id, kind: 'copy' });
      await send('result', { score_id });
      await send('analysis', { score_id });
      await send('submit', { score_id, seat });
      await send('submit', { score_id, seat, confirm: 'Y' });
      await send('result', { score_id });
      await send('analysis', { score_id });
      await send('list', {});
    }
    const all = heard.join('\n');
    for (const secret of [
      '解析】',
      '参考答案',
      '"answer_key"',
      '"right"',
      '"explain"',
      '"is_right"',
      '"got"',
      '"right_count"',
      '甲点',
      '乙点',
      '"options":[0',
      '"part"',
      '"unit"',
      '"instance"',
      '"marks"',
      '"model"',
    ]) {
      expect(all.includes(secret), secret).toBe(false);
    }
    expect(all).toContain('单选');
    // The page shows the bank's options without revealing their original order.
    const keys = heard
      .flatMap(
        (text) =>
          (JSON.parse(text) as { data?: { items?: { options: object[] }[] } }).data?.items ?? [],
      )
      .flatMap(({ options }) => options);
    expect(new Set(keys.map((option) => Object.keys(option).join())).size).toBe(1);
  });

  it('before the last attempt: no results by question, type or point', async () => {
    const {
      who,
      attempt: { score_id, seat, items },
    } = await running({ policy: { max_attempts: 2 } });
    await api.send(examSubmit, { score_id, seat, answers: answersFor(items, 3) }, who);
    const seen = await api.send(examAnalysis, { score_id }, who);
    expect(seen).toMatchObject({
      can_analyse: 'N',
      analysis_note: '通过考试或考试次数用完后，可查看答案解析',
      by_type: [],
      by_point: [],
      question_count: 10,
    });
    expect(seen.right_count).toBeUndefined();
    expect(Object.keys(seen.items[0]!).toSorted()).toEqual([
      'group_id',
      'group_stem',
      'image',
      'my',
      'no',
      'options',
      'qid',
      'score',
      'stem',
      'type',
      'type_name',
    ]);
  });

  it("until they may be shown, in the attempt's own keys, and never where the paper forbids it", async () => {
    const {
      who,
      attempt: { score_id, seat, items },
    } = await running({ policy: { max_attempts: 1 } });
    await api.send(examSubmit, { score_id, seat, answers: answersFor(items, 3) }, who);
    const seen = await api.send(examAnalysis, { score_id }, who);
    expect(seen.items.map(({ is_right }) => is_right).join('')).toBe('YYYNNNNNNN');
    expect(seen.items.map(({ qid, options }) => ({ qid, options }))).toEqual(
      items.map(({ qid, options }) => ({ qid, options })),
    );
    expect(seen.items[0]?.explain).toMatch(/^【解析】/);
    const silent = await running({ policy: { max_attempts: 1, analysis_mode: 'never' } });
    await api.send(
      examSubmit,
      { score_id: silent.attempt.score_id, seat: silent.attempt.seat, confirm: 'Y' },
      silent.who,
    );
    expect(
      (await api.send(examAnalysis, { score_id: silent.attempt.score_id }, silent.who)).items.some(
        (item) => 'right' in item,
      ),
    ).toBe(false);
  });

  it('are drawn again for each attempt and person', async () => {
    const exam = await newExam(api, { counts: { A1: 40, X: 10, J: 10, A34: 4 } });
    const orders = new Set<string>();
    for (let count = 0; count < 8; count += 1) {
      const { items } = await begin(exam, await newExaminee(api, exam));
      orders.add(JSON.stringify(items.map(({ qid, options }) => [qid, options])));
    }
    expect(orders.size).toBe(8);
    expect(newBank('x', { A1: 1 })).toHaveLength(1);
  });
});
