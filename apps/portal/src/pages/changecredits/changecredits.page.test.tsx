// @vitest-environment happy-dom
import type { DataOf } from '@cme/contract/base';
import { type MyFile, myfileList } from '@cme/contract/person';
import {
  exchangeDetail,
  exchangeDownload,
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
import {
  mockExchange,
  sampleDeclaration as row,
  sampleDeclarationDetail as detail,
  sampleDeclarations,
} from '@cme/testing/exchange';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../routes.ts';

const page = samplePage();

beforeEach(mockExchange);

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
  filled: sampleDeclarations(row()),
  shows: '围产医学年会',
  empty: { reply: sampleDeclarations(), says: '还没有申报' },
});
