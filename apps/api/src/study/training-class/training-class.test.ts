import { topNoticeCount } from '@cme/contract/person';
import { contentDetail, packageDetail } from '@cme/contract/content';
import {
  learnJoin,
  trainingclassApply,
  trainingclassDetail,
  trainingclassDownload,
  trainingclassList,
  trainingclassNotices,
  trainingclassQuit,
  trainingclassResource,
  trainingclassTeachers,
} from '@cme/contract/study';
import { shopplistAdd } from '@cme/contract/payment';
import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { verifyFacts } from '../../../test/facts.ts';
import { type Learner, newLearner } from '../../../test/learner.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { newClass } from '../../../test/training-class.ts';
import { formatDay } from '../../platform/http/format-time.ts';
import { readStateTimes } from '../../platform/state-log/state-log.store.ts';
import { completion } from '../../credits/certificate/issuing/completion.action.ts';
import { attachFiles } from '../../person/file/attach.action.ts';
import { storeFile } from '../../person/file/store-file.action.ts';
import { user } from '../../person/identity/identity.tables.ts';
import { section } from '../../content/catalogue/catalogue.tables.ts';
import { learning } from '../learning/learning.tables.ts';
import { classEffects } from '../../credits/certificate/issuing/of-class.action.ts';
import { advanceMembers } from './advance.job.ts';
import { decideMember } from './decide.action.ts';
import { findMember, setClass } from './training-class.store.ts';
import { trainingClass } from './training-class.tables.ts';
import { refusal } from '../../../test/refusal.ts';

const day = 86_400_000;
const agree_version = '2026-01';
const staff = { actor_type: 'staff' as const, actor_id: 's1' };
const api = await startApiForFile();

const apply = (classId: string, learner: Learner) =>
  api.send(trainingclassApply, { class_id: classId, agree_version }, learner);
const quit = (classId: string, learner: Learner) =>
  api.send(trainingclassQuit, { class_id: classId }, learner);
const fetchDetail = (classId: string, who?: Learner) =>
  api.send(trainingclassDetail, { class_id: classId }, who);
const people = (count: number) => Promise.all(Array.from({ length: count }, () => newLearner(api)));
const handout = async (name: string) => {
  const of = { site_id: 'main', kind: 'resource' as const, format: 'pdf' as const };
  const row = await storeFile(api.context, api.db, { ...of, name, bytes: Buffer.from('%PDF-1.7') });
  return row.file_id;
};
const readLearnings = (learner: Learner) =>
  api.db
    .select({ id: learning.content_id, status: learning.learn_status, source: learning.source })
    .from(learning)
    .where(eq(learning.user_id, learner.user_id));

