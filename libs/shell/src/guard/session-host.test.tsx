import { clear, signedIn } from '@cme/commons/auth-token';
import { send } from '@cme/commons/api-client';
import {
  login,
  logout,
  sessionWatch,
  topNoticeCount,
  userInfo,
  wechatBind,
} from '@cme/contract/person';
import { requestsTo, renderPage, mockRefusal, mockReply, sampleUser } from '@cme/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { syncCaches } from '../session/session-caches.ts';
import { startBinding } from '../sign-in/bind-wechat.ts';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import { toggleSign } from '../sign-in/sign.atoms.ts';
import { signOutAndLeave } from '../session/sign-out.ts';
import { Link } from '@cme/ui/router';

const routes = [
  {
    path: '/',
    element: (
      <>
        <h1>首页内容</h1>
        <Link to="/cart">去购物车</Link>
      </>
    ),
    handle: { access: 'open' },
  },
  { path: '/cart', element: <h1>购物车内容</h1>, handle: { access: 'open' } },
  { path: '/login', element: <h1>登录表单</h1>, handle: { access: 'guest' } },
  { path: '/regist/person', element: <h1>注册内容</h1>, handle: { access: 'guest' } },
  { path: '/order/confirm', element: <h1>订单内容</h1>, handle: { access: 'learner' } },
];
const lostText = '登录已失效，确定重新登录吗？';
const failCalls = (times: number) =>
  Promise.allSettled(Array.from({ length: times }, () => send(topNoticeCount, {})));
/** Starts an action that stays pending; its immediate updates are flushed. */
const startInAct = <T,>(what: () => Promise<T>) => act(async () => ({ over: what() }));
const openPage = async (address = '/', token: string | null = 'T1') => {
  mockReply(userInfo, sampleUser());
  const page = renderPage(address, routes, token === null ? {} : { token });
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(token === null || requestsTo(sessionWatch).length > 0).toBe(true));
  return page;
};

describe('fifty simultaneous refusals', () => {
  it.each([
    [401, null],
    [403, 'T1'],
  ])('with %i open one dialog', async (status, kept) => {
    const { user } = await openPage('/cart');
    mockRefusal(topNoticeCount, status, '请登录');
    await act(() => failCalls(50));
    const dialogs = await screen.findAllByRole('dialog', { name: '提示' });
    expect(dialogs).toHaveLength(1);
    expect(within(dialogs[0]!).getByText(lostText)).toBeDefined();
    expect(localStorage.getItem('user_token')).toBe(kept);
    await user.click(within(dialogs[0]!).getByRole('button', { name: '确认' }));
    expect(await screen.findByText('登录表单')).toBeDefined();
    expect(location.pathname + location.search).toBe(
      `/login?targetUrl=%2Fcart${status === 403 ? '&again=1' : ''}`,
    );
    await act(() => failCalls(5));
    expect(screen.queryByText(lostText)).toBeNull();
  });

  it('leave a guarded page in place behind the dialog', async () => {
    await openPage('/order/confirm');
    mockRefusal(topNoticeCount, 401, '请登录');
    await act(() => failCalls(3));
    expect(await screen.findByText(lostText)).toBeDefined();
    expect(screen.getByText('订单内容')).toBeDefined();
    expect(screen.queryByText('请先登陆')).toBeNull();
  });
});

it('a server error is shown as a toast', async () => {
  await openPage();
  mockRefusal(topNoticeCount, 500, '系统繁忙，请稍后再试');
  await act(() => failCalls(1));
  expect(await screen.findByRole('alert')).toHaveProperty('textContent', '系统繁忙，请稍后再试');
});

