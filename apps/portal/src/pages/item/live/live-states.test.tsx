import { shopplistCount } from '@cme/contract/payment';
import { topNoticeCount, userInfo } from '@cme/contract/person';
import { liveBook, liveDetail, liveEnter, liveStatus } from '@cme/contract/study';
import {
  customerPage,
  mockRefusal,
  mockReply,
  renderPage,
  requestsTo,
  sampleSite,
  sampleUser,
} from '@cme/testing';
import { type SampleLive, sampleLive, sampleTeacher } from '@cme/testing/items';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../../routes.ts';

const { id } = sampleLive();
const page = customerPage({ site: sampleSite({ isCustomerDomain: 'Y' }) });
const open = (token?: string) =>
  renderPage(`/item/live/${id}/detail`, routes, { page, ...(token ? { token } : {}) });
const offer = (change: Partial<SampleLive>) => {
  mockReply(liveDetail, () => sampleLive(change));
  mockReply(liveStatus, () => sampleLive(change));
};

beforeEach(() => {
  mockReply(userInfo, sampleUser());
  mockReply(topNoticeCount, { unread_count: 0 });
  mockReply(shopplistCount, { count: 0 });
});

describe('a live that offers nothing', () => {
  it.each<[Partial<SampleLive>, string]>([
    [{ live_status: 'canceled', live_action: 'over', cancel_reason: '' }, '本场直播已取消。'],
    [
      { live_status: 'canceled', live_action: 'over', cancel_reason: '讲师出差' },
      '本场直播已取消。讲师出差',
    ],
    [{ live_status: 'ended', live_action: 'wait' }, '转码完成后，即可在本页观看回放。'],
    [{ live_status: 'ended', live_action: 'over' }, '直播已结束，本场没有回放。'],
    [{ live_status: 'scheduled', live_action: 'none' }, '该直播不在您的适用范围内。'],
    [{ live_status: 'off', live_action: 'over' }, '该直播已下架。'],
    [{ live_status: 'off', live_action: 'from_a_newer_api' }, '该直播已下架。'],
  ])('with %o says: %s', async (change, words) => {
    offer(change);
    open();
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByRole('link', { name: '查看更多直播' })).toHaveAttribute(
      'href',
      '/profession?content_type=L',
    );
  });
});

describe('a live', () => {
  it('shows when it is, for whom, how many booked, and who teaches', async () => {
    offer({
      levels: [],
      booked_count: 12,
      replay_seconds: 3720,
      teachers: [sampleTeacher({ name: '林文清' })],
    });
    open();
    expect(await screen.findByText('12 人已预约')).toBeVisible();
    const facts = Object.fromEntries(
      screen
        .getAllByRole('term')
        .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
    );
    expect(facts).toMatchObject({
      开播时间: expect.stringContaining('19:30'),
      主讲: '周建国 · 省人民医院',
      适用对象: '全体学员',
      回放时长: expect.stringMatching(/^1小时2分/),
      预约人数: '12 人已预约',
    });
    const teachers = within(screen.getByRole('region', { name: '讲师介绍' }));
    expect(teachers.getByRole('heading', { name: '林文清' })).toBeVisible();
  });

  it('leaves out what it does not have', async () => {
    offer({});
    open();
    await screen.findByRole('button', { name: '预约直播' });
    for (const term of ['回放时长', '预约人数']) expect(screen.queryByText(term)).toBeNull();
    expect(screen.queryByRole('region', { name: '讲师介绍' })).toBeNull();
  });

  it('follows its state: what has begun is fetched again, and counts down no longer', async () => {
    mockReply(liveDetail, () =>
      requestsTo(liveDetail).length > 1
        ? sampleLive({ live_status: 'living', live_status_name: '直播中', live_action: 'enter' })
        : sampleLive(),
    );
    mockReply(liveStatus, () =>
      sampleLive({ live_status: 'living', live_status_name: '直播中', live_action: 'enter' }),
    );
    open();
    expect(await screen.findByRole('button', { name: '进入直播' })).toBeVisible();
    expect(screen.getByText('直播中')).toBeVisible();
    expect(screen.queryByRole('timer')).toBeNull();
    await waitFor(() => expect(requestsTo(liveDetail)).toHaveLength(2));
  });

  it('that has not changed is not fetched again', async () => {
    offer({});
    open();
    await screen.findByRole('timer');
    expect(requestsTo(liveStatus)).toHaveLength(1);
    expect(requestsTo(liveDetail)).toHaveLength(1);
  });

  it('asks for its state as soon as the countdown ends', async () => {
    offer({ begin_ms: Date.now() - 1000, server_time: Date.now() });
    open();
    await screen.findByRole('timer');
    await waitFor(() => expect(requestsTo(liveStatus).length).toBeGreaterThan(1));
  });
});

