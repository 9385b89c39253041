import { contentDetail, contentList } from '@cme/contract/content';
import { messageList } from '@cme/contract/person';
import { learnDetail, learnJoin, learnList, playerEnter } from '@cme/contract/study';
import {
  cardBind,
  cardUse,
  orderCreate,
  orderDetail,
  orderPreview,
  refundApply,
  refundPreview,
  shopplistAdd,
  shopplistList,
} from '@cme/contract/payment';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { type Learner, newCourse, newLearner, signInAgain } from '../../../test/learner.ts';
import { newPackage, paidCourse, payAndDeliver } from '../../../test/pay/trade.ts';
import { refusal, refusalMessage } from '../../../test/refusal.ts';
import { content } from '../../content/catalogue/catalogue.tables.ts';
import { rebuildCard } from '../../content/catalogue/write/catalogue.write.ts';
import { replaceResource } from '../../content/catalogue/write/resource.store.ts';
import { hashPassword } from '../../person/identity/password.rules.ts';
import { openDuePresales } from '../../study/learning/presale/open.action.ts';
import { learning } from '../../study/learning/learning.tables.ts';
import { insertCards } from '../card/card.store.ts';

const api = await startApiForFile();
const day = 86_400_000;
let learner: Learner;
beforeEach(async () => {
  learner = await newLearner(api);
});

/** The session expires after an hour; the person remains. */
const later = async (days: number) => {
  api.clock.pass(days * day);
  learner.token = await signInAgain(api, { user_id: learner.user_id, site_id: 'main' });
};

let requests = 0;
const order = async (id: string, content_type = 'C', seen_amount = '68.00') => {
  const { order_code } = await api.send(
    orderCreate,
    { item: { content_type, id }, seen_amount, request_id: `s${(requests += 1)}` },
    learner,
  );
  await payAndDeliver(api, order_code);
  return order_code;
};

const inDays = (days: number) => new Date(api.clock.now().getTime() + days * day);
async function presold(days: number, lengths: (number | null)[] = [null]) {
  const course = await paidCourse(api, 6800, {
    title: '预售课',
    lengths,
    study_days: 30,
    presale_until: inDays(days),
  });
  return course;
}
const fill = (sectionId: string) =>
  api.db.transaction((tx) =>
    replaceResource(tx, sectionId, { kind: 'video', folder: 'sample', seconds: 60 }),
  );
const endOf = async (courseId: string) => {
  const [row] = await api.db.select().from(learning).where(eq(learning.content_id, courseId));
  return row!.study_end_at.getTime();
};

describe('a course whose required sections lack media', () => {
  it.each([
    ['without any', [null]],
    ['with some', [60, null]],
    ['without sections', []],
  ])('%s is neither sold nor joined nor unlocked by a card', async (_, lengths) => {
    const paid = await paidCourse(api, 6800, { title: '无视频', lengths });
    const free = await newCourse(api, { lengths });
    const item = { content_type: 'C', id: paid.id };
    expect(await refusal(api.send(shopplistAdd, item, learner))).toBe('not_ready');
    expect(await refusal(api.send(orderPreview, { item }, learner))).toBe('not_ready');
    expect(
      await refusal(
        api.send(orderCreate, { item, seen_amount: '68.00', request_id: 'no' }, learner),
      ),
    ).toBe('not_ready');
    expect(await refusalMessage(api.send(learnJoin, { id: free.id }, learner))).toBe(
      '课程内容尚在准备，暂不能报名',
    );
    const bundle = await newPackage(api, 6800, [paid, await paidCourse(api, 100)]);
    const asBundle = { content_type: 'P', id: bundle.id };
    expect(await refusal(api.send(shopplistAdd, asBundle, learner))).toBe('not_ready');
    const password_hash = await hashPassword('80012001');
    const card_no = `NR${(requests += 1)}`;
    await insertCards(api.db, [
      {
        card_no,
        site_id: 'main',
        password_hash,
        card_type: 'items',
        items: [paid.id],
        expire_at: inDays(9),
      },
    ]);
    await api.send(cardBind, { card_no, password: '80012001' }, learner);
    expect(await refusal(api.send(cardUse, { card_no }, learner))).toBe('not_ready');
    expect(await api.send(contentDetail, item, learner)).toMatchObject({
      action: 'closed',
      closed_reason: 'unready',
      unready: 'Y',
    });
    const { list } = await api.send(contentList, { page_size: 50 });
    expect(list.find(({ id }) => id === bundle.id)?.unready).toBe('Y');
    expect((await api.send(learnList, {}, learner)).total).toBe(0);
  });

  it('stays in the cart with the reason when its media are taken away', async () => {
    const course = await paidCourse(api, 6800);
    await api.send(shopplistAdd, { content_type: 'C', id: course.id }, learner);
    await api.db.execute(`update section set resource_id = null where content_id = '${course.id}'`);
    expect(await api.send(shopplistList, {}, learner)).toMatchObject({
      total: '0.00',
      list: [{ state: 'off_shelf', state_name: '内容尚在准备' }],
    });
  });

  it('is sold as soon as they are there', async () => {
    const course = await paidCourse(api, 6800, { lengths: [null] });
    await fill(course.sections[0]!);
    expect(await api.send(contentDetail, { id: course.id }, learner)).toMatchObject({
      action: 'buy',
      closed_reason: '',
    });
    await order(course.id);
  });
});

