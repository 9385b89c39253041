import { siteConfig } from '@cme/contract/site';
import { logout, userInfo } from '@cme/contract/person';
import { learnSummary } from '@cme/contract/study';
import { shopplistCount } from '@cme/contract/payment';
import {
  requestsTo,
  customerPage,
  mockRefusal,
  renderPage,
  mockReply,
  sampleCard,
  samplePage,
  sampleUser,
} from '@cme/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { nextStep } from '../session/next-step.ts';
import { defaultTabs } from '../menus/site-config.ts';
import { isCurrentTab } from '../frame/tab-bar.tsx';

const routes = [
  { path: '/', element: <h1>首页内容</h1>, handle: { title: '首页' } },
  { path: '/login', element: <h1>登录表单</h1>, handle: { access: 'guest' } },
  { path: '/publicneed', element: <h1>公需内容</h1> },
  { path: '/user/learn', element: <h1>课程内容</h1> },
];
const year = {
  year: 2026,
  need_hours: 90,
  got_hours: 36,
  need_credits: 25,
  got_credits: 10,
  today_seconds: 0,
  total_seconds: 0,
  studying: 1,
  completed: 0,
};
const current = {
  course: sampleCard(),
  learn_status: 'studying',
  exam_open: 'N' as const,
  survey_id: '',
};
const row = {
  ...current,
  learning_id: '01J000000000000000000000L1',
  learn_status_name: '学习中',
  progress: 20,
  required_seconds: 400,
  effective_seconds: 80,
  last_section_id: '',
  last_section_title: '',
  last_position: 0,
  study_end_at: '2027-05-01 00:00:00',
  days_left: 100,
  missing: [],
};
const findTabs = async () => within(await screen.findByRole('navigation', { name: '底部导航' }));
const findPage = () => screen.findByRole('dialog', { name: '我的' });
const waitUntilClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

async function openOwnPage(address = '/', options = {}) {
  const view = renderPage(address, routes, { token: 'T1', ...options });
  const ownTab = await (await findTabs()).findByRole('button', { name: '我的' });
  await view.user.click(ownTab);
  return { ...view, mine: ownTab, dialog: within(await findPage()) };
}

beforeEach(() => {
  mockReply(userInfo, sampleUser({ real_name: '李静', unread_count: 3 }));
  mockReply(shopplistCount, { count: 0 });
  mockReply(learnSummary, { ...year, current: row });
});

