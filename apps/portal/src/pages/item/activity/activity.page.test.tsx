import type { ReplyOf } from '@cme/contract/base';
import { activityApply, activityCancel, activityDetail } from '@cme/contract/study';
import {
  customerPage,
  describePageStates,
  mockRefusal,
  mockReply,
  renderPage,
  requestsTo,
  sampleSite,
} from '@cme/testing';
import { sampleActivity } from '@cme/testing/items';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { routes } from '../../../routes.ts';

const id = '01J000000000000000000000A1';
const address = `/item/activity/${id}/detail`;
const page = customerPage({ site: sampleSite({ isCustomerDomain: 'Y' }) });

const state = (change: Partial<ReplyOf<typeof activityApply>>) => ({
  applied: 'Y' as const,
  activity_status: 'open',
  activity_status_name: '报名中',
  activity_action: 'cancel',
  seats: 120,
  seats_left: 19,
  ...change,
});

describe('an activity', () => {
  it('accepts an application, and gives the seat back only after confirmation', async () => {
    let isApplied = false;
    mockReply(activityDetail, () =>
      sampleActivity(isApplied ? { applied: 'Y', activity_action: 'cancel' } : {}),
    );
    mockReply(activityApply, () => {
      isApplied = true;
      return state({});
    });
    mockReply(activityCancel, state({ applied: 'N' }));
    const { user } = renderPage(address, routes, { page, token: 'token' });
    await waitFor(() => expect(screen.getByRole('button', { name: '立即报名' })).toBeEnabled());
    await user.click(screen.getByRole('button', { name: '立即报名' }));
    await user.click(await screen.findByRole('button', { name: '取消报名' }));
    expect(requestsTo(activityCancel)).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: '确定取消' }));
    await waitFor(() =>
      expect(requestsTo(activityCancel)).toMatchObject([{ body: { content_type: 'A', id } }]),
    );
  });

  it('shows why an application was rejected', async () => {
    mockReply(activityDetail, sampleActivity());
    mockRefusal(activityApply, 400, '名额已满', 'activity_full');
    const { user } = renderPage(address, routes, { page, token: 'token' });
    await waitFor(() => expect(screen.getByRole('button', { name: '立即报名' })).toBeEnabled());
    await user.click(screen.getByRole('button', { name: '立即报名' }));
    expect(await screen.findByText('名额已满')).toBeVisible();
  });

  it.each([
    ['not_open', 'wait', '报名将于 2026-06-01 09:00 开始'],
    ['full', 'over', '名额已满，有人取消时会重新开放报名。'],
    ['ended', 'over', '活动已结束。'],
    ['open', 'none', '该活动不在您的适用范围内。'],
  ])('%s with %s shows: %s', async (activityStatus, activityAction, words) => {
    mockReply(
      activityDetail,
      sampleActivity({ activity_status: activityStatus, activity_action: activityAction }),
    );
    renderPage(address, routes, { page });
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByRole('link', { name: '看看其他课程' })).toBeVisible();
  });

  it.each([
    [`/item/tour/${id}/detail`, 'Y', '行程介绍'],
    [`/sunset/${id}/detail`, 'Z', '公益行动介绍'],
  ])('%s is requested as %s and has its own frame', async (path, contentType, heading) => {
    mockReply(activityDetail, sampleActivity({ content_type: contentType }));
    renderPage(path, routes, { page });
    expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
    expect(requestsTo(activityDetail)[0]?.body).toEqual({ content_type: contentType, id });
  });
});

describePageStates('an activity', {
  address,
  routes,
  call: activityDetail,
  filled: sampleActivity(),
  shows: '基层慢病管理论坛',
});
