import { areaSelection } from '@cme/contract/site';
import {
  cancelUnit,
  joinUnit,
  leaveUnit,
  myUnit,
  unitSearch,
  unitTree,
  wechatState,
} from '@cme/contract/person';
import { describePageStates, mockRefusal, mockReply, renderPage, requestsTo } from '@cme/testing';
import { mockUserCentre, signedIn } from '@cme/testing/user-centre';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { routes } from '../../routes.ts';

const unit = {
  unit_id: 'U1',
  name: '省人民医院',
  level: '3',
  level_name: '三级',
  area_id: '330106',
  area_name: '浙江省杭州市西湖区',
  parent_id: '',
  parent_name: '',
};
const none = {
  unit_status: 'none',
  unit_status_name: '未加入',
  unit_name: '',
  unit: null,
  application: null,
};
const joined = { ...none, unit_status: 'joined', unit_name: unit.name, unit };
const waiting = {
  ...none,
  unit_status: 'waiting',
  application: {
    application_id: 'A1',
    unit,
    status: 'waiting',
    status_name: '待审核',
    reason: '',
    created_at: '2026-11-20 10:00:00',
    decided_at: '',
  },
};

beforeEach(() => {
  mockUserCentre();
  mockReply(unitSearch, { list: [unit], more: 'N' });
  mockReply(wechatState, { bound: 'Y', ways: ['web'] });
});

describePageStates('the account settings', {
  address: '/user/setting',
  routes,
  options: signedIn,
  call: myUnit,
  filled: joined,
  shows: '省人民医院',
  empty: { reply: none, says: '您还没有填写工作单位。' },
});

it('withdraw a pending application', async () => {
  mockReply(myUnit, waiting);
  mockReply(cancelUnit, none);
  const { user } = renderPage('/user/setting', routes, signedIn);
  await user.click(await screen.findByRole('button', { name: '撤回申请' }));
  expect(await screen.findByText('您还没有填写工作单位。')).toBeVisible();
  expect(screen.getByRole('heading', { name: '工作单位' })).toHaveFocus();
});

const decided = (status: string, mine: typeof joined | typeof none = joined) => ({
  ...mine,
  application: { ...waiting.application, status },
});

it.each([
  ['accepted', decided('approved')],
  ['rejected', decided('refused', none)],
])('do not claim a withdrawal if the unit has %s it meanwhile', async (_what, now) => {
  mockReply(myUnit, waiting);
  mockReply(cancelUnit, now);
  const { user } = renderPage('/user/setting', routes, signedIn);
  await user.click(await screen.findByRole('button', { name: '撤回申请' }));
  expect(await screen.findByText('单位已处理您的申请，不能再撤回')).toBeVisible();
  expect(screen.queryByText('已撤回申请')).toBeNull();
});

it('show what the unit has decided while the page is open', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  mockReply(myUnit, waiting);
  renderPage('/user/setting', routes, signedIn);
  await screen.findByRole('button', { name: '撤回申请' });
  mockReply(myUnit, decided('approved'));
  await act(() => vi.advanceTimersByTimeAsync(15_000));
  expect(await screen.findByText(/^省人民医院$/)).toBeVisible();
  expect(screen.queryByRole('button', { name: '撤回申请' })).toBeNull();
  const asked = requestsTo(myUnit).length;
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(requestsTo(myUnit)).toHaveLength(asked);
  vi.useRealTimers();
});

it('refuse an application to the unit that the user belongs to', async () => {
  mockReply(myUnit, joined);
  const { user } = renderPage('/user/setting', routes, signedIn);
  await user.click(await screen.findByRole('button', { name: '申请调入其他单位' }));
  await user.type(await screen.findByRole('combobox', { name: '工作单位' }), '省人民');
  await user.click(await screen.findByRole('option', { name: /省人民医院/ }));
  await user.click(screen.getByRole('button', { name: '提交申请' }));
  expect(await screen.findByText('您已在该单位，请选择要调入的单位')).toBeVisible();
  expect(requestsTo(joinUnit)).toEqual([]);
});