describe('applying', () => {
  it('takes a seat and enrols in the courses, idempotently', async () => {
    const { class_id, courses } = await newClass(api, { courses: 2 });
    const [one] = await people(1);
    expect(await fetchDetail(class_id)).toMatchObject({
      action: 'apply',
      action_name: '报名',
      seats_left: 2,
    });
    const mine = await apply(class_id, one!);
    expect(mine).toMatchObject({ member_status: 'admitted', member_status_name: '已录取' });
    expect(await apply(class_id, one!)).toEqual(mine);
    expect(await fetchDetail(class_id, one)).toMatchObject({
      action: 'admitted',
      can_quit: 'Y',
      seats_left: 1,
      my: mine,
    });
    expect(await readLearnings(one!)).toEqual(
      expect.arrayContaining(courses.map((id) => ({ id, status: 'enrolled', source: 'class' }))),
    );
    const member = await findMember(api.db, class_id, one!.user_id);
    expect(
      (await readStateTimes(api.db, 'class_member', member!.member_id)).map(({ to }) => to),
    ).toEqual(['admitted']);
  });

  it('beyond the seats joins the waiting list in order, and is refused when that is full', async () => {
    const { class_id } = await newClass(api, { seats: 1, waiting_limit: 2 });
    const [a, b, c, d] = await people(4);
    await apply(class_id, a!);
    expect((await fetchDetail(class_id, b)).action).toBe('wait');
    expect(await apply(class_id, b!)).toMatchObject({ member_status: 'waiting', waiting_place: 1 });
    expect(await apply(class_id, c!)).toMatchObject({ member_status: 'waiting', waiting_place: 2 });
    expect(await fetchDetail(class_id, d)).toMatchObject({
      action: 'full',
      action_name: '名额已满',
      waiting: 2,
      waiting_left: 0,
    });
    expect(await refusal(apply(class_id, d!))).toBe('class_full');
    expect(await readLearnings(b!)).toEqual([]);
  });

  it('is refused outside of the window, and for members of another class of the training', async () => {
    const [one] = await people(1);
    const now = api.clock.now().getTime();
    const early = await newClass(api, { enroll_from: new Date(now + day) });
    expect(await refusal(apply(early.class_id, one!))).toBe('class_closed');
    const late = await newClass(api, { enroll_to: new Date(now) });
    expect(await refusal(apply(late.class_id, one!))).toBe('class_closed');
    const first = await newClass(api, { training_id: 'twice', period: 1 });
    const second = await newClass(api, { training_id: 'twice', period: 2 });
    await apply(first.class_id, one!);
    expect(await fetchDetail(second.class_id, one)).toMatchObject({
      action: 'other',
      action_name: '您已报名第1期',
    });
    expect(await refusal(apply(second.class_id, one!))).toBe('class_other');
    await quit(first.class_id, one!);
    expect(await refusal(apply(second.class_id, one!))).toBe('accepted');
  });

  it('is limited to its scope, and names the missing profile field', async () => {
    const { class_id } = await newClass(api, { apply_scope: { areas: ['110000'], levels: ['A'] } });
    const [one, far, blank] = await people(3);
    const set = (learner: Learner, values: Partial<typeof user.$inferInsert>) =>
      api.db.update(user).set(values).where(eq(user.user_id, learner.user_id));
    await verifyFacts(api, one!, { level: 'A', area_id: '110105' });
    await set(far!, { area_id: '330106' });
    await set(blank!, { area_id: '' });
    expect(await fetchDetail(class_id)).toMatchObject({
      action: 'apply',
      scope: ['专业级别：初级', '所在地区：北京市'],
    });
    expect(await fetchDetail(class_id, far)).toMatchObject({
      action: 'not_in_scope',
      action_name: '您不在本次培训范围内',
    });
    expect(await refusal(apply(class_id, far!))).toBe('not_in_scope');
    expect(await fetchDetail(class_id, blank)).toMatchObject({
      action: 'incomplete',
      missing_field: 'area_id',
      action_name: '请先完善“所在地区”',
    });
    expect(await refusal(apply(class_id, blank!))).toBe('profile_incomplete');
    expect(await refusal(apply(class_id, one!))).toBe('accepted');
  });
});

