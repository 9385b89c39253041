import type { ReplyOf } from '@cme/contract/base';
import { userInfo } from '@cme/contract/person';
import {
  cardBind,
  cardUse,
  orderCreate,
  orderList,
  orderPreview,
  shopplistCount,
} from '@cme/contract/payment';
import {
  requestsTo,
  customerPage,
  describePageStates,
  mockRefusal,
  renderPage,
  mockReply,
  sampleSite,
  sampleUser,
} from '@cme/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../../routes.ts';

const page = customerPage({ site: sampleSite({ isCustomerDomain: 'Y' }) });
const address = '/order/confirm?content_type=C&id=c1';
const signedIn = { page, token: 'T1' };
const open = (at = address) => renderPage(at, routes, signedIn);

type Preview = ReplyOf<typeof orderPreview>;
const preview = (change: Partial<Preview> = {}): Preview => ({
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
    },
  ],
  total: '98.00',
  discount: '0.00',
  card: '0.00',
  pay: '98.00',
  warnings: [],
  buyer: { real_name: '李晓梅', id_no: '110105********002X', mobile: '138****0001', unit_name: '' },
  cards: [],
  ...change,
});
const noOrders: ReplyOf<typeof orderList> = {
  list: [],
  total: 0,
  page: 1,
  page_size: 10,
  counts: { all: 0, pending: 0, paid: 0, closed: 0, refunded: 0 },
};

beforeEach(() => {
  mockReply(userInfo, sampleUser());
  mockReply(shopplistCount, { count: 0 });
  mockReply(orderPreview, preview());
  mockReply(orderList, noOrders);
});

describePageStates('the confirmation of an order', {
  address,
  routes,
  options: signedIn,
  call: orderPreview,
  filled: preview(),
  shows: '心肺复苏',
});

describe('the summary', () => {
  it.each([
    [
      'the owner of a part',
      { discount: '30.00', pay: '68.00' },
      ['已拥有课程抵减', '-¥30.00', '¥68.00'],
    ],
    ['a study card', { card: '50.00', pay: '48.00' }, ['学习卡抵扣', '-¥50.00', '¥48.00']],
  ])('%s shows its discounts', async (_, change, texts) => {
    mockReply(orderPreview, preview(change));
    open();
    const sum = within(await screen.findByRole('region', { name: '应付金额' }));
    for (const text of texts) expect(sum.getByText(text)).toBeVisible();
  });

  it('hides discounts of zero', async () => {
    open();
    const sum = within(await screen.findByRole('region', { name: '应付金额' }));
    for (const text of ['已拥有课程抵减', '学习卡抵扣']) expect(sum.queryByText(text)).toBeNull();
  });

  it('marks missing profile fields and links to where they can be filled in', async () => {
    open();
    const buyer = within(await screen.findByRole('region', { name: '学员信息' }));
    expect(buyer.getByText('工作单位').nextElementSibling).toHaveTextContent('未填写');
    expect(buyer.getByRole('link', { name: '账号设置' })).toHaveAttribute('href', '/user/setting');
  });
});

describe('what cannot be ordered', () => {
  it.each([
    [address, 'item_owned', '您已拥有该课程', '去学习', '/player/c1/play'],
    [
      '/order/confirm?content_type=P&id=p1',
      'item_owned',
      '您已拥有套餐中的全部课程',
      '去学习',
      '/user/learn',
    ],
    [address, 'item_off_shelf', '课程已下架', '去选课程', '/profession'],
    ['/order/confirm?cart_ids=k1', 'not_found', '购物车中没有所选课程', '去购物车', '/cart'],
  ])('at %s the refusal %s says why and links onward', async (at, code, message, name, href) => {
    mockRefusal(orderPreview, 400, message, code);
    open(at);
    expect(await screen.findByText(message)).toBeVisible();
    const way = await within(screen.getByRole('main')).findByRole('link', { name });
    expect(way).toHaveAttribute('href', href);
    expect(screen.queryByRole('button', { name: '提交订单' })).toBeNull();
  });

  it.each([
    [400, '购买人数已满', 'item_full'],
    [503, '服务暂时不可用', undefined],
  ])('a failure on submitting (%i) is shown and can be retried', async (status, message, code) => {
    mockRefusal(orderCreate, status, message, code);
    const { user, router } = open();
    await user.click(await screen.findByRole('checkbox', { name: '我已阅读并同意' }));
    await user.click(screen.getByRole('button', { name: '提交订单' }));
    expect(await within(screen.getByRole('main')).findByText(message)).toHaveAttribute(
      'role',
      'alert',
    );
    expect(screen.getByRole('button', { name: '提交订单' })).toBeEnabled();
    expect(router.state.location.pathname).toBe('/order/confirm');
  });
});

describe('a study card', () => {
  const card = { card_no: 'K100', face: '50.00', expire_at: '2027-12-31 23:59:59' };

  it('can be selected and deselected, which updates the total', async () => {
    mockReply(orderPreview, ({ body }) =>
      preview({ cards: [card], ...(body.card_no ? { card: '50.00', pay: '48.00' } : {}) }),
    );
    const { user } = open();
    await user.click(await screen.findByRole('radio', { name: '学习卡 K100' }));
    expect(screen.getByText('可抵 ¥50.00，有效期至 2027-12-31')).toBeVisible();
    const sum = within(screen.getByRole('region', { name: '应付金额' }));
    await waitFor(() => expect(sum.getByRole('status')).toHaveTextContent('¥48.00'));
    await user.click(screen.getByRole('radio', { name: '不使用学习卡' }));
    await waitFor(() => expect(sum.getByRole('status')).toHaveTextContent('¥98.00'));
  });

  it('that has become invalid is deselected without losing the order', async () => {
    mockReply(orderPreview, preview({ cards: [card] }));
    const { user } = open();
    const radio = await screen.findByRole('radio', { name: '学习卡 K100' });
    mockRefusal(orderPreview, 400, '学习卡已过期', 'card_expired');
    await user.click(radio);
    expect(await screen.findByText('学习卡已过期')).toBeVisible();
    mockReply(orderPreview, preview());
    await user.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByRole('button', { name: '提交订单' })).toBeVisible();
  });

  it('for certain courses opens them at once', async () => {
    const bound = {
      ...card,
      card_type: 'items',
      left: '0.00',
      status: 'bound',
      status_name: '可使用',
      bound_at: '',
      items: [{ content_type: 'C', content_id: 'c9', title: '产科急症' }],
    };
    mockReply(cardBind, bound as unknown as ReplyOf<typeof cardBind>);
    mockRefusal(cardUse, 400, '学习卡已使用', 'card_used');
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '绑定学习卡' }));
    await user.type(screen.getByLabelText('学习卡卡号'), 'K100');
    await user.type(screen.getByLabelText('学习卡密码'), 'secret{Enter}');
    expect(await screen.findByText('这张学习卡可直接开通：产科急症')).toBeVisible();
    await user.click(screen.getByRole('button', { name: '立即开通' }));
    expect(await screen.findByText('学习卡已使用')).toBeVisible();
    expect(requestsTo(cardUse)[0]?.body).toEqual({ card_no: 'K100' });
  });
});
