import { userInfo } from '@cme/contract/person';
import { packageDetail } from '@cme/contract/content';
import { shopplistCount } from '@cme/contract/payment';
import {
  trainingclassDetail,
  trainingclassNotices,
  trainingclassResource,
  trainingclassTeachers,
} from '@cme/contract/study';
import {
  customerPage,
  mockPending,
  mockRefusal,
  mockReply,
  renderPage,
  requestsTo,
  sampleSite,
  sampleUser,
} from '@cme/testing';
import { sampleTeacher } from '@cme/testing/items';
import {
  mockTrainingClass,
  sampleClassDetail,
  samplePackage,
  samplePart,
} from '@cme/testing/training-class';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../../routes.ts';

const id = '01J000000000000000000000X1';
const page = customerPage({ site: sampleSite({ isCustomerDomain: 'Y' }) });
const open = (search = '', token?: string) =>
  renderPage(`/item/package/${id}/detail${search}`, routes, { page, ...(token ? { token } : {}) });
const offer = (change: Parameters<typeof samplePackage>[0] = {}) =>
  mockReply(
    packageDetail,
    samplePackage({
      content_type: 'X',
      id,
      title: '乡村医生专项培训（第3期）',
      detail_html: '<p>培训目标</p>',
      ...change,
    }),
  );
const findRows = async (heading: string) =>
  within((await screen.findByRole('heading', { name: heading })).closest('li')!);

beforeEach(() => {
  mockReply(userInfo, sampleUser());
  mockReply(shopplistCount, { count: 0 });
  mockTrainingClass();
  offer();
});

describe('a class', () => {
  it('shows its state, amount, date, seats, requirements and contact, and is free', async () => {
    mockReply(trainingclassDetail, sampleClassDetail({ credits: 5, rule: ['完成必修', '签到'] }));
    open();
    expect(await screen.findByText('报名中')).toBeVisible();
    for (const words of ['5 学分', '40 学时', '第3期', '2 门课程', '免费'])
      expect(screen.getByText(words)).toBeVisible();
    const facts = Object.fromEntries(
      screen
        .getAllByRole('term')
        .map(({ textContent, nextElementSibling }) => [
          textContent,
          nextElementSibling?.textContent,
        ]),
    );
    expect(facts).toMatchObject({
      培训时间: '2026年12月25日 至 12月26日',
      培训地点: '培训中心二号楼',
      交通: '地铁 2 号线',
      培训对象: '专业级别：乡村医生；所在地区：浙江省',
      结业要求: '完成必修；签到',
      联系方式: '王老师 0571-1',
    });
    expect(screen.getByText(/余 83 名 \/ 共 120 名/)).toBeVisible();
    expect(screen.queryByText('¥100.00')).toBeNull();
  });

  it('leaves out what it does not have, and says that it is for everybody', async () => {
    mockReply(
      trainingclassDetail,
      sampleClassDetail({ rule: [], scope: [], traffic: '', timetable: [] }),
    );
    open();
    expect(await screen.findByText('不限专业与地区')).toBeVisible();
    for (const term of ['结业要求', '交通']) expect(screen.queryByText(term)).toBeNull();
    expect(screen.queryByText('0 学分')).toBeNull();
    expect(screen.getByText('课程表将在开班前公布')).toBeVisible();
  });

  it.each([
    ['xcys', '全部期次', '/xcys'],
    ['crbjc', '全部期次', '/crbjc'],
    ['a_newer_one', '专业科目', '/profession'],
  ])('of %s leads back to %s', async (training, title, href) => {
    mockReply(trainingclassDetail, sampleClassDetail({ training_id: training }));
    open();
    const trail = within(await screen.findByRole('navigation', { name: '当前位置' }));
    expect(trail.getByRole('link', { name: title })).toHaveAttribute('href', href);
  });

  it.each([
    [{ seats_left: 83 }, 'free', '名额 余 83 名 / 共 120 名'],
    [{ seats_left: 18 }, 'few', '名额 余 18 名 / 共 120 名'],
    [{ seats_left: 19 }, 'free', '名额 余 19 名 / 共 120 名'],
    [{ seats_left: 0, waiting: 7 }, 'full', '名额 已满 120 名 · 候补 7 人'],
    [{ seats: 0, seats_left: 0 }, 'full', '名额 已满 0 名'],
  ])('with %o has seats that are %s: %s', async (change, level, words) => {
    mockReply(trainingclassDetail, sampleClassDetail(change));
    open();
    await screen.findByText('报名中');
    const seats = document.querySelector('main [data-state]');
    expect(seats).toHaveAttribute('data-state', level);
    expect(seats).toHaveTextContent(words);
  });

  it('that has started no longer speaks of seats', async () => {
    mockReply(
      trainingclassDetail,
      sampleClassDetail({ class_status: 'running', class_status_name: '进行中' }),
    );
    open();
    expect(await screen.findByText('进行中')).toBeVisible();
    expect(screen.queryByText(/共 120 名/)).toBeNull();
  });

  it('offers nothing to press before the own class is known', async () => {
    const later: Promise<ReturnType<typeof sampleClassDetail>> = new Promise(() => undefined);
    mockReply(trainingclassDetail, () =>
      requestsTo(trainingclassDetail).length > 1 ? later : sampleClassDetail(),
    );
    open('', 'T1');
    const apply = await screen.findByRole('button', { name: /^报名 / });
    expect(apply).toHaveAttribute('aria-busy', 'true');
  });

  it('shows what it is for the learner, who continues in the personal centre', async () => {
    mockReply(trainingclassDetail, ({ token }) =>
      sampleClassDetail(token ? { action: 'study', action_name: '去学习' } : {}),
    );
    open('', 'T1');
    expect(await screen.findByRole('link', { name: /^去学习 乡村医生/ })).toHaveAttribute(
      'href',
      '/user/learn',
    );
  });

  it('that cannot be loaded can be asked for again', async () => {
    mockRefusal(trainingclassDetail, 503, '服务暂时不可用');
    const { user } = open();
    await screen.findByText('服务暂时不可用');
    mockReply(trainingclassDetail, sampleClassDetail());
    await user.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByText('报名中')).toBeVisible();
  });
});