it('show the current state if another page has applied to another unit', async () => {
  mockReply(myUnit, none);
  mockRefusal(joinUnit, 400, '您已申请加入其他单位，请先撤回该申请', 'unit_waiting');
  const { user } = renderPage('/user/setting', routes, signedIn);
  await user.click(await screen.findByRole('button', { name: '申请加入单位' }));
  await user.type(await screen.findByRole('combobox', { name: '工作单位' }), '省人民');
  await user.click(await screen.findByRole('option', { name: /省人民医院/ }));
  mockReply(myUnit, waiting);
  await user.click(screen.getByRole('button', { name: '提交申请' }));
  expect(await screen.findByText('您已申请加入其他单位，请先撤回该申请')).toBeVisible();
  expect(await screen.findByRole('button', { name: '撤回申请' })).toBeVisible();
});

it('say that joining a unit without review is immediate', async () => {
  mockReply(myUnit, none);
  mockReply(joinUnit, joined);
  const { user } = renderPage('/user/setting', routes, signedIn);
  await user.click(await screen.findByRole('button', { name: '申请加入单位' }));
  await user.type(await screen.findByRole('combobox', { name: '工作单位' }), '省人民');
  await user.click(await screen.findByRole('option', { name: /省人民医院/ }));
  await user.click(screen.getByRole('button', { name: '提交申请' }));
  expect(await screen.findByText('已加入单位')).toBeVisible();
  expect(screen.getByRole('heading', { name: '工作单位' })).toHaveFocus();
});

it('ask a unit that was only named to verify it', async () => {
  mockReply(myUnit, { ...joined, is_verified: 'N' });
  mockReply(joinUnit, waiting);
  const { user } = renderPage('/user/setting', routes, signedIn);
  expect(await screen.findByText(/单位尚未核实您的加入/)).toBeVisible();
  mockReply(myUnit, waiting);
  await user.click(screen.getByRole('button', { name: '请单位核实' }));
  expect(requestsTo(joinUnit)).toHaveLength(1);
  expect(await screen.findByRole('button', { name: '撤回申请' })).toBeVisible();
  expect(screen.queryByRole('button', { name: '请单位核实' })).toBeNull();
});

it('leave a unit after confirmation', async () => {
  mockReply(myUnit, joined);
  mockReply(leaveUnit, none);
  const { user } = renderPage('/user/setting', routes, signedIn);
  await user.click(await screen.findByRole('button', { name: '退出单位' }));
  expect(requestsTo(leaveUnit)).toHaveLength(0);
  await user.click(await screen.findByRole('button', { name: '确定退出' }));
  await waitFor(() => expect(requestsTo(leaveUnit)).toHaveLength(1));
  await waitFor(() => expect(screen.getByRole('heading', { name: '工作单位' })).toHaveFocus());
});

it('apply to a unit of the list only', async () => {
  mockReply(myUnit, none);
  mockReply(joinUnit, waiting);
  const { user } = renderPage('/user/setting', routes, signedIn);
  await user.click(await screen.findByRole('button', { name: '申请加入单位' }));
  await user.click(screen.getByRole('button', { name: '提交申请' }));
  expect(requestsTo(joinUnit)).toHaveLength(0);
  await user.type(screen.getByRole('combobox', { name: '工作单位' }), '省人民');
  await user.click(await screen.findByRole('option', { name: /^省人民医院/ }));
  await user.click(screen.getByRole('button', { name: '提交申请' }));
  expect(await screen.findByText('等待“省人民医院”审核')).toBeVisible();
  expect(requestsTo(joinUnit)[0]?.body).toEqual({ unit_id: 'U1' });
});

it('关怀模式 can be switched here too', async () => {
  mockReply(myUnit, joined);
  const { user } = renderPage('/user/setting', routes, signedIn);
  const shown = within(await screen.findByRole('region', { name: '显示' }));
  const care = shown.getByRole('button', { name: '关怀模式' });
  await user.click(care);
  expect(care).toHaveAttribute('aria-pressed', 'true');
  await user.click(care);
  expect(document.documentElement).not.toHaveClass('care');
});

