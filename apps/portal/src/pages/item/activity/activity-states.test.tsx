import { shopplistCount } from '@cme/contract/payment';
import { topNoticeCount, userInfo } from '@cme/contract/person';
import { activityApply, activityCancel, activityDetail } from '@cme/contract/study';
import {
  customerPage,
  mockRefusal,
  mockReply,
  renderPage,
  requestsTo,
  sampleSite,
  sampleUser,
} from '@cme/testing';
import { type SampleActivity, sampleActivity, sampleTeacher } from '@cme/testing/items';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../../routes.ts';

const { id } = sampleActivity();
const page = customerPage({ site: sampleSite({ isCustomerDomain: 'Y' }) });
const open = (kind = 'item/activity', token?: string) =>
  renderPage(`/${kind}/${id}/detail`, routes, { page, ...(token ? { token } : {}) });
const offer = (change: Partial<SampleActivity>) =>
  mockReply(activityDetail, sampleActivity(change));
const state = (applied: 'Y' | 'N') => ({
  applied,
  activity_status: 'open',
  activity_status_name: '报名中',
  activity_action: applied === 'Y' ? 'cancel' : 'apply',
  seats: 120,
  seats_left: 19,
});

beforeEach(() => {
  mockReply(userInfo, sampleUser());
  mockReply(topNoticeCount, { unread_count: 0 });
  mockReply(shopplistCount, { count: 0 });
  offer({});
});

describe('an activity that offers nothing', () => {
  it.each<[Partial<SampleActivity>, string]>([
    [{ activity_action: 'none' }, '该活动不在您的适用范围内。'],
    [{ activity_action: 'wait', activity_status: 'not_open' }, '报名将于 2026-06-01 09:00 开始'],
    [{ activity_action: 'over', activity_status: 'full' }, '名额已满，有人取消时会重新开放报名。'],
    [{ activity_action: 'over', activity_status: 'closed' }, '报名已截止。'],
    [{ activity_action: 'over', activity_status: 'running' }, '活动正在进行，报名已结束。'],
    [{ activity_action: 'over', activity_status: 'ended' }, '活动已结束。'],
    [{ activity_action: 'over', activity_status: 'canceled' }, '活动已取消。'],
    [
      { activity_action: 'over', activity_status: 'canceled', cancel_reason: '台风' },
      '活动已取消。台风',
    ],
    [{ activity_action: 'over', activity_status: 'from_a_newer_api' }, '该活动已下架。'],
  ])('with %o says: %s', async (change, words) => {
    offer(change);
    open();
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByRole('link', { name: '看看其他课程' })).toHaveAttribute(
      'href',
      '/profession',
    );
    expect(screen.queryByRole('button', { name: '立即报名' })).toBeNull();
  });
});

