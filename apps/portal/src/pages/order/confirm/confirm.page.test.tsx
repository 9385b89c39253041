import type { ReplyOf } from '@cme/contract/base';
import { userInfo } from '@cme/contract/person';
import {
  cardBind,
  orderCreate,
  orderList,
  orderPreview,
  shopplistCount,
} from '@cme/contract/payment';
import {
  requestsTo,
  customerPage,
  mockRefusal,
  RefusalError,
  renderPage,
  mockReply,
  sampleSite,
  sampleUser,
} from '@cme/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../../routes.ts';
import { confirmWords } from './confirm.words.ts';

const page = customerPage({ site: sampleSite({ isCustomerDomain: 'Y' }) });
const single = '/order/confirm?content_type=C&id=c1';
type Preview = ReplyOf<typeof orderPreview>;

const line = (contentId: string, title: string, price: string): Preview['items'][number] => ({
  content_type: 'C',
  content_id: contentId,
  title,
  cover: '/c.svg',
  hours: 6,
  credits: 2,
  study_days: 180,
  price,
  saved: '0.00',
  pay: price,
});
const preview = (change: Partial<Preview> = {}): Preview => ({
  items: [line('c1', '心肺复苏', '98.00')],
  total: '98.00',
  discount: '0.00',
  card: '0.00',
  pay: '98.00',
  warnings: [],
  buyer: {
    real_name: '李晓梅',
    id_no: '110105********002X',
    mobile: '138****0001',
    unit_name: '市人民医院',
  },
  cards: [],
  ...change,
});
const made = {
  order_code: 'D1',
  order_status: 'pending',
  pay: '98.00',
  server_time: 0,
  expire_at: '2026-11-20 09:00:00',
  expire_ms: 0,
};
const open = (address = single) => renderPage(address, routes, { page, token: 'T1' });
const pending = (
  list: { order_code: string; content_id: string }[],
): ReplyOf<typeof orderList> => ({
  page: 1,
  page_size: 10,
  total: list.length,
  counts: { all: 0, pending: 0, paid: 0, closed: 0, refunded: 0 },
  list: list.map(({ order_code, content_id }) => ({
    order_code,
    subject: '',
    order_status: 'pending',
    order_status_name: '待支付',
    close_reason: '',
    items: [
      {
        ...line(content_id, '', '1.00'),
        order_item_id: 'i',
        deliver_status: 'waiting',
        course_id: '',
      },
    ],
    total: '1.00',
    discount: '0.00',
    card: '0.00',
    pay: '1.00',
    paid: '0.00',
    refunded: '0.00',
    channel_name: '',
    late_paid: 'N',
    created_at: '',
    expire_at: '',
    expire_ms: 0,
    paid_at: '',
    invoice_status: 'none',
    actions: ['pay'],
    refunds: [],
    server_time: 0,
  })),
});
const submit = () => screen.findByRole('button', { name: '提交订单' });
const agree = async (user: ReturnType<typeof open>['user']) =>
  user.click(await screen.findByRole('checkbox', { name: '我已阅读并同意' }));

beforeEach(() => {
  mockReply(userInfo, sampleUser());
  mockReply(shopplistCount, { count: 0 });
  mockReply(orderPreview, preview());
  mockReply(orderCreate, made);
});

