import { CallError } from '@cme/commons/api-client';
import type { BodyOf } from '@cme/contract/base';
import {
  learnJoin,
  learnList,
  playerBeat,
  playerCheckAnswer,
  playerCheckQuestion,
  playerEnter,
} from '@cme/contract/study';
import { eq } from 'drizzle-orm';
import { ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import { fetchedAll } from '../../../test/fetched.ts';
import { type Learner, newCourse, newLearner } from '../../../test/learner.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { checkLog } from '../learning/progress/progress.tables.ts';
import { isRight, nextQuestion } from './checks/class-question.rules.ts';
import { insertClassQuestions } from './checks/class-question.store.ts';

const api = await startApiForFile();

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: unknown) => (error instanceof CallError ? (error.code ?? error.message) : error),
  );

async function joined(options: Parameters<typeof newCourse>[1]) {
  const course = await newCourse(api, options);
  const learner = await newLearner(api);
  await api.send(learnJoin, { id: course.id }, learner);
  api.clock.pass(1);
  return { course, learner, section_id: course.sections[0]! };
}

async function entered(learner: Learner, sectionId: string) {
  const entry = await api.send(playerEnter, { section_id: sectionId }, learner);
  const { play_token } = entry;
  await fetchedAll(api.db, play_token);
  let seq = 0;
  const beat = (spans: [number, number][], more: Partial<BodyOf<typeof playerBeat>> = {}) => {
    seq += 1;
    const at = api.clock.now().getTime();
    const body = { play_token, seq, spans, position: spans.at(-1)?.[1] ?? 0, rate: 1, at };
    return api.send(playerBeat, { visible: true, ...body, ...more }, learner);
  };
  await beat([]);
  return {
    entry,
    beat,
    /** Lets this much time pass while these spans are seen or heard. */
    pass(spans: [number, number][], more: Partial<BodyOf<typeof playerBeat>> = {}) {
      const seconds = spans.reduce((sum, [from, to]) => sum + to - from, 0);
      api.clock.pass(seconds * 1000);
      return beat(spans, more);
    },
  };
}

describe('a document', () => {
  const document = { kind: 'pdf' as const, lengths: [40], pages: 4 };

  it('is entered with its pages, no checks and a signed address of the PDF', async () => {
    const { learner, section_id } = await joined({ ...document, lengths: [1200] });
    const { entry } = await entered(learner, section_id);
    expect(entry).toMatchObject({
      kind: 'pdf',
      pages: 4,
      page_seconds: 300,
      rules: { allow_seek: 'Y', pause_hidden: 'Y' },
      subtitles_url: '',
    });
    expect(entry.next_check_at).toBeUndefined();
    expect(entry.media_url).toMatch(/\/document\.pdf$/);
  });

  it('is finished when each page was read long enough, in any order, and completes its course', async () => {
    const { course, learner, section_id } = await joined(document);
    const page = await entered(learner, section_id);
    expect(await page.pass([[30, 40]])).toMatchObject({ ranges: [[30, 40]], furthest: 40 });
    await page.pass([[0, 10]]);
    // 95 % of the whole, but one page was only turned: 2 of its 10 seconds.
    await page.pass([[10, 20]]);
    expect(await page.pass([[20, 22]])).toMatchObject({ section_status: 'studying' });
    const { list } = await api.send(learnList, { tab: 'studying' }, learner);
    expect(list.find((row) => row.course.id === course.id)?.missing).toEqual([
      '还差《第1节》，每页都要读够时间',
    ]);
    expect(await page.pass([[22, 30]])).toMatchObject({
      section_status: 'finished',
      progress: 100,
      learn_status: 'completed',
    });
  });

  it('is not finished at 95 % of the total if a page was skipped', async () => {
    const { learner, section_id } = await joined({ ...document, lengths: [40], pages: 20 });
    const page = await entered(learner, section_id);
    expect(await page.pass([[0, 38]])).toMatchObject({
      covered_seconds: 38,
      section_status: 'studying',
    });
    expect(await page.pass([[38, 40]])).toMatchObject({ section_status: 'finished' });
  });

  it('counts no page faster than elapsed time, none on a hidden page, none twice', async () => {
    const { learner, section_id } = await joined(document);
    const page = await entered(learner, section_id);
    api.clock.pass(5000);
    const { accepted_seconds } = await page.beat([[0, 40]]);
    expect(accepted_seconds).toBeLessThanOrEqual(7.3);
    expect(await page.pass([[10, 20]], { visible: false })).toMatchObject({ accepted_seconds: 0 });
    const before = (await page.pass([[0, 5]])).covered_seconds;
    expect((await page.pass([[0, 5]])).covered_seconds).toBe(before);
  });
});

describe('an audio section', () => {
  it('counts on a hidden page too, in order', async () => {
    const { learner, section_id } = await joined({ kind: 'audio', lengths: [60] });
    const page = await entered(learner, section_id);
    expect(page.entry).toMatchObject({ kind: 'audio', rules: { pause_hidden: 'N' }, poster: '' });
    expect(await page.pass([[0, 15]], { visible: false })).toMatchObject({ furthest: 15 });
    expect(await page.pass([[40, 55]])).toMatchObject({ furthest: 15 });
    await page.pass([[15, 40]], { visible: false });
    expect(await page.pass([[40, 60]], { visible: false })).toMatchObject({
      section_status: 'finished',
      learn_status: 'completed',
    });
  });
});

