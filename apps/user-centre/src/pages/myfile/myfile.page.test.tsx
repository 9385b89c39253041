import { type MyFile, myfileDelete, myfileList } from '@cme/contract/person';
import { learnReport } from '@cme/contract/study';
import { creditsList, creditsSummary } from '@cme/contract/credits';
import { describePageStates, mockRefusal, mockReply, renderPage, requestsTo } from '@cme/testing';
import { mockUserCentre, signedIn } from '@cme/testing/user-centre';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../routes.ts';

const report = (months: Record<number, number> = { 3: 3660 }, days: [string, number][] = []) => ({
  year: 2026,
  years: [2026, 2025],
  total_seconds: 3660,
  days_studied: 2,
  completed: 1,
  months: Array.from({ length: 12 }, (_, index) => ({
    month: index + 1,
    seconds: months[index + 1] ?? 0,
    hours: index === 2 ? 6 : 0,
    credits: index === 2 ? 2 : 0,
    completed: index === 2 ? 1 : 0,
  })),
  days: days.map(([day, seconds]) => ({ day, seconds })),
});
const row = {
  id: 'r1',
  year: 2026,
  title: '手卫生',
  subject_kind: 'pro',
  source_type: 'course',
  source_name: '课程',
  hours: 6,
  credits: 2,
  credit_type: '',
  project_no: '',
  status: 'granted',
  status_name: '已入账',
  granted_at: '2026-03-02 10:00:00',
  cert_no: '2026-0351-P-0000001-1',
  note: '',
};
const open = (search = '') => renderPage(`/user/myfile${search}`, routes, signedIn);

beforeEach(() => {
  mockUserCentre();
  mockReply(learnReport, report());
  mockReply(myfileList, { list: [], total: 0, page: 1, page_size: 100 });
  mockReply(creditsList, { list: [row], total: 1, page: 1, page_size: 100 });
  mockRefusal(creditsSummary, 500, '服务暂时不可用');
});

describe('the archive of a year', () => {
  it('shows the months as a chart and as a table', async () => {
    open();
    expect(
      await screen.findByRole('img', { name: '2026 年度每月学习时长：3月1小时1分钟' }),
    ).toBeVisible();
    const months = within(screen.getByRole('region', { name: '每月学习' })).getByRole('table');
    expect(within(months).getAllByRole('row')).toHaveLength(2);
    expect(within(months).getByRole('row', { name: /3月 1小时1分钟 1 6 2/ })).toBeVisible();
  });

  it('shows a sentence and no chart for a year without study', async () => {
    mockReply(learnReport, { ...report(), total_seconds: 0, months: [] });
    open();
    const region = within(await screen.findByRole('region', { name: '每月学习' }));
    expect(region.getByText('没有学习记录')).toBeVisible();
    expect(region.queryByRole('img')).toBeNull();
    expect(region.queryByText('单位：小时')).toBeNull();
  });

  it('keeps the expanded month and the year in the URL', async () => {
    const { user, router } = open();
    mockReply(learnReport, report({ 3: 3660 }, [['2026-03-02', 3660]]));
    await user.click(await screen.findByRole('link', { name: '3月' }));
    expect(router.state.location.search).toBe('?year=2026&month=3');
    const days = within(await screen.findByRole('region', { name: '3月每日学习' }));
    expect(await days.findByText('2026年3月2日')).toBeVisible();
    await user.click(screen.getByRole('link', { name: '2025 年度' }));
    await waitFor(() =>
      expect(requestsTo(learnReport).at(-1)).toMatchObject({ body: { year: 2025 } }),
    );
  });

  it("falls back to the server's current year for an invalid year or month", async () => {
    open('?year=abc&month=99');
    await screen.findByText('手卫生');
    expect(requestsTo(learnReport)[0]?.body).not.toHaveProperty('month');
  });

  it('lists the credits of the year, or an empty state', async () => {
    open();
    const ledger = within(await screen.findByRole('region', { name: '学时学分明细' }));
    expect(
      await ledger.findByRole('row', { name: /手卫生.*课程 6 2 已入账 2026-03-02/ }),
    ).toBeVisible();
  });
});

it('a year without activity shows an empty state with a link', async () => {
  mockReply(learnReport, report({}));
  mockReply(creditsList, { list: [], total: 0, page: 1, page_size: 100 });
  open();
  expect(await screen.findByText('这一年还没有学分记录')).toBeVisible();
  expect(screen.getByRole('link', { name: '去我的课程' })).toBeVisible();
});

describePageStates('my archive', {
  address: '/user/myfile',
  routes,
  options: signedIn,
  call: learnReport,
  filled: report(),
  shows: '学习天数',
});

it('proofs are listed with what they prove, and only unused ones can be deleted', async () => {
  const proof = (fileId: string, name: string, title = ''): MyFile => ({
    file_id: fileId,
    name,
    kind: 'proof',
    format: 'pdf',
    size: 1000,
    uploaded: 1000,
    file_status: 'ready',
    file_status_name: '可用',
    reason: '',
    created_at: '2026-03-02 10:00:00',
    expire_at: '',
    used_by: title ? [{ owner_type: 'declare', owner_id: 'd1', title }] : [],
    can_delete: title ? 'N' : 'Y',
  });
  const list = [proof('f1', '进修证明.pdf', '进修学习'), proof('f2', '论文首页.pdf')];
  mockReply(myfileList, { list, total: 2, page: 1, page_size: 100 });
  mockReply(myfileDelete, { deleted: 1 });
  const { user } = open();
  const shown = within(await screen.findByRole('list', { name: '证明材料' }, { timeout: 20_000 }));
  expect(await shown.findByText('已用于：进修学习')).toBeVisible();
  expect(shown.queryByRole('button', { name: '删除 进修证明.pdf' })).toBeNull();
  await user.click(shown.getByRole('button', { name: '删除 论文首页.pdf' }));
  const dialog = within(await screen.findByRole('dialog', { name: '删除材料' }));
  expect(dialog.getByText('删除“论文首页.pdf”后不能恢复。')).toBeVisible();
  expect(requestsTo(myfileDelete)).toHaveLength(0);
  await user.click(dialog.getByRole('button', { name: '删除' }));
  await waitFor(() =>
    expect(requestsTo(myfileDelete).map(({ body }) => body)).toEqual([{ file_id: 'f2' }]),
  );
});
