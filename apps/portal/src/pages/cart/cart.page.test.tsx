import { login, userInfo } from '@cme/contract/person';
import { homeRecommend } from '@cme/contract/content';
import {
  shopplistAdd,
  shopplistClear,
  shopplistCount,
  shopplistList,
  shopplistRemove,
  type CartRow,
} from '@cme/contract/payment';
import {
  requestsTo,
  customerPage,
  describePageStates,
  mockRefusal,
  RefusalError,
  renderPage,
  mockReply,
  sampleCard,
  sampleSite,
  sampleUser,
} from '@cme/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../routes.ts';

const page = customerPage({ site: sampleSite({ isCustomerDomain: 'Y' }) });
const row = (
  cartId: string,
  title: string,
  price: string,
  change: Partial<CartRow> = {},
): CartRow => ({
  cart_id: cartId,
  content: sampleCard({ id: `c-${cartId}`, title, price, is_free: 'N' }),
  price,
  price_at_add: price,
  saved: '0.00',
  state: 'ok',
  state_name: '',
  added_at: '2026-11-20 08:00:00',
  ...change,
});

let rows: CartRow[] = [];
const open = () => renderPage('/cart', routes, { page, token: 'T1' });
const lineOf = async (title: string) =>
  (await screen.findByRole('heading', { name: title })).closest('li') as HTMLElement;

beforeEach(() => {
  rows = [row('k1', '心肺复苏', '12.10'), row('k2', '气道管理', '30.20')];
  mockReply(userInfo, sampleUser());
  mockReply(shopplistCount, () => ({ count: rows.length }));
  mockReply(shopplistList, () => ({ list: rows, count: rows.length, limit: 50, total: '0.00' }));
  mockReply(shopplistRemove, ({ body }) => ({
    count: (rows = rows.filter(({ cart_id }) => !body.cart_ids.includes(cart_id))).length,
  }));
  mockReply(shopplistClear, () => ({ count: (rows = []).length }));
  mockReply(homeRecommend, { list: [sampleCard({ id: 'r1', title: '手卫生' })] });
});

