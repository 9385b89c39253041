import type { ReplyOf } from '@cme/contract/base';
import { userInfo } from '@cme/contract/person';
import {
  orderDetail,
  payAuthorize,
  payChannels,
  payCreate,
  paySandbox,
  payStatus,
  shopplistCount,
  type Order,
} from '@cme/contract/payment';
import {
  requestsTo,
  customerPage,
  mockRefusal,
  renderPage,
  mockReply,
  sampleSite,
  sampleUser,
} from '@cme/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { routes } from '../../../routes.ts';

const page = customerPage({ site: sampleSite({ isCustomerDomain: 'Y' }) });
const address = '/order/D1/payment';
const now = 1_790_000_000_000;

const order = (change: Partial<Order> = {}): Order => ({
  order_code: 'D1',
  subject: '心肺复苏',
  order_status: 'pending',
  order_status_name: '待支付',
  close_reason: '',
  items: [
    {
      content_type: 'C',
      content_id: 'c1',
      title: '心肺复苏',
      cover: '/c.svg',
      hours: 6,
      credits: 2,
      study_days: 180,
      price: '98.00',
      saved: '0.00',
      pay: '98.00',
      order_item_id: 'i1',
      deliver_status: 'waiting',
      course_id: '',
    },
  ],
  total: '98.00',
  discount: '0.00',
  card: '0.00',
  pay: '98.00',
  paid: '0.00',
  refunded: '0.00',
  channel_name: '',
  late_paid: 'N',
  created_at: '2026-11-20 08:00:00',
  expire_at: '2026-11-20 08:30:00',
  expire_ms: now + 900_000,
  paid_at: '',
  invoice_status: 'none',
  actions: ['pay', 'cancel'],
  refunds: [],
  server_time: now,
  ...change,
});
type Status = ReplyOf<typeof payStatus>;
const status = (change: Partial<Status> = {}): Status => ({
  pay_state: 'waiting',
  order_status: 'pending',
  message: '',
  amount: '98.00',
  expire_ms: now + 900_000,
  server_time: now,
  course_id: '',
  ...change,
});
type Trade = ReplyOf<typeof payCreate>;
const trade = (change: Partial<Trade> = {}): Trade => ({
  trade_no: 'T-1',
  channel: 'wx_native',
  amount: '98.00',
  sandbox: true,
  expire_at: '2026-11-20 08:30:00',
  expire_ms: now + 900_000,
  server_time: now,
  ...change,
});

const open = () => renderPage(address, routes, { page, token: 'T1' });

beforeEach(() => {
  mockReply(userInfo, sampleUser());
  mockReply(shopplistCount, { count: 0 });
  mockReply(orderDetail, order());
  mockReply(payStatus, status());
  mockReply(payChannels, {
    list: [
      { channel: 'wx_native', name: '微信支付' },
      { channel: 'ali_page', name: '支付宝' },
      { channel: 'offline', name: '对公转账' },
    ],
  });
  mockReply(payCreate, ({ body }) => {
    if (body.channel === 'ali_page')
      return trade({
        trade_no: 'T-2',
        channel: 'ali_page',
        redirect_url: 'https://openapi.alipay.test/pay?x=1',
      });
    if (body.channel === 'offline')
      return trade({
        trade_no: 'T-3',
        channel: 'offline',
        transfer: {
          account_name: '省继续教育中心',
          bank: '中国银行',
          account_no: '6217000012345678',
          remark: 'D1',
        },
      });
    return trade({ qr_text: 'weixin://wxpay/bizpayurl?pr=1' });
  });
});