describe('我的 on a phone', () => {
  it('has the name, the year, one next step, seven pages with the unread count, settings and sign-out', async () => {
    const { dialog } = await openOwnPage();
    expect(await dialog.findByText('李静')).toBeVisible();
    expect(await dialog.findByRole('img', { name: /2026年 学分：已获 10，应修 25/ })).toBeVisible();
    expect(dialog.getByRole('link', { name: '继续学习' })).toHaveAttribute(
      'href',
      `http://player.cme.localhost:8080/player/${sampleCard().id}/play`,
    );
    const menu = within(dialog.getByRole('navigation', { name: '个人菜单' }));
    expect(menu.getAllByRole('link').map((link) => link.textContent)).toEqual([
      '我的培训班',
      '我的课程',
      '我的考试',
      '我的证书',
      '我的订单',
      '我的收藏',
      '我的消息3',
      '我的档案',
      '账号设置',
    ]);
    expect(menu.getByRole('button', { name: '退出登录' })).toBeVisible();
  });

  it('closes by Escape and restores the focus', async () => {
    const { user, mine: ownTab } = await openOwnPage();
    await user.keyboard('{Escape}');
    await waitUntilClosed();
    await waitFor(() => expect(document.activeElement).toBe(ownTab));
    expect(ownTab).toHaveAttribute('aria-expanded', 'false');
  });

  it('closes by the back button, which goes no further, and opens again', async () => {
    const { user, mine: ownTab, router } = await openOwnPage('/publicneed');
    await act(() => router.navigate(-1));
    await waitUntilClosed();
    expect(screen.getByText('公需内容')).toBeVisible();
    await user.click(ownTab);
    expect(await findPage()).toBeVisible();
  });

  it('a double click on its close button goes back once', async () => {
    const { dialog, router } = await openOwnPage('/publicneed');
    const close = dialog.getByRole('button', { name: '关闭' });
    act(() => {
      close.click();
      close.click();
    });
    await waitUntilClosed();
    expect(router.state.location.pathname).toBe('/publicneed');
    expect(screen.getByText('公需内容')).toBeVisible();
  });

  it('closes by its close button also after the forward button has reopened it', async () => {
    const { user, dialog, router } = await openOwnPage('/publicneed');
    await user.click(dialog.getByRole('button', { name: '关闭' }));
    await waitUntilClosed();
    await act(() => router.navigate(1));
    const again = within(await findPage());
    await user.click(again.getByRole('button', { name: '关闭' }));
    await waitUntilClosed();
    expect(screen.getByText('公需内容')).toBeVisible();
  });

  it('closes on navigation, which replaces its history entry', async () => {
    const { user, router } = await openOwnPage('/', {
      page: { ...customerPage(), site: { ...customerPage().site, isOpenOutsideWorld: 'Y' } },
    });
    await user.click(await screen.findByRole('link', { name: '我的课程' }));
    await waitUntilClosed();
    expect(screen.getByText('课程内容')).toBeVisible();
    await act(() => router.navigate(-1));
    expect(await screen.findByText('首页内容')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('signs out and is closed afterwards', async () => {
    mockReply(logout, {});
    const { user, dialog } = await openOwnPage();
    await user.click(dialog.getByRole('button', { name: '退出登录' }));
    await waitUntilClosed();
    await waitFor(() => expect(requestsTo(logout)).toHaveLength(1));
    expect(localStorage.getItem('user_token')).toBeNull();
  });

  it('keeps its menu if the year cannot be loaded', async () => {
    mockRefusal(learnSummary, 500, '服务暂时不可用');
    const { dialog } = await openOwnPage();
    expect(await dialog.findByRole('link', { name: '我的证书' })).toBeVisible();
    expect(dialog.queryByRole('img', { name: /学分/ })).toBeNull();
  });

  it('sends a guest to sign in with a return URL', async () => {
    renderPage('/publicneed?page=2', routes);
    const ownTab = await (await findTabs()).findByRole('link', { name: '我的' });
    expect(new URL(ownTab.getAttribute('href')!, 'http://x').searchParams.get('targetUrl')).toBe(
      '/publicneed?page=2',
    );
    const there = samplePage({
      host: 'user.cme.localhost:8080',
      full_domain_name: 'user.cme.localhost',
    });
    document.body.replaceChildren();
    renderPage('/user/learn', routes, { page: there });
    expect(
      (await (await findTabs()).findByRole('link', { name: '我的' })).getAttribute('href'),
    ).toMatch(/^http:\/\/cme\.localhost:8080\/login\?targetUrl=http/);
  });
});

it('the bell with the unread count is in the phone header too', async () => {
  renderPage('/', routes, { token: 'T1' });
  expect(await screen.findAllByRole('link', { name: /^消息\s*3$/ })).toHaveLength(2);
});

it('the tabs are those of the site, or the default ones', async () => {
  mockReply(siteConfig, {
    menus: [],
    mobile_menus: [
      { key: 'home', title: '主页', path: '/', need_login: 'N' },
      { key: 'news', title: '资讯', path: '/news', need_login: 'N' },
    ],
    login_ways: [],
    regist_open: 'Y',
    links: [],
  });
  renderPage('/', routes);
  await waitFor(async () =>
    expect((await findTabs()).getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      '主页',
      '资讯',
    ]),
  );
});

it.each([
  ['/', '', '/'],
  ['/publicneed', '', '/publicneed'],
  ['/profession', '?page=2', '/publicneed'],
  ['/item/course/1/detail', '', '/publicneed'],
  ['/user/learn', '', '/user/learn'],
  ['/user/order', '', '/user'],
  ['/user', '', '/user'],
  ['/cart', '', undefined],
])('on %s%s the tab %s is active', (pathname, search, path) => {
  expect(
    defaultTabs
      .filter((tab) => isCurrentTab(tab.path, pathname, search, defaultTabs))
      .map((tab) => tab.path),
  ).toEqual(path ? [path] : []);
});

it.each([
  ['no course', undefined, '去选公需科目', /publicneed$/],
  ['a course in progress', current, '继续学习', /\/play$/],
  [
    'a course that was not started',
    { ...current, learn_status: 'enrolled' },
    '开始学习',
    /\/play$/,
  ],
  ['an open exam', { ...current, exam_open: 'Y' as const }, '参加考试', /exam\/online$/],
  ['a pending survey', { ...current, survey_id: 'v1' }, '填写问卷', /survey\/v1$/],
])('the next step with %s', (_, at, title, href) => {
  const step = nextStep(at);
  expect([step.title, href.test(step.href)]).toEqual([title, true]);
});
