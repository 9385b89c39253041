// @vitest-environment happy-dom
import { myfileList } from '@cme/contract/person';
import {
  type ExchangeKind,
  exchangeCalc,
  exchangeDetail,
  exchangeKinds,
  exchangeSave,
  exchangeSubmit,
} from '@cme/contract/credits';
import {
  mockPending,
  mockRefusal,
  mockReply,
  renderPage,
  requestsTo,
  samplePage,
} from '@cme/testing';
import { mockExchange, sampleDeclarationDetail, sampleKind } from '@cme/testing/exchange';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { routes } from '../../../routes.ts';

const open = (search: string) =>
  renderPage(`/changecredits/declare${search}`, routes, { page: samplePage(), token: 'T1' });
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const rate = (hours: number) => ({ hours, credits: hours / 3 });
const paper = sampleKind({
  kind_code: 'paper',
  name: '发表论文',
  unit: '篇',
  levels: [
    { code: 'core', name: '核心期刊', rates: [rate(30), rate(18)] },
    { code: 'other', name: '其他期刊', rates: [rate(12)] },
  ],
  fields: [
    { key: 'activity_name', label: '论文题目', hint: '', required: 'Y' },
    { key: 'level', label: '期刊级别', hint: '', required: 'Y' },
    { key: 'role_order', label: '本人排名', hint: '', required: 'Y' },
    { key: 'quantity', label: '篇数', hint: '', required: 'Y' },
    { key: 'issuer', label: '期刊', hint: '', required: 'N' },
  ],
  need_files: [{ key: 'scan', name: '论文首页', hint: '含刊名', required: 'N' }],
});
const offer = (...list: ExchangeKind[]) =>
  mockReply(exchangeKinds, { year: 2026, years: [{ year: 2026, until: '2027-03-31' }], list });
const saved = (kind: ExchangeKind, change: object = {}) =>
  sampleDeclarationDetail({
    declare_status: 'draft',
    can_edit: 'Y',
    kind,
    draft: { ...sampleDeclarationDetail().draft, kind_code: kind.kind_code, ...change },
  });

/** Saves at once instead of after a pause in typing. */
const leavePage = () => void dispatchEvent(new Event('pagehide'));

beforeEach(() => {
  mockExchange();
  mockReply(exchangeDetail, saved(sampleKind()));
});
afterEach(async () => {
  vi.useRealTimers();
  // What was typed is saved on leaving, while the network is still replaced.
  await act(async () => cleanup());
});

describe('a new declaration', () => {
  it('cannot be begun while no year is open', async () => {
    mockReply(exchangeKinds, { year: 2026, years: [], list: [] });
    open('');
    expect(await screen.findByText('目前没有开放申报的年度')).toBeVisible();
    expect(screen.queryByRole('list', { name: '申报步骤' })).toBeNull();
  });

  it('begins with the newest year and its deadline, and creates nothing before a kind is chosen', async () => {
    mockReply(exchangeKinds, {
      year: 2026,
      years: [
        { year: 2026, until: '2027-03-31' },
        { year: 2025, until: '2026-12-31' },
      ],
      list: [sampleKind()],
    });
    const { user } = open('?step=confirm');
    const year = await screen.findByLabelText('申报年度');
    expect(year).toHaveValue('2026');
    expect(year).toHaveAccessibleDescription('2026年度申报截至2027-03-31');
    await user.selectOptions(year, '2025年');
    await waitFor(() => expect(requestsTo(exchangeKinds).at(-1)?.body).toEqual({ year: 2025 }));
    await waitFor(() =>
      expect(screen.getByLabelText('申报年度')).toHaveAccessibleDescription(
        '2025年度申报截至2026-12-31',
      ),
    );
    expect(requestsTo(exchangeSave)).toEqual([]);
  });

  it('says that a year has no kinds', async () => {
    mockReply(exchangeKinds, {
      year: 2026,
      years: [{ year: 2026, until: '2027-03-31' }],
      list: [],
    });
    open('');
    expect(await screen.findByText('目前没有开放申报的年度')).toBeVisible();
    expect(screen.getByLabelText('申报年度')).toBeVisible();
  });

  it('shows placeholders, and can ask again for the kinds', async () => {
    mockRefusal(exchangeKinds, 400, '暂时无法加载');
    const { user } = open('');
    await screen.findByText('暂时无法加载');
    mockPending(exchangeKinds);
    await user.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByRole('status', { name: '加载中' })).toBeVisible();
  });
});

