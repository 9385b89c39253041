import {
  examAnalysis,
  examAttempt,
  examIntro,
  examList,
  examResult,
  examSave,
  examStart,
  examSubmit,
  learnDetail,
  playerCourse,
} from '@cme/contract/study';
import { ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import { answersFor, newExam, newExaminee, type TestExam } from '../../../test/exam.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { type Learner, newLearner, signInAgain } from '../../../test/learner.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { refusal } from '../../../test/refusal.ts';

const api = await startApiForFile();

const minute = 60_000;

type Examinee = Learner & { learning_id: string };
const start = (exam: TestExam, who: Examinee) =>
  api.send(examStart, { paper_id: exam.paper_id, learning_id: who.learning_id }, who);
const intro = (exam: TestExam, learner: Learner) =>
  api.send(examIntro, { course_id: exam.course.id }, learner);

/** Takes a whole attempt with this many correct answers. */
async function sit(exam: TestExam, who: Examinee, right: number) {
  const { score_id, seat, items } = await start(exam, who);
  return api.send(examSubmit, { score_id, seat, answers: answersFor(items, right) }, who);
}

describe('an exam', () => {
  it('is refused to whoever has not joined its course, and unknown without a course', async () => {
    const exam = await newExam(api);
    const learner = await newLearner(api);
    expect(await refusal(intro(exam, learner))).toBe('not_owned');
    const call = api.send(examIntro, { course_id: ulid() }, learner);
    expect(await refusal(call)).toBe('not_found');
  });

  it('runs from the rules and saved answers to a pass that completes the course', async () => {
    const exam = await newExam(api);
    const who = await newExaminee(api, exam);
    expect(await intro(exam, who)).toMatchObject({
      exam_action: 'can_start',
      reason: '',
      question_count: 10,
      duration_min: 60,
      total_score: 100,
      pass_score: 60,
      attempts_used: 0,
      max_attempts: 3,
      passed: 'N',
      score_id: '',
      missing: [],
      open_at: '',
      close_at: '',
      by_type: [
        { type: 'A1', name: '单选题', count: 4, score: 40 },
        { type: 'X', count: 2 },
        { type: 'J', count: 2 },
        { type: 'A34', count: 2, score: 20 },
      ],
    });
    const running = await start(exam, who);
    expect(running).toMatchObject({
      attempt_no: 1,
      answers: [],
      deadline_ms: api.clock.now().getTime() + 60 * minute,
    });
    expect(running.items.map(({ no, type }) => `${no} ${type}`)).toEqual([
      '1 A1',
      '2 A1',
      '3 A1',
      '4 A1',
      '5 X',
      '6 X',
      '7 J',
      '8 J',
      '9 A34',
      '10 A34',
    ]);
    const { score_id, seat, items } = running;
    const answers = answersFor(items, 10);
    expect(
      (await api.send(examSave, { score_id, seat, answers: answers.slice(0, 4) }, who)).saved,
    ).toHaveLength(4);
    expect(await intro(exam, who)).toMatchObject({
      exam_action: 'can_resume',
      score_id,
      attempts_used: 1,
      deadline_ms: running.deadline_ms,
    });
    api.clock.pass(10 * minute);
    const again = await api.send(examAttempt, { score_id }, who);
    expect(again).toMatchObject({
      items,
      deadline_ms: running.deadline_ms,
      started_at: running.started_at,
    });
    expect(again.answers.map(({ qid }) => qid).toSorted()).toEqual(
      items
        .slice(0, 4)
        .map(({ qid }) => qid)
        .toSorted(),
    );
    expect(await refusal(api.send(examSubmit, { score_id, seat: again.seat }, who))).toBe(
      'exam_open_questions',
    );
    const result = await api.send(
      examSubmit,
      { score_id, seat: again.seat, answers: answers.slice(4) },
      who,
    );
    expect(result).toMatchObject({
      attempt_status: 'graded',
      submit_type: 'manual',
      score: 100,
      result: 'passed',
      used_seconds: 600,
      exam_action: 'passed',
      can_analyse: 'Y',
      survey_id: '',
    });
    expect(await api.send(examResult, { score_id }, who)).toEqual(result);
    expect(await api.send(learnDetail, { learning_id: who.learning_id }, who)).toMatchObject({
      learn_status: 'completed',
    });
    const list = await api.send(examList, { tab: 'done' }, who);
    expect(list).toMatchObject({
      total: 1,
      counts: { todo: 0, done: 1 },
      list: [{ exam_action: 'passed', best_score: 100, passed: 'Y', course_title: '手卫生' }],
    });
    expect(await refusal(start(exam, who))).toBe('exam_exhausted');
    const analysis = await api.send(examAnalysis, { score_id }, who);
    expect(analysis).toMatchObject({
      right_count: 10,
      question_count: 10,
      attempts: [{ no: 1, score: 100, result: 'passed' }],
    });
    expect(
      analysis.items.every(
        ({ is_right, right, my, got }) =>
          is_right === 'Y' && got === 10 && right?.toSorted().join() === my.toSorted().join(),
      ),
    ).toBe(true);
    expect(analysis.by_type).toContainEqual({
      type: 'A34',
      name: '病例组题',
      total: 2,
      right: 2,
      score: 20,
      full: 20,
    });
    expect(analysis.by_point.reduce((sum, { total }) => sum + total, 0)).toBe(10);
  });

  it('can be repeated at once after the first failure, later after a cooldown, and finally not at all', async () => {
    const exam = await newExam(api);
    let who = await newExaminee(api, exam);
    expect(await sit(exam, who, 5)).toMatchObject({
      score: 50,
      result: 'failed',
      exam_action: 'can_start',
      can_analyse: 'N',
    });
    expect(await sit(exam, who, 2)).toMatchObject({
      score: 20,
      result: 'failed',
      exam_action: 'cooling',
      cooling_until_ms: api.clock.now().getTime() + 30 * minute,
    });
    expect(await refusal(start(exam, who))).toBe('exam_cooling');
    const until = api.clock.now().getTime() + 30 * minute;
    const [day, time] = formatTime(new Date(until)).split(' ') as [string, string];
    const reason = `${Number(day.slice(5, 7))}月${Number(day.slice(8))}日 ${time.slice(0, 5)} 后可再次考试`;
    expect((await intro(exam, who)).reason).toBe(reason);
    await expect(start(exam, who)).rejects.toMatchObject({ message: reason });
    expect(await api.send(learnDetail, { learning_id: who.learning_id }, who)).toMatchObject({
      exam_open: 'Y',
      exam_action: 'cooling',
      exam_from_ms: until,
    });
    expect(await api.send(playerCourse, { course_id: exam.course.id }, who)).toMatchObject({
      exam_action: 'cooling',
      exam_from_ms: until,
      way: [
        { step: 'study', state: 'done' },
        { step: 'exam', state: 'now' },
        { step: 'certificate', state: 'later' },
      ],
    });
    api.clock.pass(30 * minute);
    who = { ...who, token: await signInAgain(api, { user_id: who.user_id, site_id: 'main' }) };
    expect(await sit(exam, who, 3)).toMatchObject({
      result: 'failed',
      exam_action: 'exhausted',
      can_analyse: 'Y',
    });
    expect(await refusal(start(exam, who))).toBe('exam_exhausted');
    expect(await intro(exam, who)).toMatchObject({
      exam_action: 'exhausted',
      best_score: 50,
      attempts_used: 3,
    });
    expect(await api.send(learnDetail, { learning_id: who.learning_id }, who)).toMatchObject({
      learn_status: 'exam_failed',
      missing: ['考试未通过，次数已用完'],
    });
  });

  it('waits for study and for its opening, and ends at its closing', async () => {
    const now = api.clock.now().getTime();
    const locked = await newExam(api);
    const unready = await newExaminee(api, locked, false);
    expect(await intro(locked, unready)).toMatchObject({
      exam_action: 'locked',
      reason: '请先完成全部必修小节的学习',
      missing: ['还差《第1节》57秒'],
    });
    expect(await refusal(start(locked, unready))).toBe('exam_locked');
    const later = await newExam(api, {
      open_at: new Date(now + minute),
      close_at: new Date(now + 21 * minute),
    });
    const early = await newExaminee(api, later);
    expect(await intro(later, early)).toMatchObject({ exam_action: 'not_open' });
    expect(await api.send(learnDetail, { learning_id: early.learning_id }, early)).toMatchObject({
      exam_open: 'Y',
      exam_action: 'not_open',
      exam_from_ms: now + minute,
    });
    expect(await refusal(start(later, early))).toBe('exam_locked');
    api.clock.pass(minute);
    expect((await start(later, early)).deadline_ms).toBe(now + 21 * minute);
    const late = await newExaminee(api, later);
    api.clock.pass(20 * minute);
    expect(await intro(later, late)).toMatchObject({ exam_action: 'closed' });
    expect(await refusal(start(later, late))).toBe('exam_over');
  });
});