describe('paying an order', () => {
  it("shows the total, the order number, the time left by the server's clock and a QR code", async () => {
    open();
    expect(await screen.findByRole('heading', { level: 1, name: '订单支付' })).toBeVisible();
    await waitFor(() => expect(document.title).toBe('订单支付-省卫生健康继续教育中心'));
    expect(await screen.findByText('应付金额')).toBeVisible();
    expect(screen.getAllByText('¥98.00')[0]).toBeVisible();
    expect(screen.getByText('D1')).toBeVisible();
    expect(screen.getByRole('timer', { name: '支付剩余时间' }).textContent).toMatch(
      /^1(5:00|4:\d\d)$/,
    );
    expect(await screen.findByRole('radio', { name: '微信支付' })).toBeChecked();
    expect(await screen.findByRole('img', { name: '支付二维码' })).toBeVisible();
    expect(requestsTo(payChannels)[0]?.body).toEqual({ order_code: 'D1', device: 'pc' });
  });

  it('opens Alipay in this tab, and shows transfer details with copy buttons', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('radio', { name: '支付宝' }));
    expect(await screen.findByRole('link', { name: '前往支付宝付款' })).toHaveAttribute(
      'href',
      'https://openapi.alipay.test/pay?x=1',
    );
    await user.click(screen.getByRole('radio', { name: '对公转账' }));
    await user.click(screen.getByRole('button', { name: '获取汇款信息' }));
    expect(await screen.findByText('6217000012345678')).toBeVisible();
    await user.click(screen.getByRole('button', { name: '复制银行账号' }));
    expect(await navigator.clipboard.readText()).toBe('6217000012345678');
    expect(screen.queryByRole('button', { name: '模拟支付成功' })).toBeNull();
  });

  describe('by bank transfer', () => {
    const kept = '2026-11-25 08:00:00';
    const channelsAsked = () => requestsTo(payCreate).map(({ body }) => body.channel);
    const timer = () => screen.queryByRole('timer', { name: '支付剩余时间' });

    it('extends the deadline to days once the details are requested, not when the method is selected', async () => {
      mockReply(payCreate, ({ body }) => {
        if (body.channel !== 'offline') return trade({ qr_text: 'weixin://1' });
        mockReply(payStatus, status({ transfer_until: kept, message: '等待对公转账到账' }));
        return trade({
          trade_no: 'T-3',
          channel: 'offline',
          expire_at: kept,
          transfer: {
            account_name: '省继续教育中心',
            bank: '中国银行',
            account_no: '6217000012345678',
            remark: 'D1',
          },
        });
      });
      const { user } = open();
      await user.click(await screen.findByRole('radio', { name: '对公转账' }));
      const get = await screen.findByRole('button', { name: '获取汇款信息' });
      expect(channelsAsked()).toEqual(['wx_native']);
      expect(timer()).toBeVisible();
      await user.click(get);
      expect(await screen.findByText('6217000012345678')).toBeVisible();
      expect(screen.getByText(/订单为您保留至 11月25日 08:00/)).toBeVisible();
      expect(timer()).toBeNull();
      expect(screen.getByRole('link', { name: '取消订单' })).toHaveAttribute(
        'href',
        expect.stringContaining('show=cancel&code=D1'),
      );
      expect(channelsAsked()).toEqual(['wx_native', 'offline']);
    });

    it('shows a pending transfer first, and can switch to a QR code, which expires by itself', async () => {
      mockReply(payStatus, status({ transfer_until: kept, expire_ms: now + 3 * 86_400_000 }));
      const { user } = open();
      expect(await screen.findByRole('radio', { name: '对公转账' })).toBeChecked();
      expect(await screen.findByText('6217000012345678')).toBeVisible();
      expect(timer()).toBeNull();
      mockReply(payCreate, trade({ trade_no: 'T-4', qr_text: 'weixin://4', expire_ms: now + 600 }));
      await user.click(screen.getByRole('radio', { name: '微信支付' }));
      expect(await screen.findByRole('img', { name: '支付二维码' })).toBeVisible();
      expect(timer()).toBeNull();
      const again = await screen.findByRole('button', { name: '重新支付' });
      expect(screen.queryByRole('img', { name: '支付二维码' })).toBeNull();
      mockReply(payCreate, trade({ trade_no: 'T-5', qr_text: 'weixin://5' }));
      await user.click(again);
      expect(await screen.findByRole('img', { name: '支付二维码' })).toBeVisible();
    });
  });

  it("pays with the embedded gateway's button and links to the course", async () => {
    mockReply(paySandbox, ({ body }) => {
      mockReply(
        payStatus,
        status({
          pay_state: body.act === 'success' ? 'paid' : 'failed',
          order_status: 'completed',
          course_id: 'c1',
        }),
      );
      return {};
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '模拟支付成功' }));
    expect(await screen.findByRole('heading', { name: '支付成功' })).toBeVisible();
    expect(screen.getByRole('heading', { name: '支付成功' })).toHaveFocus();
    expect(screen.getByRole('link', { name: '去学习' })).toHaveAttribute('href', '/player/c1/play');
    expect(screen.getByRole('link', { name: '查看订单' })).toHaveAttribute('href', '/user/order');
    expect(requestsTo(paySandbox)[0]?.body).toEqual({ trade_no: 'T-1', act: 'success' });
    expect(screen.queryByRole('radio')).toBeNull();
  });

  it('detects the payment by polling and waits until the course is opened', async () => {
    open();
    await screen.findByRole('img', { name: '支付二维码' });
    mockReply(payStatus, status({ pay_state: 'paid' }));
    expect(await screen.findByRole('heading', { name: '支付成功' })).toBeVisible();
    expect(screen.getByText('正在开通课程，请稍候…')).toBeVisible();
    expect(screen.queryByRole('link', { name: '去学习' })).toBeNull();
    mockReply(payStatus, status({ pay_state: 'paid', course_id: 'c1' }));
    expect(await screen.findByRole('link', { name: '去学习' })).toBeVisible();
  });

  it('shows a failed payment and opens another trade on request', async () => {
    let trades = 0;
    mockReply(payCreate, () => trade({ trade_no: `T-${(trades += 1)}`, qr_text: 'weixin://1' }));
    mockReply(paySandbox, () => {
      mockReply(payStatus, status({ pay_state: 'failed', message: '支付未完成，请重新支付' }));
      return {};
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '模拟支付失败' }));
    const again = await screen.findByRole('button', { name: '重新支付' });
    expect(screen.queryByRole('img', { name: '支付二维码' })).toBeNull();
    expect(again).toHaveFocus();
    mockReply(payStatus, status());
    await user.keyboard('{Enter}');
    const code = await screen.findByRole('img', { name: '支付二维码' });
    expect(code).toBeVisible();
    expect(document.activeElement).toContainElement(code);
    expect(document.body).not.toHaveFocus();
    expect(trades).toBe(2);
  });

  it('says that nothing has arrived yet if checked too early', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '我已完成支付' }));
    expect(await screen.findByText(/暂未收到付款结果/)).toBeVisible();
  });

  it.each([
    ['closed', '订单已取消', '超时未支付，订单已自动取消'],
    ['late', '订单已取消，款项退回中', '款项在订单关闭后到账，将原路退回'],
  ])(
    'the payment state %s is explained, and the items can be ordered again',
    async (payState, title, message) => {
      mockReply(payStatus, status({ pay_state: payState, message, order_status: 'closed' }));
      const { user, router } = open();
      expect(await screen.findByRole('heading', { name: title })).toBeVisible();
      expect(screen.getByText(message)).toBeVisible();
      expect(requestsTo(payCreate)).toEqual([]);
      await user.click(screen.getByRole('button', { name: '重新下单' }));
      await waitFor(() =>
        expect(router.state.location.pathname + router.state.location.search).toBe(
          '/order/confirm?content_type=C&id=c1',
        ),
      );
    },
  );

  it.each([
    ['N', '课程已开通，可以开始学习了。'],
    ['Y', '检测到重复付款，多付的款项将原路退回'],
  ] as const)('an order with paid_twice %s shows %s', async (paidTwice, text) => {
    mockReply(payStatus, status({ pay_state: 'paid', course_id: 'c1', paid_twice: paidTwice }));
    open();
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('opens no trade for an order that is already paid', async () => {
    mockReply(payStatus, status({ pay_state: 'paid', course_id: 'c1' }));
    open();
    expect(await screen.findByRole('heading', { name: '支付成功' })).toBeVisible();
    expect(requestsTo(payCreate)).toEqual([]);
  });

  describe('inside WeChat', () => {
    const wechat = 'https://open.weixin.test/connect/oauth2/authorize?appid=wx1#wechat_redirect';
    const openAt = (search: string) => renderPage(address + search, routes, { page, token: 'T1' });
    const left = vi.fn<(url: string | URL) => void>();
    beforeEach(() => {
      vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
        'Mozilla/5.0 (Linux; Android 14) Mobile MicroMessenger/8.0.50',
      );
      left.mockReset();
      vi.spyOn(location, 'replace').mockImplementation(left);
      mockReply(payChannels, { list: [{ channel: 'wx_jsapi', name: '微信支付' }] });
      mockReply(payAuthorize, { url: wechat });
      mockRefusal(payCreate, 400, '请在微信中授权后再支付', 'wechat_needed');
    });
    afterEach(() => void vi.restoreAllMocks());

    it('redirects to be identified, without a history entry', async () => {
      openAt('');
      expect(await screen.findByText('正在前往微信确认付款身份…')).toBeVisible();
      expect(left).toHaveBeenCalledExactlyOnceWith(wechat);
      expect(screen.getByRole('link', { name: '没有自动跳转？点此继续' })).toHaveAttribute(
        'href',
        wechat,
      );
      expect(requestsTo(payChannels)[0]?.body).toEqual({ order_code: 'D1', device: 'wechat' });
    });

    it('returns, removes the code from the URL and pays with it', async () => {
      mockReply(
        payCreate,
        trade({ trade_no: 'T-9', channel: 'wx_jsapi', jsapi: { appId: 'wx1' } }),
      );
      const { router } = openAt('?code=c0de&state=5tate');
      expect(await screen.findByRole('button', { name: '立即付款' })).toBeVisible();
      expect(requestsTo(payCreate).map(({ body }) => body)).toEqual([
        { order_code: 'D1', channel: 'wx_jsapi', code: 'c0de', state: '5tate' },
      ]);
      expect(router.state.location.search).toBe('');
      expect(location.href).not.toContain('c0de');
      expect(requestsTo(payAuthorize)).toEqual([]);
    });

    it.each([
      ['?code=c0de&state=5tate', 'wechat_refused'],
      ['?state=5tate', 'wechat_needed'],
    ] as const)(
      'after an unsuccessful return (%s) redirects again only on request',
      async (search, why) => {
        mockRefusal(payCreate, 400, '微信授权已失效，请重新支付', why);
        const { user } = openAt(search);
        const again = await screen.findByRole('button', { name: '立即付款' });
        expect(left).not.toHaveBeenCalled();
        await user.click(again);
        await waitFor(() => expect(left).toHaveBeenCalledExactlyOnceWith(wechat));
      },
    );
  });

  it("another user's order renders the not-found page", async () => {
    mockRefusal(orderDetail, 404, '订单不存在', 'not_found');
    mockRefusal(payStatus, 404, '订单不存在', 'not_found');
    open();
    expect(await screen.findByText('页面不存在')).toBeVisible();
  });

  it('refetches the status when the time is up', async () => {
    mockReply(payStatus, status({ expire_ms: now + 1200 }));
    open();
    await screen.findByRole('timer', { name: '支付剩余时间' });
    mockReply(payStatus, status({ pay_state: 'closed', message: '订单超时未支付，已自动关闭' }));
    expect(await screen.findByRole('heading', { name: '订单已取消' })).toBeVisible();
  });

  it('stops polling while hidden and refetches at once when visible', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    open();
    await screen.findByRole('img', { name: '支付二维码' });
    const look = (state: 'hidden' | 'visible') => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
      act(() => void window.dispatchEvent(new Event('visibilitychange')));
    };
    look('hidden');
    mockReply(payStatus, status({ pay_state: 'paid', course_id: 'c1' }));
    const before = requestsTo(payStatus).length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(requestsTo(payStatus).length).toBe(before);
    look('visible');
    expect(await screen.findByRole('heading', { name: '支付成功' })).toBeVisible();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
});
