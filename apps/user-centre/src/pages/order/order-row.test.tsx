import { type Order, orderList } from '@cme/contract/payment';
import { requestsTo, renderPage, mockReply, sampleOrder, sampleRefund } from '@cme/testing';
import { mockUserCentre, signedIn } from '@cme/testing/user-centre';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../routes.ts';

const counts = { all: 25, pending: 3, paid: 20, closed: 1, refunded: 1 };
const lists = (one: Order, total = 1) =>
  mockReply(orderList, ({ body }) => ({
    list: [one],
    total,
    page: body.page ?? 1,
    page_size: 10,
    counts,
  }));
const open = (address = '/user/order') => renderPage(address, routes, signedIn);
const rowOf = async (code: string) =>
  (await screen.findByRole('heading', { name: `订单编号 ${code}` })).closest('li') as HTMLElement;
const namesIn = (row: HTMLElement) =>
  within(row.querySelector('footer')!)
    .queryAllByRole('button')
    .concat(within(row.querySelector('footer')!).queryAllByRole('link'))
    .map(({ textContent }) => textContent)
    .toSorted();

beforeEach(() => {
  mockUserCentre();
});

describe('an order of mine', () => {
  it.each([
    [
      '待支付',
      { order_status: 'pending', paid: '0.00', actions: ['pay', 'cancel'] },
      ['去支付', '取消订单', '订单详情'],
    ],
    [
      '已支付',
      { actions: ['study', 'refund', 'invoice'] },
      ['去学习', '申请发票', '申请退款', '订单详情'],
    ],
    [
      '已开票',
      { actions: ['study'], invoice_status: 'issued' },
      ['去学习', '查看发票', '订单详情'],
    ],
    ['发票被驳回', { actions: ['invoice'], invoice_status: 'rejected' }, ['申请发票', '订单详情']],
    [
      '已取消',
      { order_status: 'closed', paid: '0.00', actions: ['hide'] },
      ['删除记录', '订单详情'],
    ],
    [
      '尚未开通',
      { actions: ['study'], items: [{ ...sampleOrder().items[0]!, course_id: '' }] },
      ['订单详情'],
    ],
  ] satisfies [string, Partial<Order>, string[]][])(
    '%s offers the actions that the server allows',
    async (_, change, names) => {
      lists(sampleOrder({ order_code: 'D1', ...change }));
      open();
      expect(namesIn(await rowOf('D1'))).toEqual(names.toSorted());
    },
  );

  it.each([
    ['the amount due', { order_status: 'pending', paid: '0.00' }, '共 1 项 应付金额 ¥19.90'],
    ['the amount paid', {}, '共 1 项 实付金额 ¥19.90'],
    [
      'the deadline of a transfer',
      { order_status: 'pending', paid: '0.00', transfer_until: '2026-11-26 17:00:00' },
      '等待对公转账到账，订单保留至 11月26日 17:00',
    ],
    [
      'why it is closed',
      { order_status: 'closed', paid: '0.00', close_reason: '超时未支付，订单已自动取消' },
      '超时未支付，订单已自动取消',
    ],
    ['a pending refund', { refunds: [sampleRefund()] }, '退款申请待审核'],
    [
      'a rejected refund',
      { refunds: [sampleRefund({ refund_status: 'rejected' })] },
      '退款申请已驳回',
    ],
  ] satisfies [string, Partial<Order>, string][])('shows %s', async (_, change, text) => {
    lists(sampleOrder({ order_code: 'D1', ...change }));
    open();
    expect((await rowOf('D1')).querySelector('footer')).toHaveTextContent(text);
  });

  it("links its title to the course's page", async () => {
    lists(sampleOrder({ order_code: 'D1' }));
    open();
    const link = within(await rowOf('D1')).getByRole('link', { name: '高血压规范化管理' });
    expect(link).toHaveAttribute('href', 'http://cme.localhost:8080/item/course/c1/detail');
  });

  it('describes its buttons by its number for screen readers', async () => {
    lists(sampleOrder({ order_code: 'D1' }));
    open();
    const button = within(await rowOf('D1')).getByRole('button', { name: '申请退款' });
    expect(button).toHaveAccessibleDescription('订单编号 D1');
  });
});

describe('many orders', () => {
  it('are paged, with the page in the URL', async () => {
    lists(sampleOrder(), 25);
    const { user, router } = open();
    const pages = await screen.findByRole('navigation', { name: '分页' });
    expect(within(pages).queryByText('上一页')).toBeNull();
    await user.click(within(pages).getByRole('link', { name: '第 2 页' }));
    await waitFor(() => expect(requestsTo(orderList).at(-1)?.body.page).toBe(2));
    expect(router.state.location.search).toBe('?page=2');
    expect(await screen.findByRole('link', { name: '上一页' })).toBeVisible();
  });

  it('start at the first page in another tab', async () => {
    lists(sampleOrder(), 25);
    const { user, router } = open('/user/order?page=2');
    await user.click(await screen.findByRole('tab', { name: /已支付/ }));
    await waitFor(() =>
      expect(requestsTo(orderList).at(-1)?.body).toMatchObject({ status: 'paid', page: 1 }),
    );
    expect(router.state.location.search).toBe('?tab=paid');
  });

  it('beyond the last page say so and link to the first', async () => {
    mockReply(orderList, { list: [], total: 25, page: 9, page_size: 10, counts });
    const { user, router } = open('/user/order?page=9');
    expect(await screen.findByText('这一页没有内容')).toBeVisible();
    await user.click(screen.getByRole('link', { name: '回到第一页' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it.each([
    ['pending', '没有待支付的订单'],
    ['paid', '没有已支付的订单'],
    ['closed', '没有已取消的订单'],
    ['refunded', '没有已退款的订单'],
    ['nonsense', '您还没有订单'],
  ])('none in the tab %s: %s', async (tab, text) => {
    mockReply(orderList, { list: [], total: 0, page: 1, page_size: 10, counts });
    open(`/user/order?tab=${tab}`);
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: '去选课' })).toHaveAttribute(
      'href',
      'http://cme.localhost:8080/profession',
    );
  });

  it.each(['0', '-3', 'x', '1.5e'])('treat the page %s in the URL as the first', async (wrong) => {
    lists(sampleOrder());
    open(`/user/order?page=${wrong}`);
    await screen.findByText('高血压规范化管理');
    expect(requestsTo(orderList)[0]?.body.page).toBe(1);
  });
});
