import {
  correctIdentity,
  identityState,
  type Verification,
  verifyIdentity,
  withdrawIdentity,
} from '@cme/contract/person';
import { describePageStates, mockReply, renderPage, requestsTo } from '@cme/testing';
import { mockUserCentre, signedIn } from '@cme/testing/user-centre';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../../routes.ts';

const state: Verification = {
  verify_status: 'unverified',
  verify_status_name: '未认证',
  real_name: '李晓梅',
  id_type: 'ID',
  id_type_name: '居民身份证',
  id_no: '330106********0024',
  can_verify: 'Y',
  can_correct: 'Y',
  request: null,
};
const waiting: Verification = {
  ...state,
  verify_status: 'checking',
  verify_status_name: '审核中',
  can_verify: 'N',
  can_correct: 'N',
  request: {
    kind: 'verify',
    request_status: 'waiting',
    request_status_name: '审核中',
    real_name: '李晓梅',
    id_no: '330106********0024',
    created_at: '2026-11-20 10:00:00',
    reply: '',
  },
};
const verified = {
  ...state,
  verify_status: 'verified',
  verify_status_name: '已认证',
  can_verify: 'N' as const,
};
const address = '/user/setting?view=identity';
const open = () => renderPage(address, routes, signedIn);

beforeEach(() => {
  mockUserCentre();
  mockReply(identityState, state);
});

describePageStates('real-name verification', {
  address,
  routes,
  options: signedIn,
  call: identityState,
  filled: verified,
  shows: '已认证',
});

describe('real-name verification', () => {
  it('requires the whole number and an image, and sends nothing without', async () => {
    const { user } = open();
    await user.type(await screen.findByRole('textbox', { name: '证件号码' }), '33010619900101');
    await user.click(screen.getByRole('button', { name: '提交认证' }));
    expect(await screen.findByText('请上传证件照片')).toBeVisible();
    expect(screen.getByRole('textbox', { name: '证件号码' })).toHaveValue('33010619900101');
    expect(requestsTo(verifyIdentity)).toEqual([]);
  });

  it('that is pending can be withdrawn', async () => {
    mockReply(identityState, waiting);
    mockReply(withdrawIdentity, state);
    const { user } = open();
    const standing = within(await screen.findByRole('status'));
    expect(standing.getByText('实名认证：审核中')).toBeVisible();
    expect(screen.queryByRole('button', { name: '提交认证' })).toBeNull();
    await user.click(standing.getByRole('button', { name: '撤回申请' }));
    expect(await screen.findByRole('button', { name: '提交认证' })).toBeVisible();
  });

  it('that was rejected shows why and can be requested again', async () => {
    const request = {
      ...waiting.request!,
      request_status: 'rejected',
      request_status_name: '未通过',
      reply: '照片模糊',
    };
    mockReply(identityState, { ...state, verify_status: 'failed', request });
    open();
    expect(await screen.findByText('原因：照片模糊')).toBeVisible();
    expect(screen.getByRole('button', { name: '提交认证' })).toBeVisible();
  });
});

it('a correction shows what is missing, keeps the input, and can be cancelled', async () => {
  mockReply(identityState, verified);
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: '申请更正' }));
  const form = within(await screen.findByRole('form', { name: '申请更正' }));
  await waitFor(() => expect(screen.getByRole('form', { name: '申请更正' })).toHaveFocus());
  await user.type(form.getByRole('textbox', { name: '更正原因' }), '改名');
  await user.click(form.getByRole('button', { name: '提交更正申请' }));
  expect(await form.findByText('请说明更正原因，至少5个字')).toBeVisible();
  expect(form.getByText('请输入证件号码')).toBeVisible();
  expect(form.getByRole('textbox', { name: '更正原因' })).toHaveValue('改名');
  expect(requestsTo(correctIdentity)).toEqual([]);
  await user.click(form.getByRole('button', { name: '取消' }));
  expect(screen.getByRole('button', { name: '申请更正' })).toBeVisible();
});
