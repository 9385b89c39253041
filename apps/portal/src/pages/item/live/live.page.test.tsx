import { login } from '@cme/contract/person';
import { liveBook, liveDetail, liveEnter, liveStatus } from '@cme/contract/study';
import {
  customerPage,
  describePageStates,
  mockRefusal,
  mockReply,
  renderPage,
  requestsTo,
  sampleSite,
  sampleUser,
} from '@cme/testing';
import { type SampleLive, sampleLive } from '@cme/testing/items';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../../routes.ts';

const id = '01J000000000000000000000L1';
const address = `/item/live/${id}/detail`;
const page = customerPage({ site: sampleSite({ isCustomerDomain: 'Y' }) });
const hour = 3_600_000;

function show(change: Partial<SampleLive> = {}) {
  mockReply(liveDetail, () => sampleLive(change));
  mockReply(liveStatus, () => {
    const { live_status, live_status_name, live_action, begin_ms, finish_ms, server_time } =
      sampleLive(change);
    return { live_status, live_status_name, live_action, begin_ms, finish_ms, server_time };
  });
}

beforeEach(() => show());

describe('a live', () => {
  it("counts down by the server's clock even if the device's clock is wrong", async () => {
    show({ begin_ms: Date.now() + 10 * hour, server_time: Date.now() + 9 * hour });
    renderPage(address, routes, { page });
    expect(await screen.findByRole('timer', { name: '距离开播' })).toHaveTextContent(
      /^(1小时|59分\d+秒)$/,
    );
  });

  it('is booked after the sign-in that booking required', async () => {
    mockReply(liveBook, { booked: 'Y', booked_count: 1 });
    mockReply(login, { user: sampleUser(), defaultLoginUrl: '' }, 'fresh-token');
    const { user } = renderPage(address, routes, { page });
    await user.click(await screen.findByRole('button', { name: '预约直播' }));
    await user.type(await screen.findByLabelText('手机号'), '13800000001');
    await user.type(screen.getByLabelText('密码'), 'Learner2026');
    await user.click(screen.getByRole('button', { name: '登录' }));
    await waitFor(() =>
      expect(requestsTo(liveBook)).toMatchObject([
        { body: { id, booked: 'Y' }, token: 'fresh-token' },
      ]),
    );
  });

  it.each([
    ['enter', '进入直播', 'living', 'L', 'live'],
    ['replay', '观看回放', 'replay', 'R', 'playback'],
  ])(
    'with %s opens the player by %s where the server says',
    async (action, name, status, type, player) => {
      show({ live_action: action, live_status: status });
      mockReply(liveEnter, { content_type: type, id });
      const { user, router } = renderPage(address, routes, { page, token: 'token' });
      await waitFor(() => expect(screen.getByRole('button', { name })).toBeEnabled());
      await user.click(screen.getByRole('button', { name }));
      await waitFor(() => expect(router.state.location.pathname).toBe(`/player/${id}/${player}`));
    },
  );

  it.each([
    [{ live_action: 'wait', live_status: 'transcoding' }, '转码完成后，即可在本页观看回放。'],
    [{ live_action: 'over', live_status: 'ended' }, '直播已结束，本场没有回放。'],
    [
      { live_action: 'over', live_status: 'canceled', cancel_reason: '设备检修' },
      '本场直播已取消。设备检修',
    ],
    [{ live_action: 'none' }, '该直播不在您的适用范围内。'],
  ])('with %o says why no action is available and links onward', async (change, words) => {
    show(change);
    renderPage(address, routes, { page });
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByRole('link', { name: '查看更多直播' })).toBeVisible();
  });

  it('that is actually a course links to the course', async () => {
    mockRefusal(liveDetail, 404, '不存在', 'not_found', { content_type: 'C' });
    const { router } = renderPage(address, routes, { page });
    await waitFor(() => expect(router.state.location.pathname).toBe(`/item/course/${id}/detail`));
  });
});

describePageStates('a live', {
  address,
  routes,
  call: liveDetail,
  filled: sampleLive(),
  shows: '重症监护报警怎么听',
});
