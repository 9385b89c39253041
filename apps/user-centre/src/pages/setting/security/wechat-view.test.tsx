import { siteConfig } from '@cme/contract/site';
import {
  changePassword,
  deviceList,
  deviceSignOutOthers,
  myUnit,
  wechatAuthorize,
  wechatState,
  wechatUnbind,
} from '@cme/contract/person';
import { describePageStates, mockRefusal, mockReply, renderPage, requestsTo } from '@cme/testing';
import { mockUserCentre, signedIn } from '@cme/testing/user-centre';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../../routes.ts';

const address = '/user/setting?view=wechat';
const bound = { bound: 'Y' as const, bound_at: '2026-11-20 10:00:00', ways: ['web'] };
const unbound = { bound: 'N' as const, ways: ['web'] };
const password = 'Learner2026';
const device = {
  session_id: 'S1',
  device: 'Windows 电脑 · Chrome',
  address: '10.7.*.*',
  signed_in_at: '2026-11-20 10:00:00',
  seen_at: '2026-11-20 10:30:00',
  is_current: 'Y' as const,
};

beforeEach(() => {
  mockUserCentre();
  mockReply(wechatState, bound);
  mockReply(deviceList, {
    list: [device, { ...device, session_id: 'S2', is_current: 'N' as const }],
  });
  mockReply(myUnit, {
    unit_status: 'none',
    unit_status_name: '未加入',
    unit_name: '',
    unit: null,
    application: null,
  });
  mockReply(siteConfig, {
    menus: [],
    mobile_menus: [],
    login_ways: ['wechat'],
    wechat_ways: ['web'],
    regist_open: 'Y',
    links: [],
  });
});

describePageStates('the binding of WeChat', {
  address,
  routes,
  options: signedIn,
  call: wechatState,
  filled: bound,
  shows: '已绑定微信，可以直接用微信登录。绑定于 11月20日 10:00',
  empty: { reply: unbound, says: '还没有绑定微信，绑定后可以直接用微信登录。' },
});

async function typePassword(user: ReturnType<typeof renderPage>['user'], label = '登录密码') {
  await user.click(await screen.findByLabelText(label));
  await user.paste(password);
}

describe('WeChat', () => {
  it('is listed under 账号安全 with the time of binding', async () => {
    renderPage('/user/setting', routes, signedIn);
    const security = within(await screen.findByRole('region', { name: '账号安全' }));
    expect(await security.findByText(/^已绑定微信.*绑定于 11月20日 10:00$/)).toBeVisible();
    expect(security.getByRole('link', { name: '管理微信绑定' })).toBeVisible();
  });

  it('is not listed on a site without it', async () => {
    mockReply(wechatState, { bound: 'N', ways: [] });
    renderPage('/user/setting', routes, signedIn);
    await screen.findByRole('link', { name: '管理设备' });
    await waitFor(() => expect(requestsTo(wechatState)).toHaveLength(1));
    expect(screen.queryByRole('link', { name: '管理微信绑定' })).toBeNull();
  });

  it('is bound with a proof: goes to WeChat and returns here', async () => {
    mockReply(wechatState, unbound);
    mockReply(wechatAuthorize, { url: '#wechat' });
    const { user } = renderPage(address, routes, signedIn);
    await user.click(await screen.findByRole('button', { name: '绑定微信' }));
    expect(await screen.findByText('请输入登录密码')).toBeVisible();
    expect(requestsTo(wechatAuthorize)).toHaveLength(0);
    await typePassword(user);
    await user.click(screen.getByRole('button', { name: '绑定微信' }));
    await waitFor(() =>
      expect(requestsTo(wechatAuthorize)[0]?.body).toMatchObject({
        way: 'web',
        bind: 'Y',
        password,
      }),
    );
  });

  it('is unbound with a proof', async () => {
    mockReply(wechatUnbind, {});
    const { user } = renderPage(address, routes, signedIn);
    await typePassword(user);
    mockReply(wechatState, unbound);
    await user.click(screen.getByRole('button', { name: '解除绑定' }));
    expect(await screen.findByText(/^还没有绑定微信/)).toBeVisible();
    expect(requestsTo(wechatUnbind)[0]?.body).toEqual({ password });
  });

  it('shows a wrong password at its field and stays bound', async () => {
    mockRefusal(wechatUnbind, 400, '登录密码不正确', 'bad_request', { field: 'password' });
    const { user } = renderPage(address, routes, signedIn);
    await typePassword(user);
    await user.click(screen.getByRole('button', { name: '解除绑定' }));
    expect(await screen.findByText('登录密码不正确')).toBeVisible();
    expect(screen.getByText(/^已绑定微信/)).toBeVisible();
  });
});

describe('a binding of WeChat', () => {
  it('ends with a change of the password, unless it is kept', async () => {
    mockReply(changePassword, {});
    const { user } = renderPage('/user/setting?view=password', routes, signedIn);
    const keep = await screen.findByRole('checkbox', { name: '保留微信绑定' });
    expect(keep).not.toBeChecked();
    await user.click(keep);
    await typePassword(user, '原密码');
    for (const label of ['新密码', '确认密码']) {
      await user.click(screen.getByLabelText(label));
      await user.paste('Learner2027');
    }
    await user.click(screen.getByRole('button', { name: '修改密码' }));
    await waitFor(() =>
      expect(requestsTo(changePassword)[0]?.body).toMatchObject({ keep_wechat: 'Y' }),
    );
  });

  it('ends with signing out all other devices, with a proof', async () => {
    mockReply(deviceSignOutOthers, { list: [device] });
    const { user } = renderPage('/user/setting?view=devices', routes, signedIn);
    await user.click(await screen.findByRole('button', { name: '退出其他所有设备' }));
    expect(await screen.findByRole('checkbox', { name: '同时解除微信绑定' })).toBeChecked();
    await typePassword(user);
    await user.click(screen.getByRole('button', { name: '全部退出' }));
    await waitFor(() =>
      expect(requestsTo(deviceSignOutOthers)[0]?.body).toEqual({ end_wechat: 'Y', password }),
    );
  });

  it('is kept by choice when all other devices are signed out, without a proof', async () => {
    mockReply(deviceSignOutOthers, { list: [device] });
    const { user } = renderPage('/user/setting?view=devices', routes, signedIn);
    await user.click(await screen.findByRole('button', { name: '退出其他所有设备' }));
    await user.click(await screen.findByRole('checkbox', { name: '同时解除微信绑定' }));
    expect(screen.queryByLabelText('登录密码')).toBeNull();
    await user.click(screen.getByRole('button', { name: '全部退出' }));
    await waitFor(() => expect(requestsTo(deviceSignOutOthers)[0]?.body).toEqual({}));
  });
});