describe('the sign-in dialog', () => {
  const signInAs = async (user: Awaited<ReturnType<typeof openPage>>['user']) => {
    mockReply(login, { user: sampleUser(), defaultLoginUrl: '' }, 'T9');
    await user.type(await screen.findByLabelText('手机号'), '13800000001');
    await user.type(screen.getByLabelText('密码'), 'Learner2026');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '登录' }));
  };

  it('continues the interrupted action', async () => {
    const { user } = await openPage('/', null);
    const replay = await startInAct(() => requireSignIn().then(() => 'replayed'));
    await signInAs(user);
    expect(await replay.over).toBe('replayed');
    expect(localStorage.getItem('user_token')).toBe('T9');
    expect(requestsTo(login)[0]?.body).toMatchObject({
      login_kind: 'password',
      account: '13800000001',
      password: 'Learner2026',
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('首页内容')).toBeDefined();
  });

  it('is not shown to a signed-in user', async () => {
    await openPage();
    await requireSignIn();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('closes on navigation and cancels the interrupted action', async () => {
    const { router } = await openPage('/', null);
    const outcome = await startInAct(() => requireSignIn().catch((error: Error) => error.name));
    await screen.findByRole('dialog', { name: '登录' });
    await act(() => router.navigate('/cart'));
    expect(await outcome.over).toBe('SignInCancelled');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('stays open while the page replaces its own address, which nobody has left', async () => {
    const { router } = await openPage('/?code=C1', null);
    const outcome = await startInAct(() => requireSignIn().catch((error: Error) => error.name));
    await screen.findByRole('dialog', { name: '登录' });
    await act(() => router.navigate('/', { replace: true }));
    expect(await screen.findByRole('dialog', { name: '登录' })).toBeVisible();
    await act(() => router.navigate('/cart', { replace: true }));
    expect(await outcome.over).toBe('SignInCancelled');
  });

  it('closes by its button and cancels the interrupted action', async () => {
    const { user } = await openPage('/', null);
    const outcome = await startInAct(() => requireSignIn().catch((error: Error) => error.name));
    await user.click(await screen.findByRole('button', { name: '关闭' }));
    expect(await outcome.over).toBe('SignInCancelled');
  });

  it('leads to registration and back, then continues the interrupted action', async () => {
    const { user, router } = await openPage('/cart', null);
    const steps: string[] = [];
    const replay = await startInAct(() =>
      requireSignIn().then(() => steps.push(location.pathname)),
    );
    await user.click(await screen.findByRole('link', { name: '注册账号' }));
    expect(await screen.findByText('注册内容')).toBeDefined();
    expect(location.search).toBe('?targetUrl=%2Fcart');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    act(() => signedIn('T9'));
    expect(steps).toEqual([]);
    await act(() => router.navigate('/cart'));
    await replay.over;
    expect(steps).toEqual(['/cart']);
  });

  it('cancels the interrupted action if registration is abandoned', async () => {
    const { user, router } = await openPage('/cart', null);
    const outcome = await startInAct(() => requireSignIn().catch((error: Error) => error.name));
    await user.click(await screen.findByRole('link', { name: '注册账号' }));
    await screen.findByText('注册内容');
    await act(() => router.navigate('/'));
    expect(await outcome.over).toBe('SignInCancelled');
  });

  it('on an entry page redirects to the default URL if nothing was interrupted', async () => {
    const { user } = await openPage('/', null);
    act(() => toggleSign(true));
    mockReply(login, { user: sampleUser(), defaultLoginUrl: '/cart' }, 'T9');
    await user.type(await screen.findByLabelText('手机号'), '13800000001');
    await user.type(screen.getByLabelText('密码'), 'Learner2026');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '登录' }));
    expect(await screen.findByText('购物车内容')).toBeDefined();
  });

  it('binds the WeChat identity pending on the page, whatever the dialog was opened for', async () => {
    mockReply(wechatBind, {});
    const { user } = await openPage('/', null);
    act(() => startBinding('B1'));
    const replay = await startInAct(() => requireSignIn().then(() => 'replayed'));
    const dialog = await screen.findByRole('dialog', { name: '绑定账号' });
    expect(within(dialog).getByText(/该微信尚未绑定账号/)).toBeDefined();
    await signInAs(user);
    expect(await replay.over).toBe('replayed');
    expect(requestsTo(wechatBind)[0]?.body).toEqual({ bind_ticket: 'B1' });
    act(() => toggleSign(false));
  });

  it('can sign in without binding WeChat', async () => {
    const { user } = await openPage('/', null);
    act(() => startBinding('B1'));
    act(() => toggleSign(true));
    await user.click(await screen.findByRole('button', { name: '不绑定，直接登录' }));
    expect(await screen.findByRole('dialog', { name: '登录' })).toBeDefined();
    await signInAs(user);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requestsTo(wechatBind)).toEqual([]);
  });

  it('can be toggled and set', async () => {
    await openPage('/', null);
    act(() => toggleSign());
    expect(await screen.findByRole('dialog', { name: '登录' })).toBeDefined();
    act(() => toggleSign());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    act(() => toggleSign(true));
    expect(await screen.findByRole('dialog', { name: '登录' })).toBeDefined();
    act(() => toggleSign(false));
  });
});

