import type { ReplyOf } from '@cme/contract/base';
import { userInfo } from '@cme/contract/person';
import {
  orderDetail,
  payChannels,
  payCreate,
  paySandbox,
  payStatus,
  shopplistAdd,
  shopplistCount,
} from '@cme/contract/payment';
import {
  customerPage,
  describePageStates,
  mockPending,
  mockRefusal,
  renderPage,
  mockReply,
  sampleOrder,
  sampleSite,
  sampleUser,
} from '@cme/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../../routes.ts';

const page = customerPage({ site: sampleSite({ isCustomerDomain: 'Y' }) });
const signedIn = { page, token: 'T1' };
const address = '/order/D1/payment';
const now = 1_790_000_000_000;
const minutes = (count: number) => now + count * 60_000;
const open = () => renderPage(address, routes, signedIn);

const order = sampleOrder({
  order_code: 'D1',
  order_status: 'pending',
  order_status_name: '待支付',
  paid: '0.00',
  actions: ['pay', 'cancel'],
});
type Status = ReplyOf<typeof payStatus>;
const status = (change: Partial<Status> = {}): Status => ({
  pay_state: 'waiting',
  order_status: 'pending',
  message: '',
  amount: '19.90',
  expire_ms: minutes(15),
  server_time: now,
  course_id: '',
  ...change,
});
type Trade = ReplyOf<typeof payCreate>;
const trade = (change: Partial<Trade> = {}): Trade => ({
  trade_no: 'T-1',
  channel: 'wx_native',
  amount: '19.90',
  sandbox: true,
  expire_at: '2026-11-22 17:00:00',
  expire_ms: minutes(15),
  server_time: now,
  qr_text: 'weixin://wxpay/bizpayurl?pr=1',
  ...change,
});
const channels: ReplyOf<typeof payChannels> = {
  list: [
    { channel: 'wx_native', name: '微信支付' },
    { channel: 'ali_page', name: '支付宝' },
    { channel: 'offline', name: '对公转账' },
  ],
};

beforeEach(() => {
  mockReply(userInfo, sampleUser());
  mockReply(shopplistCount, { count: 0 });
  mockReply(orderDetail, order);
  mockReply(payStatus, status());
  mockReply(payChannels, channels);
  mockReply(payCreate, trade());
});

describePageStates('the payment of an order', {
  address,
  routes,
  options: signedIn,
  call: orderDetail,
  filled: order,
  shows: '支付方式',
});
describePageStates('the payment methods', {
  address,
  routes,
  options: signedIn,
  call: payChannels,
  filled: channels,
  shows: '支付宝',
  empty: { reply: { list: [] }, says: '当前没有可用的支付方式，请稍后再试。' },
});
it('the payment methods have their place before they arrive', async () => {
  mockPending(payChannels);
  open();
  expect(await screen.findByRole('group', { name: '支付方式' })).toHaveAttribute(
    'aria-busy',
    'true',
  );
});
describePageStates('an open trade', {
  address,
  routes,
  options: signedIn,
  call: payCreate,
  filled: trade(),
  shows: '请打开微信“扫一扫”，扫描二维码完成支付',
});

describe('the time to pay', () => {
  it.each([
    [15, /^1[45]:/, ''],
    [9, /^0?[89]:/, '支付剩余时间不足 10 分钟'],
    [4, /^0?[34]:/, '支付剩余时间不足 5 分钟'],
    [0.5, /^0?0:(30|2\d)/, '支付剩余时间不足 1 分钟'],
  ])(
    'of %f minutes counts down and is announced only when it gets short',
    async (left, clock, said) => {
      mockReply(payStatus, status({ expire_ms: minutes(left) }));
      open();
      const timer = await screen.findByRole('timer', { name: '支付剩余时间' });
      expect(timer).toHaveTextContent(clock);
      expect(timer.parentElement?.querySelector('[role="status"]')).toHaveTextContent(
        said === '' ? /^$/ : said,
      );
    },
  );

  it('is days for a transfer, without a countdown, and the order can be cancelled', async () => {
    mockReply(payStatus, status({ transfer_until: '2026-11-26 17:00:00' }));
    open();
    expect(await screen.findByText(/订单为您保留至 11月26日 17:00/)).toBeVisible();
    expect(screen.queryByRole('timer')).toBeNull();
    expect(screen.getByRole('link', { name: '取消订单' })).toHaveAttribute(
      'href',
      '/user/order?show=cancel&code=D1',
    );
  });
});

