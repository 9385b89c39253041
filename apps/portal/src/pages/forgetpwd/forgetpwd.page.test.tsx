import { captcha, forgetpwdReset, forgetpwdVerify } from '@cme/contract/person';
import { describeFormStates, requestsTo, mockRefusal, renderPage, mockReply } from '@cme/testing';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../routes.ts';

beforeEach(() => mockRefusal(captcha, 503, '稍后再试'));

async function fill(user: ReturnType<typeof renderPage>['user']) {
  await enter(user, await screen.findByLabelText('手机号'), '13800000001');
  await enter(user, screen.getByLabelText('短信验证码'), '123456');
  await enter(user, screen.getByLabelText('新密码'), 'Learner2027');
  await enter(user, screen.getByLabelText('确认密码'), 'Learner2027');
}

describeFormStates('the page for a forgotten password', {
  address: '/forgetpwd',
  routes,
  call: forgetpwdVerify,
  reply: { reset_token: 'proof' },
  fill,
  submit: '重置密码',
  field: { label: '手机号', value: '13800000001' },
  missing: ['请输入手机号', '请输入短信验证码'],
});

describe('a forgotten password', () => {
  it('is reset after the number was verified, and leads to sign-in', async () => {
    mockReply(forgetpwdVerify, { reset_token: 'proof' });
    mockReply(forgetpwdReset, {});
    const { user } = renderPage('/forgetpwd', routes);
    await fill(user);
    await user.click(screen.getByRole('button', { name: '重置密码' }));
    expect(await screen.findByRole('link', { name: '去登录' })).toBeVisible();
    expect(requestsTo(forgetpwdReset).at(-1)?.body).toEqual({
      reset_token: 'proof',
      password: 'Learner2027',
    });
  });

  it.each([
    ['ends the binding of WeChat, which is shown first', false],
    ['keeps the binding of WeChat by choice', true],
  ])('%s', async (_, isKept) => {
    mockReply(forgetpwdVerify, { reset_token: 'proof', wechat_bound: 'Y' });
    mockReply(forgetpwdReset, {});
    const { user } = renderPage('/forgetpwd', routes);
    await fill(user);
    await user.click(screen.getByRole('button', { name: '重置密码' }));
    expect(await screen.findByText(/^该账号已绑定微信/)).toBeVisible();
    expect(requestsTo(forgetpwdReset)).toHaveLength(0);
    if (isKept) await user.click(screen.getByRole('checkbox', { name: '保留微信绑定' }));
    await user.click(screen.getByRole('button', { name: '重置密码' }));
    expect(await screen.findByRole('link', { name: '去登录' })).toBeVisible();
    expect(screen.queryByText(/^微信绑定已解除/) === null).toBe(isKept);
    expect(requestsTo(forgetpwdVerify)).toHaveLength(1);
    expect(requestsTo(forgetpwdReset)[0]?.body).toEqual({
      reset_token: 'proof',
      password: 'Learner2027',
      ...(isKept ? { keep_wechat: 'Y' } : {}),
    });
  });

  it('is not reset with a wrong code', async () => {
    mockRefusal(forgetpwdVerify, 400, '验证码错误或已失效', 'sms_wrong');
    const { user } = renderPage('/forgetpwd', routes);
    await fill(user);
    await user.click(screen.getByRole('button', { name: '重置密码' }));
    expect(await screen.findByText('验证码错误或已失效')).toBeVisible();
    expect(requestsTo(forgetpwdReset)).toHaveLength(0);
  });

  it('does not require another code if only the new password was rejected', async () => {
    mockReply(forgetpwdVerify, { reset_token: 'proof' });
    mockRefusal(forgetpwdReset, 400, '密码过于简单');
    const { user } = renderPage('/forgetpwd', routes);
    await fill(user);
    await user.click(screen.getByRole('button', { name: '重置密码' }));
    expect(await screen.findByText('密码过于简单')).toBeVisible();
    await user.click(screen.getByRole('button', { name: '重置密码' }));
    expect(requestsTo(forgetpwdVerify)).toHaveLength(1);
  });
});

/** Enters values like a password manager or paste does: one change event per field. */
async function enter(
  user: ReturnType<typeof renderPage>['user'],
  field: HTMLElement,
  text: string,
) {
  await user.click(field);
  await user.paste(text);
}
