import { siteConfig } from '@cme/contract/site';
import { userInfo } from '@cme/contract/person';
import {
  classOfflineCode,
  type ClassRow,
  classSessions,
  classSign,
  trainingclassList,
} from '@cme/contract/study';
import {
  customerPage,
  describePageStates,
  mockRefusal,
  mockReply,
  renderPage,
  requestsTo,
  sampleSite,
} from '@cme/testing';
import { mockUserCentre, signedIn } from '@cme/testing/user-centre';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { routes } from '../../routes.ts';

const row = (change: Partial<ClassRow> = {}): ClassRow => ({
  class_id: 'x3',
  training_id: 'xcys',
  title: '乡村医生专项培训（第3期）',
  cover: '/covers/x3.svg',
  period: 3,
  class_no: 'XCYS-3',
  class_status: 'running',
  class_status_name: '进行中',
  enroll_from: '2026-10-01 08:00:00',
  enroll_to: '2026-11-01 18:00:00',
  start_at: '2026-11-20 08:30:00',
  end_at: '2026-11-24 17:00:00',
  seats: 50,
  seats_left: 12,
  waiting: 0,
  waiting_left: 10,
  place: '省医学教育楼',
  hours: 24,
  credits: 5,
  action: 'study',
  action_name: '去学习',
  can_quit: 'N',
  missing_field: '',
  my: {
    member_status: 'studying',
    member_status_name: '学习中',
    waiting_place: 0,
    signed: 1,
    sessions: 4,
    applied_at: '2026-10-02 09:00:00',
  },
  ...change,
});
const page = (...list: ClassRow[]) => ({ list, total: list.length, page: 1, page_size: 10 });

const menu = () => screen.findByRole('navigation', { name: '个人中心菜单' });

beforeEach(() => {
  mockUserCentre();
});

describe('my training classes', () => {
  it('show an empty state that explains how to join and what to study meanwhile', async () => {
    renderPage('/user/trainingclass', routes, signedIn);
    expect(await screen.findByRole('heading', { level: 1, name: '我的培训班' })).toBeVisible();
    expect(await screen.findByText('您还没有参加培训班')).toBeVisible();
    expect(screen.getByText(/您报名的培训班会出现在这里/)).toBeVisible();
    const way = within(screen.getByRole('main')).getByRole('link', { name: '去看公需科目' });
    expect(way).toHaveAttribute('href', 'http://cme.localhost:8080/publicneed');
    await expect.poll(() => document.title).toBe('我的培训班-省卫生健康继续教育中心');
  });

  it('link teachers to the attendance screens of their classes', async () => {
    const teaching = [{ class_id: 'x9', title: '急救小班', class_status_name: '进行中' }];
    mockReply(trainingclassList, { ...page(), teaching });
    renderPage('/user/trainingclass', routes, signedIn);
    const link = await screen.findByRole('link', { name: '打开签到屏：急救小班' });
    expect(link.getAttribute('href')).toMatch(/\/user\/trainingclass\?screen=x9$/);
  });

  it('stand in tabs by state, with how far one is, what comes next, and the notices', async () => {
    const my = {
      ...row().my!,
      progress: 45,
      next_course: { id: 'C1', title: '高血压规范化管理' },
      next_lesson: {
        title: '心肺复苏实操',
        day: '2026-11-23',
        from: '09:00',
        to: '11:30',
        place: '三楼教室',
      },
    };
    const counts = { open: 1, ended: 0, all: 1 };
    mockReply(trainingclassList, { ...page(row({ my, notice_count: 2 })), counts });
    const { user } = renderPage('/user', routes, signedIn);
    expect(await screen.findByRole('tab', { name: /进行中/, selected: true })).toBeVisible();
    expect(await screen.findByText('课程进度 45%')).toBeVisible();
    expect(
      screen.getByText('下一节课：2026年11月23日 09:00 心肺复苏实操（三楼教室）'),
    ).toBeVisible();
    const course = screen.getByRole('link', { name: '接着学：高血压规范化管理' });
    expect(course.getAttribute('href')).toMatch(/\/player\/C1\/play$/);
    expect(screen.getByRole('link', { name: /^通知（2）/ }).getAttribute('href')).toMatch(
      /\/item\/package\/x3\/detail\?tab=notices$/,
    );
    mockReply(trainingclassList, { ...page(), counts });
    await user.click(screen.getByRole('tab', { name: /已结束/ }));
    expect(await screen.findByText('没有已结束的培训班')).toBeVisible();
    expect(requestsTo(trainingclassList).map(({ body }) => body)).toMatchObject([
      { mine: 'Y', tab: 'open' },
      { mine: 'Y', tab: 'ended' },
    ]);
  });

  it('show the enrolment state of each and link to its page', async () => {
    const my = { ...row().my!, member_status: 'waiting', waiting_place: 4 };
    const line = row({ class_id: 'x4', title: '候补的班', action: 'waiting', my });
    mockReply(trainingclassList, page(row(), line));
    renderPage('/user/trainingclass', routes, signedIn);
    expect(await screen.findByText('候补第 4 位')).toBeVisible();
    expect(screen.getByText('学习中')).toBeVisible();
    expect(screen.getAllByText('2026年11月20日 至 11月24日')).toHaveLength(2);
    const ways = ['去学习', '查看培训班'].map((name) => screen.getByRole('link', { name }));
    expect(ways.map((way) => way.getAttribute('href'))).toEqual([
      'http://cme.localhost:8080/item/package/x3/detail',
      'http://cme.localhost:8080/item/package/x4/detail',
    ]);
  });

  it('stay on the customer domain', async () => {
    const own = customerPage({ site: sampleSite({ isCustomerDomain: 'Y' }) });
    renderPage('/user/trainingclass', routes, { page: own, token: 'token' });
    expect(await screen.findByRole('link', { name: '去看公需科目' })).toHaveAttribute(
      'href',
      '/publicneed',
    );
  });

  it.each([401, 403])('ask whether to sign in again after a refusal (%i)', async (status) => {
    mockRefusal(userInfo, status, '请登录');
    renderPage('/user/trainingclass', routes, signedIn);
    expect(await screen.findByRole('dialog', { name: '提示' })).toBeVisible();
  });

  it('require sign-in with a return URL', async () => {
    const left = vi.spyOn(location, 'replace').mockImplementation(() => {});
    renderPage('/user/trainingclass', routes, { page: signedIn.page });
    expect(await screen.findByText('请先登陆')).toBeVisible();
    expect(screen.queryByText('您还没有参加培训班')).toBeNull();
    const [to] = left.mock.calls[0] ?? [];
    expect(new URL(String(to)).origin).toBe('http://cme.localhost:8080');
    expect(new URL(String(to)).searchParams.get('targetUrl')).toContain('/user/trainingclass');
    left.mockRestore();
  });
});

