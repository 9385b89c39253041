import { homeRecommend } from '@cme/contract/content';
import {
  login,
  loginFactor,
  topNoticeCount,
  userInfo,
  wechatBind,
  wechatBindCode,
} from '@cme/contract/person';
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
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../routes.ts';

const page = customerPage({ site: sampleSite({ isCustomerDomain: 'Y' }) });
const settings = { path: '/user/setting', element: <h1>账号设置</h1>, handle: {} };
const open = (search: string, token?: string) =>
  renderPage(`/login/wechat${search}`, [settings, ...routes], {
    page,
    ...(token ? { token } : {}),
  });
type Opened = ReturnType<typeof open>;
const isAt = async ({ router }: Opened, address: string) =>
  waitFor(() => {
    const { pathname, search } = router.state.location;
    expect(pathname + search).toBe(address);
  });
const signedIn = { user: sampleUser(), defaultLoginUrl: '' };
const signIn = async (user: Opened['user'], scope: HTMLElement) => {
  await user.click(await within(scope).findByLabelText('手机号'));
  await user.paste('13800000001');
  await user.click(within(scope).getByLabelText('密码'));
  await user.paste('Learner2026');
  await user.keyboard('{Enter}');
};

beforeEach(() => {
  mockReply(userInfo, sampleUser());
  mockReply(topNoticeCount, { unread_count: 0 });
  mockReply(homeRecommend, { list: [] });
});

describe('coming back from WeChat', () => {
  it('waits, with the code gone from the address, and asks once', async () => {
    mockPending(login);
    const opened = open('?code=C1&state=S1&targetUrl=%2Fverify');
    expect(await screen.findByText('正在确认微信身份…')).toBeVisible();
    await isAt(opened, '/login/wechat?targetUrl=%2Fverify');
    expect(opened.router.state.historyAction).toBe('REPLACE');
    await waitFor(() =>
      expect(requestsTo(login).map(({ body }) => body)).toEqual([
        { login_kind: 'wechat', code: 'C1', state: 'S1' },
      ]),
    );
  });

  it('signs in and returns to the requested page', async () => {
    mockReply(login, signedIn, 'T1');
    const opened = open('?code=C1&state=S1&targetUrl=%2Fverify');
    await isAt(opened, '/verify');
    expect(localStorage.getItem('user_token')).toBe('T1');
    expect(await screen.findByText('登录成功')).toBeVisible();
  });

  it.each(['', '?code=C1', '?state=S1', '?code=&state='])(
    'with %o only says that it was not completed',
    async (search) => {
      open(search);
      expect(await screen.findByRole('alert')).toHaveTextContent('没有完成微信登录');
      expect(screen.getByRole('link', { name: '返回登录' })).toHaveAttribute('href', '/login');
      expect(requestsTo(login)).toEqual([]);
    },
  );

  it('that is refused says why, and signing in anew still knows the way', async () => {
    mockRefusal(login, 400, '微信登录已过期，请重试');
    open('?code=C1&state=S1&targetUrl=%2Fverify');
    expect(await screen.findByRole('alert')).toHaveTextContent('微信登录已过期，请重试');
    expect(screen.getByRole('link', { name: '返回登录' })).toHaveAttribute(
      'href',
      '/login?targetUrl=%2Fverify',
    );
  });
});

describe('a WeChat user without an account', () => {
  beforeEach(() =>
    mockRefusal(login, 400, '该微信尚未绑定账号', 'wechat_unbound', { bind_ticket: 'B1' }),
  );

  it('signs in to one, which binds it', async () => {
    mockReply(wechatBind, {});
    const opened = open('?code=C1&state=S1&targetUrl=%2Fverify');
    expect(await screen.findByRole('heading', { level: 1, name: '绑定账号' })).toBeVisible();
    expect(screen.getByText(/^该微信尚未绑定账号。/)).toBeVisible();
    mockReply(login, signedIn, 'T1');
    await signIn(opened.user, screen.getByRole('main'));
    await isAt(opened, '/verify');
    expect(requestsTo(wechatBind).map(({ body }) => body)).toEqual([{ bind_ticket: 'B1' }]);
  });

  it('is signed in even if binding fails, and is told', async () => {
    mockRefusal(wechatBind, 400, '该账号已绑定其他微信');
    const opened = open('?code=C1&state=S1&targetUrl=%2Fverify');
    await screen.findByRole('heading', { level: 1, name: '绑定账号' });
    mockReply(login, signedIn, 'T1');
    await signIn(opened.user, screen.getByRole('main'));
    expect(await screen.findByText('该账号已绑定其他微信')).toBeVisible();
    await isAt(opened, '/verify');
  });
});