describe('signing out', () => {
  it("ends the session, clears the user's data and redirects to the sign-in page with a return URL", async () => {
    mockReply(logout, {});
    const { client } = await openPage('/order/confirm');
    client.setQueryData(['shopplist'], { list: [{}] });
    await act(() => signOutAndLeave());
    expect(await screen.findByText('登录表单')).toBeDefined();
    expect(requestsTo(logout)[0]?.token).toBe('T1');
    expect(location.search).toBe('?targetUrl=%2Forder%2Fconfirm');
    expect(localStorage.getItem('user_token')).toBeNull();
    expect(client.getQueryData(['user_info'])).toBeUndefined();
    expect(client.getQueryData(['shopplist'])).toBeUndefined();
    expect(screen.queryByText('请先登陆')).toBeNull();
  });

  it('in another tab is shown here as soon as the server reports it', async () => {
    let endSession = () => {};
    mockReply(
      sessionWatch,
      () => new Promise((tell) => (endSession = () => tell({ signed_in: 'N', unread_count: 0 }))),
    );
    mockReply(userInfo, sampleUser());
    renderPage('/order/confirm', routes, { token: 'T1' });
    await screen.findByText('订单内容');
    await waitFor(() => expect(requestsTo(sessionWatch)).toHaveLength(1));
    act(() => endSession());
    expect(await screen.findByText('登录表单')).toBeDefined();
    expect(screen.queryByText(lostText)).toBeNull();
  });
});

describe('the caches', () => {
  const getKnownQueries = () => {
    const client = new QueryClient();
    client.setQueryData(['user_info'], sampleUser());
    client.setQueryData(['shopplist'], { list: [{}] });
    client.setQueryData(['learn'], 1);
    client.setQueryData(['site_config'], 1);
    return client;
  };
  const getKeys = (client: QueryClient) =>
    client
      .getQueryCache()
      .getAll()
      .filter(({ state }) => state.data !== undefined)
      .map(({ queryKey }) => queryKey[0]);

  it.each(['sign-out', 'elsewhere'] as const)("drop the user's data after %s", (reason) => {
    const client = getKnownQueries();
    syncCaches(client, { kind: 'signed-out', reason });
    expect(getKeys(client)).toEqual(['site_config']);
  });

  it("keep the page's data after a lost session, but not the user's", () => {
    const client = getKnownQueries();
    syncCaches(client, { kind: 'signed-out', reason: 'lost' });
    expect(getKeys(client)).toEqual(['learn', 'site_config']);
  });

  it('are dropped when another user signs in', () => {
    const client = getKnownQueries();
    syncCaches(client, { kind: 'signed-in' });
    expect(getKeys(client)).toEqual(['site_config']);
  });

  it('become stale when a guest signs in; the cart list is cleared', () => {
    const client = getKnownQueries();
    client.removeQueries({ queryKey: ['user_info'] });
    syncCaches(client, { kind: 'signed-in' });
    expect(getKeys(client)).toEqual(['learn', 'site_config']);
    expect(client.getQueryState(['learn'])?.isInvalidated).toBe(true);
    expect(client.getQueryState(['site_config'])?.isInvalidated).toBe(false);
  });

  it("take the unread count from the server's events", () => {
    const client = getKnownQueries();
    syncCaches(client, { kind: 'unread', unread_count: 9 });
    expect(client.getQueryData(['user_info'])).toMatchObject({
      unread_count: 9,
      real_name: '李晓梅',
    });
  });

  it.each([
    [9, true],
    [2, false],
    [1, false],
  ])('of lists that a message may report on are stale: from 2 unread to %i, %s', (count, stale) => {
    const client = getKnownQueries();
    syncCaches(client, { kind: 'unread', unread_count: 2 });
    client.setQueryData(['learn'], {});
    client.setQueryData(['player', 'homework', 'C1'], {});
    client.setQueryData(['player', 'course', 'C1'], {});
    syncCaches(client, { kind: 'unread', unread_count: count });
    expect(client.getQueryState(['learn'])?.isInvalidated).toBe(stale);
    expect(client.getQueryState(['player', 'homework', 'C1'])?.isInvalidated).toBe(stale);
    expect(client.getQueryState(['player', 'course', 'C1'])?.isInvalidated).toBe(false);
    expect(client.getQueryState(['site_config'])?.isInvalidated).toBe(false);
  });
});

it('a second area on the page makes no requests of its own', async () => {
  await openPage('/cart');
  act(() => (signedIn('T2'), clear('lost')));
  expect(screen.queryByText(lostText)).toBeNull();
});
