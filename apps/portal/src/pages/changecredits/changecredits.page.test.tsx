// @vitest-environment happy-dom
import type { DataOf } from '@cme/contract/base';
import { type MyFile, myfileList } from '@cme/contract/person';
import {
  creditsSummary,
  type DeclareDetail,
  type DeclareRow,
  exchangeCalc,
  exchangeDetail,
  exchangeDownload,
  type ExchangeKind,
  exchangeKinds,
  exchangeList,
  exchangeSave,
  exchangeSubmit,
  exchangeWithdraw,
} from '@cme/contract/credits';
import {
  describePageStates,
  mockRefusal,
  mockReply,
  renderPage,
  requestsTo,
  samplePage,
} from '@cme/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../routes.ts';

const page = samplePage();
const kind: ExchangeKind = {
  kind_code: 'meeting',
  name: '学术会议',
  about: '参加学会举办的学术会议。',
  activity_kind: 'practice',
  activity_kind_name: '有组织的实践活动',
  subject_kind: 'pro',
  unit: '项',
  hours_per_unit: 12,
  credits_per_unit: 4,
  max_value: 10,
  year_cap: 10,
  levels: [],
  fields: [
    { key: 'activity_name', label: '会议名称', hint: '', required: 'Y' },
    { key: 'start_on', label: '开始日期', hint: '', required: 'Y' },
    { key: 'end_on', label: '结束日期', hint: '', required: 'Y' },
    { key: 'quantity', label: '参加次数', hint: '同一会议填1', required: 'Y' },
  ],
  need_files: [{ key: 'notice', name: '通知', hint: '', required: 'Y' }],
};
const kinds = { year: 2026, years: [{ year: 2026, until: '2027-03-31' }], list: [kind] };
const row = (more: Partial<DeclareRow> = {}): DeclareRow => ({
  declare_no: 'SB1',
  year: 2026,
  kind_code: 'meeting',
  kind_name: '学术会议',
  activity_name: '围产医学年会',
  hours: 12,
  credits: 4,
  declare_status: 'submitted',
  declare_status_name: '待审核',
  reason: '',
  updated_at: '2026-06-01 09:00:00',
  submitted_at: '2026-06-01 09:00:00',
  can_edit: 'N',
  can_withdraw: 'Y',
  ...more,
});
const detail = (more: Partial<DeclareDetail> = {}): DeclareDetail => ({
  ...row(),
  draft: {
    year: 2026,
    kind_code: 'meeting',
    activity_name: '围产医学年会',
    activity_no: '',
    issuer: '',
    level: '',
    role_order: 0,
    start_on: '2026-05-01',
    end_on: '2026-05-03',
    quantity: 1,
    note: '',
    files: [{ need: 'notice', file_id: 'f1' }],
  },
  revision: 3,
  kind,
  level_name: '',
  real_name: '李明',
  unit_name: '县医院',
  claimed: { hours: 12, credits: 4 },
  formula: '1项 × 每项12学时、4学分',
  files: [
    {
      need: 'notice',
      need_name: '通知',
      file_id: 'f1',
      name: '通知.pdf',
      format: 'pdf',
      size: 2048,
    },
  ],
  steps: [
    { key: 'submit', name: '提交', state: 'done', at: '2026-06-01 09:00:00', note: '' },
    { key: 'unit', name: '单位审核', state: 'now', at: '', note: '' },
    { key: 'centre', name: '中心审核', state: 'later', at: '', note: '' },
    { key: 'credit', name: '入账', state: 'later', at: '', note: '' },
  ],
  history: [
    { status: 'submitted', name: '待审核', who: '本人', at: '2026-06-01 09:00:00', reason: '' },
  ],
  ...more,
});
const list = (rows: DeclareRow[]) => ({
  list: rows,
  total: rows.length,
  page: 1,
  page_size: 10,
  counts: { all: rows.length, todo: 0, waiting: rows.length, passed: 0, rejected: 0 },
  years: [2026],
});
const both = (hours: number, credits: number) => ({ hours, credits });
const summary = {
  year: 2026,
  years: [2026, 2025],
  rule: { name: '', need_hours: 90, need_public: 30, need_pro: 60, need_credits: 25, note: '说明' },
  year_status: 'unmet',
  year_status_name: '未达标',
  got: both(40, 10),
  pending: both(12, 4),
  capped: both(0, 0),
  public_hours: 10,
  pro_hours: 30,
  needs: [
    { key: 'pro', name: '专业科目', unit: '学时', need: 60, got: 30, pending: 12, missing: 30 },
  ],
  kinds: [],
  next_steps: [],
};

