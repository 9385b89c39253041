import { siteConfig } from '@cme/contract/site';
import {
  captcha,
  login,
  loginFactor,
  loginSmsCode,
  userInfo,
  wechatAuthorize,
} from '@cme/contract/person';
import {
  requestsTo,
  RefusalError,
  renderPage,
  mockRefusal,
  mockReply,
  sampleUser,
} from '@cme/testing';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { leaveSignIn } from './after-sign-in.ts';
import { storeTypedMobile, takeTypedMobile } from './typed-mobile.ts';
import { SignInForm } from './sign-in-form.tsx';

const routes = [
  {
    path: '/login',
    element: <SignInForm onDone={leaveSignIn} />,
    handle: { title: '登录', access: 'guest' },
  },
  { path: '/', element: <h1>首页内容</h1> },
  { path: '/cart', element: <h1>购物车内容</h1> },
  { path: '/publicneed', element: <h1>公需内容</h1> },
  { path: '/regist/person', element: <h1>注册表单</h1>, handle: { access: 'guest' } },
];
const openForm = async (address = '/login') => {
  const page = renderPage(address, routes);
  await screen.findByLabelText('手机号');
  return page;
};
/** A proof of work whose solution is 3. */
async function easyChallenge() {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode('salt3'));
  const challenge = Array.from(new Uint8Array(digest), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  return {
    captcha_id: 'P1',
    challenge: { algorithm: 'SHA-256', challenge, maxnumber: 10, salt: 'salt', signature: 's' },
  };
}

describe('the second step of signing in', () => {
  const needed = () =>
    mockRefusal(login, 400, '请输入动态验证码', 'factor_needed', { factor_ticket: 'F1' });
  async function openStep() {
    needed();
    const { user } = await openForm('/login?targetUrl=%2Fcart');
    await user.type(screen.getByLabelText('手机号'), '13900000001');
    await user.type(screen.getByLabelText('密码'), 'Console2026');
    await user.click(screen.getByRole('button', { name: '登录' }));
    const field = await screen.findByLabelText('动态验证码');
    await waitFor(() => expect(field).toHaveFocus());
    return { user, field };
  }

  it('asks for the code of the authenticator app, and then goes where signing in would', async () => {
    mockReply(loginFactor, { user: sampleUser(), defaultLoginUrl: '' }, 'T1');
    const { user, field } = await openStep();
    await user.click(screen.getByRole('button', { name: '验证' }));
    expect(await screen.findByText('请输入6位动态验证码')).toBeVisible();
    expect(requestsTo(loginFactor)).toHaveLength(0);
    await user.type(field, '123456{Enter}');
    expect(await screen.findByText('购物车内容')).toBeDefined();
    expect(requestsTo(loginFactor)[0]?.body).toEqual({ factor_ticket: 'F1', code: '123456' });
    expect(localStorage.getItem('user_token')).toBe('T1');
  });

  it('shows a wrong code at its field and keeps it', async () => {
    mockRefusal(loginFactor, 400, '动态验证码不正确或已过期', 'factor_wrong', { field: 'code' });
    const { user, field } = await openStep();
    await user.type(field, '123456{Enter}');
    expect(await screen.findByText('动态验证码不正确或已过期')).toBeVisible();
    expect(screen.getByLabelText('动态验证码')).toHaveValue('123456');
  });

  it('accepts a recovery code instead', async () => {
    mockReply(loginFactor, { user: sampleUser(), defaultLoginUrl: '' }, 'T1');
    const { user } = await openStep();
    await user.click(screen.getByRole('button', { name: '没有验证器？使用恢复码' }));
    await user.type(await screen.findByLabelText('恢复码'), 'ABCD-EFGH-JKMN{Enter}');
    expect(await screen.findByText('购物车内容')).toBeDefined();
    expect(requestsTo(loginFactor)[0]?.body).toMatchObject({ code: 'ABCD-EFGH-JKMN' });
  });

  it('returns to the first step when its time is over, and says so', async () => {
    mockRefusal(loginFactor, 400, '登录已超时，请重新登录', 'factor_expired');
    const { user, field } = await openStep();
    await user.type(field, '123456{Enter}');
    expect(await screen.findByText('登录已超时，请重新登录')).toBeVisible();
    expect(screen.getByLabelText('手机号')).toBeVisible();
  });
});

