import {
  invoiceApply,
  invoiceList,
  type Order,
  orderCancel,
  orderDetail,
  orderList,
  refundApply,
  refundPreview,
} from '@cme/contract/payment';
import {
  requestsTo,
  describePageStates,
  mockPending,
  mockRefusal,
  renderPage,
  mockReply,
} from '@cme/testing';
import { mockUserCentre, signedIn } from '@cme/testing/user-centre';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../routes.ts';
// Imported up front, so that waiting for a dialog does not include loading its chunk.
import './order-dialogs.tsx';

const counts = { all: 1, pending: 1, paid: 0, closed: 0, refunded: 0 };

const order = (change: Partial<Order> = {}): Order => ({
  order_code: '20261121083000123456',
  subject: '慢病管理',
  order_status: 'pending',
  order_status_name: '待支付',
  close_reason: '',
  items: [
    {
      order_item_id: 'i1',
      content_type: 'C',
      content_id: 'c1',
      title: '高血压规范化管理',
      cover: '/static/covers/x.svg',
      hours: 6,
      credits: 2,
      study_days: 365,
      price: '19.90',
      saved: '0.00',
      pay: '19.90',
      deliver_status: 'waiting',
      course_id: '',
    },
  ],
  total: '19.90',
  discount: '0.00',
  card: '0.00',
  pay: '19.90',
  paid: '0.00',
  refunded: '0.00',
  channel_name: '',
  late_paid: 'N',
  created_at: '2026-11-21 16:30:00',
  expire_at: '2026-11-21 17:00:00',
  expire_ms: 0,
  paid_at: '',
  invoice_status: 'none',
  actions: ['pay', 'cancel'],
  refunds: [],
  server_time: 0,
  ...change,
});
const paid = order({
  order_status: 'completed',
  order_status_name: '已完成',
  paid: '19.90',
  actions: ['study', 'refund', 'invoice'],
  items: [{ ...order().items[0]!, deliver_status: 'done', course_id: 'c1' }],
});
const shows = (one: Order) => {
  mockReply(orderList, { list: [one], total: 1, page: 1, page_size: 10, counts });
  mockReply(orderDetail, one);
};

beforeEach(() => {
  mockUserCentre();
  shows(order());
});

