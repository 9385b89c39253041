import { captcha, forgetpwdReset, forgetpwdVerify } from '@cme/contract/person';
import { requestsTo, mockPending, mockRefusal, renderPage, mockReply } from '@cme/testing';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../routes.ts';

type User = ReturnType<typeof renderPage>['user'];
const good = {
  手机号: '13800000001',
  短信验证码: '123456',
  新密码: 'Learner2027',
  确认密码: 'Learner2027',
};
const open = () => renderPage('/forgetpwd', routes);

beforeEach(() => {
  mockRefusal(captcha, 503, '稍后再试');
  mockReply(forgetpwdVerify, { reset_token: 'proof' });
  mockReply(forgetpwdReset, {});
});

async function send(user: User, change: Partial<typeof good> = {}) {
  for (const [label, text] of Object.entries({ ...good, ...change })) {
    await user.click(await screen.findByLabelText(label));
    if (text) await user.paste(text);
  }
  await user.click(screen.getByRole('button', { name: '重置密码' }));
}

describe('the form for a forgotten password', () => {
  it.each([
    ['手机号', '', '请输入手机号'],
    ['手机号', '12800000001', '请输入正确的手机号码'],
    ['短信验证码', '', '请输入短信验证码'],
    ['确认密码', 'Learner2028', '两次输入的密码不一致'],
    ['确认密码', '', '请再次输入密码'],
    ['新密码', '', '请输入密码'],
  ])('with %s “%s” shows %s, focuses the field and sends nothing', async (label, text, message) => {
    const { user } = open();
    await send(user, { [label]: text });
    expect(await screen.findByText(message)).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText(label)).toHaveFocus());
    expect(requestsTo(forgetpwdVerify)).toEqual([]);
  });

  it.each(['learner2027', 'LEARNER2027', 'LearnerLearner', 'Lea2027', ''])(
    'rejects passwords like “%s”',
    async (weak) => {
      const { user } = open();
      await send(user, { 新密码: weak, 确认密码: weak });
      await waitFor(() => expect(screen.getByLabelText('新密码')).toHaveFocus());
      expect(screen.getByLabelText('新密码')).toHaveAttribute('data-invalid', 'true');
      expect(requestsTo(forgetpwdVerify)).toEqual([]);
    },
  );

  it.each([
    ['sms_wrong', {}, '验证码错误或已失效', '短信验证码'],
    ['bad_request', { field: 'mobile' }, '该手机号码尚未注册', '手机号'],
  ])('shows the error %s at its field and focuses it', async (code, more, message, label) => {
    mockRefusal(forgetpwdVerify, 400, message, code, more);
    const { user } = open();
    await send(user);
    expect(await screen.findByText(message)).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText(label)).toHaveFocus());
    expect(screen.getByLabelText('新密码')).toHaveValue('Learner2027');
  });

  it.each([
    [429, '操作过于频繁，请稍后再试'],
    [503, '服务暂时不可用'],
  ])('shows a %i that belongs to no field below the form', async (status, message) => {
    mockRefusal(forgetpwdVerify, status, message);
    const { user } = open();
    await send(user);
    expect(await screen.findByText(message)).toHaveAttribute('role', 'alert');
    expect(screen.getByRole('button', { name: '重置密码' })).toBeEnabled();
  });

  it('shows a loading state while submitting', async () => {
    mockPending(forgetpwdVerify);
    const { user } = open();
    await send(user);
    await waitFor(() =>
      expect(screen.getByLabelText('手机号').closest('form')).toHaveAttribute('aria-busy', 'true'),
    );
  });

  it('requires a new code after the number was changed', async () => {
    mockRefusal(forgetpwdReset, 400, '密码过于简单');
    const { user } = open();
    await send(user);
    await screen.findByText('密码过于简单');
    await user.clear(screen.getByLabelText('手机号'));
    await user.type(screen.getByLabelText('手机号'), '13800000002');
    await user.click(screen.getByRole('button', { name: '重置密码' }));
    await waitFor(() =>
      expect(requestsTo(forgetpwdVerify).map(({ body }) => body.mobile)).toEqual([
        '13800000001',
        '13800000002',
      ]),
    );
  });

  it('reveals the password, also by keyboard', async () => {
    const { user } = open();
    const password = await screen.findByLabelText('新密码');
    await user.click(password);
    await user.tab();
    expect(document.activeElement).toHaveAccessibleName('显示密码');
    await user.keyboard(' ');
    expect(screen.getByLabelText('新密码')).toHaveAttribute('type', 'text');
  });

  it('links back to sign-in', async () => {
    open();
    expect(await screen.findByRole('link', { name: '返回登录' })).toHaveAttribute('href', '/login');
    await expect.poll(() => document.title).toBe('找回密码-省卫生健康继续教育中心');
  });
});
