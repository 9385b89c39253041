import { siteConfig } from '@cme/contract/site';
import { mockReply, renderPage, samplePage } from '@cme/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';

const routes = [
  { path: '/', element: <h1>首页内容</h1>, handle: { title: '首页' } },
  { path: '/news', element: <h1>资讯内容</h1> },
  { path: '/search', element: <h1>结果内容</h1> },
];
const config = {
  menus: [
    { key: 'home', title: '首页', path: '/', need_login: 'N' as const },
    { key: 'news', title: '通知公告', path: '/news?type=B', need_login: 'N' as const },
    {
      key: 'gov',
      title: '市卫健委',
      path: 'https://example.org/',
      need_login: 'N' as const,
      open_in: 'new',
    },
  ],
  mobile_menus: [],
  login_ways: ['password'],
  regist_open: 'Y' as const,
  links: [],
};
const waitUntilClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

beforeEach(() => mockReply(siteConfig, config));

async function openMenu(name: '菜单' | '打开搜索', address = '/') {
  const view = renderPage(address, routes);
  const button = await screen.findByRole('button', { name });
  await view.user.click(button);
  const dialog = await screen.findByRole('dialog', { name: name === '菜单' ? '菜单' : '搜索' });
  return { ...view, button, dialog: within(dialog) };
}

describe.each([
  ['list', 'list'],
  ['grid', 'grid'],
  ['a style of tomorrow', 'list'],
])('the phone menu in the style %s', (mobileMenuStyle, shown) => {
  it("has the site's menus with the active one marked, the sign-in links and the service number", async () => {
    mockReply(siteConfig, { ...config, mobile_menu_style: mobileMenuStyle });
    const { dialog } = await openMenu('菜单', '/news?type=B');
    const menu = within(await dialog.findByRole('navigation', { name: '主菜单' }));
    expect((await menu.findAllByRole('link')).map(({ textContent }) => textContent)).toEqual([
      '首页',
      '通知公告',
      '市卫健委',
    ]);
    expect(menu.getByRole('link', { name: '通知公告' })).toHaveAttribute('aria-current', 'page');
    expect(menu.getByRole('link', { name: '市卫健委' })).toHaveAttribute('target', '_blank');
    expect(menu.getByRole('list').classList.contains('menu-icons')).toBe(shown === 'grid');
    expect(dialog.getByRole('link', { name: '登录' })).toBeVisible();
    expect(dialog.getByRole('link', { name: /服务热线/ })).toBeVisible();
  });
});

describe.each(['菜单', '打开搜索'] as const)('%s', (name) => {
  it('closes by Escape and restores the focus', async () => {
    const { user, button } = await openMenu(name);
    await user.keyboard('{Escape}');
    await waitUntilClosed();
    await waitFor(() => expect(document.activeElement).toBe(button));
    expect(button).toHaveAttribute('aria-expanded', 'false');
  });

  it('closes by the back button, which goes no further', async () => {
    const { router } = await openMenu(name, '/news');
    await act(() => router.navigate(-1));
    await waitUntilClosed();
    expect(screen.getByText('资讯内容')).toBeVisible();
  });
});

it('a menu replaces the history entry that opened it', async () => {
  const { user, dialog, router } = await openMenu('菜单');
  await user.click(await dialog.findByRole('link', { name: '通知公告' }));
  await waitUntilClosed();
  expect(await screen.findByText('资讯内容')).toBeVisible();
  await act(() => router.navigate(-1));
  expect(await screen.findByText('首页内容')).toBeVisible();
});

it('the search page focuses its field, and back from the results returns to where it was opened', async () => {
  const { user, dialog, router } = await openMenu('打开搜索');
  const field = dialog.getByRole('combobox', { name: '搜索课程' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.type(field, '高血压{Enter}');
  await waitUntilClosed();
  expect(router.state.location.search).toBe('?keyword=%E9%AB%98%E8%A1%80%E5%8E%8B');
  await act(() => router.navigate(-1));
  expect(await screen.findByText('首页内容')).toBeVisible();
});

it('a site that has not opened says when it will, and nothing else', async () => {
  const page = samplePage();
  renderPage('/news', routes, {
    page: {
      ...page,
      site: { ...page.site, isEffectiveSite: 'N', opens_at: '2027-01-05 08:30:00' },
    },
  });
  expect(await screen.findByRole('heading', { name: '本站尚未开放' })).toBeVisible();
  expect(screen.getByText(/2027年1月5日 08:30/)).toBeVisible();
  expect([screen.queryByText('资讯内容'), screen.queryByRole('navigation')]).toEqual([null, null]);
});

it("the footer has the site's custom text, its QR code and the links of its registration numbers", async () => {
  mockReply(siteConfig, { ...config, footer_text: '主办：某委员会', wechat_qr: '/qr.svg' });
  const page = samplePage();
  renderPage('/', routes, {
    page: {
      ...page,
      site: {
        ...page.site,
        icp_no: '备1号',
        icp_url: 'https://example.org/icp',
        police_no: '安2号',
      },
    },
  });
  expect(await screen.findByText('主办：某委员会')).toBeVisible();
  expect(screen.getByAltText('微信公众号二维码')).toHaveAttribute('src', '/qr.svg');
  expect(screen.getByRole('link', { name: '备1号' })).toHaveAttribute(
    'href',
    'https://example.org/icp',
  );
  expect(screen.getByRole('link', { name: '安2号' })).toHaveAttribute(
    'href',
    'https://beian.mps.gov.cn/',
  );
});
