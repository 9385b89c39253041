import { learnList, type LearnRow, learnSummary } from '@cme/contract/study';
import { creditsApply } from '@cme/contract/credits';
import { requestsTo, mockRefusal, renderPage, mockReply, sampleCard } from '@cme/testing';
import { mockUserCentre, signedIn } from '@cme/testing/user-centre';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../routes.ts';

const player = 'http://player.cme.localhost:8080/player/c1';
const counts = { all: 1, studying: 1, completed: 0 };
const open = (address = '/user/learn') => renderPage(address, routes, signedIn);

const row = (change: Partial<LearnRow> = {}): LearnRow => ({
  learning_id: 'l1',
  course: sampleCard({ id: 'c1', title: '气道管理' }),
  learn_status: 'studying',
  learn_status_name: '学习中',
  progress: 25,
  required_seconds: 400,
  effective_seconds: 100,
  last_section_id: 's2',
  last_section_title: '体位与减压',
  last_position: 41,
  study_end_at: '2027-05-01 00:00:00',
  days_left: 174,
  missing: [],
  exam_open: 'N',
  exam_action: '',
  exam_from_ms: 0,
  survey_id: '',
  ...change,
});
const lists = (one: LearnRow, total = 1) =>
  mockReply(learnList, ({ body }) => ({
    list: [one],
    total,
    page: body.page ?? 1,
    page_size: 10,
    counts,
  }));
const item = async () =>
  (await screen.findByRole('heading', { name: '气道管理' })).closest('li') as HTMLElement;
const year = { year: 2026, need_hours: 90, got_hours: 7, need_credits: 25, got_credits: 2.33 };

beforeEach(() => {
  mockUserCentre();
  mockReply(learnSummary, {
    ...year,
    today_seconds: 0,
    total_seconds: 3665,
    studying: 2,
    completed: 3,
  });
});

describe('a course of mine', () => {
  it.each([
    ['enrolled', '开始学习', `${player}/play`],
    ['studying', '继续学习', `${player}/play`],
    ['study_done', '继续学习', `${player}/play`],
    ['exam_failed', '继续学习', `${player}/play`],
    ['completed', '复习课程', `${player}/play`],
    ['expired', '查看课程', 'http://cme.localhost:8080/item/course/c1/detail'],
    ['revoked', '查看课程', 'http://cme.localhost:8080/item/course/c1/detail'],
  ])('%s offers %s', async (learnStatus, name, href) => {
    lists(row({ learn_status: learnStatus }));
    open();
    const link = within(await item()).getByRole('link', { name });
    expect(link).toHaveAttribute('href', href);
    expect(link).toHaveAccessibleDescription('气道管理');
  });

  it.each([
    [true, '撤回退款申请'],
    [false, '查看退款'],
  ])(
    'with study suspended by a refund links to the refund (withdrawable: %s)',
    async (canWithdraw, name) => {
      lists(
        row({
          suspension: {
            order_code: 'D1',
            refund_no: 'R1',
            can_withdraw: canWithdraw,
          } as LearnRow['suspension'],
        }),
      );
      open();
      const link = within(await item()).getByRole('link', { name });
      expect(link.getAttribute('href')).toContain('/user/order?show=detail&code=D1');
      expect(screen.queryByRole('link', { name: '继续学习' })).toBeNull();
    },
  );

  it.each([
    ['cooling', '11月24日 12:49 后可再次考试'],
    ['not_open', '11月24日 12:49 后可参加考试'],
  ])('whose exam is %s shows from when it is available: %s', async (examAction, name) => {
    lists(
      row({ exam_open: 'Y', exam_action: examAction, exam_from_ms: Date.UTC(2026, 10, 24, 4, 49) }),
    );
    open();
    expect(within(await item()).getByRole('link', { name })).toBeVisible();
  });

  it.each([
    [{ days_left: 174 }, '学习期限至 2027年5月1日，剩余 174 天'],
    [{ days_left: 0 }, '学习期限至 2027年5月1日，今天到期'],
    [{ missing: ['还差结课考试', '还差课程问卷'] }, '还差结课考试；还差课程问卷'],
    [{}, '上次学到：体位与减压'],
    [{ learn_status: 'completed' }, '已完成，可随时复习'],
  ])('with %o shows %s', async (change, text) => {
    lists(row(change));
    open();
    expect(within(await item()).getByText(text)).toBeVisible();
  });

  it('that has expired says so once, and not that it ends today', async () => {
    const ended = '学习期限已于2026年11月23日结束';
    lists(row({ learn_status: 'expired', days_left: 0, missing: [ended] }));
    open();
    expect(within(await item()).getByText(ended)).toBeVisible();
    expect(within(await item()).queryByText(/今天到期/)).toBeNull();
  });

  it('that is finished shows no deadline and no resume position', async () => {
    lists(row({ learn_status: 'completed', progress: 100 }));
    open();
    const done = within(await item());
    expect(done.getByText('100%')).toBeVisible();
    expect(done.queryByText(/学习期限/)).toBeNull();
    expect(done.queryByText(/上次学到/)).toBeNull();
  });
});