describe('the cart', () => {
  it('selects everything, shows the total and checks out the selected items', async () => {
    const { user, router } = open();
    expect(await screen.findByRole('heading', { level: 1, name: '购物车' })).toBeVisible();
    await expect.poll(() => document.title).toBe('购物车-省卫生健康继续教育中心');
    expect(await screen.findByText('¥42.30')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: '全选' })).toBeChecked();
    await user.click(screen.getByRole('checkbox', { name: '选择 心肺复苏' }));
    expect(screen.getByRole('checkbox', { name: '全选' })).not.toBeChecked();
    expect(within(screen.getByRole('region', { name: '合计' })).getByText('¥30.20')).toBeVisible();
    await user.click(screen.getByRole('button', { name: '去结算' }));
    await waitFor(() =>
      expect(router.state.location.pathname + router.state.location.search).toBe(
        '/order/confirm?cart_ids=k2',
      ),
    );
  });

  it('cannot check out without a selection', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('checkbox', { name: '全选' }));
    expect(screen.getByRole('button', { name: '去结算' })).toBeDisabled();
    expect(screen.getByText('请先选择要购买的课程')).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: '全选' }));
    expect(screen.getByText('¥42.30')).toBeVisible();
  });

  it('explains why an item cannot be bought and never counts it in the total', async () => {
    rows = [
      row('k1', '心肺复苏', '12.10', { state: 'owned', state_name: '已拥有' }),
      row('k2', '气道管理', '30.20', { state: 'off_shelf', state_name: '已下架' }),
      row('k3', '急救套餐', '50.00', {
        state: 'price_changed',
        state_name: '价格已变动',
        price_at_add: '60.00',
      }),
      row('k4', '骨折固定', '9.00', { state: 'in_package', state_name: '购物车中的套餐已包含' }),
      row('k5', '产科急症', '9.00', { state: 'not_for_you', state_name: '不在适用范围' }),
    ];
    const { user } = open();
    const sum = await screen.findByRole('region', { name: '合计' });
    expect(within(sum).getByText('¥50.00')).toBeVisible();
    for (const name of ['已拥有', '已下架', '价格已变动', '购物车中的套餐已包含', '不在适用范围'])
      expect(screen.getByText(name)).toBeVisible();
    for (const title of ['心肺复苏', '气道管理', '骨折固定', '产科急症'])
      expect(screen.getByRole('checkbox', { name: `选择 ${title}` })).toBeDisabled();
    expect(within(await lineOf('急救套餐')).getByText('¥60.00')).toBeVisible();
    expect(
      within(await lineOf('心肺复苏')).getByRole('link', { name: '去学习 心肺复苏' }),
    ).toHaveAttribute('href', '/player/c-k1/play');
    await user.click(screen.getByRole('button', { name: '移除失效课程' }));
    await waitFor(() =>
      expect(
        screen
          .getAllByRole('listitem')
          .filter((item) => within(item).queryByRole('button', { name: '删除' })),
      ).toHaveLength(1),
    );
    expect(requestsTo(shopplistRemove)[0]?.body).toEqual({ cart_ids: ['k1', 'k2', 'k4', 'k5'] });
  });

  it('removes an item, updates the total and restores the item on undo', async () => {
    mockReply(shopplistAdd, ({ body }) => {
      rows = [
        row('k9', '心肺复苏', '12.10', { content: sampleCard({ id: body.id, title: '心肺复苏' }) }),
        ...rows,
      ];
      return { cart_id: 'k9', count: rows.length };
    });
    const { user } = open();
    await user.click(within(await lineOf('心肺复苏')).getByRole('button', { name: '删除' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: '心肺复苏' })).toBeNull());
    expect(await screen.findAllByRole('link', { name: /购物车\s*1/ })).not.toHaveLength(0);
    const undo = await screen.findByRole('button', { name: '撤销' });
    expect(screen.getByText('已移除“心肺复苏”')).toHaveFocus();
    await user.click(undo);
    expect(await screen.findByRole('heading', { name: '心肺复苏' })).toBeVisible();
    expect(requestsTo(shopplistAdd)[0]?.body).toEqual({ content_type: 'C', id: 'c-k1' });
    expect(screen.queryByRole('button', { name: '撤销' })).toBeNull();
  });

  it('keeps the places of removed items, each with its own undo', async () => {
    rows = [...rows, row('k3', '骨折固定', '9.00')];
    const { user } = open();
    for (const title of ['心肺复苏', '骨折固定'])
      await user.click(within(await lineOf(title)).getByRole('button', { name: '删除' }));
    await waitFor(() => expect(screen.getAllByRole('button', { name: '撤销' })).toHaveLength(2));
    const places = within(screen.getByRole('region', { name: '购物车' })).getAllByRole('listitem');
    expect(places.map((place) => within(place).queryByRole('heading')?.textContent ?? '')).toEqual([
      '',
      '气道管理',
      '',
    ]);
    expect(
      screen.getByText('¥30.20', { selector: 'section[aria-label="合计"] strong' }),
    ).toBeVisible();
  });

  it('is empty once all items are removed, with one undo for them', async () => {
    mockReply(shopplistAdd, { cart_id: 'k9', count: 1 });
    const { user } = open();
    for (const title of ['心肺复苏', '气道管理'])
      await user.click(within(await lineOf(title)).getByRole('button', { name: '删除' }));
    expect(await screen.findByText('购物车是空的')).toBeVisible();
    expect(screen.getByText('已移除 2 件')).toHaveFocus();
    expect(screen.queryByRole('region', { name: '购物车' })).toBeNull();
    await user.click(screen.getByRole('button', { name: '撤销' }));
    await waitFor(() => expect(requestsTo(shopplistAdd)).toHaveLength(2));
  });

  it('asks before it is cleared, and restores all items on undo', async () => {
    mockReply(shopplistAdd, ({ body }) => {
      rows = [
        row(`again-${body.id}`, body.id, '1.00', {
          content: sampleCard({ id: body.id, title: body.id }),
        }),
        ...rows,
      ];
      return { cart_id: `again-${body.id}`, count: rows.length };
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '清空购物车' }));
    const dialog = within(await screen.findByRole('dialog', { name: '清空购物车' }));
    expect(dialog.getByText('将移除购物车中的 2 件，确定清空吗？')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: '不清空' }));
    expect(requestsTo(shopplistClear)).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: '清空购物车' }));
    await user.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: '清空购物车' }),
    );
    expect(await screen.findByText('购物车是空的')).toBeVisible();
    await user.click(screen.getByRole('button', { name: '撤销' }));
    await waitFor(() =>
      expect(requestsTo(shopplistAdd).map(({ body }) => body.id)).toEqual(['c-k2', 'c-k1']),
    );
    expect(await screen.findByRole('heading', { name: 'c-k1' })).toBeVisible();
  });

  it('that was cleared suggests courses', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '清空购物车' }));
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: '清空购物车' }),
    );
    expect(await screen.findByText('购物车是空的')).toBeVisible();
    expect(await screen.findByRole('heading', { name: '手卫生' })).toBeVisible();
    expect(requestsTo(shopplistClear)).toHaveLength(1);
  });

  it('asks a guest to sign in and then loads', async () => {
    mockReply(login, { user: sampleUser(), defaultLoginUrl: '' }, 'fresh-token');
    const { user } = renderPage('/cart', routes, { page });
    await user.click(await screen.findByRole('button', { name: '登录' }));
    await user.type(await screen.findByLabelText('手机号'), '13800000001');
    await user.type(screen.getByLabelText('密码'), 'Learner2026');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '登录' }));
    expect(await screen.findByRole('heading', { name: '心肺复苏' })).toBeVisible();
  });

  it.each([
    ['删除', shopplistRemove],
    ['清空购物车', shopplistClear],
  ])('keeps everything if %s is refused, and says so', async (name, call) => {
    mockRefusal(call, 400, '暂时无法移除');
    const { user } = open();
    await screen.findByRole('heading', { name: '气道管理' });
    await user.click(screen.getAllByRole('button', { name })[0]!);
    const dialog = screen.queryByRole('dialog');
    if (dialog) await user.click(within(dialog).getByRole('button', { name }));
    expect(await screen.findByText('暂时无法移除')).toBeVisible();
    for (const title of ['心肺复苏', '气道管理'])
      expect(screen.getByRole('heading', { name: title })).toBeVisible();
    expect(screen.queryByRole('button', { name: '撤销' })).toBeNull();
  });

  it('says how many items did not come back, and keeps those that did', async () => {
    mockReply(shopplistAdd, ({ body }) => {
      if (body.id === 'c-k2') throw new RefusalError(409, '您已拥有该课程', 'item_owned');
      rows = [row('k9', '心肺复苏', '12.10')];
      return { cart_id: 'k9', count: 1 };
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '清空购物车' }));
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: '清空购物车' }),
    );
    await user.click(await screen.findByRole('button', { name: '撤销' }));
    expect(await screen.findByText('1 件没有放回，可能已经下架或已拥有')).toBeVisible();
    expect(await screen.findByRole('heading', { name: '心肺复苏' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: '气道管理' })).toBeNull();
    expect(screen.queryByRole('button', { name: '撤销' })).toBeNull();
  });

  it('removes all that cannot be bought at once', async () => {
    const owned = { state: 'owned', state_name: '您已拥有该课程' };
    rows = [...rows, row('k3', '骨折固定', '9.00', owned), row('k4', '止血', '8.00', owned)];
    const { user } = open();
    expect((await screen.findAllByText('您已拥有该课程'))[0]).toBeVisible();
    expect(screen.getByRole('link', { name: '去学习 骨折固定' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: '移除失效课程' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: '止血' })).toBeNull());
    expect(requestsTo(shopplistRemove).map(({ body }) => body)).toEqual([
      { cart_ids: ['k3', 'k4'] },
    ]);
    expect(screen.queryByRole('button', { name: '移除失效课程' })).toBeNull();
  });

  it('shows what an item cost when it was added, and what is saved by what is owned', async () => {
    const changed = { state: 'price_changed', state_name: '价格有变动', price_at_add: '20.00' };
    rows = [row('k1', '心肺复苏', '12.10', changed), row('k2', '套餐', '30.20', { saved: '5.00' })];
    open();
    const line = within(await lineOf('心肺复苏'));
    expect(line.getByText('¥20.00')).toBeVisible();
    expect(line.getByText('价格有变动')).toBeVisible();
    expect(within(await lineOf('套餐')).getByText('已拥有课程抵减 ¥5.00')).toBeVisible();
  });

  it('of a guest stays as it is if the sign-in is cancelled', async () => {
    const { user } = renderPage('/cart', routes, { page });
    await user.click(await screen.findByRole('button', { name: '登录' }));
    const dialog = within(await screen.findByRole('dialog', { name: '登录' }));
    await user.click(dialog.getByRole('button', { name: '关闭' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('登录后查看购物车')).toBeVisible();
    expect(requestsTo(shopplistList)).toEqual([]);
  });

  it('offers a retry if it cannot be loaded', async () => {
    mockRefusal(shopplistList, 503, '服务暂时不可用');
    const { user } = open();
    const retry = await screen.findByRole('button', { name: '重试' });
    mockReply(shopplistList, { list: rows, count: 2, limit: 50, total: '42.30' });
    await user.click(retry);
    expect(await screen.findByRole('heading', { name: '气道管理' })).toBeVisible();
  });
});

describePageStates('the cart', {
  address: '/cart',
  routes,
  options: { page, token: 'T1' },
  call: shopplistList,
  filled: { list: [row('k1', '心肺复苏', '12.10')], count: 1, limit: 50, total: '12.10' },
  shows: '心肺复苏',
  empty: { reply: { list: [], count: 0, limit: 50, total: '0.00' }, says: /购物车(还)?是空的/ },
});
