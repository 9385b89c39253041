import { CallFailed } from '@cme/commons/api-client';
import {
  cartLimit,
  contentDetail,
  learnJoin,
  learnList,
  packageDetail,
  shopplistAdd,
  shopplistClear,
  shopplistCount,
  shopplistList,
  shopplistRemove,
} from '@cme/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { type Learner, newCourse, newLearner } from '../../../test/learner.ts';
import { newPackage, paidCourse } from '../../../test/trade.ts';
import { content } from '../catalogue/catalogue.tables.ts';

let house: TestHouse;
let learner: Learner;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());
beforeEach(async () => {
  learner = await newLearner(house);
});

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: unknown) => (error instanceof CallFailed ? error.code : error),
  );
const states = async () =>
  (await house.send(shopplistList, {}, learner)).list.map(({ state, state_name }) => [
    state,
    state_name,
  ]);

describe('the cart', () => {
  it('takes a thing once, lists the newest first, counts, and gives up what it is told', async () => {
    const [one, two] = [
      await paidCourse(house, 6800, { title: '糖尿病' }),
      await paidCourse(house, 1),
    ];
    const first = await house.send(shopplistAdd, { id: one.id }, learner);
    expect(first.count).toBe(1);
    expect(await house.send(shopplistAdd, { id: one.id, content_type: 'C' }, learner)).toEqual(
      first,
    );
    house.clock.pass(1000);
    await house.send(shopplistAdd, { id: two.id }, learner);
    const cart = await house.send(shopplistList, {}, learner);
    expect(cart).toMatchObject({ count: 2, limit: cartLimit, total: '68.01' });
    expect(
      cart.list.map(({ content: { id }, price, price_at_add, saved, state_name }) => [
        id,
        price,
        price_at_add,
        saved,
        state_name,
      ]),
    ).toEqual([
      [two.id, '0.01', '0.01', '0.00', ''],
      [one.id, '68.00', '68.00', '0.00', ''],
    ]);
    expect(
      await house.send(shopplistRemove, { cart_ids: [first.cart_id, 'unknown'] }, learner),
    ).toEqual({ count: 1 });
    expect(await house.send(shopplistCount, {}, learner)).toEqual({ count: 1 });
    expect(await house.send(shopplistClear, {}, learner)).toEqual({ count: 0 });
    expect(await house.send(shopplistList, {}, learner)).toMatchObject({
      list: [],
      count: 0,
      total: '0.00',
    });
  });

  it('refuses what is owned, not for the person, unknown, off the shelf or of another site', async () => {
    const add = async (id: string, content_type = 'C') =>
      refusal(house.send(shopplistAdd, { id, content_type }, learner));
    const free = await newCourse(house);
    await house.send(learnJoin, { id: free.id }, learner);
    expect(await add(free.id)).toBe('item_owned');
    const seniors = await paidCourse(house, 1, { apply_scope: { levels: ['C'] } });
    expect(await add(seniors.id)).toBe('not_in_scope');
    expect((await house.send(contentDetail, { id: seniors.id }, learner)).action).toBe('none');
    expect((await house.send(contentDetail, { id: seniors.id })).action).toBe('buy');
    const freeOne = await newCourse(house, { apply_scope: { levels: ['C'] } });
    expect(await refusal(house.send(learnJoin, { id: freeOne.id }, learner))).toBe('not_in_scope');
    expect(await add('unknown')).toBe('not_found');
    expect(await add((await paidCourse(house, 1, { status: 'off' })).id)).toBe('not_found');
    expect(await add((await paidCourse(house, 1, { site: 'hospital' })).id)).toBe('not_found');
    expect(await add((await paidCourse(house, 1)).id, 'P')).toBe('not_found');
    expect(await house.send(shopplistCount, {}, learner)).toEqual({ count: 0 });
  });

  it('decides the states when it is read', async () => {
    const [course, other] = [await paidCourse(house, 3000), await paidCourse(house, 1000)];
    const bundle = await newPackage(house, 2000, [course, other]);
    await house.send(shopplistAdd, { id: course.id }, learner);
    expect(await states()).toEqual([['ok', '']]);
    const set = (values: Partial<typeof content.$inferInsert>) =>
      house.db.update(content).set(values).where(eq(content.content_id, course.id));
    await set({ price_fen: 2500 });
    expect(await states()).toEqual([['price_changed', '价格已变动']]);
    expect(await house.send(shopplistList, {}, learner)).toMatchObject({
      total: '25.00',
      list: [{ price: '25.00', price_at_add: '30.00' }],
    });
    await set({ status: 'off' });
    expect(await states()).toEqual([['off_shelf', '已下架']]);
    await set({ status: 'on', price_fen: 3000, apply_scope: { series: ['09'] } });
    expect(await states()).toEqual([['not_for_you', '不在适用范围']]);
    await set({ apply_scope: {} });
    house.clock.pass(1000);
    await house.send(shopplistAdd, { content_type: 'P', id: bundle.id }, learner);
    expect(await states()).toEqual([
      ['ok', ''],
      ['in_package', '购物车中的套餐已包含'],
    ]);
    expect((await house.send(shopplistList, {}, learner)).total).toBe('20.00');
    await set({ is_free: 'Y' });
    await house.send(learnJoin, { id: course.id }, learner);
    expect(await states()).toEqual([
      ['price_changed', '价格已变动'],
      ['owned', '已拥有'],
    ]);
    expect(await house.send(shopplistList, {}, learner)).toMatchObject({
      total: '5.00',
      list: [{ price: '5.00', saved: '15.00' }, {}],
    });
  });

  it('holds fifty and not one more', async () => {
    for (let n = 0; n < cartLimit; n += 1)
      await house.send(shopplistAdd, { id: (await paidCourse(house, 100)).id }, learner);
    expect(
      await refusal(house.send(shopplistAdd, { id: (await paidCourse(house, 100)).id }, learner)),
    ).toBe('cart_full');
    expect(await house.send(shopplistCount, {}, learner)).toEqual({ count: cartLimit });
  });

  it('is not needed for a free package: joining opens its courses', async () => {
    const [one, two] = [await newCourse(house), await newCourse(house)];
    const bundle = await newPackage(house, 0, [one, two], { is_free: 'Y' });
    expect((await house.send(packageDetail, { id: bundle.id }, learner)).action).toBe('join');
    const { learning_id } = await house.send(
      learnJoin,
      { content_type: 'P', id: bundle.id },
      learner,
    );
    expect(await house.send(packageDetail, { id: bundle.id }, learner)).toMatchObject({
      action: 'study',
      my_learning: { learning_id },
      courses: [{ owned: 'Y' }, { owned: 'Y' }],
    });
    expect((await house.send(learnList, {}, learner)).counts.all).toBe(2);
  });

  it('is nobody else’s', async () => {
    const { cart_id } = await house.send(
      shopplistAdd,
      { id: (await paidCourse(house, 100)).id },
      learner,
    );
    const other = await newLearner(house);
    expect(await house.send(shopplistRemove, { cart_ids: [cart_id] }, other)).toEqual({ count: 0 });
    expect(await house.send(shopplistClear, {}, other)).toEqual({ count: 0 });
    expect(await house.send(shopplistCount, {}, learner)).toEqual({ count: 1 });
  });
});
