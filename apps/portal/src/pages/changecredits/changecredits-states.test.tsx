// @vitest-environment happy-dom
import {
  creditsSummary,
  exchangeDetail,
  exchangeDownload,
  exchangeKinds,
  exchangeList,
  exchangeWithdraw,
} from '@cme/contract/credits';
import {
  mockPending,
  mockRefusal,
  mockReply,
  renderPage,
  requestsTo,
  samplePage,
} from '@cme/testing';
import {
  mockExchange,
  sampleCredits,
  sampleDeclaration,
  sampleDeclarationDetail,
  sampleDeclarations,
} from '@cme/testing/exchange';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { routes } from '../../routes.ts';

const open = (address: string) => renderPage(address, routes, { page: samplePage(), token: 'T1' });
const last = () => requestsTo(exchangeList).at(-1)?.body;

beforeEach(mockExchange);

describe('the declarations of a learner', () => {
  it.each([
    ['?tab=passed&page=2&year=2025', { tab: 'passed', page: 2, year: 2025 }],
    ['?tab=evil&page=-4&year=1870', { tab: 'all', page: 1 }],
    ['?page=1e9&year=2026.5', { tab: 'all', page: 10_000 }],
  ])('at %s are asked for as %o', async (search, asked) => {
    open(`/changecredits/index${search}`);
    await waitFor(() => expect(last()).toMatchObject(asked));
    expect(last()).toHaveProperty('page_size', 10);
    if (!('year' in asked)) expect(last()).not.toHaveProperty('year');
  });

  it('are continued, changed or only read, as the server allows', async () => {
    mockReply(
      exchangeList,
      sampleDeclarations(
        sampleDeclaration({
          declare_no: 'SB1',
          declare_status: 'draft',
          can_edit: 'Y',
          activity_name: '',
        }),
        sampleDeclaration({
          declare_no: 'SB2',
          declare_status: 'returned',
          can_edit: 'Y',
          reason: '缺少盖章',
        }),
        sampleDeclaration({ declare_no: 'SB3', activity_name: '手卫生论坛' }),
      ),
    );
    open('/changecredits/index');
    expect(await screen.findByRole('link', { name: '继续填写 未命名的申报' })).toHaveAttribute(
      'href',
      '/changecredits/declare?no=SB1',
    );
    expect(screen.getByRole('link', { name: '修改 围产医学年会' })).toHaveAttribute(
      'href',
      '/changecredits/declare?no=SB2',
    );
    expect(screen.getByText('缺少盖章')).toBeVisible();
    expect(screen.queryByRole('link', { name: /手卫生论坛/ })).toHaveAttribute(
      'href',
      '/changecredits/detail?no=SB3',
    );
    expect(screen.getAllByText('学术会议 · 2026年 · 12学时 · 4学分 · 2026年6月1日')).toHaveLength(
      3,
    );
  });

  it('in a tab without any are not called none at all', async () => {
    mockReply(exchangeList, {
      ...sampleDeclarations(),
      counts: { all: 3, todo: 3, waiting: 0, passed: 0, rejected: 0 },
    });
    open('/changecredits/index?tab=passed');
    expect(await screen.findByText('这里还没有申报')).toBeVisible();
    expect(screen.getByRole('tab', { name: '待提交' })).toHaveTextContent('待提交3');
    expect(screen.queryByText('还没有申报')).toBeNull();
  });

  it('change their tab from the first page on, and forget the tab 全部', async () => {
    mockReply(exchangeList, { ...sampleDeclarations(sampleDeclaration()), total: 25 });
    const { user, router } = open('/changecredits/index?tab=waiting&page=2&year=2026');
    expect(await screen.findByRole('link', { name: '第 3 页' })).toBeVisible();
    await user.click(screen.getByRole('tab', { name: '全部' }));
    await waitFor(() => expect(router.state.location.search).toBe('?year=2026'));
  });

  it('keep their rows, dimmed, until those of the next tab arrive', async () => {
    const { user } = open('/changecredits/index');
    await screen.findByRole('link', { name: '围产医学年会' });
    mockPending(exchangeList);
    await user.click(screen.getByRole('tab', { name: '已通过' }));
    await waitFor(() => expect(screen.getByRole('tabpanel')).toHaveAttribute('aria-busy', 'true'));
    expect(screen.getByRole('link', { name: '围产医学年会' })).toBeVisible();
  });
});

describe('the year of a learner', () => {
  it.each([
    [{ pending: 12, missing: 30 }, '还差30学时 · 待审核 12'],
    [{ pending: 0, missing: 30 }, '还差30学时'],
    [{ pending: 5, missing: 0 }, '已达标 · 待审核 5'],
    [{ pending: 0, missing: 0 }, '已达标'],
  ])('with %o says %s', async (change, words) => {
    const [need] = sampleCredits().needs;
    mockReply(creditsSummary, sampleCredits({ needs: [{ ...need!, ...change }] }));
    open('/changecredits/index');
    expect(await screen.findByText(words)).toBeVisible();
  });

  it('explains the pale part of the rings only where there is one', async () => {
    mockReply(creditsSummary, sampleCredits({ pending: { hours: 0, credits: 0 } }));
    open('/changecredits/index');
    expect(await screen.findByText('说明')).toBeVisible();
    expect(screen.queryByText(/浅色部分为待审核/)).toBeNull();
  });

  it('that cannot be loaded can be asked for again, and the declarations are there meanwhile', async () => {
    mockRefusal(creditsSummary, 400, '年度数据暂时无法加载');
    const { user } = open('/changecredits/index');
    await screen.findByText('年度数据暂时无法加载');
    expect(await screen.findByRole('link', { name: '围产医学年会' })).toBeVisible();
    mockReply(creditsSummary, sampleCredits());
    await user.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByRole('region', { name: '2026年度完成情况' })).toBeVisible();
  });
});