describe('quitting', () => {
  it('before the start gives the seat to the first on the waiting list, with a message', async () => {
    const { class_id, courses } = await newClass(api, { seats: 1 });
    const [a, b, c] = await people(3);
    await apply(class_id, a!);
    await apply(class_id, b!);
    await apply(class_id, c!);
    await quit(class_id, a!);
    expect(await readLearnings(a!)).toEqual([
      { id: courses[0], status: 'revoked', source: 'class' },
    ]);
    expect(await readLearnings(b!)).toEqual([
      { id: courses[0], status: 'enrolled', source: 'class' },
    ]);
    expect((await api.send(topNoticeCount, {}, b)).unread_count).toBe(1);
    expect(await fetchDetail(class_id, b)).toMatchObject({
      action: 'admitted',
      waiting: 1,
      seats_left: 0,
    });
    expect((await fetchDetail(class_id, c)).my).toMatchObject({ waiting_place: 1 });
    expect(await refusal(quit(class_id, a!))).toBe('accepted');
    expect(await apply(class_id, a!)).toMatchObject({ member_status: 'waiting', waiting_place: 2 });
    await quit(class_id, c!);
    expect((await fetchDetail(class_id, a)).my).toMatchObject({ waiting_place: 1 });
  });

  it('and applying again enrols in the courses again', async () => {
    const { class_id } = await newClass(api);
    const [one] = await people(1);
    await apply(class_id, one!);
    await quit(class_id, one!);
    expect((await fetchDetail(class_id, one)).seats_left).toBe(2);
    await apply(class_id, one!);
    expect((await readLearnings(one!)).map(({ status }) => status).sort()).toEqual([
      'enrolled',
      'revoked',
    ]);
  });

  it('is refused once the class has begun, and for people who never applied', async () => {
    const now = api.clock.now().getTime();
    const { class_id } = await newClass(api);
    const [one, other] = await people(2);
    await apply(class_id, one!);
    await api.db
      .update(trainingClass)
      .set({ start_at: new Date(now) })
      .where(eq(trainingClass.class_id, class_id));
    expect(await refusal(quit(class_id, one!))).toBe('class_closed');
    expect(await refusal(quit(class_id, other!))).toBe('not_found');
    expect(await fetchDetail(class_id, one)).toMatchObject({
      action: 'study',
      class_status: 'running',
    });
  });
});

describe('staff', () => {
  it('admits or rejects applications that need review, and the seat is passed on', async () => {
    const { class_id } = await newClass(api, { review: 'Y', seats: 1 });
    const [a, b] = await people(2);
    expect(await apply(class_id, a!)).toMatchObject({ member_status: 'applied' });
    expect(await readLearnings(a!)).toEqual([]);
    await apply(class_id, b!);
    const decide = (learner: Learner, to: 'admitted' | 'rejected', reason = '') =>
      decideMember(
        api.db,
        completion,
        { class_id, user_id: learner.user_id },
        { to, reason, actor: staff },
        api.clock.now(),
      );
    await expect(decide(b!, 'admitted')).rejects.toThrow('候补中');
    await decide(a!, 'rejected', '材料不全');
    await decide(a!, 'rejected', '材料不全');
    expect((await fetchDetail(class_id, a)).action).toBe('rejected');
    expect(await refusal(apply(class_id, a!))).toBe('class_closed');
    expect((await fetchDetail(class_id, b)).action).toBe('applied');
    await decide(b!, 'admitted');
    expect((await readLearnings(b!)).length).toBe(1);
  });
});

it('members follow the class: they study, and are qualified or not at its end', async () => {
  const now = api.clock.now().getTime();
  const { class_id, courses } = await newClass(api);
  const [a, b] = await people(2);
  await apply(class_id, a!);
  await apply(class_id, b!);
  const set = (values: Partial<typeof trainingClass.$inferInsert>) =>
    api.db.update(trainingClass).set(values).where(eq(trainingClass.class_id, class_id));
  await set({ start_at: new Date(now) });
  await advanceMembers(api.context, classEffects);
  expect((await fetchDetail(class_id, a)).my?.member_status).toBe('studying');
  await api.db
    .update(learning)
    .set({ learn_status: 'completed' })
    .where(and(eq(learning.user_id, a!.user_id), eq(learning.content_id, courses[0]!)));
  await set({ end_at: new Date(now) });
  await advanceMembers(api.context, classEffects);
  expect((await fetchDetail(class_id, a)).my?.member_status_name).toBe('合格');
  expect((await fetchDetail(class_id, b)).my?.member_status_name).toBe('不合格');
  expect(await advanceMembers(api.context, classEffects)).toBe(0);
});

