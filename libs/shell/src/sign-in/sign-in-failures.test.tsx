import { siteConfig } from '@cme/contract/site';
import { captcha, login, loginFactor, loginSmsCode, wechatAuthorize } from '@cme/contract/person';
import { mockPending, mockRefusal, mockReply, renderPage, requestsTo } from '@cme/testing';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { leaveSignIn } from './after-sign-in.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SmsCodeField } from './sms-code-field.tsx';

const routes = [
  {
    path: '/login',
    element: <SignInForm onDone={leaveSignIn} />,
    handle: { title: '登录', access: 'guest' },
  },
  { path: '/regist/person', element: <h1>注册表单</h1>, handle: { access: 'guest' } },
  {
    path: '/code',
    element: (
      <SmsCodeField
        scene="regist"
        hasCaptchaLine
        mobile={() => '13800000001'}
        onWrongMobile={() => undefined}
      />
    ),
  },
];
const offer = (loginWays: string[], wechatWays?: ('mp' | 'web')[]) =>
  mockReply(siteConfig, {
    menus: [],
    mobile_menus: [],
    login_ways: loginWays,
    ...(wechatWays && { wechat_ways: wechatWays }),
    regist_open: 'Y',
    links: [],
  });
async function openForm(address = '/login') {
  const page = renderPage(address, routes);
  await screen.findByLabelText('手机号');
  return page;
}
/** A proof of work that has no solution, or the solution 2. */
async function createChallenge(hasSolution = true) {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode('salt2'));
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'));
  return {
    captcha_id: 'P1',
    challenge: {
      algorithm: 'SHA-256',
      challenge: hex.join(''),
      maxnumber: hasSolution ? 5 : 1,
      salt: 'salt',
      signature: 's',
    },
  };
}

beforeEach(() => mockRefusal(captcha, 503, '稍后再试'));
afterEach(() => void vi.restoreAllMocks());