describe('the actions of a live', () => {
  it('that is for sale are buying and booking', async () => {
    offer({ live_action: 'buy', is_free: 'N', price: '30.00', can_book: 'Y' });
    mockReply(liveBook, { booked: 'Y', booked_count: 1 });
    const { user, router } = open('T1');
    expect(await screen.findByText('¥30.00')).toBeVisible();
    const book = await screen.findByRole('button', { name: '预约直播' });
    await waitFor(() => expect(book).not.toHaveAttribute('aria-busy'));
    await user.click(book);
    expect(await screen.findByText('已预约，开播前 15 分钟提醒您')).toBeVisible();
    await user.click(screen.getByRole('button', { name: '立即购买' }));
    await waitFor(() => expect(router.state.location.search).toBe(`?content_type=L&id=${id}`));
  });

  it('that is for sale and has begun is buying only', async () => {
    offer({ live_action: 'buy', is_free: 'N', price: '30.00', can_book: 'N' });
    open();
    expect(await screen.findByRole('button', { name: '立即购买' })).toBeVisible();
    expect(screen.queryByRole('button', { name: '预约直播' })).toBeNull();
  });

  it('that is booked is giving the reminder up', async () => {
    offer({ live_action: 'booked', booked: 'Y' });
    mockReply(liveBook, { booked: 'N', booked_count: 0 });
    const { user } = open('T1');
    const unbook = await screen.findByRole('button', { name: '取消预约' });
    await waitFor(() => expect(unbook).not.toHaveAttribute('aria-busy'));
    await user.click(unbook);
    expect(await screen.findByText('已取消预约')).toBeVisible();
    expect(requestsTo(liveBook).map(({ body }) => body)).toEqual([{ id, booked: 'N' }]);
  });

  it.each([
    ['enter', '进入直播', 'L'],
    ['replay', '观看回放', 'R'],
  ])('%s opens the player', async (action, name, type) => {
    offer({ live_action: action, live_status: action === 'enter' ? 'living' : 'replay' });
    mockReply(liveEnter, { content_type: type, id });
    const { user, router } = open('T1');
    const enter = await screen.findByRole('button', { name });
    await waitFor(() => expect(enter).not.toHaveAttribute('aria-busy'));
    await user.click(enter);
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/player\//));
    expect(requestsTo(liveEnter).map(({ body }) => body)).toEqual([{ id }]);
  });

  it('that is refused says why and fetches the live again', async () => {
    offer({ live_action: 'enter', live_status: 'living' });
    mockRefusal(liveEnter, 409, '直播已结束', 'live_state');
    const { user } = open('T1');
    const enter = await screen.findByRole('button', { name: '进入直播' });
    await waitFor(() => expect(enter).not.toHaveAttribute('aria-busy'));
    const before = requestsTo(liveDetail).length;
    await user.click(enter);
    expect(await screen.findByText('直播已结束')).toBeVisible();
    await waitFor(() => expect(requestsTo(liveDetail).length).toBeGreaterThan(before));
  });
});
