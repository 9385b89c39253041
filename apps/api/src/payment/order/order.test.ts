import { topNoticeCount } from '@cme/contract/person';
import { contentDetail, packageDetail } from '@cme/contract/content';
import { learnList } from '@cme/contract/study';
import {
  orderCancel,
  orderCreate,
  orderDetail,
  orderHide,
  orderList,
  orderPreview,
  refundPreview,
  shopplistAdd,
  shopplistCount,
  shopplistList,
} from '@cme/contract/payment';
import { count, eq, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { sendRaw, json } from '../../../test/ask.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { type Learner, newCourse, newLearner, signInAgain } from '../../../test/learner.ts';
import { newPackage, paidCourse, payAndDeliver, payOrder } from '../../../test/pay/trade.ts';
import { content, section } from '../../content/catalogue/catalogue.tables.ts';
import { stateLog } from '../../platform/state-log/state-log.tables.ts';
import { deliverOrder } from './deliver.job.ts';
import { order } from './order.tables.ts';
import { refusal } from '../../../test/refusal.ts';

const api = await startApiForFile();
let learner: Learner;
beforeEach(async () => {
  learner = await newLearner(api);
});

let requests = 0;
const create = (
  item: { id: string; content_type?: string },
  seenAmount: string,
  more: object = {},
  person = learner,
) =>
  api.send(
    orderCreate,
    {
      item: { content_type: item.content_type ?? 'C', id: item.id },
      seen_amount: seenAmount,
      request_id: `r${(requests += 1)}`,
      ...more,
    },
    person,
  );
const detail = (orderCode: string, person = learner) =>
  api.send(orderDetail, { order_code: orderCode }, person);

describe('an order', () => {
  it('is created from the cart, paid, delivered, and leads to the course', async () => {
    const [one, two] = [
      await paidCourse(api, 6800, { title: '糖尿病' }),
      await paidCourse(api, 1990),
    ];
    const cart_ids = [];
    for (const { id } of [one, two])
      cart_ids.push((await api.send(shopplistAdd, { id }, learner)).cart_id);
    const preview = await api.send(orderPreview, { cart_ids: [cart_ids[0]!] }, learner);
    expect(preview).toMatchObject({
      pay: '68.00',
      total: '68.00',
      discount: '0.00',
      card: '0.00',
      warnings: [],
      cards: [],
      buyer: { real_name: '李明', unit_name: '县医院' },
    });
    expect(preview.buyer.mobile).toMatch(/^139\*{4}\d{4}$/);
    expect(preview.buyer.id_no).toMatch(/^110105\*+\w{4}$/);
    const created = await api.send(
      orderCreate,
      { cart_ids: [cart_ids[0]!], request_id: 'r1', seen_amount: '68.00' },
      learner,
    );
    expect(created).toMatchObject({
      order_status: 'pending',
      pay: '68.00',
      expire_ms: api.clock.now().getTime() + 30 * 60_000,
    });
    expect(
      (await api.send(shopplistList, {}, learner)).list.map(({ content: { id } }) => id),
    ).toEqual([two.id]);
    const { order_code } = created;
    expect(order_code).toMatch(/^2026061510\d{4}\d{6}$/);
    expect(await detail(order_code)).toMatchObject({
      order_status_name: '待支付',
      actions: ['pay', 'cancel'],
      items: [{ title: '糖尿病', pay: '68.00', course_id: '' }],
    });
    await payAndDeliver(api, order_code);
    expect(await detail(order_code)).toMatchObject({
      order_status: 'completed',
      order_status_name: '已支付',
      channel_name: '微信支付',
      paid: '68.00',
      late_paid: 'N',
      actions: ['study', 'refund', 'invoice'],
      items: [{ deliver_status: 'done', course_id: one.id }],
    });
    expect((await api.send(learnList, {}, learner)).list.map(({ course }) => course.id)).toEqual([
      one.id,
    ]);
    expect((await api.send(contentDetail, { id: one.id }, learner)).action).toBe('study');
    expect((await api.send(topNoticeCount, {}, learner)).unread_count).toBe(1);
    const steps = await api.db
      .select({ to: stateLog.to })
      .from(stateLog)
      .where(eq(stateLog.entity_id, order_code))
      .orderBy(stateLog.id);
    expect(steps.map(({ to }) => to).sort()).toEqual(['completed', 'paid', 'pending']);
  });

  it('of a package unlocks each of its courses once, and costs less for owners of some', async () => {
    const [one, two, three] = [
      await paidCourse(api, 6000),
      await paidCourse(api, 3000),
      await newCourse(api),
    ];
    await payAndDeliver(api, (await create(two, '30.00')).order_code);
    const { id } = await newPackage(api, 6000, [one, two, three]);
    const shown = await api.send(packageDetail, { id }, learner);
    expect(shown).toMatchObject({
      content_type: 'P',
      section_count: 3,
      price: '60.00',
      saved: '20.00',
      pay: '40.00',
      action: 'buy',
    });
    expect(shown.courses.map(({ share, owned }) => [share, owned])).toEqual([
      ['40.00', 'N'],
      ['20.00', 'Y'],
      ['0.00', 'N'],
    ]);
    const { order_code } = await create({ content_type: 'P', id }, '40.00');
    expect(await detail(order_code)).toMatchObject({
      total: '60.00',
      discount: '20.00',
      pay: '40.00',
      items: [{ price: '60.00', saved: '20.00', pay: '40.00' }],
    });
    await payAndDeliver(api, order_code);
    expect(
      (await api.send(learnList, {}, learner)).list.map(({ course }) => course.id).sort(),
    ).toEqual([one.id, two.id, three.id].sort());
    expect(await api.send(contentDetail, { content_type: 'P', id }, learner)).toMatchObject({
      action: 'study',
      my_learning: { progress: 0 },
    });
    expect((await detail(order_code)).items[0]?.course_id).toBe(one.id);
    expect(await refusal(create({ content_type: 'P', id }, '0.00'))).toBe('item_owned');
  });

  it('with nothing to pay is paid and delivered immediately', async () => {
    const { id } = await newCourse(api);
    const created = await create({ id }, '0.00');
    expect(created).toMatchObject({ order_status: 'paid', pay: '0.00' });
    await deliverOrder(api.context, created.order_code);
    expect(await detail(created.order_code)).toMatchObject({
      order_status: 'completed',
      channel_name: '无需支付',
      actions: ['study'],
    });
  });

  it('records the accepted terms, and accepts pages that do not send them', async () => {
    const agreed = await create(await paidCourse(api, 100), '1.00', { agree_version: '2026-11' });
    const silent = await create(await paidCourse(api, 100), '1.00');
    const versions = await api.db
      .select({ code: order.order_code, version: order.agree_version })
      .from(order)
      .where(inArray(order.order_code, [agreed.order_code, silent.order_code]));
    expect(new Map(versions.map(({ code, version }) => [code, version]))).toEqual(
      new Map([
        [agreed.order_code, '2026-11'],
        [silent.order_code, ''],
      ]),
    );
    expect(
      await refusal(create(await paidCourse(api, 100), '1.00', { agree_version: 'yes' })),
    ).toBe('bad_request');
  });

  it('can be refunded for the days shown to its buyer, whatever the course says later', async () => {
    const course = await paidCourse(api, 5000, {
      refund_days: 3,
      study_days: 180,
      end_at: new Date(api.clock.now().getTime() + 160 * 86_400_000),
    });
    const preview = await api.send(orderPreview, { item: { id: course.id } }, learner);
    expect(preview.items).toMatchObject([{ refund_days: 3, study_days: 180, valid_days: 160 }]);
    const { order_code } = await create(course, '50.00');
    await api.db.update(content).set({ refund_days: 30 }).where(eq(content.content_id, course.id));
    expect(await detail(order_code)).toMatchObject({
      items: [{ refund_days: 3, valid_days: 160 }],
      refund_expire_at: '',
    });
    await payAndDeliver(api, order_code);
    const { paid_at, refund_expire_at, actions } = await detail(order_code);
    expect(actions).toContain('refund');
    expect(Date.parse(refund_expire_at ?? '') - Date.parse(paid_at)).toBe(3 * 86_400_000);
    api.clock.pass(3 * 86_400_000);
    const back = {
      ...learner,
      token: await signInAgain(api, { user_id: learner.user_id, site_id: 'main' }),
    };
    expect((await detail(order_code, back)).actions).not.toContain('refund');
    const { can_apply, items } = await api.send(refundPreview, { order_code }, back);
    expect({ can_apply, items }).toMatchObject({
      can_apply: false,
      items: [{ amount: '0.00', blocked: '已超过退款期限' }],
    });
  });

  it('warns of an existing open order and of missing optional videos in the preview', async () => {
    const course = await paidCourse(api, 100, { title: '半门课', lengths: [60, null] });
    await api.db
      .update(section)
      .set({ required: 'N' })
      .where(eq(section.section_id, course.sections[1]!));
    const item = { item: { id: course.id } };
    const before = await api.send(orderPreview, item, learner);
    expect(before).toMatchObject({ warnings: ['《半门课》有1节视频尚未上线，上线前不能学习'] });
    expect(before.pending_order).toBeUndefined();
    const { order_code } = await create(course, '1.00');
    expect(await api.send(orderPreview, item, learner)).toMatchObject({
      pending_order: order_code,
    });
  });

  it('keeps a snapshot of what was bought', async () => {
    const course = await paidCourse(api, 5000, { title: '旧名' });
    const { order_code } = await create(course, '50.00');
    await api.db
      .update(content)
      .set({ title: '新名', price_fen: 9900 })
      .where(eq(content.content_id, course.id));
    expect(await detail(order_code)).toMatchObject({
      pay: '50.00',
      items: [{ title: '旧名', price: '50.00' }],
    });
    expect(await payOrder(api, order_code)).toBe('booked');
  });
});

describe('ordering again', () => {
  it('with the same request returns the same order in any state, and refuses other items', async () => {
    const [one, two] = [await paidCourse(api, 1000), await paidCourse(api, 1000)];
    const first = await create(one, '10.00', { request_id: 'same' });
    expect(await create(one, '10.00', { request_id: 'same' })).toEqual(first);
    await payAndDeliver(api, first.order_code);
    expect(await create(one, '10.00', { request_id: 'same' })).toMatchObject({
      order_code: first.order_code,
      order_status: 'completed',
    });
    expect(await refusal(create(two, '10.00', { request_id: 'same' }))).toBe('request_reused');
    expect(await refusal(create(one, '10.01', { request_id: 'same' }))).toBe('request_reused');
    const other = await newLearner(api);
    expect((await create(one, '10.00', { request_id: 'same' }, other)).order_code).not.toBe(
      first.order_code,
    );
  });

  it('for the same items returns the open order; for some of them it is refused', async () => {
    const [one, two] = [await paidCourse(api, 1000), await paidCourse(api, 1000)];
    const bundle = { content_type: 'P', id: (await newPackage(api, 1500, [one, two])).id };
    const first = await create(bundle, '15.00');
    expect((await create(bundle, '15.00', { request_id: 'second' })).order_code).toBe(
      first.order_code,
    );
    await expect(create(one, '10.00')).rejects.toMatchObject({
      code: 'order_pending_exists',
      order_code: first.order_code,
    });
    expect((await api.send(orderPreview, { item: bundle }, learner)).warnings).toEqual([
      '您已有包含所选课程的待支付订单',
    ]);
    await payOrder(api, first.order_code);
    expect(await refusal(create(one, '10.00'))).toBe('item_owned');
    expect(await refusal(create(bundle, '15.00'))).toBe('item_owned');
    expect((await create(bundle, '15.00', { request_id: 'second' })).order_code).toBe(
      first.order_code,
    );
    expect((await api.send(contentDetail, { id: one.id }, learner)).action).toBe('buy');
    await deliverOrder(api.context, first.order_code);
    expect((await api.send(contentDetail, { id: one.id }, learner)).action).toBe('study');
  });

  it('after expiry creates a new order and closes the old one', async () => {
    const course = await paidCourse(api, 1000);
    const first = await create(course, '10.00');
    api.clock.pass(30 * 60_000);
    learner = {
      ...learner,
      token: await signInAgain(api, { user_id: learner.user_id, site_id: 'main' }),
    };
    const second = await create(course, '10.00');
    expect(second.order_code).not.toBe(first.order_code);
    expect(await detail(first.order_code)).toMatchObject({
      order_status: 'closed',
      close_reason: '超时未支付，订单已自动取消',
    });
  });
});

describe('the price of an order', () => {
  it("is decided by the server: the page's amount is only compared", async () => {
    const course = await paidCourse(api, 9900);
    for (const seen of [
      '0.00',
      '0.01',
      '-99.00',
      '99',
      '99.000',
      '９９.００',
      '1e308',
      'NaN',
      '',
      '99.01',
    ])
      expect(await refusal(create(course, seen)), seen).toBe('price_changed');
    const extra = {
      price: '0.01',
      price_fen: 1,
      pay: '0.00',
      pay_fen: -1,
      amount: 1e308,
      total: Number.NaN,
      quantity: -3,
      discount: '９９',
      coupon: 'X',
      user_id: 'x',
      site_id: 'hospital',
      order_status: 'paid',
      paid_fen: 9900,
    };
    const headers = { ...json, host: 'cme.localhost', 'x-token': learner.token };
    const body = JSON.stringify({
      full_domain_name: 'cme.localhost',
      item: { content_type: 'C', id: course.id, price: '0.01', quantity: 0 },
      request_id: 'extra',
      seen_amount: '99.00',
      ...extra,
    });
    const { status, text } = await sendRaw(`${api.url}/qm/api/v5/order/create`, { headers, body });
    expect([status, JSON.parse(text)]).toMatchObject([
      200,
      { isSuccess: true, data: { pay: '99.00', order_status: 'pending' } },
    ]);
    const { order_code } = (JSON.parse(text) as { data: { order_code: string } }).data;
    expect(await detail(order_code)).toMatchObject({
      pay: '99.00',
      total: '99.00',
      discount: '0.00',
      paid: '0.00',
    });
  });

  it('excludes what cannot be bought, with a warning; with nothing left there is no order', async () => {
    const [one, two, three] = [
      await paidCourse(api, 1000, { title: '甲' }),
      await paidCourse(api, 2000, { title: '乙' }),
      await paidCourse(api, 3000),
    ];
    const cart_ids = [];
    for (const { id } of [one, two, three])
      cart_ids.push((await api.send(shopplistAdd, { id }, learner)).cart_id);
    await api.db.update(content).set({ status: 'off' }).where(eq(content.content_id, one.id));
    await api.db.update(content).set({ price_fen: 2500 }).where(eq(content.content_id, two.id));
    const preview = await api.send(orderPreview, { cart_ids }, learner);
    expect(preview.pay).toBe('55.00');
    expect(preview.warnings.sort()).toEqual([
      '《乙》价格已变动，请核对金额',
      '《甲》已下架，未计入本次订单',
    ]);
    expect(
      await refusal(
        api.send(orderCreate, { cart_ids, request_id: 'w', seen_amount: '60.00' }, learner),
      ),
    ).toBe('price_changed');
    await api.send(orderCreate, { cart_ids, request_id: 'w', seen_amount: '55.00' }, learner);
    expect(await api.send(shopplistCount, {}, learner)).toEqual({ count: 1 });
    expect(await refusal(api.send(orderPreview, { cart_ids: [cart_ids[0]!] }, learner))).toBe(
      'not_found',
    );
    expect(await refusal(api.send(orderPreview, {}, learner))).toBe('bad_request');
    expect(
      await refusal(
        api.send(orderPreview, { cart_ids, item: { content_type: 'C', id: one.id } }, learner),
      ),
    ).toBe('bad_request');
  });

  it('refuses items that are unknown, of another site, out of scope or owned', async () => {
    expect(await refusal(create({ id: 'unknown' }, '0.00'))).toBe('not_found');
    expect(await refusal(create(await paidCourse(api, 1, { site: 'hospital' }), '0.01'))).toBe(
      'not_found',
    );
    expect(
      await refusal(create(await paidCourse(api, 1, { apply_scope: { series: ['09'] } }), '0.01')),
    ).toBe('not_in_scope');
    const course = await paidCourse(api, 100);
    await payAndDeliver(api, (await create(course, '1.00')).order_code);
    expect(await refusal(create(course, '1.00'))).toBe('item_owned');
  });
});

describe("another person's order", () => {
  it('is not found by any call', async () => {
    const { order_code } = await create(await paidCourse(api, 100), '1.00');
    const other = await newLearner(api);
    const nurse = await newLearner(api, 'hospital', 'hospital.localhost');
    for (const call of [orderDetail, orderCancel, orderHide]) {
      for (const learner of [other, nurse])
        expect(await refusal(api.send(call, { order_code }, learner)), call.path).toBe('not_found');
      expect(await refusal(api.send(call, { order_code: '20260101000000000000' }, learner))).toBe(
        'not_found',
      );
    }
    expect(await api.send(orderList, {}, other)).toMatchObject({ total: 0, list: [] });
    expect((await detail(order_code)).order_status).toBe('pending');
  });
});

describe('closing, hiding and paying late', () => {
  it('can be cancelled repeatedly, then hidden, never deleted', async () => {
    const course = await paidCourse(api, 100);
    const { order_code } = await create(course, '1.00');
    expect(await refusal(api.send(orderHide, { order_code }, learner))).toBe('order_state');
    const closed = await api.send(orderCancel, { order_code }, learner);
    expect(closed).toMatchObject({
      order_status: 'closed',
      close_reason: '您已取消订单',
      actions: ['hide'],
    });
    expect(await api.send(orderCancel, { order_code }, learner)).toEqual(closed);
    expect((await api.send(orderList, { status: 'closed' }, learner)).total).toBe(1);
    await api.send(orderHide, { order_code }, learner);
    expect(await api.send(orderList, {}, learner)).toMatchObject({
      total: 0,
      list: [],
      counts: { all: 0, closed: 0 },
    });
    expect((await detail(order_code)).order_status).toBe('closed');
    expect((await create(course, '1.00')).order_status).toBe('pending');
  });

  it('is not cancelled once it is paid', async () => {
    const { order_code } = await create(await paidCourse(api, 100), '1.00');
    await payAndDeliver(api, order_code);
    expect(await refusal(api.send(orderCancel, { order_code }, learner))).toBe('order_state');
    expect(await refusal(api.send(orderHide, { order_code }, learner))).toBe('order_state');
  });

  it('reopens when payment is late; if the item was obtained otherwise the payment is refunded', async () => {
    const course = await paidCourse(api, 100);
    const first = await create(course, '1.00');
    await api.send(orderCancel, { order_code: first.order_code }, learner);
    await api.send(orderHide, { order_code: first.order_code }, learner);
    const second = await create(course, '1.00');
    expect(await payOrder(api, first.order_code)).toBe('gone');
    await api.send(orderCancel, { order_code: second.order_code }, learner);
    await payOrder(api, first.order_code);
    expect(await detail(first.order_code)).toMatchObject({
      order_status: 'paid',
      late_paid: 'Y',
      close_reason: '',
      paid: '1.00',
    });
    expect(
      (await api.send(orderList, {}, learner)).list.map(({ order_code }) => order_code),
    ).toContain(first.order_code);
    expect(await payOrder(api, first.order_code)).toBe('duplicate');
    await deliverOrder(api.context, first.order_code);
    expect(await payOrder(api, second.order_code)).toBe('gone');
    const [paid] = await api.db
      .select({ n: count() })
      .from(order)
      .where(eq(order.user_id, learner.user_id));
    expect(paid?.n).toBe(2);
  });
});

describe('my orders', () => {
  it('are listed by tab, newest first', async () => {
    const codes: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      api.clock.pass(1000);
      codes.unshift((await create(await paidCourse(api, 100), '1.00')).order_code);
    }
    await payOrder(api, codes[2]!);
    await api.send(orderCancel, { order_code: codes[1]! }, learner);
    const list = async (status: 'all' | 'pending' | 'paid' | 'closed' | 'refunded') =>
      (await api.send(orderList, { status }, learner)).list.map(({ order_code }) => order_code);
    expect([
      await list('all'),
      await list('pending'),
      await list('closed'),
      await list('paid'),
      await list('refunded'),
    ]).toEqual([codes, [codes[0]], [codes[1]], [codes[2]], []]);
    const page = await api.send(orderList, { page: 2, page_size: 2 }, learner);
    expect(page).toMatchObject({
      total: 3,
      page: 2,
      counts: { all: 3, pending: 1, paid: 1, closed: 1, refunded: 0 },
    });
    expect(page.list).toHaveLength(1);
  });
});
