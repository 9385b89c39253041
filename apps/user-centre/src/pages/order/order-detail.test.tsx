import { orderDetail, orderHide, orderList, payStatus, refundCancel } from '@cme/contract/payment';
import {
  requestsTo,
  describePageStates,
  mockPending,
  mockRefusal,
  renderPage,
  mockReply,
  sampleRefund,
} from '@cme/testing';
import {
  mockOnlyOrder,
  mockUserCentre,
  paidOrder as order,
  signedIn,
} from '@cme/testing/user-centre';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../routes.ts';
// Imported up front, so that waiting for a dialog does not include loading its chunk.
import './order-dialogs.tsx';

const counts = { all: 1, pending: 0, paid: 1, closed: 0, refunded: 0 };
const address = '/user/order?show=detail&code=D1';
const open = () => renderPage(address, routes, signedIn);
const dialogNamed = (name: string) => screen.findByRole('dialog', { name });

beforeEach(() => {
  mockUserCentre();
  mockOnlyOrder();
  mockReply(orderDetail, order);
});

describePageStates('the details of an order', {
  address,
  routes,
  options: signedIn,
  call: orderDetail,
  filled: order,
  shows: '商品总价',
});

describe('an order in full', () => {
  it.each([
    ['原价和抵扣', { discount: '30.00', card: '20.00' }, ['-¥30.00', '-¥20.00']],
    ['已退金额', { refunded: '14.93' }, ['¥14.93']],
    [
      '支付方式和时间',
      { channel_name: '微信支付', paid_at: '2026-11-21 16:31:00' },
      ['微信支付', '2026-11-21 16:31:00'],
    ],
    ['关闭的原因', { close_reason: '超时未支付，订单已自动取消' }, ['超时未支付，订单已自动取消']],
    [
      '对公转账的保留期限',
      { order_status: 'pending', transfer_until: '2026-11-26 17:00:00' },
      ['订单保留至 11月26日 17:00'],
    ],
    ['到账晚的订单', { late_paid: 'Y' as const }, ['订单关闭后收到付款，已恢复并开通课程']],
  ])('shows %s', async (_, change, texts) => {
    mockReply(orderDetail, { ...order, ...change });
    open();
    const dialog = await dialogNamed('订单详情');
    for (const text of texts) expect(await within(dialog).findByText(text)).toBeVisible();
  });

  it.each([
    ['waiting', '正在开通，请稍候'],
    ['failed', '开通失败，客服正在处理'],
    ['revoked', '已取消学习资格'],
  ])('shows for a paid course that is %s: %s', async (deliverStatus, text) => {
    mockReply(orderDetail, {
      ...order,
      items: [{ ...order.items[0]!, deliver_status: deliverStatus }],
    });
    open();
    expect(await within(await dialogNamed('订单详情')).findByText(text)).toBeVisible();
  });

  it.each([
    ['pending', '收到的金额与订单不符，款项已暂存，请联系客服处理'],
    ['closed', '款项到账时订单已取消，正在为您原路退回'],
  ])('tells about money that a %s order has received: %s', async (orderStatus, message) => {
    mockReply(orderDetail, { ...order, order_status: orderStatus });
    mockReply(payStatus, {
      pay_state: 'waiting',
      order_status: orderStatus,
      message,
      amount: '30.00',
      expire_ms: 0,
      server_time: 0,
      course_id: '',
    });
    open();
    expect(await within(await dialogNamed('订单详情')).findByText(message)).toBeVisible();
  });

  it('opens with what the list knows about the order, before its details are loaded', async () => {
    mockPending(orderDetail);
    const { user } = renderPage('/user/order', routes, signedIn);
    await user.click(await screen.findByRole('button', { name: '订单详情' }));
    expect(await within(await dialogNamed('订单详情')).findByText('商品总价')).toBeVisible();
  });

  it('hides zero values: discount, card, refund', async () => {
    open();
    const dialog = await dialogNamed('订单详情');
    await within(dialog).findByText('商品总价');
    for (const name of ['已拥有课程抵扣', '学习卡抵扣', '已退金额', '退款记录']) {
      expect(within(dialog).queryByText(name)).toBeNull();
    }
  });

  it('says why a payment was returned without an application', async () => {
    const returned = sampleRefund({
      refund_status: 'success',
      refund_status_name: '退款成功',
      reason: '重复付款，款项原路退回',
    });
    mockReply(orderDetail, { ...order, refunds: [returned] });
    open();
    const list = within(await screen.findByRole('region', { name: '退款记录' }));
    expect(list.getByText('重复付款，款项原路退回')).toBeVisible();
  });

  it('withdraws a refund application and says so', async () => {
    mockReply(orderDetail, { ...order, refunds: [sampleRefund()] });
    mockReply(refundCancel, () => {
      mockReply(orderDetail, { ...order, refunds: [] });
      return sampleRefund({ refund_status: 'canceled', refund_status_name: '已撤回' });
    });
    const { user } = open();
    const dialog = await dialogNamed('订单详情');
    expect(await within(dialog).findByText('待审核')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: '撤回申请' }));
    expect(await screen.findByText('退款申请已撤回')).toBeVisible();
    expect(requestsTo(refundCancel)[0]?.body).toEqual({ refund_no: 'R1' });
    await waitFor(() => expect(within(dialog).queryByText('退款记录')).toBeNull());
  });

  it('shows why an application can no longer be withdrawn', async () => {
    mockReply(orderDetail, { ...order, refunds: [sampleRefund()] });
    mockRefusal(refundCancel, 400, '退款正在处理，不能撤回', 'refund_state');
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '撤回申请' }));
    expect(await screen.findByText('退款正在处理，不能撤回')).toBeVisible();
    expect(screen.getByRole('button', { name: '撤回申请' })).toBeEnabled();
  });

  it.each([
    ['rejected', '已驳回'],
    ['success', '已退款'],
  ])('offers no withdrawal of a refund that is %s', async (refundStatus, name) => {
    mockReply(orderDetail, {
      ...order,
      refunds: [sampleRefund({ refund_status: refundStatus, refund_status_name: name })],
    });
    open();
    expect(await within(await dialogNamed('订单详情')).findByText(name)).toBeVisible();
    expect(screen.queryByRole('button', { name: '撤回申请' })).toBeNull();
  });

  it("of another user show the server's refusal", async () => {
    mockRefusal(orderDetail, 404, '订单不存在', 'not_found');
    open();
    expect(await within(await dialogNamed('订单详情')).findByText('订单不存在')).toBeVisible();
  });
});

