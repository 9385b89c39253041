import { clear } from '@cme/commons/auth-token';
import { siteConfig } from '@cme/contract/site';
import { userInfo } from '@cme/contract/person';
import { searchHot, searchRecord, searchSuggest } from '@cme/contract/content';
import { shopplistCount } from '@cme/contract/payment';
import {
  requestsTo,
  customerPage,
  mockRefusal,
  renderPage,
  mockReply,
  samplePage,
  sampleUser,
} from '@cme/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { readTab, writeTab } from '../storage/tab-storage.ts';
import { isCurrentMenu } from '../menus/current-menu.ts';
import { defaultMenus } from '../menus/site-config.ts';

const routes = [
  { path: '/', element: <h1>首页内容</h1>, handle: { title: '首页' } },
  { path: '/search', element: <h1>结果</h1>, handle: { title: '搜索结果' } },
  { path: '/news', element: <h1>资讯</h1>, handle: { title: '政策法规' } },
  { path: '/room', element: <h1>放映</h1>, handle: { frame: 'room' } },
  { path: '/narrow', element: <h1>表单</h1>, handle: { frame: 'narrow' } },
  {
    path: '/broken',
    Component: () => {
      throw new Error('坏了');
    },
  },
];
const findLink = (name: string | RegExp) => screen.findByRole('link', { name });