describe('signing in with a password', () => {
  const fillForm = async (
    user: Awaited<ReturnType<typeof openForm>>['user'],
    password = 'Learner2026',
  ) => {
    await user.type(screen.getByLabelText('手机号'), '13800000001');
    await user.type(screen.getByLabelText('密码'), password);
    await user.click(screen.getByRole('button', { name: '登录' }));
  };

  it.each([
    ['/login?targetUrl=%2Fcart', '/publicneed', '购物车内容'],
    ['/login', '/publicneed', '公需内容'],
    ['/login', '', '首页内容'],
    ['/login?targetUrl=https%3A%2F%2Fevil.example%2F', '', '首页内容'],
  ])(
    'from %s with the default URL “%s” redirects to %s',
    async (address, defaultLoginUrl, where) => {
      mockReply(login, { user: sampleUser(), defaultLoginUrl }, 'T1');
      const { user } = await openForm(address);
      await fillForm(user);
      expect(await screen.findByText(where)).toBeDefined();
      expect(localStorage.getItem('user_token')).toBe('T1');
    },
  );

  it('shows server errors at their field and keeps the input', async () => {
    mockRefusal(login, 400, '手机号码或密码错误');
    const { user } = await openForm();
    await fillForm(user);
    expect((await screen.findByRole('alert')).textContent).toContain('手机号码或密码错误');
    expect(screen.getByLabelText('手机号')).toHaveProperty('value', '13800000001');
    expect(screen.getByLabelText('密码')).toHaveProperty('value', 'Learner2026');
  });

  it('validates required fields without a request', async () => {
    const { user } = await openForm();
    await user.type(screen.getByLabelText('手机号'), '1280000');
    await user.click(screen.getByRole('button', { name: '登录' }));
    expect(await screen.findByText('请输入正确的手机号码')).toBeDefined();
    expect(screen.getByText('请输入密码')).toBeDefined();
    expect(requestsTo(login)).toHaveLength(0);
  });

  it('supports password managers and can reveal the password', async () => {
    const { user } = await openForm();
    expect(screen.getByLabelText('手机号').getAttribute('autocomplete')).toBe('username');
    const password = screen.getByLabelText('密码');
    expect(password.getAttribute('autocomplete')).toBe('current-password');
    expect(password.getAttribute('type')).toBe('password');
    await user.click(screen.getByRole('button', { name: '显示密码' }));
    expect(screen.getByLabelText('密码').getAttribute('type')).toBe('text');
  });

  it('accepts pasted numbers and passwords', async () => {
    const { user } = await openForm();
    await user.click(screen.getByLabelText('密码'));
    await user.paste('Learner2026');
    expect(screen.getByLabelText('密码')).toHaveProperty('value', 'Learner2026');
  });
});