describe('choosing a payment method', () => {
  it('shows the trade of each method, also after switching back', async () => {
    mockReply(payCreate, ({ body }) =>
      body.channel === 'ali_page'
        ? trade({
            trade_no: 'T-2',
            channel: 'ali_page',
            qr_text: undefined,
            redirect_url: 'https://pay.test/x',
          } as Partial<Trade>)
        : trade(),
    );
    const { user } = open();
    const wechat = await screen.findByRole('radio', { name: '微信支付' });
    await screen.findByRole('img', { name: '支付二维码' });
    await user.click(screen.getByRole('radio', { name: '支付宝' }));
    expect(await screen.findByRole('link', { name: '前往支付宝付款' })).toBeVisible();
    await user.click(wechat);
    expect(await screen.findByRole('img', { name: '支付二维码' })).toBeVisible();
    expect(screen.queryByRole('link', { name: '前往支付宝付款' })).toBeNull();
  });

  it('leaves no room for a QR code if there is no method', async () => {
    mockReply(payChannels, { list: [] });
    const { container } = open();
    expect(await screen.findByText('当前没有可用的支付方式，请稍后再试。')).toBeVisible();
    expect(container.querySelector('main .skeleton, main [aria-live]')).toBeNull();
  });

  it('shows why a trade cannot be opened, and offers another method', async () => {
    mockRefusal(payCreate, 400, '支付渠道暂时不可用', 'channel_closed');
    const { user } = open();
    expect(await screen.findByText('支付渠道暂时不可用')).toBeVisible();
    mockReply(payCreate, trade({ channel: 'ali_page' }));
    await user.click(screen.getByRole('radio', { name: '支付宝' }));
    expect(await screen.findByRole('img', { name: '支付二维码' })).toBeVisible();
  });

  it('shows the transfer details with the order number as reference, and no test buttons', async () => {
    const transfer = {
      account_name: '省继续教育中心',
      bank: '中国银行',
      account_no: '6217000012345678',
      remark: 'D1',
    };
    mockReply(
      payCreate,
      trade({ channel: 'offline', qr_text: undefined, transfer } as Partial<Trade>),
    );
    const { user } = open();
    await user.click(await screen.findByRole('radio', { name: '对公转账' }));
    await user.click(await screen.findByRole('button', { name: '获取汇款信息' }));
    expect(await screen.findByText(/请在汇款备注中填写订单编号/)).toBeVisible();
    for (const [name, value] of [
      ['收款户名', '省继续教育中心'],
      ['开户银行', '中国银行'],
      ['银行账号', '6217000012345678'],
      ['汇款备注', 'D1'],
    ] as const) {
      expect(screen.getByText(name).nextElementSibling).toHaveTextContent(value);
    }
    expect(screen.queryByRole('button', { name: '我已完成支付' })).toBeNull();
    expect(screen.queryByRole('button', { name: '模拟支付成功' })).toBeNull();
  });

  it('copies the order number', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '复制订单编号' }));
    expect(await navigator.clipboard.readText()).toBe('D1');
    expect(await screen.findByText('已复制')).toBeVisible();
  });

  it('shows that the gateway is unreachable', async () => {
    mockRefusal(paySandbox, 503, '支付服务暂时不可用');
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '模拟支付成功' }));
    expect(await screen.findByText('支付服务暂时不可用')).toBeVisible();
    expect(screen.queryByRole('heading', { name: '支付成功' })).toBeNull();
  });

  it('has no test buttons with a real gateway', async () => {
    mockReply(payCreate, trade({ sandbox: false }));
    open();
    await screen.findByRole('img', { name: '支付二维码' });
    expect(screen.queryByText('测试环境，不会产生真实扣款')).toBeNull();
  });
});

describe('the result of a payment', () => {
  it.each([
    ['paid', 'completed', '支付成功', ['去学习', '查看订单']],
    ['paid', 'refunding', '支付成功', ['查看订单']],
    ['closed', 'closed', '订单已取消', ['重新下单', '查看订单']],
    ['late', 'closed', '订单已取消，款项退回中', ['重新下单', '查看订单']],
    ['refunded', 'refunded', '订单已退款', ['查看订单']],
    ['unheard_of', 'closed', '订单状态已更新', ['重新下单', '查看订单']],
  ])('%s (%s): shows %s and offers %o', async (payState, orderStatus, title, names) => {
    mockReply(
      payStatus,
      status({
        pay_state: payState,
        order_status: orderStatus,
        course_id: payState === 'paid' ? 'c1' : '',
      } as Partial<Status>),
    );
    open();
    const heading = await screen.findByRole('heading', { level: 2, name: title });
    expect(heading).toHaveFocus();
    const end = within(heading.parentElement!);
    const offered = [...end.queryAllByRole('link'), ...end.queryAllByRole('button')].map(
      ({ textContent }) => textContent,
    );
    expect(offered.toSorted()).toEqual(names.toSorted());
  });

  it('all items of an order are added to the cart again', async () => {
    const [item] = order.items;
    mockReply(orderDetail, {
      ...order,
      items: [item!, { ...item!, order_item_id: 'i2', content_id: 'c2' }],
    });
    mockReply(payStatus, status({ pay_state: 'closed', order_status: 'closed' }));
    mockReply(shopplistAdd, ({ body }) => ({ cart_id: `k-${body.id}`, count: 2 }));
    const { user, router } = open();
    await user.click(await screen.findByRole('button', { name: '重新下单' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/order/confirm'));
    expect(new URLSearchParams(router.state.location.search).get('cart_ids')).toBe('k-c1,k-c2');
  });

  it('an item that cannot be ordered again says why and stays', async () => {
    const [item] = order.items;
    mockReply(orderDetail, {
      ...order,
      items: [item!, { ...item!, order_item_id: 'i2', content_id: 'c2' }],
    });
    mockReply(payStatus, status({ pay_state: 'closed', order_status: 'closed' }));
    mockRefusal(shopplistAdd, 409, '课程已下架', 'item_off_shelf');
    const { user, router } = open();
    await user.click(await screen.findByRole('button', { name: '重新下单' }));
    expect(await screen.findByText('课程已下架')).toBeVisible();
    expect(router.state.location.pathname).toBe(address);
  });

  it('is shown at once when the user returns to the page', async () => {
    open();
    await screen.findByRole('img', { name: '支付二维码' });
    mockReply(payStatus, status({ pay_state: 'paid', course_id: 'c1' }));
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByRole('heading', { name: '支付成功' })).toBeVisible();
  });
});
