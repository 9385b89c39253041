import {
  deviceList,
  deviceSignOut,
  deviceSignOutOthers,
  myUnit,
  wechatState,
} from '@cme/contract/person';
import { describePageStates, mockRefusal, mockReply, renderPage, requestsTo } from '@cme/testing';
import { mockUserCentre, signedIn } from '@cme/testing/user-centre';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { routes } from '../../../routes.ts';

const here = {
  session_id: 'S1',
  device: 'Windows 电脑 · Chrome',
  address: '10.7.*.*',
  signed_in_at: '2026-11-20 10:00:00',
  seen_at: '2026-11-20 10:30:00',
  is_current: 'Y' as const,
};
const phone = { ...here, session_id: 'S2', device: 'iPhone · 微信', is_current: 'N' as const };
const address = '/user/setting?view=devices';
const signOutPhone = { name: '退出登录：iPhone · 微信，登录于 11月20日 10:00' };

beforeEach(() => {
  mockUserCentre();
  mockReply(deviceList, { list: [here, phone] });
  mockReply(wechatState, { bound: 'N', ways: [] });
  mockReply(myUnit, {
    unit_status: 'none',
    unit_status_name: '未加入',
    unit_name: '',
    unit: null,
    application: null,
  });
});

describePageStates('the devices', {
  address,
  routes,
  options: signedIn,
  call: deviceList,
  filled: { list: [here, phone] },
  shows: 'iPhone · 微信',
  empty: { reply: { list: [here] }, says: '没有其他设备登录您的账号。' },
});

it('open from the settings with their own URL, and go back to where they were opened', async () => {
  const { user } = renderPage('/user/setting', routes, signedIn);
  await user.click(await screen.findByRole('link', { name: '管理设备' }));
  expect(await screen.findByRole('heading', { name: '登录设备', level: 1 })).toHaveFocus();
  expect(await screen.findByText('当前设备')).toBeVisible();
  await user.click(screen.getByRole('button', { name: '返回账号设置' }));
  expect(await screen.findByRole('link', { name: '管理设备' })).toHaveFocus();
});

it('sign another device out and keep the focus nearby', async () => {
  mockReply(deviceSignOut, { list: [here] });
  const { user } = renderPage(address, routes, signedIn);
  await user.click(await screen.findByRole('button', signOutPhone));
  expect(await screen.findByText('没有其他设备登录您的账号。')).toHaveFocus();
  expect(requestsTo(deviceSignOut)[0]?.body).toEqual({ session_id: 'S2' });
  expect(screen.queryByText('iPhone · 微信')).toBeNull();
});

it('show an error and keep the device', async () => {
  mockRefusal(deviceSignOut, 429, '操作过于频繁，请稍后再试');
  const { user } = renderPage(address, routes, signedIn);
  await user.click(await screen.findByRole('button', signOutPhone));
  expect(await screen.findByText('操作过于频繁，请稍后再试')).toBeVisible();
  expect(screen.getByRole('button', signOutPhone)).toBeEnabled();
});

it('sign all others out after confirmation', async () => {
  mockReply(deviceSignOutOthers, { list: [here] });
  const { user } = renderPage(address, routes, signedIn);
  await user.click(await screen.findByRole('button', { name: '退出其他所有设备' }));
  expect(requestsTo(deviceSignOutOthers)).toHaveLength(0);
  await user.click(await screen.findByRole('button', { name: '全部退出' }));
  await waitFor(() => expect(requestsTo(deviceSignOutOthers)).toHaveLength(1));
  expect(await screen.findByText('没有其他设备登录您的账号。')).toBeVisible();
});