describe('signing in with a code', () => {
  it('solves the proof of work automatically, counts down and keeps the number', async () => {
    const challenge = await easyChallenge();
    mockReply(captcha, challenge);
    mockReply(loginSmsCode, { interval: 60, expire: 300 });
    mockReply(login, { user: sampleUser(), defaultLoginUrl: '' }, 'T2');
    const { user } = await openForm();
    await user.type(screen.getByLabelText('手机号'), '13800000001');
    await user.click(screen.getByRole('button', { name: '短信登录' }));
    expect(screen.getByLabelText('手机号')).toHaveProperty('value', '13800000001');
    await user.click(screen.getByRole('button', { name: '获取验证码' }));
    expect(await screen.findByText('60 秒后重新获取')).toBeDefined();
    const [sent] = requestsTo(loginSmsCode);
    expect(sent?.body).toMatchObject({ mobile: '13800000001', scene: 'login', captcha_id: 'P1' });
    expect(JSON.parse(atob(sent?.body.captcha_code ?? ''))).toMatchObject({
      number: 3,
      signature: 's',
      salt: 'salt',
    });
    await user.type(screen.getByLabelText('短信验证码'), '123456');
    await user.click(screen.getByRole('button', { name: '登录' }));
    expect(await screen.findByText('首页内容')).toBeDefined();
    expect(requestsTo(login)[0]?.body).toMatchObject({
      login_kind: 'sms',
      account: '13800000001',
      sms_code: '123456',
    });
  });

  it('counts down after a reload too, for that number only, and does not store the number', async () => {
    mockReply(captcha, await easyChallenge());
    mockReply(loginSmsCode, { interval: 60, expire: 300 });
    const first = await openForm();
    await first.user.type(screen.getByLabelText('手机号'), '13800000001');
    await first.user.click(screen.getByRole('button', { name: '短信登录' }));
    await first.user.click(screen.getByRole('button', { name: '获取验证码' }));
    await screen.findByText('60 秒后重新获取');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('13800000001');
    first.unmount();

    const { user } = await openForm();
    await user.click(screen.getByRole('button', { name: '短信登录' }));
    expect(await screen.findByRole('button', { name: /秒后重新获取/ })).toBeDisabled();
    await user.type(screen.getByLabelText('手机号'), '13800000002');
    await waitFor(() => expect(screen.getByRole('button', { name: '获取验证码' })).toBeEnabled(), {
      timeout: 2000,
    });
    await user.clear(screen.getByLabelText('手机号'));
    await user.type(screen.getByLabelText('手机号'), '13800000001');
    expect(
      await screen.findByRole('button', { name: /秒后重新获取/ }, { timeout: 2000 }),
    ).toBeDisabled();
  });

  it('a half-filled code form does not block the password form', async () => {
    mockReply(captcha, await easyChallenge());
    mockReply(login, { user: sampleUser(), defaultLoginUrl: '' }, 'T2');
    const { user } = await openForm();
    await user.type(screen.getByLabelText('手机号'), '13800000001');
    await user.click(screen.getByRole('button', { name: '短信登录' }));
    await user.type(screen.getByLabelText('短信验证码'), '12');
    await user.click(screen.getByRole('button', { name: '登录' }));
    await waitFor(() =>
      expect(screen.getByLabelText('短信验证码')).toHaveAttribute('aria-invalid', 'true'),
    );
    await user.click(screen.getByRole('button', { name: '密码登录' }));
    await user.type(screen.getByLabelText('密码'), 'Learner2026');
    await user.click(screen.getByRole('button', { name: '登录' }));
    expect(await screen.findByText('首页内容')).toBeDefined();
    expect(requestsTo(login)[0]?.body).toMatchObject({
      login_kind: 'password',
      password: 'Learner2026',
    });
  });

  it('requires a valid number before it sends a code', async () => {
    mockReply(captcha, await easyChallenge());
    const { user } = await openForm();
    await user.click(screen.getByRole('button', { name: '短信登录' }));
    await user.click(screen.getByRole('button', { name: '获取验证码' }));
    expect(await screen.findByText('请输入手机号')).toBeDefined();
    expect(requestsTo(loginSmsCode)).toHaveLength(0);
  });

  it('shows why no code was sent', async () => {
    mockReply(captcha, await easyChallenge());
    mockRefusal(loginSmsCode, 429, '操作过于频繁', 'rate_limited');
    const { user } = await openForm();
    await user.type(screen.getByLabelText('手机号'), '13800000001');
    await user.click(screen.getByRole('button', { name: '短信登录' }));
    await user.click(screen.getByRole('button', { name: '获取验证码' }));
    expect((await screen.findByRole('alert')).textContent).toContain('操作过于频繁');
    expect(screen.getByRole('button', { name: '获取验证码' })).toHaveProperty('disabled', false);
  });

  it('opens registration for an unknown number, prefilled and without an error', async () => {
    mockReply(captcha, await easyChallenge());
    mockRefusal(login, 400, 'toRegister', 'toRegister');
    const { user } = await openForm('/login?targetUrl=%2Fcart');
    await user.type(screen.getByLabelText('手机号'), '13900000009');
    await user.click(screen.getByRole('button', { name: '短信登录' }));
    await user.type(screen.getByLabelText('短信验证码'), '123456');
    await user.click(screen.getByRole('button', { name: '登录' }));
    expect(await screen.findByText('注册表单')).toBeDefined();
    expect(screen.queryByText('toRegister')).toBeNull();
    await waitFor(() => expect(location.pathname).toBe('/regist/person'));
    expect(location.search + location.hash).toBe('?targetUrl=%2Fcart');
    expect(takeTypedMobile()).toBe('13900000009');
    expect(takeTypedMobile()).toBe('');
  });

  it('never passes the number to another origin', () => {
    storeTypedMobile('13900000009', 'http://elsewhere.example/regist/person');
    expect(takeTypedMobile()).toBe('');
  });
});

