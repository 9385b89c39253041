import { factorConfirm, factorEnrol, factorRemove, factorState } from '@cme/contract/person';
import { mockRefusal, mockReply, renderPage, requestsTo } from '@cme/testing';
import { mockUserCentre, signedIn } from '@cme/testing/user-centre';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { routes } from '../../../routes.ts';

const off = {
  offered: 'Y',
  enrolled: 'N',
  required: 'N',
  enrolled_at: '',
  recovery_left: 0,
} as const;
const on = { ...off, enrolled: 'Y', enrolled_at: '2026-11-20 10:00:00', recovery_left: 9 } as const;
const codes = Array.from({ length: 10 }, (_, index) => `ABCD-EFGH-JK2${index % 8}${index}`);

beforeEach(() => {
  mockUserCentre();
  mockReply(factorState, off);
});
const open = () => renderPage('/user/setting?view=factor', routes, signedIn);

it('is shown among the settings only where it is offered', async () => {
  renderPage('/user/setting', routes, signedIn);
  expect(await screen.findByRole('link', { name: '管理两步验证' })).toBeVisible();
});

it('is hidden where neither the site nor the account has it', async () => {
  mockReply(factorState, { ...off, offered: 'N' });
  renderPage('/user/setting', routes, signedIn);
  expect(await screen.findByRole('link', { name: '管理设备' })).toBeVisible();
  expect(screen.queryByRole('link', { name: '管理两步验证' })).toBeNull();
});

it('is turned on with the password, a QR code and its first code, then shows the recovery codes once and the secret no more', async () => {
  mockReply(factorEnrol, { secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', uri: 'otpauth://totp/x' });
  mockReply(factorConfirm, { recovery_codes: codes });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: '启用两步验证' }));
  await user.type(screen.getByLabelText('登录密码'), 'Learner2026');
  await user.click(screen.getByRole('button', { name: '下一步' }));
  expect(await screen.findByRole('img', { name: '验证器应用的二维码' })).toBeVisible();
  expect(screen.getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')).toBeVisible();
  expect(requestsTo(factorEnrol)[0]?.body).toEqual({ password: 'Learner2026' });
  await user.click(screen.getByRole('button', { name: '确认启用' }));
  expect(await screen.findByText('请输入6位动态验证码')).toBeVisible();
  await user.type(screen.getByLabelText('动态验证码'), '123456');
  await user.click(screen.getByRole('button', { name: '确认启用' }));
  expect(await screen.findByText(codes[9]!)).toBeVisible();
  expect(screen.queryByText(/GEZD GNBV/)).toBeNull();
  mockReply(factorState, on);
  await user.click(screen.getByRole('button', { name: '我已保存' }));
  expect(await screen.findByText(/还有 9 个恢复码可用/)).toBeVisible();
  expect(screen.queryByText(codes[9]!)).toBeNull();
});

it('is turned off with the password and the current code; a wrong one is shown at its field', async () => {
  mockReply(factorState, on);
  mockRefusal(factorRemove, 400, '动态验证码不正确或已过期', 'factor_wrong', { field: 'code' });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: '停用两步验证' }));
  await user.type(screen.getByLabelText('登录密码'), 'Learner2026');
  await user.click(screen.getByRole('button', { name: '停用两步验证' }));
  expect(await screen.findByText('请输入动态验证码或恢复码')).toBeVisible();
  await user.type(screen.getByLabelText('当前的动态验证码或恢复码'), '123456');
  await user.click(screen.getByRole('button', { name: '停用两步验证' }));
  expect(await screen.findByText('动态验证码不正确或已过期')).toBeVisible();
  expect(screen.getByLabelText('登录密码')).toHaveValue('Learner2026');
});

it('of a staff account can be replaced, not turned off', async () => {
  mockReply(factorState, { ...on, required: 'Y' });
  open();
  expect(await screen.findByText(/工作人员账号须使用两步验证/)).toBeVisible();
  expect(screen.getByRole('button', { name: '更换验证器' })).toBeVisible();
  expect(screen.queryByRole('button', { name: '停用两步验证' })).toBeNull();
});
