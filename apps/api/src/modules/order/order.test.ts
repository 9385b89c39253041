import { contentDetail, learnList, orderCreate, orderDetail, orderList, orderPreview, shopplistAdd, shopplistList, topNoticeCount } from '@cme/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { type Learner, newLearner } from '../../../test/learner.ts';
import { newPackage, paidCourse, payAndDeliver } from '../../../test/trade.ts';

let house: TestHouse;
let learner: Learner;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());
beforeEach(async () => {
  learner = await newLearner(house);
});

describe('an order', () => {
  it('is made from the cart, paid, delivered, and leads to the course', async () => {
    const [one, two] = [await paidCourse(house, 6800, { title: '糖尿病' }), await paidCourse(house, 1990)];
    const cart_ids = [];
    for (const { id } of [one, two]) cart_ids.push((await house.send(shopplistAdd, { id }, learner)).cart_id);
    const cart = await house.send(shopplistList, {}, learner);
    expect(cart).toMatchObject({ count: 2, limit: 50, total: '87.90' });
    expect(cart.list.map(({ state }) => state)).toEqual(['ok', 'ok']);
    const preview = await house.send(orderPreview, { cart_ids: [cart_ids[0]!] }, learner);
    expect(preview).toMatchObject({ pay: '68.00', total: '68.00', discount: '0.00', card: '0.00', warnings: [], buyer: { real_name: '李明', unit_name: '县医院' } });
    const made = await house.send(orderCreate, { cart_ids: [cart_ids[0]!], request_id: 'r1', seen_amount: '68.00' }, learner);
    expect(made).toMatchObject({ order_status: 'pending', pay: '68.00', expire_ms: house.clock.now().getTime() + 30 * 60_000 });
    expect((await house.send(shopplistList, {}, learner)).list.map(({ content }) => content.id)).toEqual([two.id]);
    const { order_code } = made;
    expect(order_code).toMatch(/^20260615100000\d{6}$/);
    expect(await house.send(orderDetail, { order_code }, learner)).toMatchObject({ order_status_name: '待付款', actions: ['pay', 'cancel'], items: [{ title: '糖尿病', pay: '68.00', course_id: '' }] });
    await payAndDeliver(house, order_code);
    const done = await house.send(orderDetail, { order_code }, learner);
    expect(done).toMatchObject({ order_status: 'completed', order_status_name: '已完成', channel_name: '微信支付', paid: '68.00', actions: ['study', 'refund', 'invoice'], items: [{ deliver_status: 'done', course_id: one.id }] });
    expect((await house.send(learnList, {}, learner)).list.map(({ course }) => course.id)).toEqual([one.id]);
    expect((await house.send(contentDetail, { id: one.id }, learner)).action).toBe('study');
    expect((await house.send(topNoticeCount, {}, learner)).unread_count).toBe(1);
    expect((await house.send(orderList, { status: 'paid' }, learner)).list.map((order) => order.order_code)).toEqual([order_code]);
  });

  it('of a package opens its courses, each once', async () => {
    const [one, two] = [await paidCourse(house, 6000), await paidCourse(house, 3000)];
    const { id } = await newPackage(house, 5000, [one, two]);
    const made = await house.send(orderCreate, { item: { content_type: 'P', id }, request_id: 'r1', seen_amount: '50.00' }, learner);
    await payAndDeliver(house, made.order_code);
    expect((await house.send(learnList, {}, learner)).list.map(({ course }) => course.id).sort()).toEqual([one.id, two.id].sort());
    expect(await house.send(contentDetail, { content_type: 'P', id }, learner)).toMatchObject({ action: 'study', content_type: 'P', section_count: 2 });
    expect((await house.send(orderDetail, { order_code: made.order_code }, learner)).items[0]?.course_id).toBe(one.id);
  });
});