describe('an activity', () => {
  const findFacts = async () => {
    await screen.findByRole('heading', { level: 1 });
    return Object.fromEntries(
      screen
        .getAllByRole('term')
        .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
    );
  };

  it('shows when, where, how and for whom it is', async () => {
    offer({ traffic: '地铁 2 号线', contact: '0571-1', levels: [] });
    open();
    expect(await findFacts()).toEqual({
      活动时间: expect.stringMatching(/2026年6月24日.* 08:30 至 17:00$/),
      报名时间: expect.stringMatching(/6月1日.* 09:00 至 .*6月20日.* 18:00$/),
      参加方式: '现场参加',
      地点: '三号报告厅，文汇路66号',
      交通: '地铁 2 号线',
      咨询: '0571-1',
      适用对象: '全体学员',
      名额: '剩余 20 个，共 120 个',
    });
  });

  it('online has no place', async () => {
    offer({ way: 'online', place: '', address: '' });
    open();
    const facts = await findFacts();
    expect(facts).toMatchObject({ 参加方式: '线上参加' });
    expect(facts).not.toHaveProperty('地点');
  });

  it.each([
    [{ seats: 120, seats_left: 20 }, '已报名 100 人，共 120 个名额', 83],
    [{ seats: 0, seats_left: 0 }, '已报名 0 人，共 0 个名额', 100],
  ])('with %o shows: %s', async (seats, words, percent) => {
    offer(seats);
    open();
    const meter = await screen.findByRole('progressbar', { name: words });
    expect(Math.round(Number(meter.getAttribute('aria-valuenow')))).toBe(percent);
  });

  it('has a programme and speakers, if they are known', async () => {
    offer({
      program: [
        { time: '09:00', title: '主题报告', speaker: '林文清' },
        { time: '10:00', title: '茶歇', speaker: '' },
      ],
      teachers: [sampleTeacher({ name: '林文清' })],
    });
    open();
    const program = within(await screen.findByRole('region', { name: '活动日程' }));
    expect(program.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '09:00主题报告林文清',
      '10:00茶歇',
    ]);
    const speakers = within(screen.getByRole('region', { name: '主讲与主持' }));
    expect(speakers.getByRole('heading', { name: '林文清' })).toBeVisible();
  });

  it('without them has neither', async () => {
    offer({ program: [], teachers: [] });
    open();
    expect(await screen.findByRole('region', { name: '活动介绍' })).toBeVisible();
    expect(screen.queryByRole('region', { name: '活动日程' })).toBeNull();
    expect(screen.queryByRole('region', { name: '主讲与主持' })).toBeNull();
  });

  it.each([
    ['item/tour', 'Y', '学习之旅', '行程介绍', '行程安排'],
    ['sunset', 'Z', '阳光行动', '公益行动介绍', '行动安排'],
  ])('at /%s (%s) has its own words', async (path, type, parent, intro, program) => {
    offer({ content_type: type });
    open(path);
    expect(await screen.findByRole('region', { name: intro })).toBeVisible();
    expect(screen.getByRole('region', { name: program })).toBeVisible();
    expect(screen.getByRole('navigation', { name: '当前位置' })).toHaveTextContent(parent);
    expect(requestsTo(activityDetail)[0]?.body).toEqual({ content_type: type, id });
  });
});

describe('giving a seat up', () => {
  const openApplied = async () => {
    offer({ activity_action: 'cancel', applied: 'Y', applied_at: '2026-06-02 10:30:00' });
    const opened = open('item/activity', 'T1');
    await opened.user.click(await screen.findByRole('button', { name: '取消报名' }));
    return opened;
  };

  it('asks first, and the seat can be kept', async () => {
    const { user } = await openApplied();
    expect(screen.getByText('您已于 2026-06-02 10:30 报名')).toBeVisible();
    expect(screen.getByText('确定取消报名？名额会让给其他人。')).toHaveAttribute('role', 'status');
    await user.click(screen.getByRole('button', { name: '保留名额' }));
    expect(screen.getByRole('button', { name: '取消报名' })).toBeVisible();
    expect(requestsTo(activityCancel)).toEqual([]);
  });

  it('frees it', async () => {
    mockReply(activityCancel, () => {
      offer({});
      return state('N');
    });
    const { user } = await openApplied();
    await user.click(screen.getByRole('button', { name: '确定取消' }));
    expect(await screen.findByText('已取消报名')).toBeVisible();
    expect(await screen.findByRole('button', { name: '立即报名' })).toBeVisible();
    expect(requestsTo(activityCancel)[0]?.body).toEqual({ content_type: 'A', id });
  });

  it('is refused once it has begun, and says so', async () => {
    mockRefusal(activityCancel, 409, '活动已开始，不能取消', 'activity_state');
    const { user } = await openApplied();
    await user.click(screen.getByRole('button', { name: '确定取消' }));
    expect(await screen.findByText('活动已开始，不能取消')).toBeVisible();
  });
});

it('a seat that nobody can give up any more is only named', async () => {
  offer({ activity_action: 'applied', applied: 'Y' });
  open('item/activity', 'T1');
  expect(await screen.findByText('已报名')).toBeVisible();
  expect(within(screen.getByRole('main')).queryByRole('button', { name: /报名/ })).toBeNull();
});

it('an application that is refused says why and asks for the activity again', async () => {
  mockRefusal(activityApply, 409, '名额已满', 'activity_full');
  const { user } = open('item/activity', 'T1');
  const apply = await screen.findByRole('button', { name: '立即报名' });
  await waitFor(() => expect(apply).not.toHaveAttribute('aria-busy'));
  const before = requestsTo(activityDetail).length;
  await user.click(apply);
  expect(await screen.findByText('名额已满')).toBeVisible();
  await waitFor(() => expect(requestsTo(activityDetail).length).toBeGreaterThan(before));
});
