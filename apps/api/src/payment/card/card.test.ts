import { contentDetail } from '@cme/contract/content';
import { learnList } from '@cme/contract/study';
import {
  cardBind,
  cardList,
  cardUse,
  orderCancel,
  orderCreate,
  orderDetail,
  orderPreview,
  shopplistAdd,
  shopplistCount,
} from '@cme/contract/payment';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyFacts } from '../../../test/facts.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { type Learner, newLearner, signInAgain } from '../../../test/learner.ts';
import { newPackage, paidCourse, payAndDeliver } from '../../../test/pay/trade.ts';
import { hashPassword } from '../../person/identity/password.rules.ts';
import { deliverOrder } from '../order/deliver.job.ts';
import { insertCards } from './card.store.ts';
import { studyCard } from './card.tables.ts';
import { refusal, refusalMessage } from '../../../test/refusal.ts';

const api = await startApiForFile();
let learner: Learner;
let password_hash: string;
beforeAll(async () => {
  password_hash = await hashPassword('80012001');
});
beforeEach(async () => {
  learner = await newLearner(api);
});

/** The session expires after an hour; the person remains. */
const again = async (): Promise<Learner> => ({
  ...learner,
  token: await signInAgain(api, { user_id: learner.user_id, site_id: 'main' }),
});

let cards = 0;
async function newCard(more: Partial<typeof studyCard.$inferInsert> = {}): Promise<string> {
  const card_no = `KJ${String((cards += 1)).padStart(8, '0')}`;
  await insertCards(api.db, [
    {
      card_no,
      site_id: 'main',
      password_hash,
      card_type: 'money',
      face_fen: 5000,
      left_fen: 5000,
      expire_at: new Date(api.clock.now().getTime() + 86_400_000),
      ...more,
    },
  ]);
  return card_no;
}
const bind = (cardNo: string, password = '80012001', person = learner) =>
  api.send(cardBind, { card_no: cardNo, password }, person);
const left = async (cardNo: string) =>
  (await api.db.select().from(studyCard).where(eq(studyCard.card_no, cardNo)))[0];

describe('binding a study card', () => {
  it('succeeds once, is idempotent for the same person, and is refused for anybody else', async () => {
    const card_no = await newCard();
    const bound = await bind(card_no);
    expect(bound).toMatchObject({
      card_no,
      card_type: 'money',
      face: '50.00',
      left: '50.00',
      status: 'bound',
      status_name: '可使用',
      items: [],
    });
    expect(await bind(card_no)).toEqual(bound);
    expect(await refusalMessage(bind(card_no, '80012001', await newLearner(api)))).toBe(
      '此卡已被用户使用！',
    );
    expect((await api.send(cardList, {}, learner)).list).toEqual([bound]);
  });

  it('reports errors with the message of the field', async () => {
    expect(await refusalMessage(bind(await newCard(), 'wrong'))).toBe('输入的卡号或密码错误');
    expect(await refusalMessage(bind('KJ99999999'))).toBe('输入的卡号或密码错误');
    expect(await refusalMessage(bind(await newCard({ site_id: 'hospital' })))).toBe(
      '输入的卡号或密码错误',
    );
    expect(await refusalMessage(bind(await newCard({ expire_at: api.clock.now() })))).toBe(
      '您的学习卡已经过期',
    );
    expect(await refusalMessage(bind(await newCard({ card_type: 'items' })))).toBe(
      '该卡未绑定项目，无法添加成功',
    );
    expect(await refusalMessage(bind(await newCard({ status: 'disabled' })))).toBe(
      '该学习卡处于禁用状态，不可绑定用户',
    );
    expect(await refusalMessage(bind(' '))).toBe('请输入学习卡卡号');
    expect(await refusalMessage(bind('x', ''))).toBe('请输入学习卡密码');
  });

  it('is not blocked for its owner by wrong attempts of others', async () => {
    const card_no = await newCard();
    for (let n = 0; n < 3; n += 1) {
      const other = await newLearner(api);
      for (let attempt = 0; attempt < 10; attempt += 1)
        expect(await refusalMessage(bind(card_no, `wrong ${n}`, other))).toBe(
          '输入的卡号或密码错误',
        );
    }
    expect((await bind(card_no)).status).toBe('bound');
  });

  it('allows ten wrong attempts per person and hour, and then refuses even the right password', async () => {
    const card_no = await newCard();
    for (let n = 0; n < 10; n += 1)
      expect(await refusalMessage(bind(card_no, `wrong ${n}`))).toBe('输入的卡号或密码错误');
    expect(await refusal(bind(card_no))).toBe('rate_limited');
    api.clock.pass(3_600_001);
    expect((await bind(card_no, undefined, await again())).status).toBe('bound');
  });
});