describe('the year above the courses', () => {
  it.each([
    [0, '今日学习', /0/],
    [3665, '累计学习', /^1小时1分/],
  ])('formats %i seconds as %s', async (_, name, words) => {
    lists(row());
    open();
    const label = await screen.findByText(name);
    expect(label.nextElementSibling).toHaveTextContent(words);
  });

  it('counts courses in progress and completed', async () => {
    lists(row());
    open();
    const summary = within(await screen.findByRole('region', { name: '2026 年度学习进度' }));
    expect(summary.getByText('学习中').nextElementSibling).toHaveTextContent('2 门');
    expect(summary.getByText('已完成').nextElementSibling).toHaveTextContent('3 门');
  });

  it('is hidden if it cannot be loaded, and the courses are shown', async () => {
    mockRefusal(learnSummary, 500, '服务暂时不可用');
    lists(row());
    open();
    expect(await item()).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('region', { name: /学习进度/ })).toBeNull());
    expect(screen.queryByText('加载失败')).toBeNull();
  });
});

describe('many courses', () => {
  it.each([
    ['studying', '没有学习中的课程'],
    ['completed', '还没有学完的课程'],
    ['nonsense', '您还没有加入课程'],
  ])('none in the tab %s: %s', async (tab, text) => {
    mockReply(learnList, { list: [], total: 0, page: 1, page_size: 10, counts });
    open(`/user/learn?tab=${tab}`);
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('are paged, and back returns to the previous page', async () => {
    lists(row(), 12);
    const { user, router } = open();
    await user.click(await screen.findByRole('link', { name: '下一页' }));
    await waitFor(() => expect(requestsTo(learnList).at(-1)?.body.page).toBe(2));
    await router.navigate(-1);
    await waitFor(() => expect(requestsTo(learnList).at(-1)?.body.page).toBe(1));
    expect(router.state.location.search).toBe('');
  });
});

it('on sites where learners apply for credits, those of a finished course are applied for once', async () => {
  let isApplied = false;
  mockReply(learnList, () => ({
    list: [row({ learn_status: 'completed', ...(isApplied ? {} : { may_apply: 'Y' as const }) })],
    total: 1,
    page: 1,
    page_size: 10,
    counts,
  }));
  mockReply(creditsApply, () => {
    isApplied = true;
    return {
      id: 'r1',
      year: 2026,
      title: '气道管理',
      subject_kind: 'pro',
      source_type: 'course',
      source_name: '',
      hours: 6,
      credits: 2,
      credit_type: '',
      project_no: '',
      status: 'granted',
      status_name: '已入账',
      granted_at: '2026-11-20 08:00:00',
      cert_no: '',
      note: '',
    };
  });
  const { user } = open();
  await user.click(within(await item()).getByRole('button', { name: '申请学分' }));
  expect(await screen.findByText('已入账：6 学时，2 学分')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: '申请学分' })).toBeNull());
  expect(requestsTo(creditsApply).map(({ body }) => body)).toMatchObject([{ learning_id: 'l1' }]);
});

it('a course in presale says its day and does not lead to the player', async () => {
  const course = sampleCard({ id: 'c1', title: '气道管理', presale_until: '2099-12-20 00:00:00' });
  lists(row({ course, learn_status: 'enrolled', learn_status_name: '待学习' }));
  open();
  const one = within(await item());
  expect(one.getByText('预售 · 12月20日开课')).toBeVisible();
  expect(one.queryByRole('link', { name: '开始学习' })).toBeNull();
});

it('an expired course that is still offered can be joined again', async () => {
  lists(row({ learn_status: 'expired', learn_status_name: '已过期', may_rejoin: 'Y' }));
  open();
  const link = within(await item()).getByRole('link', { name: '重新报名' });
  expect(link.getAttribute('href')).toContain('/item/course/c1/detail');
});