describe('my orders', () => {
  it('link an open order to its payment', async () => {
    renderPage('/user/order', routes, signedIn);
    expect(await screen.findByRole('link', { name: '去支付' })).toHaveAttribute(
      'href',
      'http://cme.localhost:8080/order/20261121083000123456/payment',
    );
    expect(screen.getByText('请于 17:00 前完成支付')).toBeVisible();
  });

  it('show the date of the payment deadline if it is on the next day', async () => {
    shows(order({ created_at: '2026-11-21 23:45:00', expire_at: '2026-11-22 00:15:00' }));
    renderPage('/user/order', routes, signedIn);
    expect(await screen.findByText('请于 11月22日 00:15 前完成支付')).toBeVisible();
  });

  it('show until when they can be refunded', async () => {
    shows(
      order({
        order_status: 'completed',
        paid: '12.00',
        paid_at: '2026-11-21 16:31:00',
        refund_expire_at: '2026-12-06 16:31:00',
        actions: [],
      }),
    );
    const { user } = renderPage('/user/order', routes, signedIn);
    await user.click(await screen.findByRole('button', { name: '订单详情' }));
    const dialog = await screen.findByRole('dialog', { name: '订单详情' });
    expect(within(dialog).getByText('退款期限').nextElementSibling).toHaveTextContent(
      '2026-12-06 16:31:00',
    );
  });

  it('are filtered by the tab, which is in the URL', async () => {
    const { user, router } = renderPage('/user/order', routes, signedIn);
    await user.click(await screen.findByRole('tab', { name: '待支付' }));
    await waitFor(() => expect(requestsTo(orderList).at(-1)?.body.status).toBe('pending'));
    expect(router.state.location.search).toBe('?tab=pending');
  });

  it('are busy while the rows are still those of the previous tab', async () => {
    const { user } = renderPage('/user/order', routes, signedIn);
    await screen.findByText('高血压规范化管理');
    mockPending(orderList);
    await user.click(screen.getByRole('tab', { name: '已退款' }));
    expect(screen.getByRole('tabpanel', { name: '已退款' })).toHaveAttribute('aria-busy', 'true');
  });

  it('cancel an order after confirmation, and show why if it cannot be cancelled', async () => {
    mockRefusal(orderCancel, 400, '订单已支付，不能取消', 'order_state');
    const { user } = renderPage('/user/order', routes, signedIn);
    await user.click(await screen.findByRole('button', { name: '取消订单' }));
    const dialog = await screen.findByRole('dialog', { name: '取消订单' });
    await user.click(within(dialog).getByRole('button', { name: '取消订单' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('订单已支付，不能取消');
    mockReply(orderCancel, order({ order_status: 'closed' }));
    await user.click(within(dialog).getByRole('button', { name: '取消订单' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText('订单已取消')).toBeVisible();
  });

  it('warn that a bank transfer may be under way before an order is cancelled', async () => {
    mockReply(orderDetail, order({ transfer_until: '2026-11-26 17:00:00' }));
    const { user } = renderPage('/user/order', routes, signedIn);
    await user.click(await screen.findByRole('button', { name: '取消订单' }));
    const dialog = await screen.findByRole('dialog', { name: '取消订单' });
    expect(await within(dialog).findByText(/如已汇款，请不要取消/)).toBeVisible();
  });

  it.each(['订单详情', '取消订单'])(
    'go back once however often the close button of %s is clicked, and restore the focus',
    async (name) => {
      const { user, router } = renderPage('/user/order', routes, signedIn);
      await router.navigate('/user/order?tab=all');
      const opener = await screen.findByRole('button', { name });
      await user.click(opener);
      const dialog = await screen.findByRole('dialog', { name });
      const close = within(dialog).getByRole('button', { name: '关闭' });
      act(() => {
        close.click();
        close.click();
      });
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await waitFor(() => expect(document.activeElement).toBe(opener));
      expect(router.state.location.search).toBe('?tab=all');
    },
  );

  it('restore the focus after consecutive dialogs', async () => {
    const { user } = renderPage('/user/order', routes, signedIn);
    const opener = await screen.findByRole('button', { name: '订单详情' });
    await user.click(opener);
    await user.click(
      await within(await screen.findByRole('dialog', { name: '订单详情' })).findByRole('button', {
        name: '取消订单',
      }),
    );
    await screen.findByRole('dialog', { name: '取消订单' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });

  it('are not reopened by the back button after a dialog was closed', async () => {
    const { user, router } = renderPage('/user/order', routes, signedIn);
    await router.navigate('/user/order?tab=all');
    await user.click(await screen.findByRole('button', { name: '订单详情' }));
    const detail = await screen.findByRole('dialog', { name: '订单详情' });
    // The next dialog replaces the previous one.
    await user.click(await within(detail).findByRole('button', { name: '取消订单' }));
    const ask = await screen.findByRole('dialog', { name: '取消订单' });
    await user.click(within(ask).getByRole('button', { name: '再想想' }));
    await waitFor(() => expect(router.state.location.search).toBe('?tab=all'));
    expect(router.state.historyAction).toBe('POP');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('open an order from a deep link, and close it by the back button', async () => {
    shows(paid);
    const { router } = renderPage(
      '/user/order?show=detail&code=20261121083000123456',
      routes,
      signedIn,
    );
    const dialog = await screen.findByRole('dialog', { name: '订单详情' });
    expect(await within(dialog).findByText('实付金额')).toBeVisible();
    await router.navigate('/user/order');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('request a refund for refundable items, with a reason, once', async () => {
    shows(paid);
    mockReply(refundPreview, {
      items: [
        {
          order_item_id: 'i1',
          title: '高血压规范化管理',
          pay: '19.90',
          refund_rate: 0.75,
          amount: '14.93',
          finished_sections: 1,
          total_sections: 4,
          blocked: '',
        },
        {
          order_item_id: 'i2',
          title: '合理用药',
          pay: '9.90',
          refund_rate: 0,
          amount: '0.00',
          finished_sections: 3,
          total_sections: 3,
          blocked: '已发放学分，不能退款',
        },
      ],
      amount: '14.93',
      can_apply: true,
      refund_expire_at: '2026-11-28 16:30:00',
    });
    mockReply(refundApply, {
      refund_no: 'r1',
      order_code: paid.order_code,
      refund_status: 'pending',
      refund_status_name: '待审核',
      amount: '14.93',
      reason: '',
      note: '',
      items: [],
      created_at: '',
      finished_at: '',
      timeline: [],
      can_cancel: true,
    });
    const { user } = renderPage('/user/order', routes, signedIn);
    await user.click(await screen.findByRole('button', { name: '申请退款' }));
    expect(await screen.findByRole('checkbox', { name: /合理用药/ })).toBeDisabled();
    expect(screen.getByText('已发放学分，不能退款')).toBeVisible();
    // A single option is preselected and can be deselected.
    expect(screen.getByRole('checkbox', { name: /高血压/ })).toBeChecked();
    await user.click(screen.getByRole('checkbox', { name: /高血压/ }));
    expect(screen.getByText('¥0.00')).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: /高血压/ }));
    await user.click(screen.getByRole('button', { name: '提交申请' }));
    expect(await screen.findByText('请填写退款原因')).toBeVisible();
    expect(requestsTo(refundApply)).toHaveLength(0);
    await user.type(screen.getByRole('textbox', { name: /退款原因/ }), '岗位调整');
    expect(screen.queryByText('请填写退款原因')).toBeNull();
    await user.click(screen.getByRole('button', { name: '提交申请' }));
    await waitFor(() => expect(requestsTo(refundApply)).toHaveLength(1));
    expect(requestsTo(refundApply)[0]?.body).toMatchObject({
      order_item_ids: ['i1'],
      reason: '岗位调整',
    });
  });

  it("reject a unit's invoice without a taxpayer number", async () => {
    shows(paid);
    mockReply(invoiceList, { list: [], total: 0, page: 1, page_size: 10 });
    const { user } = renderPage('/user/order', routes, signedIn);
    await user.click(await screen.findByRole('button', { name: '申请发票' }));
    await user.click(await screen.findByRole('radio', { name: '单位' }));
    await user.type(screen.getByRole('textbox', { name: /发票抬头/ }), '省人民医院');
    await user.type(screen.getByRole('textbox', { name: /接收邮箱/ }), 'finance@example.com');
    await user.click(screen.getByRole('button', { name: '提交申请' }));
    expect(await screen.findByText('请输入纳税人识别号')).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: /纳税人识别号/ }), '1');
    await user.click(screen.getByRole('button', { name: '提交申请' }));
    expect(await screen.findByText('请输入正确的纳税人识别号')).toBeVisible();
    expect(requestsTo(invoiceApply)).toHaveLength(0);
  });

  it('accept a personal invoice after an invalid number of a unit, which is hidden then', async () => {
    shows(paid);
    mockReply(invoiceList, { list: [], total: 0, page: 1, page_size: 10 });
    mockRefusal(invoiceApply, 400, '稍后再试', 'order_state');
    const { user } = renderPage('/user/order', routes, signedIn);
    await user.click(await screen.findByRole('button', { name: '申请发票' }));
    await user.click(await screen.findByRole('radio', { name: '单位' }));
    await user.type(screen.getByRole('textbox', { name: /发票抬头/ }), '李明');
    await user.type(screen.getByRole('textbox', { name: /纳税人识别号/ }), '123');
    await user.type(screen.getByRole('textbox', { name: /接收邮箱/ }), 'me@example.com');
    await user.click(screen.getByRole('button', { name: '提交申请' }));
    expect(await screen.findByText('请输入正确的纳税人识别号')).toBeVisible();
    await user.click(screen.getByRole('radio', { name: '个人' }));
    await user.click(screen.getByRole('button', { name: '提交申请' }));
    await waitFor(() =>
      expect(requestsTo(invoiceApply)).toMatchObject([{ body: { kind: 'personal', tax_no: '' } }]),
    );
  });
});

describePageStates('my orders', {
  address: '/user/order',
  routes,
  options: signedIn,
  call: orderList,
  filled: { list: [order()], total: 1, page: 1, page_size: 10, counts },
  shows: '请于 17:00 前完成支付',
  empty: {
    reply: {
      list: [],
      total: 0,
      page: 1,
      page_size: 10,
      counts: { ...counts, all: 0, pending: 0 },
    },
    says: '您还没有订单',
  },
});