describe('a card that opens courses', () => {
  it('enrols in its courses once, removes them from the cart, and is idempotent', async () => {
    const [course, inside] = [await paidCourse(api, 6000), await paidCourse(api, 3000)];
    const bundle = await newPackage(api, 2000, [inside]);
    const card_no = await newCard({ card_type: 'items', items: [course.id, bundle.id] });
    await bind(card_no);
    await api.send(shopplistAdd, { id: course.id }, learner);
    const used = await api.send(cardUse, { card_no }, learner);
    expect(used.learning_ids).toHaveLength(3);
    expect(await api.send(cardUse, { card_no }, learner)).toEqual(used);
    expect(
      (await api.send(learnList, {}, learner)).list.map(({ course: { id } }) => id).sort(),
    ).toEqual([course.id, inside.id].sort());
    expect(
      (await api.send(contentDetail, { content_type: 'P', id: bundle.id }, learner)).action,
    ).toBe('study');
    expect(await api.send(shopplistCount, {}, learner)).toEqual({ count: 0 });
    expect((await api.send(cardList, {}, learner)).list).toMatchObject([
      {
        status: 'used_up',
        status_name: '已用完',
        items: [{ content_type: 'C' }, { content_type: 'P' }],
      },
    ]);
  });

  it('opens nothing that is not meant for its holder', async () => {
    const course = await paidCourse(api, 6000, { apply_scope: { levels: ['A'] } });
    const card_no = await newCard({ card_type: 'items', items: [course.id] });
    await bind(card_no);
    expect(await refusal(api.send(cardUse, { card_no }, learner))).toBe('fact_unverified');
    await verifyFacts(api, learner, { level: 'A' });
    expect(await refusal(api.send(cardUse, { card_no }, learner))).toBe('accepted');
  });

  it('belongs to its owner, does not pay for orders, and is refused while an order of the same item is open', async () => {
    const course = await paidCourse(api, 6000);
    const item = { content_type: 'C', id: course.id };
    const card_no = await newCard({ card_type: 'items', items: [course.id] });
    await bind(card_no);
    expect(await refusal(api.send(cardUse, { card_no }, await newLearner(api)))).toBe('not_found');
    expect(await refusal(api.send(orderPreview, { item, card_no }, learner))).toBe('bad_request');
    const { order_code } = await api.send(
      orderCreate,
      { item, request_id: 'r', seen_amount: '60.00' },
      learner,
    );
    expect(await refusal(api.send(cardUse, { card_no }, learner))).toBe('order_pending_exists');
    await api.send(orderCancel, { order_code }, learner);
    expect(await refusal(api.send(cardUse, { card_no }, learner))).toBe('accepted');
    const second = await newCard({ card_type: 'items', items: [course.id] });
    await bind(second);
    expect(await refusal(api.send(cardUse, { card_no: second }, learner))).toBe('item_owned');
    const money = await newCard();
    await bind(money);
    expect(await refusal(api.send(cardUse, { card_no: money }, learner))).toBe('bad_request');
  });
});

describe('a card that pays', () => {
  it('pays a part: the order reserves the amount, and closing the order releases it', async () => {
    const [one, two] = [await paidCourse(api, 6000), await paidCourse(api, 3000)];
    const card_no = await newCard();
    await bind(card_no);
    const cart_ids = [];
    for (const { id } of [one, two]) {
      api.clock.pass(1000);
      cart_ids.push((await api.send(shopplistAdd, { id }, learner)).cart_id);
    }
    expect(await api.send(orderPreview, { cart_ids, card_no }, learner)).toMatchObject({
      total: '90.00',
      card: '50.00',
      pay: '40.00',
      cards: [{ card_no, face: '50.00' }],
    });
    const { order_code } = await api.send(
      orderCreate,
      { cart_ids, card_no, request_id: 'r', seen_amount: '40.00' },
      learner,
    );
    expect(await left(card_no)).toMatchObject({ left_fen: 0, status: 'used_up' });
    expect(await api.send(orderDetail, { order_code }, learner)).toMatchObject({
      card: '50.00',
      pay: '40.00',
      items: [{ pay: '30.00' }, { pay: '60.00' }],
    });
    await api.send(orderCancel, { order_code }, learner);
    expect(await left(card_no)).toMatchObject({ left_fen: 5000, status: 'bound' });
  });

  it('pays everything: the order is paid at once, and the rest stays on the card', async () => {
    const course = await paidCourse(api, 1990);
    const card_no = await newCard();
    await bind(card_no);
    const created = await api.send(
      orderCreate,
      { item: { content_type: 'C', id: course.id }, card_no, request_id: 'r', seen_amount: '0.00' },
      learner,
    );
    expect(created).toMatchObject({ order_status: 'paid', pay: '0.00' });
    await deliverOrder(api.context, created.order_code);
    expect(await api.send(orderDetail, { order_code: created.order_code }, learner)).toMatchObject({
      order_status: 'completed',
      channel_name: '学习卡',
      paid: '0.00',
      actions: ['study'],
    });
    expect(await left(card_no)).toMatchObject({ left_fen: 3010 });
  });

  it('is refused when it is another person’s, expired or empty', async () => {
    const item = { content_type: 'C', id: (await paidCourse(api, 6000)).id };
    const foreign = await newCard();
    await bind(foreign, undefined, await newLearner(api));
    expect(await refusal(api.send(orderPreview, { item, card_no: foreign }, learner))).toBe(
      'not_found',
    );
    const card_no = await newCard();
    await bind(card_no);
    const { order_code } = await api.send(
      orderCreate,
      { item, card_no, request_id: 'r', seen_amount: '10.00' },
      learner,
    );
    await payAndDeliver(api, order_code);
    const other = { content_type: 'C', id: (await paidCourse(api, 6000)).id };
    expect(await refusalMessage(api.send(orderPreview, { item: other, card_no }, learner))).toBe(
      '该学习卡余额已用完',
    );
    const old = await newCard();
    await bind(old);
    api.clock.pass(86_400_000);
    expect(
      await refusalMessage(api.send(orderPreview, { item: other, card_no: old }, await again())),
    ).toBe('您的学习卡已经过期');
  });
});
