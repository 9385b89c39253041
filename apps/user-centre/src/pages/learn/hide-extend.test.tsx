import {
  learnCalendar,
  learnExtend,
  learnHide,
  learnList,
  learnSummary,
  type LearnRow,
} from '@cme/contract/study';
import {
  mockPending,
  mockRefusal,
  mockReply,
  renderPage,
  requestsTo,
  sampleCard,
} from '@cme/testing';
import { mockUserCentre, signedIn } from '@cme/testing/user-centre';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { routes } from '../../routes.ts';

const row = (change: Partial<LearnRow> = {}): LearnRow => ({
  learning_id: 'l1',
  course: sampleCard({ id: 'c1', title: '气道管理' }),
  learn_status: 'expired',
  learn_status_name: '已过期',
  progress: 25,
  required_seconds: 400,
  effective_seconds: 100,
  last_section_id: '',
  last_section_title: '',
  last_position: 0,
  study_end_at: '2026-05-01 00:00:00',
  days_left: 0,
  missing: [],
  exam_open: 'N',
  exam_action: '',
  exam_from_ms: 0,
  survey_id: '',
  ...change,
});
const lists = (list: LearnRow[], hidden = 0) =>
  mockReply(learnList, {
    list,
    total: list.length,
    page: 1,
    page_size: 10,
    counts: { all: list.length, studying: 0, completed: 0, exam: 0, expired: 1, hidden },
  });
const item = async () =>
  within((await screen.findByRole('heading', { name: '气道管理' })).closest('li') as HTMLElement);

beforeEach(() => {
  mockUserCentre();
  mockRefusal(learnSummary, 500, '服务暂时不可用');
  lists([row({ may_extend: 'Y' })]);
});

it.each([
  ['待考试', 'exam'],
  ['已过期', 'expired'],
])('%s is a tab in the URL', async (name, tab) => {
  const { user, router } = renderPage('/user/learn', routes, signedIn);
  await user.click(await screen.findByRole('tab', { name }));
  expect(router.state.location.search).toBe(`?tab=${tab}`);
  await waitFor(() => expect(requestsTo(learnList).at(-1)).toMatchObject({ body: { tab } }));
});

it('a course can be hidden with undo, and hidden courses can be found again', async () => {
  const { user } = renderPage('/user/learn', routes, signedIn);
  const hide = (await item()).getByRole('button', { name: '从列表隐藏' });
  mockReply(learnHide, { hidden: 'Y' });
  lists([], 1);
  await user.click(hide);
  expect(await screen.findByText(/^已隐藏“/)).toHaveFocus();
  const others = await screen.findByRole('link', { name: '已隐藏的课程（1）' });
  lists([row({ hidden: 'Y' })], 1);
  await user.click(others);
  mockReply(learnHide, { hidden: 'N' });
  const show = (await item()).getByRole('button', { name: '放回列表' });
  await user.click(show);
  await waitFor(() =>
    expect(requestsTo(learnHide).map(({ body }) => body.hidden)).toEqual(['Y', 'N']),
  );
});

it('an extension is requested with a reason, which is kept if sending fails', async () => {
  const { user, router } = renderPage('/user/learn', routes, signedIn);
  await user.click((await item()).getByRole('button', { name: '申请延期' }));
  expect(router.state.location.search).toBe('?show=extend&code=l1');
  const dialog = within(await screen.findByRole('dialog', { name: '申请延期' }));
  await user.click(dialog.getByRole('button', { name: '提交申请' }));
  expect(await dialog.findByText('请填写延期原因，至少5个字')).toBeVisible();
  expect(requestsTo(learnExtend)).toEqual([]);
  const field = dialog.getByRole('textbox', { name: /延期原因/ });
  await user.type(field, '夜班较多未能学完');
  mockRefusal(learnExtend, 400, '每门课程最多申请3次延期，请联系客服');
  await user.click(dialog.getByRole('button', { name: '提交申请' }));
  expect(await dialog.findByText('每门课程最多申请3次延期，请联系客服')).toBeVisible();
  expect(field).toHaveValue('夜班较多未能学完');
  const extension = {
    extension_id: 'e1',
    state: 'waiting',
    state_name: '待审核',
    reason: '夜班较多未能学完',
    reply: '',
    asked_at: '2026-05-02 08:00:00',
  };
  mockReply(learnExtend, extension);
  lists([row({ extension })]);
  mockPending(learnSummary);
  await user.click(dialog.getByRole('button', { name: '提交申请' }));
  expect(await screen.findByText('延期申请：待审核')).toBeVisible();
  // Otherwise a reload after a refusal opens the dialog again.
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(screen.queryByRole('button', { name: '申请延期' })).toBeNull();
});

it('what is due is listed above the courses by day, first the earliest, with links', async () => {
  const item = (day: number, kind: string, linkType: string) => ({
    kind,
    title: `安排${day}`,
    at: `2026-06-1${day} 19:00:00`,
    place: '',
    link_type: linkType,
    link_id: `c${day}`,
  });
  mockReply(learnCalendar, {
    list: [
      item(1, 'live', 'L'),
      item(2, 'exam', 'myexam'),
      { ...item(3, 'year', 'credits'), link_id: '' },
      item(4, 'class', 'X'),
      item(5, 'activity', 'A'),
    ],
  });
  const { user } = renderPage('/user/learn', routes, signedIn);
  const due = within(await screen.findByRole('region', { name: '近期安排' }));
  expect(due.getByText('2026年6月11日')).toBeVisible();
  expect(due.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'http://cme.localhost:8080/item/live/c1/detail',
    '/user/myexam',
    '/user/mycertificate',
    'http://cme.localhost:8080/item/package/c4/detail',
    '/user/learn?show=month',
  ]);
  await user.click(due.getByRole('button', { name: '查看全部 5 项' }));
  expect(due.getByRole('link', { name: '安排5' })).toBeVisible();
});