describe('the contents of a class', () => {
  it('begin with the timetable by day', async () => {
    mockReply(
      trainingclassDetail,
      sampleClassDetail({
        timetable: [
          ...sampleClassDetail().timetable,
          { ...sampleClassDetail().timetable[0]!, from: '13:30', to: '16:00', title: '急救' },
          {
            day: '2026-12-26',
            from: '08:30',
            to: '09:30',
            title: '结业考核',
            teacher: '',
            place: '',
            hours: 0,
          },
        ],
      }),
    );
    open();
    const timetable = await screen.findByRole('tabpanel', { name: '课程表' });
    const days = within(timetable).getAllByRole('heading', { level: 3 });
    expect(days.map(({ textContent }) => textContent)).toEqual(['12月25日 周五', '12月26日 周六']);
    expect(
      within(timetable)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      '09:00–11:30胸痛与卒中吴桂兰 · 201 · 3 学时',
      '13:30–16:00急救吴桂兰 · 201 · 3 学时',
      '08:30–09:30结业考核',
    ]);
  });

  it('are chosen by the address, which follows them', async () => {
    const { user, router } = open('?tab=intro');
    expect(await screen.findByText('培训目标')).toBeVisible();
    await user.click(screen.getByRole('tab', { name: '通知' }));
    expect(await screen.findByText('报到须知')).toBeVisible();
    expect(router.state.location.search).toBe('?tab=notices');
    await user.click(screen.getByRole('tab', { name: '课程表' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('open the timetable for an unknown tab', async () => {
    open('?tab=from_tomorrow');
    expect(await screen.findByRole('tabpanel', { name: '课程表' })).toBeVisible();
  });

  it('list the courses, which open after admission', async () => {
    offer({
      courses: [
        samplePart('c1', '心肺复苏', {
          my_learning: { learning_id: 'l1', learn_status: 'studying', progress: 42 },
        }),
        samplePart('c2', '气道管理', { required: 'N' }),
      ],
    });
    open('?tab=courses');
    const begun = await findRows('心肺复苏');
    expect(begun.getByText(/^必修 · 6 学时/)).toBeVisible();
    expect(begun.getByText('42%')).toBeVisible();
    expect(begun.getByRole('link', { name: '去学习 心肺复苏' })).toHaveAttribute(
      'href',
      '/player/c1/play',
    );
    const closed = await findRows('气道管理');
    expect(closed.getByText(/^选修 · 6 学时/)).toBeVisible();
    expect(closed.getByText('录取后开通')).toBeVisible();
    expect(closed.getByRole('link', { name: '气道管理' })).toHaveAttribute(
      'href',
      '/item/course/c2/detail',
    );
  });

  it('introduce the teachers', async () => {
    mockReply(trainingclassTeachers, {
      list: [
        sampleTeacher({ name: '吴桂兰' }),
        sampleTeacher({ teacher_id: 't2', name: '陈立', title: '', unit: '县医院' }),
      ],
    });
    open('?tab=teachers');
    expect((await findRows('吴桂兰')).getByText('主任医师 · 省人民医院')).toBeVisible();
    expect((await findRows('陈立')).getByText('县医院')).toBeVisible();
  });

  it.each([
    ['teachers', trainingclassTeachers, { list: [] }, ''],
    ['notices', trainingclassNotices, { list: [] }, '暂无通知'],
    ['handouts', trainingclassResource, { list: [] }, '暂无资料'],
  ])('at ?tab=%s can be asked for again, and may be empty', async (tab, call, none, words) => {
    mockRefusal(call, 503, '服务暂时不可用');
    const { user } = open(`?tab=${tab}`);
    const panel = within(await screen.findByRole('tabpanel'));
    await panel.findByText('服务暂时不可用');
    mockReply(call, none);
    await user.click(panel.getByRole('button', { name: '重试' }));
    await waitFor(() => expect(panel.queryByText('服务暂时不可用')).toBeNull());
    expect(screen.getByRole('tabpanel').textContent).toBe(words);
  });

  it.each([
    ['teachers', trainingclassTeachers],
    ['notices', trainingclassNotices],
    ['handouts', trainingclassResource],
  ])('at ?tab=%s have a placeholder until they are there', async (tab, call) => {
    mockPending(call);
    open(`?tab=${tab}`);
    const panel = await screen.findByRole('tabpanel');
    await waitFor(() => expect(requestsTo(call)).toHaveLength(1));
    expect(panel.querySelector('.skeleton')).toBeInTheDocument();
  });

  it('open the files that are for the members', async () => {
    const file = (canOpen: 'Y' | 'N') => ({
      id: 'f2',
      title: '学员手册',
      kind: 'pdf',
      size: 2_202_010,
      members_only: 'Y' as const,
      can_open: canOpen,
    });
    // The first answer is that for everybody, the next is the learner's own.
    mockReply(trainingclassResource, () => ({
      list: [file(requestsTo(trainingclassResource).length > 1 ? 'Y' : 'N')],
    }));
    open('?tab=handouts', 'T1');
    expect(await screen.findByRole('button', { name: '下载 学员手册' })).toBeVisible();
    expect(screen.getByText('2.1 MB')).toBeVisible();
    expect(screen.queryByText('录取后可下载')).toBeNull();
  });
});
