import { myfileDelete, topNoticeCount } from '@cme/contract/person';
import { courseDetailCount } from '@cme/contract/content';
import {
  homeworkDownload,
  homeworkGrade,
  homeworkList,
  homeworkSave,
  homeworkSubmit,
  homeworkWaiting,
  learnJoin,
  learnList,
  playerCourse,
} from '@cme/contract/study';
import { eq } from 'drizzle-orm';
import { ulid } from 'ulid';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Learner, newCourse, newLearner } from '../../../test/learner.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { readStates } from '../../platform/state-log/state-log.store.ts';
import { section } from '../../content/catalogue/catalogue.tables.ts';
import { storeFile } from '../../person/file/store-file.action.ts';
import { setRoles } from '../../person/identity/user.store.ts';
import { blockedBy, extendDeadline, judgeScore } from './homework.rules.ts';
import { insertHomework } from './homework.store.ts';
import { homeworkSubmit as submitTable, homeworkView } from './homework.tables.ts';
import { refusal } from '../../../test/refusal.ts';

const api = await startApiForFile();
let teacher: Learner;
beforeAll(async () => {
  teacher = await newLearner(api);
  await setRoles(api.db, teacher.user_id, ['learner', 'course_teacher']);
});

const day = 86_400_000;

/** A course with a single homework task, and an enrolled learner. */
async function assigned(more: { deadline_at?: Date; required?: 'Y' | 'N' } = {}) {
  const course = await newCourse(api, { lengths: [null] });
  const [section_id = ''] = course.sections;
  await api.db
    .update(section)
    .set({ type: 'homework', seconds: 0, required: more.required ?? 'Y' })
    .where(eq(section.section_id, section_id));
  const homework_id = ulid();
  await insertHomework(api.db, [
    {
      homework_id,
      content_id: course.id,
      section_id,
      title: '减压计划',
      task: '为一位高危患者写一份减压计划。',
      deadline_at: more.deadline_at ?? null,
    },
  ]);
  const learner = await newLearner(api);
  await api.send(learnJoin, { id: course.id }, learner);
  return { id: course.id, homework_id, section_id, learner };
}

const newFile = async (userId: string, kind: 'homework' | 'proof' = 'homework') =>
  (
    await storeFile(api.context, api.db, {
      site_id: 'main',
      user_id: userId,
      kind,
      name: '计划.pdf',
      format: 'pdf',
      bytes: Buffer.from('%PDF-1.4 a plan'),
    })
  ).file_id;

const now = new Date('2026-06-15T02:00:00Z');
const later = (days: number) => new Date(now.getTime() + days * day);
const base = {
  status: 'draft' as const,
  graded_at: null,
  deadline: null,
  learn_status: 'studying',
  is_locked: false,
};

it.each([
  ['', {}],
  ['', { status: 'none' as const, deadline: later(1) }],
  ['over', { deadline: now }],
  ['over', { status: 'none' as const, deadline: later(-1) }],
  ['', { status: 'returned' as const, deadline: later(-1), graded_at: later(-6) }],
  ['over', { status: 'returned' as const, deadline: later(-9), graded_at: later(-7) }],
  ['waits', { status: 'submitted' as const }],
  ['passed', { status: 'passed' as const, learn_status: 'expired' }],
  ['expired', { learn_status: 'expired' }],
  ['suspended', { learn_status: 'suspended' }],
  ['locked', { is_locked: true }],
] as const)('is blocked by %j when %o', (blocked, change) => {
  expect(blockedBy({ ...base, ...change }, now)).toBe(blocked);
});

it('has a deadline that a late return extends, and a pass score', () => {
  expect(extendDeadline(null, base)).toBeNull();
  expect(extendDeadline(later(1), base)).toEqual(later(1));
  expect(extendDeadline(later(1), { status: 'returned', graded_at: now })).toEqual(later(7));
  expect([judgeScore(60, 60), judgeScore(59, 60), judgeScore(0, 0)]).toEqual([
    'passed',
    'returned',
    'passed',
  ]);
});

