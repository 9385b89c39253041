import { contentDetail, packageDetail } from '@cme/contract/content';
import { learnJoin, learnList } from '@cme/contract/study';
import {
  cartLimit,
  shopplistAdd,
  shopplistClear,
  shopplistCount,
  shopplistList,
  shopplistRemove,
} from '@cme/contract/payment';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { type Learner, newCourse, newLearner } from '../../../test/learner.ts';
import { newPackage, paidCourse } from '../../../test/pay/trade.ts';
import { content } from '../../content/catalogue/catalogue.tables.ts';
import { refusal } from '../../../test/refusal.ts';

const api = await startApiForFile();
let learner: Learner;
beforeEach(async () => {
  learner = await newLearner(api);
});

const states = async () =>
  (await api.send(shopplistList, {}, learner)).list.map(({ state, state_name }) => [
    state,
    state_name,
  ]);

describe('the cart', () => {
  it('adds an item once, lists the newest first, counts, and removes', async () => {
    const [one, two] = [await paidCourse(api, 6800, { title: '糖尿病' }), await paidCourse(api, 1)];
    const first = await api.send(shopplistAdd, { id: one.id }, learner);
    expect(first.count).toBe(1);
    expect(await api.send(shopplistAdd, { id: one.id, content_type: 'C' }, learner)).toEqual(first);
    api.clock.pass(1000);
    await api.send(shopplistAdd, { id: two.id }, learner);
    const cart = await api.send(shopplistList, {}, learner);
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
      await api.send(shopplistRemove, { cart_ids: [first.cart_id, 'unknown'] }, learner),
    ).toEqual({ count: 1 });
    expect(await api.send(shopplistCount, {}, learner)).toEqual({ count: 1 });
    expect(await api.send(shopplistClear, {}, learner)).toEqual({ count: 0 });
    expect(await api.send(shopplistList, {}, learner)).toMatchObject({
      list: [],
      count: 0,
      total: '0.00',
    });
  });

  it('refuses items that are owned, out of scope, unknown, unpublished or of another site', async () => {
    const add = async (id: string, contentType = 'C') =>
      refusal(api.send(shopplistAdd, { id, content_type: contentType }, learner));
    const free = await newCourse(api);
    await api.send(learnJoin, { id: free.id }, learner);
    expect(await add(free.id)).toBe('item_owned');
    const seniors = await paidCourse(api, 1, { apply_scope: { levels: ['C'] } });
    expect(await add(seniors.id)).toBe('not_in_scope');
    expect((await api.send(contentDetail, { id: seniors.id }, learner)).action).toBe('none');
    expect((await api.send(contentDetail, { id: seniors.id })).action).toBe('buy');
    const freeOne = await newCourse(api, { apply_scope: { levels: ['C'] } });
    expect(await refusal(api.send(learnJoin, { id: freeOne.id }, learner))).toBe('not_in_scope');
    expect(await add('unknown')).toBe('not_found');
    expect(await add((await paidCourse(api, 1, { status: 'off' })).id)).toBe('not_found');
    expect(await add((await paidCourse(api, 1, { site: 'hospital' })).id)).toBe('not_found');
    expect(await add((await paidCourse(api, 1)).id, 'P')).toBe('not_found');
    expect(await api.send(shopplistCount, {}, learner)).toEqual({ count: 0 });
  });

  it('evaluates states on read', async () => {
    const [course, other] = [await paidCourse(api, 3000), await paidCourse(api, 1000)];
    const bundle = await newPackage(api, 2000, [course, other]);
    await api.send(shopplistAdd, { id: course.id }, learner);
    expect(await states()).toEqual([['ok', '']]);
    const set = (values: Partial<typeof content.$inferInsert>) =>
      api.db.update(content).set(values).where(eq(content.content_id, course.id));
    await set({ price_fen: 2500 });
    expect(await states()).toEqual([['price_changed', '价格已变动']]);
    expect(await api.send(shopplistList, {}, learner)).toMatchObject({
      total: '25.00',
      list: [{ price: '25.00', price_at_add: '30.00' }],
    });
    await set({ status: 'off' });
    expect(await states()).toEqual([['off_shelf', '已下架']]);
    await set({ status: 'on', price_fen: 3000, apply_scope: { series: ['09'] } });
    expect(await states()).toEqual([['not_for_you', '不在适用范围']]);
    await set({ apply_scope: {} });
    api.clock.pass(1000);
    await api.send(shopplistAdd, { content_type: 'P', id: bundle.id }, learner);
    expect(await states()).toEqual([
      ['ok', ''],
      ['in_package', '购物车中的套餐已包含'],
    ]);
    expect((await api.send(shopplistList, {}, learner)).total).toBe('20.00');
    await set({ is_free: 'Y' });
    await api.send(learnJoin, { id: course.id }, learner);
    expect(await states()).toEqual([
      ['price_changed', '价格已变动'],
      ['owned', '已拥有'],
    ]);
    expect(await api.send(shopplistList, {}, learner)).toMatchObject({
      total: '5.00',
      list: [{ price: '5.00', saved: '15.00' }, {}],
    });
  });

  it('holds at most fifty', async () => {
    for (let n = 0; n < cartLimit; n += 1)
      await api.send(shopplistAdd, { id: (await paidCourse(api, 100)).id }, learner);
    expect(
      await refusal(api.send(shopplistAdd, { id: (await paidCourse(api, 100)).id }, learner)),
    ).toBe('cart_full');
    expect(await api.send(shopplistCount, {}, learner)).toEqual({ count: cartLimit });
  });

  it('is not needed for a free package: joining enrols in its courses', async () => {
    const [one, two] = [await newCourse(api), await newCourse(api)];
    const bundle = await newPackage(api, 0, [one, two], { is_free: 'Y' });
    expect((await api.send(packageDetail, { id: bundle.id }, learner)).action).toBe('join');
    const { learning_id } = await api.send(
      learnJoin,
      { content_type: 'P', id: bundle.id },
      learner,
    );
    expect(await api.send(packageDetail, { id: bundle.id }, learner)).toMatchObject({
      action: 'study',
      my_learning: { learning_id },
      courses: [{ owned: 'Y' }, { owned: 'Y' }],
    });
    expect((await api.send(learnList, {}, learner)).counts.all).toBe(2);
  });

  it('is private', async () => {
    const { cart_id } = await api.send(
      shopplistAdd,
      { id: (await paidCourse(api, 100)).id },
      learner,
    );
    const other = await newLearner(api);
    expect(await api.send(shopplistRemove, { cart_ids: [cart_id] }, other)).toEqual({ count: 0 });
    expect(await api.send(shopplistClear, {}, other)).toEqual({ count: 0 });
    expect(await api.send(shopplistCount, {}, learner)).toEqual({ count: 1 });
  });
});