describe('hiding an order from the list', () => {
  it('asks for confirmation, and 再想想 changes nothing', async () => {
    const { user } = renderPage('/user/order', routes, signedIn);
    await user.click(await screen.findByRole('button', { name: '删除记录' }));
    const dialog = await dialogNamed('删除记录');
    expect(within(dialog).getByText('删除后不再显示这笔订单，课程不受影响。')).toBeVisible();
    await waitFor(() =>
      expect(within(dialog).getByRole('button', { name: '再想想' })).toHaveFocus(),
    );
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requestsTo(orderHide)).toEqual([]);
  });

  it('hides it and refetches the list', async () => {
    mockReply(orderHide, () => {
      mockReply(orderList, {
        list: [],
        total: 0,
        page: 1,
        page_size: 10,
        counts: { ...counts, all: 0, paid: 0 },
      });
      return {};
    });
    const { user } = renderPage('/user/order?show=hide&code=D1', routes, signedIn);
    const dialog = await dialogNamed('删除记录');
    await user.click(within(dialog).getByRole('button', { name: '删除记录' }));
    expect(await screen.findByText('订单记录已删除')).toBeVisible();
    expect(requestsTo(orderHide)[0]?.body).toEqual({ order_code: 'D1' });
    expect(await screen.findByText('您还没有订单')).toBeVisible();
  });
});