describe('a class', () => {
  it('shows its teachers, published notices, and handouts depending on the reader', async () => {
    const nowText = (days: number) =>
      new Date(api.clock.now().getTime() + days * day).toISOString();
    const { class_id } = await newClass(api, {
      notices: [
        {
          id: 'n1',
          title: '开班通知',
          html: '<p>报到<script>x</script></p>',
          publish_at: nowText(-1),
        },
        { id: 'n2', title: '未发布', html: '', publish_at: nowText(1) },
      ],
    });
    const file_ids = await Promise.all(['须知', '讲义'].map(handout));
    await attachFiles(api.db, {
      owner_type: 'class',
      owner_id: class_id,
      site_id: 'main',
      user_id: '',
      title: '培训班',
      file_ids,
      kinds: ['resource'],
      most: 10,
    });
    await setClass(api.db, class_id, {
      resources: file_ids.map((fileId, index) => ({
        file_id: fileId,
        title: `第${index + 1}份`,
        members_only: index === 0 ? 'N' : 'Y',
      })),
    });
    const [one] = await people(1);
    const notices = await api.send(trainingclassNotices, { class_id });
    expect(notices.list.map(({ title, html }) => [title, html])).toEqual([
      ['开班通知', '<p>报到</p>'],
    ]);
    const opens = async () =>
      (await api.send(trainingclassResource, { class_id }, one)).list.map(
        ({ title, kind, can_open }) => `${title} ${kind} ${can_open}`,
      );
    const open = (index: number) =>
      refusal(api.send(trainingclassDownload, { class_id, id: file_ids[index]! }, one));
    expect(await opens()).toEqual(['第1份 pdf Y', '第2份 pdf N']);
    expect([await open(0), await open(1)]).toEqual(['accepted', 'not_owned']);
    await apply(class_id, one!);
    expect(await opens()).toEqual(['第1份 pdf Y', '第2份 pdf Y']);
    expect(await open(1)).toBe('accepted');
    expect(await refusal(api.send(trainingclassDownload, { class_id, id: 'elsewhere' }, one))).toBe(
      'not_found',
    );
    expect((await api.send(trainingclassTeachers, { class_id })).list).toEqual([]);
  });

  it('is listed by training, open ones first', async () => {
    const now = api.clock.now().getTime();
    const over = await newClass(api, { training_id: 'list', enroll_to: new Date(now - 1) });
    const open = await newClass(api, { training_id: 'list' });
    await newClass(api, { training_id: 'list', status: 'draft' });
    const { list, total } = await api.send(trainingclassList, { training_id: 'list' });
    expect([list.map(({ class_id }) => class_id), total]).toEqual([
      [open.class_id, over.class_id],
      2,
    ]);
  });

  it('is listed in my classes after an application, whatever its outcome', async () => {
    const { class_id } = await newClass(api);
    const [one, other] = await people(2);
    const mine = (who?: Learner) => api.send(trainingclassList, { mine: 'Y' }, who);
    expect((await mine(one)).total).toBe(0);
    await apply(class_id, one!);
    expect((await mine(one)).list.map((row) => row.class_id)).toEqual([class_id]);
    await quit(class_id, one!);
    expect((await mine(one)).list.map(({ my }) => my?.member_status)).toEqual(['quit']);
    expect((await mine(other)).total).toBe(0);
    expect(await refusal(mine())).toBe('need_login');
  });

  it('stands in my classes under 进行中 until it ends or I leave, then under 已结束', async () => {
    const now = api.clock.now().getTime();
    const [one] = await people(1);
    const kept = await newClass(api, { end_at: new Date(now + 20 * 86_400_000) });
    const left = await newClass(api, { end_at: new Date(now + 20 * 86_400_000) });
    await apply(kept.class_id, one!);
    await apply(left.class_id, one!);
    await quit(left.class_id, one!);
    const read = async (tab: 'open' | 'ended' | 'all') => {
      const body = { mine: 'Y', tab } as const;
      const { list, total, counts } = await api.send(trainingclassList, body, one);
      return { ids: list.map(({ class_id }) => class_id), total, counts };
    };
    const counts = { open: 1, ended: 1, all: 2 };
    expect(await read('open')).toEqual({ ids: [kept.class_id], total: 1, counts });
    expect(await read('ended')).toEqual({ ids: [left.class_id], total: 1, counts });
    expect(await read('all')).toMatchObject({ total: 2, counts });
    await api.db
      .update(trainingClass)
      .set({ end_at: new Date(now) })
      .where(eq(trainingClass.class_id, kept.class_id));
    expect(await read('open')).toMatchObject({ ids: [], counts: { open: 0, ended: 2, all: 2 } });
  });

  it('says in my classes how far I am, what comes next, and how many notices there are', async () => {
    const now = api.clock.now();
    const [one] = await people(1);
    const dayIn = (days: number) => formatDay(new Date(now.getTime() + days * 86_400_000));
    const lesson = (title: string, days: number) => ({
      title,
      day: dayIn(days),
      from: '09:00',
      to: '11:30',
      teacher: '周文',
      place: '三楼教室',
      hours: 3,
    });
    const notice = (id: string, at: number) => ({
      id,
      title: id,
      html: '',
      publish_at: new Date(now.getTime() + at).toISOString(),
    });
    const { class_id, courses } = await newClass(api, {
      courses: 2,
      timetable: [lesson('第二课', 9), lesson('第一课', 8), lesson('过去的课', -2)],
      notices: [notice('now', -1000), notice('later', 60_000)],
    });
    await apply(class_id, one!);
    const read = async () =>
      (await api.send(trainingclassList, { mine: 'Y' }, one)).list.find(
        (row) => row.class_id === class_id,
      );
    expect(await read()).toMatchObject({
      notice_count: 1,
      my: {
        progress: 0,
        next_course: { id: courses[0] },
        next_lesson: { title: '第一课', day: dayIn(8), from: '09:00', place: '三楼教室' },
      },
    });
    await api.db
      .update(learning)
      .set({ learn_status: 'completed', progress: 100 })
      .where(and(eq(learning.user_id, one!.user_id), eq(learning.content_id, courses[0]!)));
    expect(await read()).toMatchObject({ my: { progress: 50, next_course: { id: courses[1] } } });
    const { list } = await api.send(trainingclassList, {}, one);
    expect(list.find((row) => row.class_id === class_id)?.notice_count).toBeUndefined();
  });

  it('belongs to its own site', async () => {
    const { class_id } = await newClass(api, { site_id: 'hospital' });
    const [one] = await people(1);
    const works = [fetchDetail(class_id, one), apply(class_id, one!), quit(class_id, one!)];
    expect(await Promise.all(works.map(refusal))).toEqual(works.map(() => 'not_found'));
  });

  it('cannot be bought or joined like a course, and is returned by the package call', async () => {
    const { class_id } = await newClass(api);
    const [one] = await people(1);
    const ref = { content_type: 'X', id: class_id };
    expect(await refusal(api.send(shopplistAdd, ref, one))).toBe('not_found');
    expect(await refusal(api.send(learnJoin, ref, one))).toBe('not_owned');
    const whole = await api.send(packageDetail, { id: class_id }, one);
    expect([whole.content_type, whole.action, whole.courses.length]).toEqual(['X', 'none', 1]);
    expect((await api.send(contentDetail, ref)).action).toBe('none');
  });
});

it('a class with a course without media takes no applications', async () => {
  const { class_id, courses } = await newClass(api);
  await api.db
    .update(section)
    .set({ resource_id: null })
    .where(eq(section.content_id, courses[0]!));
  const learner = await newLearner(api);
  expect(
    await refusal(api.send(trainingclassApply, { class_id, agree_version: '2026-01' }, learner)),
  ).toBe('not_ready');
});