describe('the fields of a kind', () => {
  beforeEach(() => {
    offer(sampleKind(), paper);
    mockReply(exchangeDetail, saved(paper));
  });

  it('ask for the position only where the level depends on it', async () => {
    const { user } = open('?no=SB1&step=form');
    const level = await screen.findByLabelText('期刊级别');
    expect(
      within(level)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['请选择', '核心期刊（第1至2名：30、18学时）', '其他期刊（12学时）']);
    expect(screen.queryByLabelText('本人排名')).toBeNull();
    await user.selectOptions(level, 'core');
    expect(screen.getByLabelText('本人排名')).toHaveValue('');
    await user.selectOptions(level, 'other');
    expect(screen.queryByLabelText('本人排名')).toBeNull();
  });

  it('mark optional ones, and say which text is too long', async () => {
    mockReply(exchangeDetail, saved(paper, { level: 'other', quantity: 1 }));
    const { user } = open('?no=SB1&step=form');
    await screen.findByLabelText('论文题目');
    type('论文题目', '长'.repeat(101));
    expect(screen.getByLabelText('期刊（选填）')).toBeVisible();
    await user.click(screen.getByRole('button', { name: '下一步' }));
    expect(await screen.findByText('最多 100 字，现在 101 字')).toBeVisible();
    expect(screen.getByLabelText('论文题目')).toHaveValue('长'.repeat(101));
  });

  it.each([
    ['篇数', '1.5', 1.5, ''],
    ['篇数', '1。5', 1.5, ''],
    ['篇数', '１２', 12, ''],
    ['篇数', '1,000', 1000, ''],
    ['篇数', '-5', 0, '数量请填写数字，如 12 或 1.5'],
    ['篇数', '1e3', 0, '数量请填写数字，如 12 或 1.5'],
    ['篇数', 'a2b', 0, '数量请填写数字，如 12 或 1.5'],
    ['篇数', '1.2.3', 0, '数量请填写数字，如 12 或 1.5'],
    ['篇数', '99999', 0, '数量过大，请核对'],
    ['本人排名', '２', 2, ''],
    ['本人排名', '2.9', 0, '名次请填写整数，如 1'],
  ])('take in %s “%s” as %d %s', async (label, typed, value, message) => {
    mockReply(exchangeDetail, saved(paper, { level: 'core' }));
    open('?no=SB1&step=form');
    await screen.findByLabelText(label);
    type(label, typed);
    act(leavePage);
    expect(screen.getByLabelText(label)).toHaveValue(typed);
    if (message) expect(screen.getByText(message)).toBeVisible();
    await waitFor(() =>
      expect(requestsTo(exchangeSave).at(-1)?.body.draft).toMatchObject({
        [label === '篇数' ? 'quantity' : 'role_order']: value,
      }),
    );
  });

  it('stay on their step with a number that is none', async () => {
    mockReply(exchangeDetail, saved(paper, { activity_name: '高血压', level: 'other' }));
    const { user, router } = open('?no=SB1&step=form');
    await screen.findByLabelText('篇数');
    type('篇数', '1e3');
    await user.click(screen.getByRole('button', { name: '下一步' }));
    await waitFor(() => expect(screen.getByLabelText('篇数')).toHaveFocus());
    expect(router.state.location.search).toContain('step=form');
    expect(screen.getByLabelText('篇数')).toHaveValue('1e3');
  });

  it('lose an error as soon as they are changed', async () => {
    mockReply(exchangeDetail, saved(paper, { activity_name: '', level: 'other' }));
    const { user } = open('?no=SB1&step=form');
    await user.click(await screen.findByRole('button', { name: '下一步' }));
    expect(await screen.findByText('请填写论文题目')).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('论文题目')).toHaveFocus());
    type('论文题目', '高血压');
    expect(screen.queryByText('请填写论文题目')).toBeNull();
  });
});