describe('a presale', () => {
  it('is bought before it can be studied, and its days run from the opening', async () => {
    const course = await presold(20);
    const presale_until = (await api.send(contentDetail, { id: course.id }, learner))
      .presale_until!;
    expect(presale_until).toMatch(/^\d{4}-\d\d-\d\d /);
    const item = { content_type: 'C', id: course.id };
    expect(await api.send(orderPreview, { item }, learner)).toMatchObject({
      items: [{ presale_until, valid_days: 30 }],
    });
    const order_code = await order(course.id);
    expect((await api.send(orderDetail, { order_code }, learner)).items).toMatchObject([
      { presale_until },
    ]);
    expect((await api.send(learnList, {}, learner)).list).toMatchObject([
      { course: { presale_until } },
    ]);
    expect(await endOf(course.id)).toBe(inDays(50).getTime());
    await fill(course.sections[0]!);
    const entering = () => api.send(playerEnter, { section_id: course.sections[0]! }, learner);
    expect(await refusal(entering())).toBe('not_open');
    expect(await refusalMessage(entering())).toMatch(
      /^课程将于\d{4}年\d+月\d+日开课，届时可以学习$/,
    );
    await later(20);
    await openDuePresales(api.context);
    expect((await entering()).section_id).toBe(course.sections[0]);
    expect((await api.send(contentDetail, { id: course.id }, learner)).presale_until).toBe(
      undefined,
    );
    expect(await endOf(course.id)).toBe(inDays(30).getTime());
  });

  it('is refunded in full before the opening, after the usual days too', async () => {
    const course = await presold(40);
    const order_code = await order(course.id);
    await later(39);
    expect(await api.send(refundPreview, { order_code }, learner)).toMatchObject({
      amount: '68.00',
      can_apply: true,
    });
    const { items, actions } = await api.send(orderDetail, { order_code }, learner);
    expect(actions).toContain('refund');
    await api.send(
      refundApply,
      {
        order_code,
        order_item_ids: items.map(({ order_item_id }) => order_item_id),
        reason: '不想等了',
        request_id: 'presale-refund',
      },
      learner,
    );
  });

  it('that cannot open on its day is named once, sold no more, and opens when it is complete', async () => {
    const course = await presold(3);
    const order_code = await order(course.id);
    await later(15);
    await openDuePresales(api.context);
    await openDuePresales(api.context);
    expect(api.logged().split(course.id).length - 1).toBe(1);
    expect(api.logged()).toMatch(/"level":60.*"alarm":"presale"/);
    expect((await api.send(refundPreview, { order_code }, learner)).can_apply).toBe(true);
    const stranger = await newLearner(api);
    expect(
      await refusal(api.send(shopplistAdd, { content_type: 'C', id: course.id }, stranger)),
    ).toBe('not_ready');
    expect(await api.send(contentDetail, { id: course.id }, stranger)).toMatchObject({
      action: 'closed',
      closed_reason: 'late',
    });
    await fill(course.sections[0]!);
    await openDuePresales(api.context);
    await openDuePresales(api.context);
    expect(await endOf(course.id)).toBe(inDays(30).getTime());
    expect((await api.send(messageList, {}, learner)).list.map(({ title }) => title)).toContain(
      '课程已开课',
    );
    await api.send(playerEnter, { section_id: course.sections[0]! }, learner);
  });

  it('in a package gives the package its day', async () => {
    const course = await presold(20);
    const { id } = await newPackage(api, 6800, [course, await paidCourse(api, 100)], {
      study_days: 30,
    });
    const { presale_until } = await api.send(contentDetail, { id: course.id }, learner);
    const { list } = await api.send(contentList, { page_size: 50 });
    expect(list.find((card) => card.id === id)?.presale_until).toBe(presale_until);
    await order(id, 'P');
    expect(await endOf(id)).toBe(inDays(50).getTime());
    await api.db
      .update(content)
      .set({ opened_at: api.clock.now() })
      .where(eq(content.content_id, course.id));
    await api.db.transaction((tx) => rebuildCard(tx, course.id));
    const after = await api.send(contentList, { page_size: 50 });
    expect(after.list.find((card) => card.id === id)).toMatchObject({ unready: 'Y' });
  });
});

describe('an expired course', () => {
  it('is bought again with its own progress; the earlier record stays readable', async () => {
    const course = await paidCourse(api, 6800, { study_days: 10 });
    await order(course.id);
    const [first] = (await api.send(learnList, {}, learner)).list;
    await api.db
      .update(learning)
      .set({ progress: 40, learn_status: 'studying' })
      .where(eq(learning.learning_id, first!.learning_id));
    expect(
      await refusal(api.send(shopplistAdd, { content_type: 'C', id: course.id }, learner)),
    ).toBe('item_owned');
    await later(11);
    expect((await api.send(learnList, { tab: 'expired' }, learner)).list).toMatchObject([
      { may_rejoin: 'Y', may_extend: 'Y' },
    ]);
    expect(await api.send(contentDetail, { id: course.id }, learner)).toMatchObject({
      action: 'buy',
      my_learning: { learn_status: 'expired' },
    });
    await order(course.id);
    const { list } = await api.send(learnList, {}, learner);
    expect(list).toMatchObject([
      { learn_status: 'enrolled', progress: 0 },
      { learn_status: 'expired', progress: 40, is_past: 'Y' },
    ]);
    expect(list[1]?.may_extend).toBe(undefined);
    expect(await api.send(learnDetail, { learning_id: first!.learning_id }, learner)).toMatchObject(
      { progress: 40 },
    );
    await api.send(playerEnter, { section_id: course.sections[0]! }, learner);
  });

  it('that is free is joined again once, also under concurrency', async () => {
    const course = await newCourse(api, { study_days: 10 });
    const join = () => api.send(learnJoin, { id: course.id }, learner);
    const first = await join();
    expect(await join()).toEqual(first);
    await later(11);
    const again = await Promise.all(Array.from({ length: 5 }, join));
    expect(new Set(again.map(({ learning_id }) => learning_id)).size).toBe(1);
    expect(again[0]).not.toEqual(first);
  });
});
