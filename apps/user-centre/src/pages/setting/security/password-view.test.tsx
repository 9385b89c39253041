import { changePassword } from '@cme/contract/person';
import { mockPending, mockRefusal, mockReply, renderPage, requestsTo } from '@cme/testing';
import { mockUserCentre, signedIn } from '@cme/testing/user-centre';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { routes } from '../../../routes.ts';

const good = { 原密码: 'Learner2026', 新密码: 'Fresh2Start', 确认密码: 'Fresh2Start' };

beforeEach(() => {
  mockUserCentre();
  mockReply(changePassword, {});
});

async function submit(change: Partial<typeof good> = {}) {
  const { user } = renderPage('/user/setting?view=password', routes, signedIn);
  for (const [label, text] of Object.entries({ ...good, ...change })) {
    await user.click(await screen.findByLabelText(label));
    if (text) await user.paste(text);
  }
  await user.click(screen.getByRole('button', { name: '修改密码' }));
  return user;
}

it('changes the password and returns to the settings', async () => {
  await submit();
  expect(await screen.findByText(/^密码已修改/)).toBeVisible();
  expect(requestsTo(changePassword)[0]?.body).toEqual({
    old_password: 'Learner2026',
    password: 'Fresh2Start',
  });
  expect(await screen.findByRole('heading', { name: '账号设置', level: 1 })).toBeVisible();
});

it.each([
  ['原密码', '', '请输入原密码'],
  ['新密码', 'weak', '密码须为8-20位，包含大写字母、小写字母和数字'],
  ['新密码', 'Learner2026', '新密码不能与原密码相同'],
  ['新密码', '', '请输入密码'],
  ['确认密码', '', '请再次输入密码'],
  ['确认密码', 'Fresh2Other', '两次输入的密码不一致'],
])('with %s “%s” shows %s at the field and sends nothing', async (label, text, message) => {
  await submit({ [label]: text });
  expect(await screen.findByText(message)).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText(label)).toHaveFocus());
  expect(requestsTo(changePassword)).toHaveLength(0);
});

it.each([
  ['old_password', '原密码不正确', '原密码'],
  ['password', '密码过于简单，请更换一个不易被猜到的密码', '新密码'],
])('shows a refusal of %s at its field and keeps the input', async (field, message, label) => {
  mockRefusal(changePassword, 400, message, 'bad_request', { field });
  await submit();
  expect(await screen.findByText(message)).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText(label)).toHaveFocus());
  expect(screen.getByLabelText('新密码')).toHaveValue('Fresh2Start');
});

it('shows a lockout that belongs to no field', async () => {
  mockRefusal(changePassword, 400, '密码错误次数过多，请15分钟后再试', 'account_locked');
  await submit();
  expect(await screen.findByText('密码错误次数过多，请15分钟后再试')).toHaveAttribute(
    'role',
    'alert',
  );
});

it('shows a loading state while submitting and submits once', async () => {
  mockPending(changePassword);
  const user = await submit();
  const form = screen.getByLabelText('原密码').closest('form');
  await waitFor(() => expect(form).toHaveAttribute('aria-busy', 'true'));
  await user.click(screen.getByRole('button', { name: '修改密码' }));
  expect(requestsTo(changePassword)).toHaveLength(1);
});