beforeEach(() => {
  mockReply(exchangeKinds, kinds);
  mockReply(exchangeList, list([row()]));
  mockReply(creditsSummary, summary);
  mockReply(exchangeDetail, detail());
  mockReply(exchangeCalc, {
    hours: 12,
    credits: 4,
    counted_credits: 2,
    formula: '1项 × 每项12学时、4学分',
    notes: ['每年最多计10学分'],
  });
  mockReply(exchangeSave, { declare_no: 'SB1', revision: 4, saved_at: '2026-06-01 09:00:00' });
});

const open = (address: string) => renderPage(address, routes, { page, token: 'T1' });

describe('学分兑换', () => {
  it('shows guests the rules and asks them to sign in for their own declarations', async () => {
    renderPage('/changecredits', routes, { page });
    expect(await screen.findByRole('heading', { name: '学术会议' })).toBeVisible();
    expect(screen.getByText('每项12学时、4学分 · 每项最多10学分 · 每年最多10学分')).toBeVisible();
    expect(screen.getByText('登录后查看本年度学时学分和申报进度')).toBeVisible();
    expect(requestsTo(exchangeList)).toHaveLength(0);
  });

  it('shows the year with credits under review and keeps tab and year in the URL', async () => {
    const { user, router } = open('/changecredits/index');
    expect(await screen.findByText('还差30学时 · 待审核 12')).toBeVisible();
    expect(await screen.findByRole('link', { name: '围产医学年会' })).toHaveAttribute(
      'href',
      '/changecredits/detail?no=SB1',
    );
    await user.click(screen.getByRole('tab', { name: '已驳回' }));
    await waitFor(() => expect(router.state.location.search).toBe('?tab=rejected'));
    await user.selectOptions(screen.getByLabelText('年度'), '2025');
    await waitFor(() =>
      expect(requestsTo(exchangeList).at(-1)?.body).toMatchObject({ year: 2025, tab: 'rejected' }),
    );
  });
});