describe('a question in class', () => {
  const stems = ['洗手至少揉搓几秒？', '接触患者前后都要做什么？'];
  const options = [
    { key: 'A', text: '15秒' },
    { key: 'B', text: '手卫生' },
    { key: 'C', text: '登记' },
  ];

  async function asked(questions = 2) {
    const start = await joined({ lengths: [60], checks: [[15, 16, 'question']] });
    const { section_id, learner } = start;
    await insertClassQuestions(
      api.db,
      stems.slice(0, questions).map((stem, sort) => ({
        question_id: ulid(),
        section_id,
        stem,
        options,
        answer: sort === 0 ? 'A' : 'BC',
        explain: `解析${sort + 1}`,
        sort,
      })),
    );
    const page = await entered(learner, section_id);
    const { play_token } = page.entry;
    return {
      ...start,
      page,
      play_token,
      async opened() {
        const { open_check } = await page.pass([[0, 18]]);
        return open_check!;
      },
      question: (checkId: string) =>
        api.send(playerCheckQuestion, { play_token, check_id: checkId }, learner),
      answer: (checkId: string, answer: string | undefined, attempt = 0) =>
        api.send(
          playerCheckAnswer,
          { play_token, check_id: checkId, attempt, ...(answer ? { answer } : {}) },
          learner,
        ),
    };
  }
  const getRightKeys = (stem: string) => (stem === stems[0] ? 'A' : 'CB');

  it('is shown when it is due and not before, without its answer', async () => {
    const { page, opened, question, section_id } = await asked();
    const [row] = await api.db.select().from(checkLog).where(eq(checkLog.section_id, section_id));
    expect(await refusal(question(row!.check_id))).toBe('not_found');
    const check = await opened();
    expect(check).toMatchObject({ kind: 'question' });
    const shown = await question(check.check_id);
    expect(stems).toContain(shown.stem);
    expect(shown.is_multiple).toBe(shown.stem === stems[1] ? 'Y' : 'N');
    expect(JSON.stringify(shown)).not.toMatch(/解析|answer|"right/);
    expect(await refusal(page.pass([[18, 20]]))).toBe('check_open');
  });

  it('is closed by the correct answer, and replaced by another after a wrong one', async () => {
    const { page, opened, question, answer } = await asked();
    const { check_id } = await opened();
    expect(await refusal(answer(check_id, undefined))).toBe('bad_request');
    const first = await question(check_id);
    const wrong = await answer(check_id, first.stem === stems[0] ? 'B' : 'B', 0);
    expect(wrong).toMatchObject({
      graded: { is_right: 'N', explain: expect.stringContaining('解析') },
      open_check: { check_id, kind: 'question' },
    });
    expect(await refusal(page.pass([[18, 20]]))).toBe('check_open');
    const second = await question(check_id);
    expect(second).toMatchObject({ attempt: 1 });
    expect(second.stem).not.toBe(first.stem);
    // The first answer again, as after a lost reply: it does not answer the second question.
    const stale = await answer(check_id, 'B', 0);
    expect(stale.graded).toBeUndefined();
    expect(await question(check_id)).toEqual(second);
    const right = await answer(check_id, getRightKeys(second.stem), 1);
    expect(right).toMatchObject({ graded: { is_right: 'Y' } });
    expect(right.open_check).toBeUndefined();
    expect((await answer(check_id, 'A', 1)).graded).toBeUndefined();
    expect(await page.pass([[18, 60]])).toMatchObject({ section_status: 'finished' });
  });

  it('reveals nothing where there is no other question', async () => {
    const { opened, answer, question } = await asked(1);
    const { check_id } = await opened();
    expect(await answer(check_id, 'C')).toMatchObject({ graded: { is_right: 'N', explain: '' } });
    expect(await question(check_id)).toMatchObject({ stem: stems[0], attempt: 1 });
  });

  it('rewinds a minute when its answer is late', async () => {
    const { opened, answer, question } = await asked(1);
    const { check_id } = await opened();
    api.clock.pass(64_000);
    const { stem } = await question(check_id);
    expect(await answer(check_id, getRightKeys(stem))).toMatchObject({ rewind_to: 0 });
  });

  it('is a click where the section has no questions, and cannot be answered by others', async () => {
    const { opened, answer, play_token } = await asked(0);
    const { check_id, kind } = await opened();
    expect(kind).toBe('click');
    const stranger = await newLearner(api);
    const body = { play_token, check_id };
    expect(await refusal(api.send(playerCheckAnswer, body, stranger))).toBe('not_found');
    expect(await refusal(api.send(playerCheckQuestion, body, stranger))).toBe('not_found');
    expect((await answer(check_id, undefined)).open_check).toBeUndefined();
  });

  it.each([
    ['A', 'A', true],
    ['AC', 'CA', true],
    ['AC', 'CAA', true],
    ['AC', 'A', false],
    ['AC', 'ABC', false],
  ])('with %s right, %s is %s', (right, chosen, expected) => {
    expect(isRight(right, chosen)).toBe(expected);
  });

  it('wraps around to the first', () => {
    expect(nextQuestion(['1', '2'], '2')).toBe('1');
    expect(nextQuestion(['1'], '1')).toBe('1');
    expect(nextQuestion([], '1')).toBe('1');
  });
});
