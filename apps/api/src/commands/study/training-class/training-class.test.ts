import { trainingclassApply, trainingclassDetail, trainingclassNotices } from '@cme/contract/study';
import { eq } from 'drizzle-orm';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Learner, newLearner } from '../../../../test/learner.ts';
import { startTestApi, type TestApi } from '../../../../test/test-api.ts';
import { newClass } from '../../../../test/training-class.ts';
import { learning } from '../../../study/learning/learning.tables.ts';
import { message } from '../../../person/message/message.tables.ts';
import { findMember } from '../../../study/training-class/training-class.store.ts';
import { readStateTimes } from '../../../platform/state-log/state-log.store.ts';
import type { Account } from '../../staff/account.ts';
import { trainingclass } from './training-class.ts';

let api: TestApi;
let account: Account;
let folder: string;
beforeAll(async () => {
  api = await startTestApi();
  folder = await mkdtemp(join(tmpdir(), 'cme-classes-'));
  const { user_id } = await newLearner(api);
  account = { user_id, name: '王老师', roles: ['class_teacher'] };
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

const run = (name: string, ...args: string[]) =>
  trainingclass[name]!.run(api.context, args, account);
const people = (count: number) => Promise.all(Array.from({ length: count }, () => newLearner(api)));
const apply = (classId: string, person: Learner) =>
  api.send(trainingclassApply, { class_id: classId, agree_version: '2026-01' }, person);
const fetchDetail = (classId: string, person?: Learner) =>
  api.send(trainingclassDetail, { class_id: classId }, person);
const readLearnStatuses = async ({ user_id }: Learner) =>
  (await api.db.select().from(learning).where(eq(learning.user_id, user_id))).map(
    ({ learn_status }) => learn_status,
  );
const readMessageTitles = async ({ user_id }: Learner) =>
  (await api.db.select().from(message).where(eq(message.user_id, user_id))).map(
    ({ title }) => title,
  );

describe('an application', () => {
  it('is approved or rejected with a reason, and the seat is passed on', async () => {
    const { class_id } = await newClass(api, { review: 'Y', seats: 2 });
    const [a, b, c] = await people(3);
    for (const person of [a!, b!, c!]) await apply(class_id, person);
    expect(await run('members', class_id, '待审核')).toMatch(/1 {2}.*\n2 {2}.*/);
    expect(await run('approve', class_id, a!.user_id)).toContain('已录取');
    expect(await run('approve', class_id, a!.user_id)).toContain('已录取');
    expect(await readLearnStatuses(a!)).toEqual(['enrolled']);
    await expect(run('refuse', class_id, b!.user_id, '不行')).rejects.toThrow('至少5个字');
    await expect(run('approve', class_id, c!.user_id)).rejects.toThrow('候补中');
    expect(await run('refuse', class_id, b!.user_id, '所在单位未同意')).toContain('未通过审核');
    expect(await run('members', class_id, '待审核')).toContain(c!.user_id);
    expect(await readMessageTitles(b!)).toEqual(['报名未通过']);
    expect(await run('remove', class_id, a!.user_id, '重复报名其他班')).toContain('已被移出');
    expect(await readLearnStatuses(a!)).toEqual(['revoked']);
    await expect(run('approve', class_id, 'nobody')).rejects.toThrow('该班没有这个人');
  });
});

describe('the waiting list', () => {
  it('moves up when seats are added', async () => {
    const { class_id } = await newClass(api, { seats: 1 });
    const [a, b, c] = await people(3);
    for (const person of [a!, b!, c!]) await apply(class_id, person);
    expect(await run('seats', class_id, '2')).toBe('名额2/2，候补1');
    expect(await fetchDetail(class_id, b)).toMatchObject({ action: 'admitted', waiting: 1 });
    expect(await readLearnStatuses(b!)).toEqual(['enrolled']);
    expect(await run('seats', class_id, '5')).toBe('名额3/5，候补0');
    await expect(run('seats', class_id, '2')).rejects.toThrow('已有3人占用名额');
    await expect(run('seats', class_id, '0')).rejects.toThrow('名额应为1到99999');
    expect(await fetchDetail(class_id)).toMatchObject({ seats: 5, seats_left: 2, waiting: 0 });
    expect((await readStateTimes(api.db, 'class', class_id)).map(({ to }) => to)).toEqual([
      'seats 2',
      'seats 5',
    ]);
  });

  it('admits a person out of turn with an additional seat, and nobody loses theirs', async () => {
    const { class_id } = await newClass(api, { seats: 1 });
    const [a, b, c] = await people(3);
    for (const person of [a!, b!, c!]) await apply(class_id, person);
    const move = () => run('move', class_id, c!.user_id, '所在县只有他一名乡医');
    expect(await move()).toContain('已录取');
    expect(await move()).toContain('已录取');
    expect(await fetchDetail(class_id, a)).toMatchObject({
      action: 'admitted',
      seats: 2,
      seats_left: 0,
    });
    expect((await fetchDetail(class_id, b)).my).toMatchObject({ waiting_place: 1 });
    expect(await readLearnStatuses(c!)).toEqual(['enrolled']);
    expect(await readMessageTitles(c!)).toEqual(['候补成功']);
    const { member_id } = (await findMember(api.db, class_id, c!.user_id))!;
    expect((await readStateTimes(api.db, 'class_member', member_id)).at(-1)?.to).toBe('admitted');
    expect(await run('move', class_id, a!.user_id, '他本来就已录取')).toContain('已录取');
  });
});

describe('publishing', () => {
  it('a complete class succeeds once', async () => {
    const draft = await newClass(api, { status: 'draft' });
    await expect(fetchDetail(draft.class_id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await run('list', 'main')).toContain(`${draft.class_id}  草稿  名额0/2`);
    expect(await run('publish', draft.class_id)).toBe('已发布');
    expect(await run('publish', draft.class_id)).toBe('原本就已发布');
    expect((await fetchDetail(draft.class_id)).action).toBe('apply');
    const empty = await newClass(api, { status: 'draft', courses: 0 });
    await expect(run('publish', empty.class_id)).rejects.toThrow('不能发布：还没有课程');
    const canceled = await newClass(api, { status: 'canceled' });
    await expect(run('publish', canceled.class_id)).rejects.toThrow('已取消或归档');
  });

  it('a timetable notifies the members once', async () => {
    const { class_id } = await newClass(api);
    const [a, other] = await people(2);
    await apply(class_id, a!);
    const path = join(folder, 'timetable.json');
    const lesson = { day: '2026-07-01', from: '09:00', to: '11:30', title: '气道管理' };
    await writeFile(path, JSON.stringify([lesson]));
    expect(await run('timetable', class_id, path)).toBe('已发布课程表，共1节');
    expect(await run('timetable', class_id, path)).toBe('课程表没有变化');
    expect((await fetchDetail(class_id)).timetable).toMatchObject([lesson]);
    expect(await readMessageTitles(a!)).toEqual(['课程表已更新']);
    expect(await readMessageTitles(other!)).toEqual([]);
    await writeFile(path, '[]');
    await expect(run('timetable', class_id, path)).rejects.toThrow('课程表没有课');
    await expect(run('timetable', class_id, join(folder, 'none'))).rejects.toThrow('不能读取文件');
    expect(await run('show', class_id)).toContain('2026-07-01  09:00—11:30  气道管理');
  });

  it('a notice stores plain text and notifies once, however often it is sent', async () => {
    const { class_id } = await newClass(api);
    const [a] = await people(1);
    await apply(class_id, a!);
    const notice = () => run('notice', class_id, '着装提醒', '请穿<b>长裤</b>\n长发束起');
    expect(await notice()).toBe('已发布通知');
    expect(await notice()).toBe('已发布过相同的通知');
    expect((await api.send(trainingclassNotices, { class_id })).list).toMatchObject([
      { title: '着装提醒', html: '<p>请穿&lt;b&gt;长裤&lt;/b&gt;</p><p>长发束起</p>' },
    ]);
    expect(await readMessageTitles(a!)).toEqual(['培训班通知']);
  });
});

it('a teacher decides about classes of their own site, administrators about all', async () => {
  const { class_id } = await newClass(api, { site_id: 'hospital', status: 'draft' });
  await expect(run('publish', class_id)).rejects.toThrow('其他站点');
  const giver: Account = { ...account, roles: ['super'] };
  expect(await trainingclass['publish']!.run(api.context, [class_id], giver)).toBe('已发布');
  await expect(run('show', 'none')).rejects.toThrow('没有找到该培训班');
});
