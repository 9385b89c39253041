import { captcha, changeMobile, loginSmsCode, stepUpSmsCode } from '@cme/contract/person';
import { mockRefusal, mockReply, renderPage, requestsTo } from '@cme/testing';
import { mockUserCentre, signedIn } from '@cme/testing/user-centre';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { routes } from '../../../routes.ts';

const good = { 登录密码: 'Learner2026', 新手机号: '13900000009', 新手机号验证码: '123456' };
beforeEach(() => {
  mockUserCentre();
  mockRefusal(captcha, 429, '操作过于频繁，请稍后再试');
  mockReply(changeMobile, { mobile: '139****0009' });
});

async function submit(change: Partial<typeof good> = {}) {
  const { user } = renderPage('/user/setting?view=mobile', routes, signedIn);
  for (const [label, text] of Object.entries({ ...good, ...change })) {
    await user.click(await screen.findByLabelText(label));
    if (text) await user.paste(text);
  }
  await user.click(screen.getByRole('button', { name: '更换手机号' }));
  return user;
}

it('changes the number with the password and returns to the settings', async () => {
  await submit();
  expect(await screen.findByText(/^手机号已更换/)).toBeVisible();
  expect(requestsTo(changeMobile)[0]?.body).toEqual({
    mobile: '13900000009',
    sms_code: '123456',
    password: 'Learner2026',
  });
  expect(await screen.findByRole('heading', { name: '账号设置', level: 1 })).toBeVisible();
});

it('accepts a code sent to the old number instead of the password', async () => {
  const { user } = renderPage('/user/setting?view=mobile', routes, signedIn);
  await user.click(await screen.findByLabelText('用短信验证码'));
  await user.type(screen.getByLabelText('当前手机号收到的验证码'), '654321');
  await user.type(screen.getByLabelText('新手机号'), good.新手机号);
  await user.type(screen.getByLabelText('新手机号验证码'), '123456');
  await user.click(screen.getByRole('button', { name: '更换手机号' }));
  await waitFor(() =>
    expect(requestsTo(changeMobile)[0]?.body).toEqual({
      mobile: '13900000009',
      sms_code: '123456',
      own_code: '654321',
    }),
  );
  expect(requestsTo(stepUpSmsCode)).toHaveLength(0);
  expect(requestsTo(loginSmsCode)).toHaveLength(0);
});

it.each([
  ['登录密码', '', '请输入登录密码'],
  ['新手机号', '', '请输入手机号'],
  ['新手机号', '1380000', '请输入正确的手机号码'],
  ['新手机号验证码', '', '请输入短信验证码'],
])('with %s “%s” shows %s at the field and sends nothing', async (label, text, message) => {
  await submit({ [label]: text });
  expect(await screen.findByText(message)).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText(label)).toHaveFocus());
  expect(requestsTo(changeMobile)).toHaveLength(0);
});

it.each([
  ['password', 'bad_request', '登录密码不正确', '登录密码'],
  ['mobile', 'mobile_taken', '该手机号码已被注册', '新手机号'],
  [undefined, 'sms_wrong', '验证码错误或已失效', '新手机号验证码'],
])(
  'shows a refusal of %s (%s) at its field and keeps the input',
  async (field, code, text, label) => {
    mockRefusal(changeMobile, 400, text, code, field ? { field } : {});
    await submit();
    expect(await screen.findByText(text)).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText(label)).toHaveFocus());
    expect(screen.getByLabelText('新手机号')).toHaveValue('13900000009');
  },
);