describe('confirming an order', () => {
  it('shows the items, the buyer and the total', async () => {
    open();
    expect(await screen.findByRole('heading', { level: 1, name: '确认订单' })).toBeVisible();
    await expect.poll(() => document.title).toBe('确认订单-省卫生健康继续教育中心');
    expect(await screen.findByRole('heading', { name: '心肺复苏' })).toBeVisible();
    for (const text of ['李晓梅', '110105********002X', '138****0001', '市人民医院'])
      expect(within(screen.getByRole('main')).getByText(text)).toBeVisible();
    expect(screen.getByRole('heading', { name: '发票信息' })).toBeVisible();
    expect(
      within(screen.getByRole('region', { name: '应付金额' })).getByRole('status'),
    ).toHaveTextContent('¥98.00');
    expect(requestsTo(orderPreview)[0]?.body).toEqual({ item: { content_type: 'C', id: 'c1' } });
  });

  it('reads cart rows from the URL', async () => {
    mockReply(
      orderPreview,
      preview({
        items: [line('c1', '心肺复苏', '98.00'), line('c2', '气道管理', '2.00')],
        pay: '100.00',
        warnings: ['《产科急症》已下架，未计入本次订单'],
      }),
    );
    const { user, router } = open('/order/confirm?cart_ids=k1,k2');
    expect(await screen.findByText('《产科急症》已下架，未计入本次订单')).toBeVisible();
    await agree(user);
    await user.click(await submit());
    await waitFor(() => expect(router.state.location.pathname).toBe('/order/D1/payment'));
    expect(requestsTo(orderCreate)[0]?.body).toMatchObject({
      cart_ids: ['k1', 'k2'],
      seen_amount: '100.00',
      source: 'pc',
    });
  });

  it('is also available under /order, and links to the cart if nothing is selected', async () => {
    open('/order');
    expect(await screen.findByText('没有要结算的课程')).toBeVisible();
    expect(
      within(screen.getByRole('main')).getByRole('link', { name: '去购物车' }),
    ).toHaveAttribute('href', '/cart');
  });

  it('creates one order however often the button is pressed or retried', async () => {
    let turns = 0;
    mockReply(orderCreate, () => {
      turns += 1;
      if (turns === 1) throw new RefusalError(503, '服务暂时不可用');
      return made;
    });
    const first = open();
    await agree(first.user);
    await first.user.click(await submit());
    expect(await screen.findByText('服务暂时不可用')).toBeVisible();
    const { state } = first.router.state.location;
    await first.user.dblClick(await submit());
    await waitFor(() => expect(first.router.state.location.pathname).toBe('/order/D1/payment'));
    const ids = new Set(requestsTo(orderCreate).map(({ body }) => body.request_id));
    expect(requestsTo(orderCreate).length).toBeGreaterThan(1);
    expect([...ids]).toEqual([(state as { request_id: string }).request_id]);
  });

  it('replaces its history entry once the order is created', async () => {
    const { user, router } = open();
    await agree(user);
    await user.click(await submit());
    await waitFor(() => expect(router.state.location.pathname).toBe('/order/D1/payment'));
    expect(router.state.historyAction).toBe('REPLACE');
  });

  it('shows the new total if a price has changed, and asks again', async () => {
    const { user, router } = open();
    await submit();
    mockRefusal(orderCreate, 400, '价格已变动，请核对金额后重新提交', 'price_changed');
    mockReply(orderPreview, preview({ pay: '108.00', total: '108.00' }));
    await agree(user);
    await user.click(await submit());
    expect(
      await screen.findByText('价格已变动：应付金额由 ¥98.00 变为 ¥108.00，请核对后再次提交。'),
    ).toBeVisible();
    mockReply(orderCreate, made);
    await user.click(await submit());
    await waitFor(() => expect(router.state.location.pathname).toBe('/order/D1/payment'));
    expect(requestsTo(orderCreate).at(-1)?.body.seen_amount).toBe('108.00');
  });

  it('links to the conflicting open order', async () => {
    mockRefusal(orderCreate, 400, '所选课程已有待支付的订单', 'order_pending_exists', {
      order_code: 'D9',
    });
    const { user } = open();
    await agree(user);
    await user.click(await submit());
    expect(await screen.findByRole('link', { name: '去支付' })).toHaveAttribute(
      'href',
      '/order/D9/payment',
    );
    expect(screen.getByRole('alert')).toHaveTextContent('所选课程已有待支付的订单');
    expect(requestsTo(orderList)).toEqual([]);
  });

  it('finds the open order if the refusal does not name it', async () => {
    mockRefusal(orderCreate, 400, '所选课程已有待支付的订单', 'order_pending_exists');
    mockReply(
      orderList,
      pending([
        { order_code: 'D8', content_id: 'other' },
        { order_code: 'D9', content_id: 'c1' },
      ]),
    );
    const { user } = open();
    await agree(user);
    await user.click(await submit());
    expect(await screen.findByRole('link', { name: '去支付' })).toHaveAttribute(
      'href',
      '/order/D9/payment',
    );
  });

  it('uses a new request id if the old one has produced an order and the selection has changed', async () => {
    mockReply(orderCreate, ({ body }) => {
      if (new Set(requestsTo(orderCreate).map((item) => item.body.request_id)).size === 1)
        throw new RefusalError(400, '订单内容已变化', 'request_reused');
      return { ...made, order_code: `D-${body.request_id.length}` };
    });
    const { user, router } = open();
    await agree(user);
    await user.click(await submit());
    await waitFor(() => expect(router.state.location.pathname).toBe('/order/D-32/payment'));
  });

  it('is not submitted before the terms are accepted: shows an error and focuses the checkbox', async () => {
    const { user, router } = open();
    const box = await screen.findByRole('checkbox', { name: '我已阅读并同意' });
    expect(box).not.toBeChecked();
    await user.click(await submit());
    expect(screen.getByText('请先阅读并同意《课程购买须知》')).toBeVisible();
    expect(box).toHaveFocus();
    expect(box).toHaveAccessibleDescription('请先阅读并同意《课程购买须知》');
    expect(requestsTo(orderCreate)).toEqual([]);
    await user.keyboard(' ');
    expect(screen.queryByText('请先阅读并同意《课程购买须知》')).toBeNull();
    await user.click(await submit());
    await waitFor(() => expect(router.state.location.pathname).toBe('/order/D1/payment'));
    expect(requestsTo(orderCreate)[0]?.body).toMatchObject({
      agree_version: confirmWords.termsVersion,
    });
  });

  it('requires a new version of the terms whenever their text changes', async () => {
    const digest = await crypto.subtle.digest(
      'SHA-256',
      new TextEncoder().encode(confirmWords.termsText.join('\n')),
    );
    const hash = [...new Uint8Array(digest)]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('')
      .slice(0, 16);
    expect({ version: confirmWords.termsVersion, hash }).toEqual({
      version: '2026-11',
      hash: 'ac18b317759cb385',
    });
  });

  it('shows the study period and the refund period of each course', async () => {
    mockReply(
      orderPreview,
      preview({
        items: [{ ...line('c1', '心肺复苏', '98.00'), valid_days: 160, refund_days: 15 }],
      }),
    );
    open();
    expect(await screen.findByText(/有效期 160 天 · 15 天内可退款/)).toBeVisible();
    expect(screen.queryByText(/180 天/)).toBeNull();
  });

  it('leads to the pending order instead of creating a second one', async () => {
    mockReply(orderPreview, preview({ pending_order: 'D5' }));
    open();
    expect(await screen.findByRole('link', { name: '去支付' })).toHaveAttribute(
      'href',
      '/order/D5/payment',
    );
    expect(screen.queryByRole('button', { name: '提交订单' })).toBeNull();
  });

  it('in a second tab leads to the order that the first tab has created', async () => {
    mockRefusal(orderCreate, 404, '购物车中没有所选课程，请刷新后重试', 'not_found');
    mockReply(orderList, pending([{ order_code: 'D6', content_id: 'c1' }]));
    const { user } = open('/order/confirm?cart_ids=k1');
    await agree(user);
    await user.click(await submit());
    expect(await screen.findByRole('link', { name: '去支付' })).toHaveAttribute(
      'href',
      '/order/D6/payment',
    );
  });

  it('names the terms that an order accepts, and shows them', async () => {
    const { user } = open();
    await submit();
    await user.click(screen.getByRole('button', { name: '《课程购买须知》' }));
    expect(await screen.findByRole('dialog', { name: '课程购买须知' })).toHaveTextContent(
      '退款期限内可以申请退款',
    );
  });

  it('pays with a study card that was just bound', async () => {
    const card = { card_no: 'K100', face: '50.00', expire_at: '2027-12-31 23:59:59' };
    let isBound = false;
    mockReply(orderPreview, ({ body }) =>
      preview({
        cards: isBound ? [card] : [],
        ...(body.card_no ? { card: '50.00', pay: '48.00' } : {}),
      }),
    );
    mockReply(cardBind, () => {
      isBound = true;
      return {
        ...card,
        card_type: 'money',
        left: '50.00',
        status: 'bound',
        status_name: '可使用',
        bound_at: '2026-11-20 08:00:00',
        items: [],
      };
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '绑定学习卡' }));
    await user.click(screen.getByRole('button', { name: '绑定' }));
    expect(await screen.findByText('请输入学习卡卡号')).toBeVisible();
    await user.type(screen.getByLabelText('学习卡卡号'), 'K100');
    await user.type(screen.getByLabelText('学习卡密码'), 'secret');
    await user.click(screen.getByRole('button', { name: '绑定' }));
    expect(await screen.findByText('¥48.00')).toBeVisible();
    expect(screen.getByRole('radio', { name: '学习卡 K100' })).toBeChecked();
    await agree(user);
    await user.click(await submit());
    await waitFor(() =>
      expect(requestsTo(orderCreate)[0]?.body).toMatchObject({
        card_no: 'K100',
        seen_amount: '48.00',
      }),
    );
  });

  it('shows the error of a card and keeps the input', async () => {
    mockRefusal(cardBind, 400, '输入的卡号或密码错误', 'bad_request');
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '绑定学习卡' }));
    await user.type(screen.getByLabelText('学习卡卡号'), 'K1');
    await user.type(screen.getByLabelText('学习卡密码'), 'wrong');
    await user.click(screen.getByRole('button', { name: '绑定' }));
    expect(await screen.findByText('输入的卡号或密码错误')).toBeVisible();
    expect(screen.getByLabelText('学习卡卡号')).toHaveValue('K1');
  });

  it('links an owner to their course', async () => {
    mockRefusal(orderPreview, 400, '您已拥有该课程', 'item_owned');
    open();
    expect(await screen.findByText('您已拥有该课程')).toBeVisible();
    expect(screen.getByRole('link', { name: '去学习' })).toHaveAttribute('href', '/player/c1/play');
  });

  it('if the rows have left the cart, offers the order that was made of them', async () => {
    mockRefusal(orderPreview, 404, '购物车中没有所选课程，请刷新后重试', 'not_found');
    mockReply(orderList, pending([{ order_code: 'D7', content_id: 'c1' }]));
    open('/order/confirm?cart_ids=k1');
    expect(await screen.findByRole('link', { name: '去支付' })).toHaveAttribute(
      'href',
      '/order/D7/payment',
    );
  });
});