describe('兑换申报', () => {
  it('goes step by step, autosaves and shows the credits as they change', async () => {
    const { user, router } = open('/changecredits/declare');
    await user.click(await screen.findByRole('button', { name: /学术会议/ }));
    await user.click(await screen.findByRole('button', { name: '下一步' }));
    expect(await screen.findByText('请填写会议名称')).toBeVisible();
    await user.type(screen.getByLabelText('会议名称'), '年会');
    await user.type(screen.getByLabelText('参加次数'), '1');
    expect(await screen.findByText('可获 12 学时 · 4 学分')).toBeVisible();
    expect(screen.getByText('每年最多计10学分')).toBeVisible();
    expect(await screen.findByText('已自动保存')).toBeVisible();
    await waitFor(() =>
      expect(requestsTo(exchangeSave).at(-1)?.body).toMatchObject({
        draft: { kind_code: 'meeting', activity_name: '年会', quantity: 1 },
      }),
    );
    await waitFor(() => expect(router.state.location.search).toContain('no=SB1'));
    expect(router.state.location.search).toContain('step=form');
  });

  it('reports “saved” only after the latest change, and saves on unload', async () => {
    mockReply(exchangeDetail, detail({ declare_status: 'draft', can_edit: 'Y' }));
    const first = Promise.withResolvers<DataOf<typeof exchangeSave>>();
    mockReply(exchangeSave, () => first.promise);
    const { user } = open('/changecredits/declare?no=SB1&step=form');
    const name = await screen.findByLabelText('会议名称');
    await user.type(name, '二');
    await waitFor(() => expect(requestsTo(exchangeSave)).toHaveLength(1));
    await user.type(name, '三');
    mockReply(exchangeSave, () => new Promise(() => undefined));
    first.resolve({ declare_no: 'SB1', revision: 5, saved_at: '2026-06-01 09:00:00' });
    await waitFor(() => expect(screen.queryByText('正在保存…')).toBeNull());
    expect(screen.queryByText('已自动保存')).toBeNull();
    window.dispatchEvent(new Event('pagehide'));
    await waitFor(() =>
      expect(requestsTo(exchangeSave).at(-1)?.body).toMatchObject({
        revision: 5,
        draft: { activity_name: '围产医学年会二三' },
      }),
    );
  });

  it('reports a conflicting save in another tab and loads the latest version', async () => {
    mockReply(
      exchangeDetail,
      detail({ declare_status: 'returned', can_edit: 'Y', reason: '通知没有盖章' }),
    );
    mockRefusal(exchangeSave, 409, '这项申报已在其他页面修改，请载入最新内容', 'declare_stale');
    const { user } = open('/changecredits/declare?no=SB1&step=form');
    expect(await screen.findByText('通知没有盖章')).toBeVisible();
    await user.type(await screen.findByLabelText('会议名称'), '二');
    await user.click(await screen.findByRole('button', { name: '载入最新内容' }));
    await waitFor(() => expect(screen.getByLabelText('会议名称')).toHaveValue('围产医学年会'));
  });

  it('submits once everything is filled in and shows a rejected field on its step', async () => {
    mockReply(exchangeDetail, detail({ declare_status: 'draft', can_edit: 'Y' }));
    mockRefusal(exchangeSubmit, 400, '结束日期不能晚于今天', 'bad_request', { field: 'end_on' });
    const { user, router } = open('/changecredits/declare?no=SB1&step=confirm');
    await user.click(await screen.findByRole('button', { name: '提交申报' }));
    await waitFor(() => expect(router.state.location.search).toContain('step=form'));
    expect(await screen.findByLabelText('结束日期')).toHaveAccessibleDescription(
      /结束日期不能晚于今天/,
    );
    mockReply(exchangeSubmit, detail());
    await user.click(screen.getByRole('button', { name: '下一步' }));
    await user.click(await screen.findByRole('button', { name: '下一步' }));
    await user.click(await screen.findByRole('button', { name: '提交申报' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/changecredits/detail'));
  });

  it('picks a proof from earlier uploads', async () => {
    mockReply(exchangeDetail, detail({ declare_status: 'draft', can_edit: 'Y' }));
    const proof: MyFile = {
      file_id: 'f2',
      name: '进修证明.pdf',
      kind: 'proof',
      format: 'pdf',
      size: 1000,
      uploaded: 1000,
      file_status: 'ready',
      file_status_name: '可用',
      reason: '',
      created_at: '2026-03-02 10:00:00',
      expire_at: '',
      used_by: [],
      can_delete: 'Y',
    };
    const checking = { ...proof, file_id: 'f3', name: '检查中.pdf', file_status: 'checking' };
    mockReply(myfileList, ({ body }) => {
      const list = body['kind'] === 'proof' ? [proof, checking] : [];
      return { list, total: list.length, page: 1, page_size: 100 };
    });
    const { user } = open('/changecredits/declare?no=SB1&step=files');
    await user.click(await screen.findByRole('button', { name: '从我的档案选择通知' }));
    const dialog = await screen.findByRole('dialog', { name: '我的档案' });
    const choice = await within(dialog).findByRole('button', { name: /进修证明/ });
    expect(within(dialog).queryByText('检查中.pdf')).toBeNull();
    await user.click(choice);
    await waitFor(() =>
      expect(requestsTo(exchangeSave).at(-1)?.body).toMatchObject({
        draft: {
          files: [
            { need: 'notice', file_id: 'f1' },
            { need: 'notice', file_id: 'f2' },
          ],
        },
      }),
    );
  });

  it('is closed while under review', async () => {
    open('/changecredits/declare?no=SB1');
    expect(await screen.findByText('这项申报正在审核或已办结，不能修改')).toBeVisible();
  });
});

describe('兑换详情', () => {
  it('shows the progress and requests a download URL on click', async () => {
    mockReply(exchangeDownload, { url: '#opened', file_name: '通知.pdf', expire_at: '' });
    const { user } = open('/changecredits/detail?no=SB1');
    const way = await screen.findByRole('region', { name: '审核进度' });
    expect(within(way).getByText('单位审核').closest('li')).toHaveAttribute('aria-current', 'step');
    await user.click(screen.getByRole('button', { name: '打开 通知.pdf' }));
    await waitFor(() => expect(requestsTo(exchangeDownload)).toHaveLength(1));
  });

  it('is withdrawn after confirmation', async () => {
    mockReply(
      exchangeWithdraw,
      detail({ declare_status: 'withdrawn', declare_status_name: '已撤回', can_withdraw: 'N' }),
    );
    const { user } = open('/changecredits/detail?no=SB1');
    await user.click(await screen.findByRole('button', { name: '撤回' }));
    const dialog = await screen.findByRole('dialog', { name: '撤回申报' });
    await user.click(within(dialog).getByRole('button', { name: '撤回' }));
    await waitFor(() => expect(screen.getAllByText('已撤回')[0]).toBeVisible());
    expect(screen.queryByRole('button', { name: '撤回' })).toBeNull();
  });
});

describePageStates('the detail of a declaration', {
  address: '/changecredits/detail?no=SB1',
  routes,
  options: { page, token: 'T1' },
  call: exchangeDetail,
  filled: detail(),
  shows: '围产医学年会',
});

describePageStates('the list of declarations', {
  address: '/changecredits/index',
  routes,
  options: { page, token: 'T1' },
  call: exchangeList,
  filled: list([row()]),
  shows: '围产医学年会',
  empty: { reply: list([]), says: '还没有申报' },
});