describePageStates('my training classes', {
  address: '/user/trainingclass',
  routes,
  options: signedIn,
  call: trainingclassList,
  filled: page(row()),
  shows: '乡村医生专项培训（第3期）',
  empty: { reply: page(), says: '您还没有参加培训班' },
});

describe('the menu of the personal centre', () => {
  it.each([
    ['/user', '我的培训班'],
    ['/user/', '我的培训班'],
    ['/user/trainingclass', '我的培训班'],
    ['/user/learn', '我的课程'],
    ['/user/myexam', '我的考试'],
    ['/user/mycertificate', '我的证书'],
    ['/user/order', '我的订单'],
    ['/user/setting', '账号设置'],
  ])('at %s marks only %s', async (address, title) => {
    renderPage(address, routes, signedIn);
    const marked = within(await menu()).getAllByRole('link', { current: 'page' });
    expect(marked.map(({ textContent }) => textContent)).toEqual([title]);
  });

  it('has the nine entries in order', async () => {
    renderPage('/user', routes, signedIn);
    const links = within(await menu()).getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual([
      '我的培训班',
      '我的课程',
      '我的考试',
      '我的证书',
      '我的订单',
      '我的收藏',
      '我的消息',
      '我的档案',
      '账号设置',
    ]);
  });

  it('is operable by keyboard', async () => {
    const { user, router } = renderPage('/user', routes, signedIn);
    const exams = within(await menu()).getByRole('link', { name: '我的考试' });
    exams.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/user/myexam'));
    await waitFor(() => expect(exams).toHaveAttribute('aria-current', 'page'));
  });

  it("works without the site's own menus", async () => {
    mockRefusal(siteConfig, 503, '服务暂时不可用');
    renderPage('/user', routes, signedIn);
    expect(within(await menu()).getAllByRole('link')).toHaveLength(9);
  });
});

describe('attendance at a lesson', () => {
  const code = {
    mode: 'show_code',
    session_id: '2026-11-20-0830',
    session_title: '急救实操',
    code: '12345678',
    qr_text: '12345678',
    expire_ms: 60_000,
    server_time: 0,
    can_sign: 'Y' as const,
    members: 0,
    signed_list: [],
    sessions: [],
  };
  const lesson = {
    session_id: '2026-11-20-0830',
    title: '急救实操',
    day: '2026-11-20',
    from: '08:30',
    to: '11:30',
    place: '一号楼',
    sign_status: '',
    sign_status_name: '',
    signed_at: '',
    reason: '',
    can_sign: 'Y' as const,
  };
  beforeEach(() => {
    mockReply(trainingclassList, page(row()));
    mockReply(classOfflineCode, code);
    mockReply(classSessions, { list: [lesson], attendance: 25, needed: 80 });
  });

  it("accepts the code on the screen, shows errors, and shows the learner's own code", async () => {
    mockRefusal(classSign, 400, '签到码不正确或已过期，请重新查看', 'sign_code');
    const { user } = renderPage('/user/trainingclass', routes, signedIn);
    expect(await screen.findByText('面授签到 1/4')).toBeVisible();
    await user.click(screen.getByRole('button', { name: '签到' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('12345678')).toBeVisible();
    expect(await dialog.findByText('已签到 25%，合格需要 80%')).toBeVisible();
    const field = dialog.getByLabelText('签到码');
    await user.type(field, '123456{Enter}');
    expect(await dialog.findByText('签到码不正确或已过期，请重新查看')).toBeVisible();
    mockReply(classSign, { ...lesson, session_title: '急救实操', sign_status_name: '已签到' });
    await user.clear(field);
    await user.type(field, '654321{Enter}');
    expect(await screen.findByText('急救实操：已签到')).toBeVisible();
  });

  it('has no screen for users who are not teachers', async () => {
    renderPage('/user/trainingclass?screen=X1', routes, signedIn);
    expect(await screen.findByText('您不是本站的班级老师，不能打开签到屏')).toBeVisible();
  });

  it('has a screen for teachers', async () => {
    mockReply(classOfflineCode, { ...code, mode: 'scan_screen', code: '246810', members: 3 });
    renderPage('/user/trainingclass?screen=X1', routes, signedIn);
    expect(await screen.findByText('246810')).toBeVisible();
    expect(screen.getByText('已签到 0 人，共 3 人')).toBeVisible();
  });
});