describe('an account with a second step', () => {
  beforeEach(() =>
    mockRefusal(login, 400, '请输入动态验证码', 'factor_needed', { factor_ticket: 'F1' }),
  );

  it('asks for the code and then returns to the requested page', async () => {
    mockReply(loginFactor, signedIn, 'T1');
    const opened = open('?code=C1&state=S1&targetUrl=%2Fverify');
    const field = await within(await screen.findByRole('main')).findByRole('textbox');
    await opened.user.click(field);
    await opened.user.paste('123456');
    await opened.user.keyboard('{Enter}');
    await isAt(opened, '/verify');
    expect(requestsTo(loginFactor)[0]?.body).toMatchObject({ factor_ticket: 'F1', code: '123456' });
  });

  it('can be given up', async () => {
    const { user } = open('?code=C1&state=S1');
    await user.click(await screen.findByRole('button', { name: '返回登录' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('没有完成微信登录');
  });

  it('begins anew once it has expired', async () => {
    mockRefusal(loginFactor, 400, '登录已超时，请重新登录', 'factor_expired');
    const { user } = open('?code=C1&state=S1');
    await user.click(await within(await screen.findByRole('main')).findByRole('textbox'));
    await user.paste('123456');
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('登录已超时，请重新登录');
    expect(screen.getByRole('link', { name: '返回登录' })).toBeVisible();
  });
});

describe('binding from the settings', () => {
  it('binds once, with the code gone from the address, and returns to them', async () => {
    mockReply(wechatBindCode, {});
    const opened = open('?bind=Y&code=C1&state=S1', 'T1');
    await isAt(opened, '/user/setting');
    expect(requestsTo(wechatBindCode).map(({ body }) => body)).toEqual([
      { code: 'C1', state: 'S1' },
    ]);
    expect(await screen.findByText('已绑定微信，下次可直接用微信登录')).toBeVisible();
    expect(requestsTo(login)).toEqual([]);
  });

  it('waits for the answer', async () => {
    mockPending(wechatBindCode);
    const opened = open('?bind=Y&code=C1&state=S1', 'T1');
    expect(await screen.findByRole('heading', { level: 1, name: '绑定微信' })).toBeVisible();
    expect(screen.getByText('正在确认微信身份…')).toBeVisible();
    await isAt(opened, '/login/wechat?bind=Y');
  });

  it.each(['', '&code=C1', '&state=S1'])(
    'without an answer of WeChat (%s) says so',
    async (rest) => {
      open(`?bind=Y${rest}`, 'T1');
      expect(await screen.findByRole('alert')).toHaveTextContent('没有完成微信绑定');
      expect(screen.getByRole('link', { name: '返回账号设置' })).toHaveAttribute(
        'href',
        '/user/setting',
      );
      expect(requestsTo(wechatBindCode)).toEqual([]);
    },
  );

  it('that is refused says why', async () => {
    mockRefusal(wechatBindCode, 400, '该微信已绑定其他账号');
    open('?bind=Y&code=C1&state=S1', 'T1');
    expect(await screen.findByRole('alert')).toHaveTextContent('该微信已绑定其他账号');
  });

  it('asks who lost the session to sign in first, and then binds', async () => {
    mockReply(wechatBindCode, {});
    mockReply(login, signedIn, 'T1');
    const opened = open('?bind=Y&code=C1&state=S1');
    await signIn(opened.user, await screen.findByRole('dialog', { name: '登录' }));
    await isAt(opened, '/user/setting');
    await waitFor(() => expect(requestsTo(wechatBindCode)).toHaveLength(1));
  });

  it('can be cancelled by closing the dialog', async () => {
    const { user } = open('?bind=Y&code=C1&state=S1');
    const dialog = await screen.findByRole('dialog', { name: '登录' });
    await user.click(within(dialog).getByRole('button', { name: '关闭' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('没有完成微信绑定');
    expect(requestsTo(wechatBindCode)).toEqual([]);
  });
});
