import { topNoticeCount, userInfo } from '@cme/contract/person';
import { customerPage, renderPage, mockReply, mockRefusal, sampleUser } from '@cme/testing';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

const routes = [
  { path: '/', element: <h1>首页内容</h1>, handle: { title: '首页', access: 'open' } },
  {
    path: '/user/learn',
    element: <h1>课程内容</h1>,
    handle: { title: '我的课程', access: 'learner' },
  },
  {
    path: '/login',
    element: <h1>登录表单</h1>,
    handle: { title: '登录', access: 'guest', frame: 'narrow' },
  },
  { path: '/cart', element: <h1>购物车内容</h1>, handle: { access: 'open' } },
];
const text = (what: string) => screen.findByText(what);

describe('a page that requires a user', () => {
  it('says 请先登陆 and redirects to the sign-in page with a return URL', async () => {
    renderPage('/user/learn?tab=studying', routes, {
      page: customerPage({ site: { ...customerPage().site, isOpenOutsideWorld: 'Y' } }),
    });
    expect(await text('登录表单')).toBeDefined();
    expect(await text('请先登陆')).toBeDefined();
    expect(location.pathname + location.search).toBe(
      '/login?targetUrl=%2Fuser%2Flearn%3Ftab%3Dstudying',
    );
    expect(screen.queryByText('课程内容')).toBeNull();
  });

  it('is shown to a signed-in user', async () => {
    mockReply(userInfo, sampleUser());
    renderPage('/user/learn', routes, { token: 'T1' });
    expect(await text('课程内容')).toBeDefined();
  });
});

describe('a site that is closed to the public', () => {
  it('says so on every page and only offers sign-in', async () => {
    renderPage('/', routes, { page: customerPage() });
    expect(await text('登录表单')).toBeDefined();
    expect(await text('该站点不对外开放')).toBeDefined();
    expect(location.search).toBe('?targetUrl=%2F');
    expect(screen.queryByText('首页内容')).toBeNull();
  });

  it('also says so for an unknown path', async () => {
    renderPage('/no/such/page', routes, { page: customerPage() });
    expect(await text('登录表单')).toBeDefined();
    expect(location.search).toBe('?targetUrl=%2Fno%2Fsuch%2Fpage');
  });

  it('is open to its own users', async () => {
    mockReply(userInfo, sampleUser());
    renderPage('/', routes, { page: customerPage(), token: 'T1' });
    expect(await text('首页内容')).toBeDefined();
  });
});

describe('the sign-in page', () => {
  it('redirects a signed-in user to the return URL', async () => {
    mockReply(userInfo, sampleUser());
    renderPage('/login?targetUrl=%2Fcart', routes, { token: 'T1' });
    expect(await text('购物车内容')).toBeDefined();
  });

  it('shows the form for an expired token, without a dialog and without a redirect loop', async () => {
    mockRefusal(userInfo, 401, '请登录', 'need_login');
    renderPage('/login?targetUrl=%2Flogin', routes, { token: 'dead' });
    expect(await text('登录表单')).toBeDefined();
    expect(localStorage.getItem('user_token')).toBeNull();
    expect(screen.queryByText('登录已失效，确定重新登录吗？')).toBeNull();
  });

  it('stays while it is unknown whether the token is valid', async () => {
    mockRefusal(userInfo, 500, '系统繁忙');
    renderPage('/login?targetUrl=%2Fcart', routes, { token: 'T1' });
    expect(await text('登录表单')).toBeDefined();
    expect(await text('系统繁忙')).toBeDefined();
    expect(location.pathname).toBe('/login');
  });

  it('accepts a user who is asked to sign in again', async () => {
    mockReply(userInfo, sampleUser());
    renderPage('/login?targetUrl=%2Fcart&again=1', routes, { token: 'T1' });
    expect(await text('登录表单')).toBeDefined();
    await waitFor(() => expect(screen.getByText('登录表单')).toBeDefined());
    expect(location.pathname).toBe('/login');
  });
});

it('a public page is titled by page and site', async () => {
  mockRefusal(topNoticeCount, 404, '');
  renderPage('/', routes);
  expect(await text('首页内容')).toBeDefined();
  await expect.poll(() => document.title).toBe('首页-省卫生健康继续教育中心');
});