it.each([
  ['忘记密码', '/forgetpwd'],
  ['注册账号', '/regist/person?targetUrl=%2Fcart'],
])('%s redirects to %s', async (name, href) => {
  await openForm('/login?targetUrl=%2Fcart');
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(href);
});

it('redirects to another domain once, though form and guard both ask for it', async () => {
  const left = vi.spyOn(location, 'replace').mockImplementation(() => {});
  mockReply(login, { user: sampleUser(), defaultLoginUrl: '' }, 'T1');
  mockReply(userInfo, sampleUser());
  const { user } = await openForm(
    '/login?targetUrl=http%3A%2F%2Fuser.cme.localhost%3A8080%2Fuser%2Flearn',
  );
  await user.type(screen.getByLabelText('手机号'), '13800000001');
  await user.type(screen.getByLabelText('密码'), 'Learner2026');
  await user.click(screen.getByRole('button', { name: '登录' }));
  await waitFor(() =>
    expect(left).toHaveBeenCalledWith('http://user.cme.localhost:8080/user/learn'),
  );
  await screen.findByText('登录成功');
  await new Promise((turn) => setTimeout(turn, 50));
  expect(left).toHaveBeenCalledTimes(1);
  left.mockRestore();
  dispatchEvent(new Event('pageshow'));
});

it('solves a harder proof of work on demand and signs in', async () => {
  mockReply(captcha, await easyChallenge());
  mockReply(
    login,
    ({ body }) => {
      if (body.login_kind === 'password' && !body.captcha_code)
        throw new RefusalError(400, '图形验证已失效，请重试', 'captcha_wrong');
      return { user: sampleUser(), defaultLoginUrl: '' };
    },
    'T1',
  );
  const { user } = await openForm();
  await user.type(screen.getByLabelText('手机号'), '13800000001');
  await user.type(screen.getByLabelText('密码'), 'Learner2026');
  await user.click(screen.getByRole('button', { name: '登录' }));
  expect(await screen.findByText('首页内容')).toBeDefined();
  expect(requestsTo(captcha)[0]?.body).toEqual({ mobile: '13800000001' });
  expect(requestsTo(login).at(-1)?.body).toMatchObject({ captcha_id: 'P1' });
});