describe('the steps', () => {
  it('go back, with the focus on the heading, and back in the history too', async () => {
    const { user, router } = open('?no=SB1&step=form');
    await user.click(await screen.findByRole('button', { name: '下一步' }));
    await waitFor(() => expect(router.state.location.search).toContain('step=files'));
    await waitFor(() => expect(screen.getByRole('heading', { level: 2 })).toHaveFocus());
    await user.click(screen.getByRole('button', { name: '上一步' }));
    await waitFor(() => expect(router.state.location.search).toContain('step=form'));
    await act(() => router.navigate(-1));
    await waitFor(() => expect(router.state.location.search).toContain('step=files'));
  });

  it('do not go on without a required proof', async () => {
    mockReply(exchangeDetail, saved(sampleKind(), { files: [] }));
    const { user, router } = open('?no=SB1&step=files');
    await user.click(await screen.findByRole('button', { name: '下一步' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('请上传通知');
    expect(router.state.location.search).toContain('step=files');
  });

  it('end with everything on one page, and how many files there are', async () => {
    offer(paper);
    mockReply(exchangeDetail, saved(paper, { level: 'other', files: [] }));
    open('?no=SB1&step=confirm');
    const rows = await screen.findAllByRole('definition');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      '发表论文',
      '2026年',
      '围产医学年会',
      '其他期刊',
      '1篇',
      '未上传',
    ]);
    expect(screen.getByText(/^提交即表示您承诺所填内容和材料真实有效/)).toBeVisible();
  });
});

describe('the amount', () => {
  it('is named only once there is one, and what counts of it this year', async () => {
    open('?no=SB1&step=form');
    expect(await screen.findByText('可获 12 学时 · 4 学分')).toBeVisible();
    expect(screen.getByText('其中2学分可计入本年度')).toBeVisible();
    type('参加次数', '');
    expect(await screen.findByText('填写后显示可获学时学分')).toBeVisible();
  });

  it('is not asked for again by a refusal, which is no error of the form', async () => {
    mockRefusal(exchangeCalc, 400, '该年度暂无折算标准');
    open('?no=SB1&step=form');
    expect(await screen.findByText('填写后显示可获学时学分')).toBeVisible();
    expect(screen.queryByText('该年度暂无折算标准')).toBeNull();
    expect(requestsTo(exchangeCalc)).toHaveLength(1);
  });
});

describe('saving', () => {
  it('that the server refuses says why, and nothing is lost', async () => {
    mockRefusal(exchangeSave, 400, '会议名称包含不支持的字符', 'bad_request');
    open('?no=SB1&step=form');
    await screen.findByLabelText('会议名称');
    type('会议名称', '年会🙂');
    act(leavePage);
    expect(await screen.findByText('会议名称包含不支持的字符')).toHaveAttribute('role', 'alert');
    expect(screen.getByLabelText('会议名称')).toHaveValue('年会🙂');
  });

  it('that fails says that the input is kept, and tries again by itself', async () => {
    mockRefusal(exchangeSave, 503, '服务暂时不可用');
    open('?no=SB1&step=form');
    await screen.findByLabelText('会议名称');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    type('会议名称', '年会');
    expect(await screen.findByText('保存失败，已保留在本页，将自动重试')).toBeVisible();
    mockReply(exchangeSave, { declare_no: 'SB1', revision: 5, saved_at: '' });
    await act(() => vi.advanceTimersByTimeAsync(5100));
    expect(await screen.findByText('已自动保存')).toBeVisible();
  });
});

describe('submitting', () => {
  const submit = async (user: ReturnType<typeof open>['user']) =>
    user.click(await screen.findByRole('button', { name: '提交申报' }));

  it('does not happen if the draft cannot be saved', async () => {
    const { user } = open('?no=SB1&step=form');
    await screen.findByLabelText('会议名称');
    mockRefusal(exchangeSave, 400, '申报内容有误', 'bad_request');
    type('会议名称', '二');
    await user.click(screen.getByRole('button', { name: '下一步' }));
    await user.click(await screen.findByRole('button', { name: '下一步' }));
    await submit(user);
    expect(await screen.findByText('申报内容有误')).toBeVisible();
    expect(requestsTo(exchangeSubmit)).toEqual([]);
  });

  it.each([
    ['declare_exists', '该活动已申报，请勿重复提交'],
    ['declare_late', '2026年度申报已截止'],
  ])('that is refused with %s says so and can be repeated', async (code, message) => {
    mockRefusal(exchangeSubmit, 409, message, code);
    const { user, router } = open('?no=SB1&step=confirm');
    await submit(user);
    expect(await screen.findByText(message)).toHaveAttribute('role', 'alert');
    mockReply(exchangeSubmit, sampleDeclarationDetail());
    await submit(user);
    await waitFor(() => expect(router.state.location.pathname).toBe('/changecredits/detail'));
    expect(requestsTo(exchangeSubmit).at(-1)?.body).toEqual({ declare_no: 'SB1', revision: 3 });
  });
});

describe('the files uploaded earlier', () => {
  const openArchive = async () => {
    const { user } = open('?no=SB1&step=files');
    await user.click(await screen.findByRole('button', { name: '从我的档案选择通知' }));
    return { user, dialog: within(await screen.findByRole('dialog', { name: '我的档案' })) };
  };

  it('say that there are none', async () => {
    mockReply(myfileList, { list: [], total: 0, page: 1, page_size: 100 });
    const { dialog } = await openArchive();
    expect(await dialog.findByText('我的档案中没有可用的证明材料')).toBeVisible();
    expect(requestsTo(myfileList).map(({ body }) => body.kind)).toEqual(['proof', 'cert']);
  });

  it('can be asked for again', async () => {
    mockRefusal(myfileList, 400, '档案暂时无法加载');
    const { user, dialog } = await openArchive();
    await dialog.findByText('档案暂时无法加载');
    mockReply(myfileList, { list: [], total: 0, page: 1, page_size: 100 });
    await user.click(dialog.getByRole('button', { name: '重试' }));
    expect(await dialog.findByText('我的档案中没有可用的证明材料')).toBeVisible();
  });
});

it('a declaration that is no longer open links to its page', async () => {
  mockReply(exchangeDetail, sampleDeclarationDetail({ can_edit: 'N' }));
  open('?no=SB1');
  expect(await screen.findByRole('link', { name: '查看详情' })).toHaveAttribute(
    'href',
    '/changecredits/detail?no=SB1',
  );
});

it('a declaration that cannot be loaded can be asked for again, with its kinds', async () => {
  mockRefusal(exchangeDetail, 503, '服务暂时不可用');
  const { user } = open('?no=SB1&step=form');
  await screen.findByText('服务暂时不可用');
  mockReply(exchangeDetail, saved(sampleKind()));
  await user.click(screen.getByRole('button', { name: '重试' }));
  expect(await screen.findByLabelText('会议名称')).toHaveValue('围产医学年会');
});