it('the rules that cannot be loaded can be asked for again', async () => {
  mockRefusal(exchangeKinds, 400, '规则暂时无法加载');
  const { user } = renderPage('/changecredits', routes, { page: samplePage() });
  await screen.findByText('规则暂时无法加载');
  expect(screen.queryByText(/年度申报截至/)).toBeNull();
  mockExchange();
  await user.click(screen.getByRole('button', { name: '重试' }));
  expect(await screen.findByText('2026年度申报截至2027-03-31')).toBeVisible();
});

it('a guest signs in for their declarations, and may close the dialog', async () => {
  const { user } = renderPage('/changecredits/index', routes, { page: samplePage() });
  await screen.findByText('登录后查看本年度学时学分和申报进度');
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: '登录' }));
  await user.click(await screen.findByRole('button', { name: '关闭' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('登录后查看本年度学时学分和申报进度')).toBeVisible();
});

describe('the page of a declaration', () => {
  const show = (change: Parameters<typeof sampleDeclarationDetail>[0]) => {
    mockReply(exchangeDetail, sampleDeclarationDetail(change));
    return open('/changecredits/detail?no=SB1');
  };
  const step = (key: string, name: string, state: string, note = '') => ({
    key,
    name,
    state,
    at: '',
    note,
  });

  it('without a number leads to the list', async () => {
    open('/changecredits/detail');
    expect(await screen.findByText('没有找到这份申报')).toBeVisible();
    expect(screen.getByRole('link', { name: '查看我的申报' })).toBeVisible();
    expect(requestsTo(exchangeDetail)).toEqual([]);
  });

  it.each([
    ['credit', 'refused', '已冲销'],
    ['centre', 'refused', '未通过'],
    ['unit', 'skipped', '已跳过'],
    ['centre', 'later', '未开始'],
    ['centre', 'of_tomorrow', ''],
  ])('names the step %s in the state %s “%s”', async (key, state, words) => {
    show({ steps: [step(key, '某一步', state)] });
    const item = (await screen.findByText('某一步')).closest('li');
    expect(item).toHaveTextContent(`某一步${words}`);
  });

  it('shows the comment of a step once it is decided', async () => {
    show({
      steps: [
        step('unit', '单位审核', 'done', '材料齐全'),
        step('centre', '中心审核', 'now', '张老师处理中'),
      ],
    });
    expect(await screen.findByText('材料齐全')).toBeVisible();
    expect(screen.queryByText('张老师处理中')).toBeNull();
  });

  it('shows what was granted next to what was claimed, and leaves out what is not known yet', async () => {
    show({ approved: { hours: 6, credits: 2 }, submitted_at: '' });
    const data = within(await screen.findByRole('region', { name: '申报内容' }));
    expect(data.getByText('核定').nextElementSibling).toHaveTextContent('6学时 · 2学分');
    expect(data.getByText('申报').nextElementSibling).toHaveTextContent('12学时 · 4学分');
    expect(data.queryByText('提交时间')).toBeNull();
  });

  it('of a draft without a name gives the draft up, after a question that explains it', async () => {
    mockReply(
      exchangeWithdraw,
      sampleDeclarationDetail({ declare_status: 'withdrawn', can_withdraw: 'N' }),
    );
    const { user } = show({ activity_name: '', declare_status: 'draft', can_edit: 'Y', files: [] });
    expect(await screen.findByRole('heading', { level: 1, name: '未命名的申报' })).toBeVisible();
    expect(screen.getByText('没有上传材料')).toBeVisible();
    await user.click(screen.getByRole('button', { name: '放弃草稿' }));
    const dialog = within(await screen.findByRole('dialog', { name: '放弃草稿' }));
    expect(dialog.getByText('草稿会移到“已撤回”，以后还可以修改并提交。')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: '取消' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requestsTo(exchangeWithdraw)).toEqual([]);
  });

  it('that somebody has opened meanwhile cannot be withdrawn, and shows its state of now', async () => {
    mockRefusal(exchangeWithdraw, 409, '审核人员已打开，不能撤回', 'declare_state');
    const { user } = show({});
    await user.click(await screen.findByRole('button', { name: '撤回' }));
    mockReply(exchangeDetail, sampleDeclarationDetail({ can_withdraw: 'N' }));
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: '撤回' }),
    );
    expect(await screen.findByText('审核人员已打开，不能撤回')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: '撤回' })).toBeNull());
  });

  it.each([
    [500, '1 KB'],
    [2048, '2 KB'],
    [3_250_586, '3.1 MB'],
  ])(
    'shows the size of a file of %i bytes as %s, and why it cannot be opened',
    async (size, words) => {
      mockRefusal(exchangeDownload, 404, '没有找到该文件');
      const [file] = sampleDeclarationDetail().files;
      const { user } = show({ files: [{ ...file!, size }] });
      expect(await screen.findByText(`通知.pdf · ${words}`)).toBeVisible();
      await user.click(screen.getByRole('button', { name: '打开 通知.pdf' }));
      expect(await screen.findByText('没有找到该文件')).toBeVisible();
    },
  );

  it('can be printed', async () => {
    const print = vi.fn<() => void>();
    vi.stubGlobal('print', print);
    const { user } = show({ reason: '请核对日期' });
    expect(await screen.findByRole('note')).toHaveTextContent('审核意见请核对日期');
    await user.click(screen.getByRole('button', { name: '打印' }));
    expect(print).toHaveBeenCalledOnce();
    vi.unstubAllGlobals();
  });
});