describe('homework', () => {
  it('goes from draft through return to passed, and completes the course', async () => {
    const { id, homework_id, learner } = await assigned();
    expect((await api.send(courseDetailCount, { id })).homeworkCount).toBe(1);
    const { list } = await api.send(homeworkList, { id }, learner);
    expect(list[0]).toMatchObject({ homework_status: 'none', can_edit: 'Y', required: 'Y' });
    const file = await newFile(learner.user_id);
    const draft = { homework_id, revision: 0, text: '每两小时', file_ids: [file] };
    const saved = (await api.send(homeworkSave, draft, learner)).homework;
    expect(saved).toMatchObject({ homework_status: 'draft', revision: 1, text: '每两小时' });
    expect(saved.files.map(({ name }) => name)).toEqual(['计划.pdf']);
    expect(
      (await api.send(homeworkWaiting, {}, teacher)).list.map((item) => item.homework_id),
    ).not.toContain(homework_id);
    const given = { ...draft, revision: 1 };
    const sent = (await api.send(homeworkSubmit, given, learner)).homework;
    expect(sent).toMatchObject({ homework_status: 'submitted', can_edit: 'N', revision: 2 });
    expect((await api.send(homeworkSubmit, given, learner)).homework).toEqual(sent);
    const { chapters } = await api.send(playerCourse, { course_id: id }, learner);
    expect(chapters[0]?.sections[0]?.section_status).toBe('studying');

    const waiting = await api.send(homeworkWaiting, { page_size: 100 }, teacher);
    const hand_in = waiting.list.find((item) => item.homework_id === homework_id)!;
    expect(hand_in).toMatchObject({ real_name: '李明', content_title: '手卫生', revision: 2 });
    const { submit_id } = hand_in;
    const { url } = await api.send(homeworkDownload, { submit_id, file_id: file }, teacher);
    expect(url).toContain('/qm/file/');
    const views = await api.db
      .select()
      .from(homeworkView)
      .where(eq(homeworkView.submit_id, submit_id));
    expect(views.map(({ viewer_id }) => viewer_id)).toEqual([teacher.user_id]);

    const before = (await api.send(topNoticeCount, {}, learner)).unread_count;
    const grade = { submit_id, revision: 2, score: 40 };
    expect(await refusal(api.send(homeworkGrade, grade, teacher))).toBe('homework_state');
    const back = { ...grade, comment: '缺少复评时间' };
    await api.send(homeworkGrade, back, teacher);
    await api.send(homeworkGrade, back, teacher);
    expect((await api.send(topNoticeCount, {}, learner)).unread_count).toBe(before + 1);
    const returned = (await api.send(homeworkList, { id }, learner)).list[0]!;
    expect(returned).toMatchObject({
      homework_status: 'returned',
      score: 40,
      comment: '缺少复评时间',
      can_edit: 'Y',
    });

    const again = { homework_id, revision: 2, text: '每两小时，四小时复评' };
    await api.send(homeworkSubmit, again, learner);
    expect(await refusal(api.send(homeworkGrade, { ...grade, score: 90 }, teacher))).toBe(
      'homework_state',
    );
    await api.send(homeworkGrade, { submit_id, revision: 3, score: 90 }, teacher);
    const { list: done } = await api.send(learnList, { tab: 'completed' }, learner);
    expect(done.map(({ progress }) => progress)).toEqual([100]);
    const passed = (await api.send(homeworkList, { id }, learner)).list[0]!;
    expect(passed).toMatchObject({ homework_status: 'passed', score: 90, can_edit: 'N' });
    expect(
      await refusal(api.send(homeworkSave, { ...again, revision: 3, text: '改' }, learner)),
    ).toBe('homework_state');
    const states = await readStates(api.db, 'homework_submit', submit_id);
    expect(states.map(({ to, actor_type }) => [to, actor_type])).toEqual([
      ['draft', 'learner'],
      ['submitted', 'learner'],
      ['returned', 'staff'],
      ['submitted', 'learner'],
      ['passed', 'staff'],
    ]);
  });

  it('that was returned stays as submitted while a draft is saved, until it is submitted again', async () => {
    const { id, homework_id, learner } = await assigned();
    const [first, second] = [await newFile(learner.user_id), await newFile(learner.user_id)];
    const given = { homework_id, revision: 0, text: '每两小时', file_ids: [first] };
    await api.send(homeworkSubmit, given, learner);
    const waiting = async () =>
      (await api.send(homeworkWaiting, { page_size: 100 }, teacher)).list.find(
        (item) => item.homework_id === homework_id,
      )!;
    const { submit_id } = await waiting();
    const grade = { submit_id, revision: 1, score: 40, comment: '缺少复评时间' };
    await api.send(homeworkGrade, grade, teacher);

    const draft = { homework_id, revision: 1, text: '四小时复评', file_ids: [second] };
    const { homework } = await api.send(homeworkSave, draft, learner);
    expect((await api.send(homeworkSave, draft, learner)).homework).toEqual(homework);
    expect(homework).toMatchObject({
      homework_status: 'returned',
      text: '四小时复评',
      files: [{ file_id: second }],
      submitted: { text: '每两小时', files: [{ file_id: first }] },
    });
    expect((await api.send(homeworkGrade, grade, teacher)).hand_in).toMatchObject({
      text: '每两小时',
      files: [{ file_id: first }],
    });
    expect(await refusal(api.send(myfileDelete, { file_id: first }, learner))).toBe('file_used');
    expect(await refusal(api.send(homeworkDownload, { submit_id, file_id: second }, teacher))).toBe(
      'not_found',
    );

    await api.send(homeworkSubmit, { ...draft, revision: 2 }, learner);
    expect(await waiting()).toMatchObject({ text: '四小时复评', files: [{ file_id: second }] });
    const { list } = await api.send(homeworkList, { id }, learner);
    expect(list[0]?.submitted).toMatchObject({ text: '四小时复评', files: [{ file_id: second }] });
    await api.send(homeworkGrade, { ...grade, revision: 3 }, teacher);
    expect((await api.send(homeworkList, { id }, learner)).list[0]?.text).toBe('四小时复评');
  });

  it('is stored once under repeated requests, and never overwrites a concurrent change', async () => {
    const { id, homework_id, learner } = await assigned();
    const draft = { homework_id, revision: 0, text: '一' };
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => api.send(homeworkSave, draft, learner)),
    );
    expect(new Set(replies.map(({ homework }) => homework.revision))).toEqual(new Set([1]));
    expect(await refusal(api.send(homeworkSave, { ...draft, text: '二' }, learner))).toBe(
      'homework_stale',
    );
    const many = Array.from({ length: 6 }, () =>
      api.send(homeworkSubmit, { ...draft, revision: 1 }, learner),
    );
    await Promise.all(many);
    const rows = await api.db
      .select()
      .from(submitTable)
      .where(eq(submitTable.user_id, learner.user_id));
    expect(rows).toMatchObject([{ homework_status: 'submitted', revision: 2 }]);
    expect((await api.send(homeworkList, { id }, learner)).list[0]?.text).toBe('一');
  });

  it('refuses an empty or late submission, but keeps a late draft', async () => {
    const { homework_id, learner } = await assigned({ deadline_at: later(0.01) });
    const empty = { homework_id, revision: 0 };
    expect(await refusal(api.send(homeworkSubmit, empty, learner))).toBe('bad_request');
    api.clock.pass(0.02 * day);
    expect(await refusal(api.send(homeworkSubmit, { ...empty, text: '晚了' }, learner))).toBe(
      'homework_over',
    );
  });

  it('accepts only its author’s files of the right kind', async () => {
    const { homework_id, learner } = await assigned();
    const other = await newLearner(api);
    const of = { homework_id, revision: 0, text: '计划' };
    for (const [file_id, code] of [
      [await newFile(other.user_id), 'not_found'],
      [await newFile(learner.user_id, 'proof'), 'file_type'],
    ] as const)
      expect(await refusal(api.send(homeworkSave, { ...of, file_ids: [file_id] }, learner))).toBe(
        code,
      );
  });

  it('is private, and graded by teachers of the site alone', async () => {
    const { id, homework_id, learner } = await assigned();
    const of = { homework_id, revision: 0, text: '计划' };
    const stranger = await newLearner(api);
    const foreign = await newLearner(api, 'hospital', 'hospital.localhost');
    await setRoles(api.db, foreign.user_id, ['course_teacher']);
    expect(await refusal(api.send(homeworkList, { id }, stranger))).toBe('not_owned');
    expect(await refusal(api.send(homeworkList, { id }, foreign))).toBe('not_found');
    expect(await refusal(api.send(homeworkSubmit, of, stranger))).toBe('not_owned');
    expect(await refusal(api.send(homeworkSubmit, of, foreign))).toBe('not_found');
    await api.send(homeworkSubmit, of, learner);
    const [row] = await api.db
      .select()
      .from(submitTable)
      .where(eq(submitTable.homework_id, homework_id));
    const grade = { submit_id: row!.submit_id, revision: 1, score: 80 };
    expect(await refusal(api.send(homeworkGrade, grade, learner))).toBe('not_allowed');
    expect(await refusal(api.send(homeworkGrade, grade, foreign))).toBe('not_found');
    expect((await api.send(homeworkWaiting, {}, foreign)).total).toBe(0);
    await setRoles(api.db, learner.user_id, ['course_teacher']);
    expect(await refusal(api.send(homeworkGrade, grade, learner))).toBe('homework_state');
    expect(await refusal(api.send(homeworkGrade, { ...grade, score: 101 }, teacher))).toBe(
      'homework_state',
    );
  });
});