describe('sign-in methods of the site', () => {
  const offerMethods = (loginWays: string[], registOpen: 'Y' | 'N' = 'Y') =>
    mockReply(siteConfig, {
      menus: [],
      mobile_menus: [],
      login_ways: loginWays,
      regist_open: registOpen,
      links: [],
    });

  it('code only: no password and no method switch', async () => {
    offerMethods(['sms']);
    await openForm();
    expect(await screen.findByLabelText('短信验证码')).toBeDefined();
    expect(screen.queryByLabelText('密码')).toBeNull();
    expect(screen.queryByRole('button', { name: '密码登录' })).toBeNull();
  });

  it('password only: no code', async () => {
    offerMethods(['password']);
    await openForm();
    await waitFor(() => expect(screen.queryByRole('button', { name: '短信登录' })).toBeNull());
    expect(screen.getByLabelText('密码')).toBeDefined();
  });

  it('without registration: no link, and an unknown number is told whom to ask', async () => {
    offerMethods(['password', 'sms'], 'N');
    mockRefusal(login, 400, 'toRegister', 'toRegister');
    const { user } = await openForm();
    await waitFor(() => expect(screen.queryByRole('link', { name: '注册账号' })).toBeNull());
    await user.type(screen.getByLabelText('手机号'), '13900000009');
    await user.click(screen.getByRole('button', { name: '短信登录' }));
    await user.type(screen.getByLabelText('短信验证码'), '123456');
    await user.click(screen.getByRole('button', { name: '登录' }));
    expect((await screen.findByRole('alert')).textContent).toContain('尚未注册');
    expect(location.pathname).toBe('/login');
  });
});

describe("WeChat in a phone's browser", () => {
  const phone =
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140 Mobile Safari/537.36';
  const renderOffered = (agent: string, ways: ('mp' | 'web')[]) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);
    mockReply(siteConfig, {
      menus: [],
      mobile_menus: [],
      login_ways: ['password', 'wechat'],
      wechat_ways: ways,
      regist_open: 'Y',
      links: [],
    });
  };
  afterEach(() => vi.restoreAllMocks());

  it('explains how to open the page in WeChat and copies its URL', async () => {
    renderOffered(phone, ['mp', 'web']);
    const { user } = await openForm('/login?targetUrl=%2Fcart');
    const entrance = await screen.findByRole('button', { name: '微信登录' });
    expect(entrance.getAttribute('aria-expanded')).toBe('false');
    await user.click(entrance);
    expect(screen.getByText(/请复制链接，发送到微信中打开后登录/)).toBeDefined();
    const address = `${location.origin}/login?targetUrl=%2Fcart`;
    expect(screen.getByLabelText('登录链接')).toHaveProperty('value', address);
    await user.click(screen.getByRole('button', { name: '复制链接' }));
    expect(await navigator.clipboard.readText()).toBe(address);
    expect(requestsTo(wechatAuthorize)).toEqual([]);
  });

  it('is not offered if the site does not support sign-in inside WeChat', async () => {
    renderOffered(phone, ['web']);
    await openForm();
    await waitFor(() => expect(screen.queryByRole('button', { name: '短信登录' })).toBeNull());
    expect(screen.queryByRole('button', { name: '微信登录' })).toBeNull();
  });

  it("inside WeChat goes to WeChat's authorization page", async () => {
    renderOffered(`${phone} MicroMessenger/8.0`, ['mp', 'web']);
    mockRefusal(wechatAuthorize, 500, '系统繁忙，请稍后再试');
    const { user } = await openForm();
    await user.click(await screen.findByRole('button', { name: '微信登录' }));
    await waitFor(() => expect(requestsTo(wechatAuthorize)[0]?.body).toMatchObject({ way: 'mp' }));
  });
});

it('the password visibility button is in the tab order', async () => {
  const { user } = await openForm();
  await user.click(screen.getByLabelText('密码'));
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '显示密码' }));
});

it('an empty code is reported as missing', async () => {
  mockReply(captcha, await easyChallenge());
  const { user } = await openForm();
  await user.type(screen.getByLabelText('手机号'), '13800000001');
  await user.click(screen.getByRole('button', { name: '短信登录' }));
  await user.click(screen.getByRole('button', { name: '登录' }));
  expect(await screen.findByText('请输入短信验证码')).toBeDefined();
});