describe('the security check before a code', () => {
  const getLine = () => screen.findByLabelText('图形验证码');

  it('runs by itself and says when it has passed', async () => {
    mockReply(captcha, await createChallenge());
    renderPage('/code', routes);
    await waitFor(async () => expect(await getLine()).toHaveValue('安全验证：已通过'));
    expect(screen.queryByRole('button', { name: '重试' })).toBeNull();
  });

  it('says that it is running, and asks for no click meanwhile', async () => {
    mockPending(captcha);
    renderPage('/code', routes);
    expect(await getLine()).toHaveValue('正在进行安全验证…');
    expect(await getLine()).toHaveAttribute('aria-live', 'polite');
  });

  it.each([
    ['the server does not answer', () => mockRefusal(captcha, 503, '稍后再试')],
    ['it has no solution', async () => mockReply(captcha, await createChallenge(false))],
  ])('can be repeated if %s', async (_, fail) => {
    await fail();
    const { user } = renderPage('/code', routes);
    await waitFor(async () => expect(await getLine()).toHaveValue('安全验证未完成'));
    mockReply(captcha, await createChallenge());
    await user.click(screen.getByRole('button', { name: '重试' }));
    await waitFor(async () => expect(await getLine()).toHaveValue('安全验证：已通过'));
  });

  it('is repeated by asking for the code, and says so if it fails again', async () => {
    const { user } = renderPage('/code', routes);
    await waitFor(async () => expect(await getLine()).toHaveValue('安全验证未完成'));
    await user.click(screen.getByRole('button', { name: '获取验证码' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('稍后再试');
    expect(requestsTo(loginSmsCode)).toEqual([]);
    mockReply(captcha, await createChallenge());
    mockReply(loginSmsCode, { interval: 60, expire: 300 });
    await user.click(screen.getByRole('button', { name: '获取验证码' }));
    expect(await screen.findByText('验证码已发送，请查收短信')).toHaveAttribute('role', 'status');
    expect(await screen.findByRole('button', { name: /秒后重新获取/ })).toBeDisabled();
  });

  it('without a solution sends nothing', async () => {
    mockReply(captcha, await createChallenge(false));
    const { user } = renderPage('/code', routes);
    await waitFor(async () => expect(await getLine()).toHaveValue('安全验证未完成'));
    await user.click(screen.getByRole('button', { name: '获取验证码' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('安全验证未完成，请重试');
    expect(requestsTo(loginSmsCode)).toEqual([]);
  });
});

describe('signing in with WeChat on a desktop', () => {
  const leave = vi.fn<(url: string | URL) => void>();
  beforeEach(() => {
    leave.mockReset();
    vi.spyOn(location, 'assign').mockImplementation(leave);
    offer(['password', 'wechat'], ['web']);
  });

  it('leaves for the page with the QR code, which returns to where signing in would', async () => {
    mockReply(wechatAuthorize, { url: 'https://open.weixin.test/qr' });
    const { user } = await openForm('/login?targetUrl=%2Fcart');
    await user.click(await screen.findByRole('button', { name: '微信登录' }));
    await waitFor(() =>
      expect(leave).toHaveBeenCalledExactlyOnceWith('https://open.weixin.test/qr'),
    );
    expect(requestsTo(wechatAuthorize)[0]?.body).toMatchObject({ way: 'web', targetUrl: '/cart' });
  });

  it('can be tried again when the page comes back from the history', async () => {
    mockReply(wechatAuthorize, { url: 'https://open.weixin.test/qr' });
    const { user } = await openForm();
    const button = await screen.findByRole('button', { name: '微信登录' });
    await user.click(button);
    await waitFor(() => expect(leave).toHaveBeenCalledTimes(1));
    expect(button).toHaveAttribute('aria-busy', 'true');
    dispatchEvent(new Event('pageshow'));
    await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'));
  });

  it('says why it is not possible, and keeps the other ways', async () => {
    mockRefusal(wechatAuthorize, 429, '操作过于频繁，请稍后再试');
    const { user } = await openForm();
    await user.click(await screen.findByRole('button', { name: '微信登录' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('操作过于频繁，请稍后再试');
    expect(screen.getByLabelText('密码')).toBeEnabled();
    expect(leave).not.toHaveBeenCalled();
  });

  it('is not offered on a site that does not list it', async () => {
    offer(['password'], ['web']);
    await openForm();
    await waitFor(() => expect(screen.queryByRole('button', { name: '短信登录' })).toBeNull());
    expect(screen.queryByRole('button', { name: '微信登录' })).toBeNull();
  });
});

it.each([
  ['ways of tomorrow only', ['face']],
  ['no way at all', []],
])('a site with %s offers both that this page knows: the server decides', async (_, ways) => {
  offer(ways);
  const { user } = await openForm();
  await user.click(await screen.findByRole('button', { name: '短信登录' }));
  expect(await screen.findByLabelText('短信验证码')).toBeVisible();
});

it('a message goes with the method that it was about', async () => {
  mockRefusal(login, 400, '手机号码或密码错误');
  const { user } = await openForm();
  await user.type(screen.getByLabelText('手机号'), '13800000001');
  await user.type(screen.getByLabelText('密码'), 'wrong{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('手机号码或密码错误');
  await user.click(screen.getByRole('button', { name: '短信登录' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByLabelText('手机号')).toHaveValue('13800000001');
});

describe('the second step', () => {
  async function openStep() {
    mockRefusal(login, 400, '请输入动态验证码', 'factor_needed', { factor_ticket: 'F1' });
    const { user } = await openForm();
    await user.type(screen.getByLabelText('手机号'), '13900000001');
    await user.type(screen.getByLabelText('密码'), 'Console2026{Enter}');
    await screen.findByLabelText('动态验证码');
    return user;
  }

  it('can be left for the first one, which is empty of codes', async () => {
    const user = await openStep();
    await user.click(screen.getByRole('button', { name: '返回登录' }));
    expect(await screen.findByLabelText('手机号')).toHaveValue('13900000001');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('asks for a whole recovery code, says who helps without one, and goes back to the app', async () => {
    const user = await openStep();
    await user.click(screen.getByRole('button', { name: '没有验证器？使用恢复码' }));
    await user.type(await screen.findByLabelText('恢复码'), 'ABCD{Enter}');
    expect(await screen.findByText('请输入恢复码')).toBeVisible();
    expect(screen.getByText(/请联系本单位管理员或客服（[\d-]+）重置/)).toBeVisible();
    expect(requestsTo(loginFactor)).toEqual([]);
    await user.click(screen.getByRole('button', { name: '使用动态验证码' }));
    const field = await screen.findByLabelText('动态验证码');
    expect(field).toHaveValue('');
    await waitFor(() => expect(field).toHaveFocus());
  });

  it('shows a refusal that is not about the code, and keeps the code', async () => {
    mockRefusal(loginFactor, 429, '尝试次数过多，请稍后再试', 'rate_limited');
    const user = await openStep();
    await user.type(screen.getByLabelText('动态验证码'), '123456{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('尝试次数过多，请稍后再试');
    expect(screen.getByLabelText('动态验证码')).toHaveValue('123456');
  });
});