describe('the header', () => {
  it('has the logo, the search field and the main menu of the site', async () => {
    mockReply(siteConfig, {
      menus: [...defaultMenus],
      mobile_menus: [],
      login_ways: [],
      regist_open: 'Y',
      links: [],
    });
    renderPage('/', routes, {
      page: samplePage({ site: { ...samplePage().site, site_logo: '/logo.svg' } }),
    });
    expect(
      (await screen.findByAltText('省卫生健康继续教育中心')).closest('a')?.getAttribute('href'),
    ).toBe('/');
    expect(screen.getByRole('combobox', { name: '搜索课程' })).toBeDefined();
    const menu = screen.getByRole('navigation', { name: '主菜单' });
    await waitFor(() =>
      expect(
        within(menu)
          .getAllByRole('link')
          .map((item) => item.textContent),
      ).toEqual(
        '首页 公需科目 专业科目 乡村医生专项培训 传染病监测预警培训 政策法规 通知公告 学分兑换 帮助中心 个人中心'.split(
          ' ',
        ),
      ),
    );
    expect(within(menu).getByRole('link', { name: '首页' }).getAttribute('aria-current')).toBe(
      'page',
    );
    expect(within(menu).getByRole('link', { name: '个人中心' }).getAttribute('href')).toBe(
      'http://user.cme.localhost:8080/user',
    );
  });

  it("shows the default menu if the site's menu cannot be loaded", async () => {
    mockRefusal(siteConfig, 500, '服务暂时不可用');
    renderPage('/', routes);
    expect(await findLink('传染病监测预警培训')).toBeDefined();
  });

  it('shows no phone number until one is known', async () => {
    renderPage('/', routes, {
      page: samplePage({ site: { ...samplePage().site, service_phone: '' } }),
    });
    await screen.findByRole('heading', { name: '首页内容' });
    expect(
      screen.getAllByRole('link').filter((item) => item.getAttribute('href')?.startsWith('tel:')),
    ).toEqual([]);
  });

  it('keeps the areas of a customer domain on that domain', async () => {
    const page = customerPage();
    mockRefusal(siteConfig, 500, '服务暂时不可用');
    renderPage('/', routes, { page: { ...page, site: { ...page.site, isOpenOutsideWorld: 'Y' } } });
    expect((await findLink('个人中心')).getAttribute('href')).toBe('/user');
  });

  it('offers 登录, 注册 and 购物车 to a guest', async () => {
    renderPage('/', routes);
    for (const name of ['登录', '注册']) expect(await findLink(name)).toBeDefined();
    // Rendered twice, in the top bar and next to the phone's tools; CSS shows one of them.
    expect(
      screen.getAllByRole('link', { name: '购物车' }).map((cart) => cart.getAttribute('href')),
    ).toEqual(['/cart', '/cart']);
    expect(requestsTo(shopplistCount)).toEqual([]);
  });

  it('shows the cart count of a signed-in user and updates it after a change', async () => {
    mockReply(userInfo, sampleUser());
    mockReply(shopplistCount, { count: 3 });
    const { client } = renderPage('/', routes, { token: 'T1' });
    expect(await screen.findAllByRole('link', { name: /购物车\s*3/ })).toHaveLength(2);
    mockReply(shopplistCount, { count: 120 });
    void client.invalidateQueries({ queryKey: ['shopplist'] });
    expect(await screen.findAllByRole('link', { name: /购物车\s*99\+/ })).toHaveLength(2);
    expect(requestsTo(shopplistCount).map(({ token }) => token)).toEqual(['T1', 'T1']);
  });

  it('removes the cart count on sign-out', async () => {
    mockReply(userInfo, sampleUser());
    mockReply(shopplistCount, { count: 3 });
    renderPage('/', routes, { token: 'T1' });
    await screen.findAllByRole('link', { name: /购物车\s*3/ });
    act(() => clear('sign-out'));
    expect(await screen.findAllByRole('link', { name: '购物车' })).toHaveLength(2);
  });

  it("opens the user menu by a button with the user's name and closes it by Escape", async () => {
    mockReply(userInfo, sampleUser({ real_name: '李静', unread_count: 3 }));
    const { user } = renderPage('/', routes, { token: 'T1' });
    const button = await screen.findByRole('button', { name: '李静' });
    expect(screen.queryByRole('link', { name: '我的课程' })).toBeNull();
    await user.click(button);
    const panel = screen.getByRole('navigation', { name: '个人菜单' });
    expect(
      within(panel)
        .getAllByRole('link')
        .map((item) => item.textContent),
    ).toEqual([
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
    expect(within(panel).getByRole('button', { name: '退出登录' })).toBeDefined();
    await user.tab();
    expect(document.activeElement?.textContent).toBe('我的培训班');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('link', { name: '我的课程' })).toBeNull();
    expect(document.activeElement).toBe(button);
    expect(screen.getAllByRole('link', { name: /^消息/ }).map((bell) => bell.textContent)).toEqual([
      '消息3',
      '消息3',
    ]);
  });

  it('submitting the search opens the results', async () => {
    const { user } = renderPage('/', routes);
    await user.type(await screen.findByRole('combobox', { name: '搜索课程' }), ' 高血压 {Enter}');
    expect(await screen.findByText('结果')).toBeDefined();
    expect(new URLSearchParams(location.search).get('keyword')).toBe('高血压');
  });
});

it.each([
  ['/', '/', '', true],
  ['/', '/news', '', false],
  ['/news?type=N', '/news', '?type=N', true],
  ['/news?type=N', '/news', '?type=N&page=2', true],
  ['/news?type=B', '/news', '?type=N', false],
  ['/news?type=N', '/news/8/detail', '', false],
  ['/helpcenter', '/helpcenter/manual', '', true],
  ['/publicneed', '/publicneeds', '', false],
])('menu %s is active on %s%s: %s', (menu, pathname, search, is) =>
  expect(isCurrentMenu(menu, pathname, search)).toBe(is),
);

describe('the footer', () => {
  it("has the phone's tabs, the registration numbers and the links", async () => {
    mockReply(siteConfig, {
      menus: [],
      mobile_menus: [],
      login_ways: [],
      regist_open: 'Y',
      links: [
        { title: '国家卫生健康委员会', url: 'https://www.nhc.gov.cn' },
        { title: '关于我们', url: '/helpcenter/manual' },
        { title: '学习手册', url: '/helpcenter/manual' },
      ],
    });
    renderPage('/', routes, {
      page: samplePage({
        site: { ...samplePage().site, icp_no: '苏ICP备1号', police_no: '苏公网安备2号' },
      }),
    });
    const tabs = await screen.findByRole('navigation', { name: '底部导航' });
    expect(
      within(tabs)
        .getAllByRole('link')
        .map((item) => item.textContent),
    ).toEqual(['首页', '课程', '学习', '我的']);
    expect((await findLink('学习手册')).getAttribute('href')).toMatch(
      /^(http:\/\/cme\.localhost:8080)?\/helpcenter\/manual$/,
    );
    for (const name of ['苏ICP备1号', '苏公网安备2号', '国家卫生健康委员会'])
      expect(await findLink(name)).toBeDefined();
  });
});

it('a tab replaces the previous tab in the history; back from a subpage returns to its tab', async () => {
  const below = [
    { path: '/publicneed', element: <h1>公需内容</h1> },
    { path: '/item/course/:id', element: <h1>课程内容</h1> },
  ];
  const { user, router } = renderPage('/', [...routes, ...below]);
  const findTab = async (name: string) =>
    user.click(
      within(await screen.findByRole('navigation', { name: '底部导航' })).getByRole('link', {
        name,
      }),
    );
  await findTab('课程');
  expect(await screen.findByText('公需内容')).toBeDefined();
  expect(router.state.historyAction).toBe('REPLACE');
  await act(() => router.navigate('/item/course/1'));
  await findTab('首页');
  expect(await screen.findByText('首页内容')).toBeDefined();
  expect(router.state.historyAction).toBe('PUSH');
});

describe('other frames', () => {
  it('a full-screen page has no header and no footer', async () => {
    renderPage('/room', routes);
    expect(await screen.findByText('放映')).toBeDefined();
    expect([screen.queryByRole('banner'), screen.queryByRole('contentinfo')]).toEqual([null, null]);
  });

  it('a single-form page keeps the logo and leaves the menus out', async () => {
    renderPage('/narrow', routes);
    expect(await findLink('省卫生健康继续教育中心')).toBeDefined();
    const navigations = screen.getAllByRole('navigation');
    expect(navigations.map((item) => item.getAttribute('aria-label'))).toEqual(['关于本站']);
  });

  it('a site that has ended still verifies certificates', async () => {
    const verify = {
      path: '/certificate/verify',
      element: <h1>证书查询内容</h1>,
      handle: { access: 'guest' },
    };
    renderPage('/certificate/verify', [...routes, verify], {
      page: samplePage({ site: { ...samplePage().site, isEndSite: 'Y', isEffectiveSite: 'N' } }),
    });
    expect(await screen.findByRole('heading', { name: '证书查询内容' })).toBeDefined();
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  const ended = { ...samplePage().site, isEndSite: 'Y' as const, isEffectiveSite: 'N' as const };
  const records = { path: '/user/learn', element: <h1>学习记录</h1>, handle: { access: 'guest' } };

  it('a site that has ended shows its notice and leads to verification only', async () => {
    renderPage('/', routes, { page: samplePage({ site: ended }) });
    expect(await screen.findByRole('heading', { name: '本站已停止服务' })).toBeDefined();
    expect(screen.queryByText('首页内容')).toBeNull();
    expect((await findLink('验证证书')).getAttribute('href')).toBe('/certificate/verify');
    expect(screen.getAllByRole('main')[0]?.querySelectorAll('a')).toHaveLength(1);
  });

  it('a site whose records are readable says until when and leads to them', async () => {
    const site = { ...ended, records_until: '2056-05-11 10:00:00' };
    renderPage('/', routes, { page: samplePage({ site }) });
    expect(await screen.findByText(/至2056年5月11日（《会计档案管理办法》/)).toBeDefined();
    expect((await findLink('登录查阅我的记录')).getAttribute('href')).toContain(
      '/user/mycertificate',
    );
  });

  it('a site whose records are readable shows them below a note', async () => {
    const site = { ...ended, records_until: '2056-05-11 10:00:00' };
    renderPage('/user/learn', [...routes, records], { page: samplePage({ site }) });
    expect(await screen.findByRole('heading', { name: '学习记录' })).toBeDefined();
    expect(await screen.findByText(/只供查阅，至2056年5月11日/)).toBeDefined();
  });

  it('a site whose records are not readable any more shows none', async () => {
    renderPage('/user/learn', [...routes, records], { page: samplePage({ site: ended }) });
    expect(await screen.findByRole('heading', { name: '本站已停止服务' })).toBeDefined();
    expect(screen.queryByText('学习记录')).toBeNull();
  });
});

describe('the search field', () => {
  it('searches while typing on the results page, keeps the focus, and elsewhere waits for 搜索', async () => {
    const { user, router } = renderPage('/search?keyword=洗手', routes);
    const field = await screen.findByRole<HTMLInputElement>('combobox', { name: '搜索课程' });
    expect(field.value).toBe('洗手');
    await user.type(field, ' 督导');
    await waitFor(() =>
      expect(new URLSearchParams(router.state.location.search).get('keyword')).toBe('洗手 督导'),
    );
    expect(document.activeElement).toBe(field);
    expect(router.state.historyAction).toBe('REPLACE');
    await act(() => router.navigate('/search?keyword=其他'));
    expect(field.value).toBe('其他');
    await act(() => router.navigate('/news'));
    await user.type(await screen.findByRole('combobox', { name: '搜索课程' }), '心电');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/search'));
    expect(router.state.historyAction).toBe('PUSH');
  });
});

describe('the search suggestions', () => {
  const findSearchField = () => screen.findByRole('combobox', { name: '搜索课程' });
  it('offer completions that the arrow keys select', async () => {
    mockReply(searchHot, { list: [] });
    mockReply(searchRecord, {});
    mockReply(searchSuggest, {
      list: [
        { text: '心肺复苏', kind: 'course' },
        { text: '心电图', kind: 'course' },
      ],
    });
    const { user, router } = renderPage('/', routes);
    await user.type(await findSearchField(), '心');
    await screen.findByRole('option', { name: '心电图' });
    expect(await findSearchField()).toHaveAttribute('aria-expanded', 'true');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    const second = screen.getByRole('option', { name: '心电图', selected: true });
    expect(await findSearchField()).toHaveAttribute('aria-activedescendant', second.id);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('option')).toBeNull();
    await user.keyboard('{ArrowUp}{Enter}');
    await waitFor(() =>
      expect(new URLSearchParams(router.state.location.search).get('keyword')).toBe('心电图'),
    );
    expect(requestsTo(searchRecord).map(({ body }) => body.keyword)).toEqual(['心电图']);
  });

  it("show a guest's history and hot words first; the history can be cleared", async () => {
    mockReply(searchHot, { list: [{ word: '急诊' }, { word: '护理' }] });
    const { user } = renderPage('/', routes);
    writeTab('search_history', ['急诊']);
    await user.click(await findSearchField());
    const ownHistory = await screen.findByRole('group', { name: '搜索历史' });
    expect(within(ownHistory).getAllByRole('option')).toHaveLength(1);
    const hot = await screen.findByRole('group', { name: '热门搜索' });
    expect(within(hot).getByRole('option')).toHaveTextContent('护理');
    await user.click(screen.getByRole('button', { name: '清除搜索历史' }));
    await waitFor(() => expect(screen.queryByRole('group', { name: '搜索历史' })).toBeNull());
    expect(readTab('search_history')).toBeUndefined();
  });
});

describe('messages that arrive while a page is open', () => {
  it('are announced by one notification that links to them', async () => {
    mockReply(userInfo, sampleUser({ unread_count: 1 }));
    const { client } = renderPage('/', routes, { token: 'token' });
    await screen.findByText(sampleUser().real_name);
    expect(screen.queryByText('新消息')).toBeNull();
    act(() => void client.setQueryData(['user_info'], sampleUser({ unread_count: 3 })));
    expect(await screen.findByText('您有 3 条未读消息')).toBeDefined();
    expect((await findLink('查看')).getAttribute('href')).toBe(
      'http://user.cme.localhost:8080/user/notice',
    );
    act(() => void client.setQueryData(['user_info'], sampleUser({ unread_count: 0 })));
    expect(screen.getAllByText('新消息')).toHaveLength(1);
  });
});

describe('navigation', () => {
  it('sets the document title of each page', async () => {
    const { router } = renderPage('/', routes);
    await waitFor(() => expect(document.title).toBe('首页-省卫生健康继续教育中心'));
    void router.navigate('/news');
    await waitFor(() => expect(document.title).toBe('政策法规-省卫生健康继续教育中心'));
  });

  it('scrolls to the top when the path changes, but not when only the query does', async () => {
    const scrolled = vi.spyOn(window, 'scrollTo');
    const { router } = renderPage('/', routes);
    await screen.findByText('首页内容');
    expect(document.activeElement).toBe(document.body);
    void router.navigate('/?page=2');
    await waitFor(() => expect(location.search).toBe('?page=2'));
    expect(scrolled).not.toHaveBeenCalled();
    void router.navigate('/news');
    expect(await screen.findByText('资讯')).toBeDefined();
    expect(scrolled.mock.calls).toEqual([[0, 0]]);
    expect(document.activeElement?.id).toBe('main');
  });

  it('shows 页面不存在 with 返回首页 for an unknown path', async () => {
    const { user } = renderPage('/nowhere', routes);
    expect(await screen.findByRole('heading', { name: '页面不存在' })).toBeDefined();
    await waitFor(() => expect(document.title).toBe('页面不存在-省卫生健康继续教育中心'));
    await user.click(await findLink('返回首页'));
    expect(await screen.findByText('首页内容')).toBeDefined();
  });

  it('shows 加载失败 with 重试 inside the frame when a page throws', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    renderPage('/broken', routes);
    expect(await screen.findByRole('heading', { name: '加载失败' })).toBeDefined();
    expect(screen.getByRole('button', { name: '重试' })).toBeDefined();
    expect(screen.getByRole('banner')).toBeDefined();
    vi.restoreAllMocks();
  });

  it('shows 网络已断开 while offline', async () => {
    renderPage('/', routes);
    await screen.findByText('首页内容');
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    fireEvent(window, new Event('offline'));
    expect(await screen.findByText('网络已断开')).toBeDefined();
    onLine.mockReturnValue(true);
    fireEvent(window, new Event('online'));
    await waitFor(() => expect(screen.queryByText('网络已断开')).toBeNull());
  });
});
