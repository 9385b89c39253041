import { siteConfig } from '@cme/contract/site';
import { login, topNoticeCount, userInfo } from '@cme/contract/person';
import { homeRecommend } from '@cme/contract/content';
import {
  describeFormStates,
  requestsTo,
  mockPending,
  mockRefusal,
  renderPage,
  mockReply,
  sampleUser,
} from '@cme/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../routes.ts';

const open = (address = '/login') => renderPage(address, routes);
type User = ReturnType<typeof open>['user'];
const ways = (loginWays: string[], registOpen = 'Y') =>
  mockReply(siteConfig, {
    menus: [],
    mobile_menus: [],
    login_ways: loginWays,
    regist_open: registOpen,
    links: [],
  } as never);

beforeEach(() => {
  mockReply(userInfo, sampleUser());
  mockReply(topNoticeCount, { unread_count: 0 });
  mockReply(homeRecommend, { list: [] });
});

async function fill(user: User, password = 'Learner2026') {
  await user.click(await screen.findByLabelText('手机号'));
  await user.paste('13800000001');
  await user.click(screen.getByLabelText('密码'));
  await user.paste(password);
}

describeFormStates('the sign-in page', {
  address: '/login',
  routes,
  call: login,
  reply: { user: sampleUser(), defaultLoginUrl: '' },
  fill,
  submit: '登录',
  field: { label: '手机号', value: '13800000001' },
  missing: ['请输入手机号', '请输入密码'],
});

describe('the sign-in page', () => {
  it('has its own title and explains that one sign-in covers all domains', async () => {
    open();
    expect(await screen.findByRole('heading', { level: 1, name: '登录' })).toBeVisible();
    expect(screen.getByText('一次登录，选课、学习、个人中心通用')).toBeVisible();
    await expect.poll(() => document.title).toBe('登录-省卫生健康继续教育中心');
  });

  it('signs in by keyboard alone and returns to the requested page', async () => {
    mockReply(login, { user: sampleUser(), defaultLoginUrl: '' }, 'T1');
    const { user, router } = open('/login?targetUrl=%2Fpublicneed');
    await fill(user);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/publicneed'));
    expect(localStorage.getItem('user_token')).toBe('T1');
    expect(router.state.historyAction).toBe('REPLACE');
  });

  it.each([
    ['a wrong password', 400, '手机号码或密码错误'],
    ['a temporary lockout', 429, '操作过于频繁，请稍后再试'],
    ['an unreachable server', 503, '服务暂时不可用'],
  ])('%s shows an error and keeps the input', async (_, status, message) => {
    mockRefusal(login, status, message);
    const { user, router } = open();
    await fill(user);
    await user.keyboard('{Enter}');
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByLabelText('手机号')).toHaveValue('13800000001');
    expect(router.state.location.pathname).toBe('/login');
    expect(localStorage.getItem('user_token')).toBeNull();
  });

  it('shows a loading state and submits once however often Enter is pressed', async () => {
    mockPending(login);
    const { user } = open();
    await fill(user);
    await user.keyboard('{Enter}{Enter}');
    const form = within(screen.getByRole('main')).getByLabelText('密码').closest('form');
    await waitFor(() => expect(form).toHaveAttribute('aria-busy', 'true'));
    await user.click(within(form!).getByRole('button', { name: '登录' }));
    expect(requestsTo(login)).toHaveLength(1);
  });

  it.each([
    [['password', 'sms'], 'Y', ['短信登录'], ['忘记密码', '注册账号']],
    [['password'], 'Y', [], ['忘记密码', '注册账号']],
    [['password', 'sms'], 'N', ['短信登录'], ['忘记密码']],
  ])(
    'of a site with %o and registration %s offers %o and %o',
    async (kinds, regist, buttons, links) => {
      ways(kinds, regist);
      open();
      await screen.findByLabelText('手机号');
      const form = within(screen.getByLabelText('手机号').closest('form')!);
      await waitFor(() => {
        expect(form.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(links);
        expect(form.queryAllByRole('button', { name: /短信登录/ })).toHaveLength(buttons.length);
      });
    },
  );

  it('of a site with codes only has no password', async () => {
    ways(['sms']);
    open();
    expect(await screen.findByLabelText('短信验证码')).toBeVisible();
    expect(screen.queryByLabelText('密码')).toBeNull();
  });

  it('shows 请先登陆 after a redirect from another domain', async () => {
    open('/login?why=login');
    expect(await screen.findByText('请先登陆')).toBeVisible();
  });
});