it('show why another unit rejected a user who stays in theirs', async () => {
  const refused = { ...waiting.application, status: 'refused', reason: '没有空缺的岗位' };
  mockReply(myUnit, { ...joined, application: { ...refused, unit: { ...unit, name: '市医院' } } });
  renderPage('/user/setting', routes, signedIn);
  expect(await screen.findByText('“市医院”退回了您的申请')).toBeVisible();
  expect(screen.getByText('原因：没有空缺的岗位')).toBeVisible();
});

it('replace the button by the form, and restore the focus', async () => {
  mockReply(myUnit, none);
  const { user } = renderPage('/user/setting', routes, signedIn);
  await user.click(await screen.findByRole('button', { name: '申请加入单位' }));
  expect(screen.getByRole('form', { name: '申请加入单位' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: '取消' }));
  expect(screen.getByRole('button', { name: '申请加入单位' })).toHaveFocus();
});

it('offer a retry if the areas cannot be loaded', async () => {
  mockReply(myUnit, none);
  mockRefusal(areaSelection, 500, '系统繁忙，请稍后再试');
  const { user } = renderPage('/user/setting', routes, signedIn);
  await user.click(await screen.findByRole('button', { name: '申请加入单位' }));
  expect(await screen.findByRole('button', { name: '重试' })).toBeVisible();
});

const places = [
  { id: '330000', name: '浙江省', parent: '0' },
  { id: '330100', name: '杭州市', parent: '330000' },
  { id: '330106', name: '西湖区', parent: '330100' },
  { id: '340000', name: '安徽省', parent: '0' },
  { id: '110000', name: '北京市', parent: '0' },
  { id: '110105', name: '朝阳区', parent: '110000' },
];
const branch = { ...unit, unit_id: 'U2', name: '省人民医院东院区', parent_id: 'U1' };

it('find a unit by its area, with its sub-units, by keyboard alone', async () => {
  mockReply(myUnit, none);
  mockReply(joinUnit, waiting);
  mockReply(areaSelection, places);
  mockReply(unitTree, { list: [unit, branch], more: 'N' });
  // It opens at the user's area.
  const { user } = renderPage('/user/setting', routes, signedIn);
  await user.click(await screen.findByRole('button', { name: '申请加入单位' }));
  await user.click(screen.getByRole('button', { name: '按地区选择单位' }));
  const dialog = within(await screen.findByRole('dialog', { name: '按地区选择单位' }));
  await user.click(await dialog.findByRole('button', { name: '全部地区' }));
  expect(dialog.getByText('全部地区')).toHaveFocus();
  expect(dialog.getByRole('button', { name: '安徽省' })).toBeVisible();
  await user.tab();
  await user.keyboard('{Enter}');
  expect(dialog.getByText('浙江省')).toHaveFocus();
  await user.tab();
  await user.keyboard('{Enter}');
  expect(dialog.getByText('杭州市')).toHaveFocus();
  const below = within(await dialog.findByRole('list', { name: '省人民医院' }));
  expect(requestsTo(unitTree).at(-1)?.body).toEqual({ area_id: '330100' });
  below.getByRole('button', { name: /^省人民医院东院区/ }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('combobox', { name: '工作单位' })).toHaveValue('省人民医院东院区');
  await user.click(screen.getByRole('button', { name: '提交申请' }));
  await waitFor(() => expect(requestsTo(joinUnit)[0]?.body).toEqual({ unit_id: 'U2' }));
});

it('say that an area has no units, and offer a retry if the list cannot be loaded', async () => {
  mockReply(myUnit, none);
  mockReply(areaSelection, places);
  mockRefusal(unitTree, 500, '系统繁忙，请稍后再试');
  const { user } = renderPage('/user/setting', routes, signedIn);
  await user.click(await screen.findByRole('button', { name: '申请加入单位' }));
  await user.click(screen.getByRole('button', { name: '按地区选择单位' }));
  const dialog = within(await screen.findByRole('dialog', { name: '按地区选择单位' }));
  await user.click(await dialog.findByRole('button', { name: '全部地区' }));
  await user.click(dialog.getByRole('button', { name: '安徽省' }));
  const again = await dialog.findByRole('button', { name: '重试' });
  mockReply(unitTree, { list: [], more: 'N' });
  await user.click(again);
  expect(await dialog.findByText(/该地区还没有登记的单位/)).toBeVisible();
});
