import {
  type AccountClosing,
  closeAccount,
  closingCancel,
  closingState,
  type ConsentRow,
  consentList,
  consentSet,
  type DataExport,
  exportDownload,
  exportRequest,
  exportState,
} from '@cme/contract/person';
import { describePageStates, mockRefusal, mockReply, renderPage, requestsTo } from '@cme/testing';
import { mockUserCentre, signedIn } from '@cme/testing/user-centre';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../../routes.ts';

const consent: ConsentRow = {
  kind: 'identity',
  name: '使用证件号码（敏感个人信息）',
  version: '2026-01',
  given_at: '2026-01-02 10:00:00',
  withdrawn_at: '',
  effect: '撤回后不能再申请学分和证书。',
  action: 'withdraw',
};
const made: DataExport = {
  export_id: 'E1',
  status: 'running',
  status_name: '正在打包',
  done: 5,
  total: 20,
  size: 0,
  requested_at: '2026-11-20 10:00:00',
  expire_at: '',
};
const ready = {
  ...made,
  status: 'ready',
  status_name: '可以下载',
  size: 2_300_000,
  expire_at: '2026-11-21 10:01:00',
};
const closing: AccountClosing = {
  status: 'none',
  requested_at: '',
  close_at: '',
  cooling_days: 7,
  blockers: [],
  deleted: [{ name: '站内消息', text: '' }],
  kept: [
    { name: '证书', text: '长期，供核验' },
    { name: '学分申报', text: '长期，供核验' },
  ],
};
const waiting = { ...closing, status: 'waiting', close_at: '2026-11-28 10:00:00' };

beforeEach(mockUserCentre);

describe('consents', () => {
  beforeEach(() => mockReply(consentList, { list: [consent] }));
  describePageStates('the consents', {
    address: '/user/setting?view=consent',
    routes,
    options: signedIn,
    call: consentList,
    filled: { list: [consent] },
    shows: consent.name,
  });

  it('can be withdrawn and given again', async () => {
    const back = { ...consent, withdrawn_at: '2026-11-20 10:00:00', action: 'give' };
    mockReply(consentSet, { list: [back] });
    const { user } = renderPage('/user/setting?view=consent', routes, signedIn);
    await user.click(await screen.findByRole('button', { name: `撤回同意：${consent.name}` }));
    expect(await screen.findByText('2026-11-20 10:00:00 撤回')).toBeVisible();
    expect(requestsTo(consentSet)[0]?.body).toEqual({ kind: 'identity', given: 'N' });
    expect(screen.getByRole('button', { name: `重新同意：${consent.name}` })).toBeVisible();
  });
});

describe('an export', () => {
  it('is requested with the password, shows its progress, and is then downloaded', async () => {
    mockReply(exportState, { export: null });
    mockReply(exportRequest, { export: made });
    const { user } = renderPage('/user/setting?view=export', routes, signedIn);
    await user.type(await screen.findByLabelText('登录密码'), 'Learner2026');
    await user.click(screen.getByRole('button', { name: '申请导出' }));
    expect(await screen.findByRole('progressbar', { name: '打包进度' })).toHaveAttribute(
      'aria-valuenow',
      '25',
    );
    expect(requestsTo(exportRequest)[0]?.body).toEqual({ password: 'Learner2026' });
    expect(screen.getByText('正在打包').closest('[role="status"]')).toHaveFocus();
    mockReply(exportState, { export: ready });
    expect(
      await screen.findByRole('button', { name: '下载（2.2 MB）' }, { timeout: 4000 }),
    ).toBeVisible();
  });

  it('that is refused without a field keeps the focus', async () => {
    mockReply(exportState, { export: null });
    mockRefusal(exportRequest, 500, '服务暂时不可用');
    const { user } = renderPage('/user/setting?view=export', routes, signedIn);
    await user.type(await screen.findByLabelText('登录密码'), 'Learner2026');
    await user.click(screen.getByRole('button', { name: '申请导出' }));
    expect(await screen.findByText('服务暂时不可用')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: '申请导出' })).toHaveFocus());
  });

  it('requested on another device is downloaded after the password', async () => {
    mockReply(exportState, { export: ready, needs_proof: 'Y' });
    mockReply(exportRequest, { export: ready, needs_proof: 'N' });
    const { user } = renderPage('/user/setting?view=export', routes, signedIn);
    expect(await screen.findByText(/^这份数据由您在其他设备上申请/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^下载/ })).toBeNull();
    await user.type(screen.getByLabelText('登录密码'), 'Learner2026');
    await user.click(screen.getByRole('button', { name: '核验身份' }));
    expect(await screen.findByRole('button', { name: '下载（2.2 MB）' })).toBeVisible();
    expect(screen.queryByLabelText('登录密码')).toBeNull();
  });

  it('that has expired meanwhile says so', async () => {
    mockReply(exportState, { export: ready });
    mockRefusal(exportDownload, 400, '导出的数据已过期，请重新导出', 'export_state');
    const { user } = renderPage('/user/setting?view=export', routes, signedIn);
    await user.click(await screen.findByRole('button', { name: /^下载/ }));
    expect(await screen.findByText('导出的数据已过期，请重新导出')).toBeVisible();
  });

  it('is not requested without identity confirmation', async () => {
    mockReply(exportState, { export: null });
    const { user } = renderPage('/user/setting?view=export', routes, signedIn);
    await user.click(await screen.findByRole('button', { name: '申请导出' }));
    expect(await screen.findByText('请输入登录密码')).toBeVisible();
    expect(requestsTo(exportRequest)).toHaveLength(0);
  });
});

describe('closing the account', () => {
  const open = () => renderPage('/user/setting?view=close', routes, signedIn);

  it('shows what is deleted and what is retained, requires agreement, and can be cancelled', async () => {
    mockReply(closingState, closing);
    mockReply(closeAccount, waiting);
    mockReply(closingCancel, closing);
    const { user } = open();
    expect(await screen.findByText(/站内消息/)).toBeVisible();
    expect(screen.getByText('证书、学分申报').closest('li')).toHaveTextContent(/：长期，供核验$/);
    await user.type(screen.getByLabelText('登录密码'), 'Learner2026');
    await user.click(screen.getByRole('button', { name: '申请注销' }));
    expect(await screen.findByText('请阅读并同意注销须知')).toBeVisible();
    expect(requestsTo(closeAccount)).toHaveLength(0);
    await user.click(screen.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: '申请注销' }));
    expect(await screen.findByText('您的账号将于 2026-11-28 10:00:00 注销')).toBeVisible();
    expect(document.activeElement).toHaveTextContent('您的账号将于 2026-11-28 10:00:00 注销');
    expect(requestsTo(closeAccount)[0]?.body).toEqual({ agree: 'Y', password: 'Learner2026' });
    await user.click(screen.getByRole('button', { name: '撤销注销申请' }));
    await waitFor(() => expect(screen.getByRole('button', { name: '申请注销' })).toBeVisible());
  });

  it('is blocked by unfinished business', async () => {
    mockReply(closingState, { ...closing, blockers: ['有待付款、待交付或退款中的订单'] });
    open();
    expect(await screen.findByText('有待付款、待交付或退款中的订单')).toBeVisible();
    expect(screen.queryByRole('button', { name: '申请注销' })).toBeNull();
  });
});
