import { CallError } from '@cme/commons/api-client';
import {
  cartLimit,
  orderCancel,
  orderCreate,
  orderDetail,
  shopplistAdd,
  shopplistCount,
} from '@cme/contract/payment';
import { count, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { type Learner, newLearner, signInAgain } from '../../../test/learner.ts';
import { newPackage, paidCourse, payOrder } from '../../../test/pay/trade.ts';
import { hashPassword } from '../../person/identity/password.rules.ts';
import { insertCards } from '../card/card.store.ts';
import { studyCard } from '../card/card.tables.ts';
import { learning } from '../../study/learning/learning.tables.ts';
import { stateLog } from '../../platform/state-log/state-log.tables.ts';
import { expireOrder } from './close.action.ts';
import { deliverOrder } from './deliver.job.ts';
import { canBecome } from './order.rules.ts';
import { gatewayTrades } from '../pay/settle.action.ts';
import { order, orderReservation, type OrderStatus } from './order.tables.ts';

const rounds = 5;
const api = await startApiForFile();

const crowd = <Answer>(work: (index: number) => Promise<Answer>, size = 20) =>
  Promise.allSettled(Array.from({ length: size }, (_, index) => work(index)));
const answers = <Answer>(all: PromiseSettledResult<Answer>[]) =>
  all.flatMap((item) => (item.status === 'fulfilled' ? [item.value] : []));
const codes = (all: PromiseSettledResult<unknown>[]) =>
  all.flatMap((item) =>
    item.status === 'rejected'
      ? [item.reason instanceof CallError ? item.reason.code : String(item.reason)]
      : [],
  );
const readOrders = (learner: Learner) =>
  api.db.select().from(order).where(eq(order.user_id, learner.user_id));

async function fresh(): Promise<{ learner: Learner; item: { content_type: string; id: string } }> {
  return {
    learner: await newLearner(api),
    item: { content_type: 'C', id: (await paidCourse(api, 1000)).id },
  };
}

describe('twenty concurrent requests', () => {
  test.each(Array.from({ length: rounds }, (_, index) => index))(
    'with one request id create one order and get the same reply (%i)',
    async () => {
      const { learner, item } = await fresh();
      const total = await crowd(() =>
        api.send(orderCreate, { item, request_id: 'once', seen_amount: '10.00' }, learner),
      );
      expect(codes(total)).toEqual([]);
      expect(new Set(answers(total).map(({ order_code }) => order_code)).size).toBe(1);
      expect(await readOrders(learner)).toHaveLength(1);
    },
  );

  test.each(Array.from({ length: rounds }, (_, index) => index))(
    'with twenty request ids from two browsers create one order (%i)',
    async () => {
      const { learner, item } = await fresh();
      const other = {
        ...learner,
        token: await signInAgain(api, { user_id: learner.user_id, site_id: 'main' }),
      };
      const total = await crowd((index) =>
        api.send(
          orderCreate,
          { item, request_id: `r${index}`, seen_amount: '10.00' },
          index % 2 ? learner : other,
        ),
      );
      expect(codes(total)).toEqual([]);
      expect(new Set(answers(total).map(({ order_code }) => order_code)).size).toBe(1);
      expect(await readOrders(learner)).toHaveLength(1);
    },
  );

  test('for a course and for a package containing it create one of the two', async () => {
    const { learner, item } = await fresh();
    const { id } = await newPackage(api, 900, [item]);
    const total = await crowd((index) =>
      api.send(
        orderCreate,
        index % 2
          ? { item, request_id: `r${index}`, seen_amount: '10.00' }
          : { item: { content_type: 'P', id }, request_id: `r${index}`, seen_amount: '9.00' },
        learner,
      ),
    );
    expect(new Set(codes(total))).toEqual(new Set(['order_pending_exists']));
    expect(await readOrders(learner)).toHaveLength(1);
  });

  test('use a study card once', async () => {
    const { learner } = await fresh();
    await insertCards(api.db, [
      {
        card_no: 'RACE',
        site_id: 'main',
        password_hash: await hashPassword('x'),
        card_type: 'money',
        face_fen: 1500,
        left_fen: 1500,
        status: 'bound',
        bound_user: learner.user_id,
        bound_at: api.clock.now(),
        expire_at: new Date(api.clock.now().getTime() + 86_400_000),
      },
    ]);
    const courses = await Promise.all(Array.from({ length: 5 }, () => paidCourse(api, 1000)));
    const total = await crowd(
      (index) =>
        api.send(
          orderCreate,
          {
            item: { content_type: 'C', id: courses[index]!.id },
            card_no: 'RACE',
            request_id: `c${index}`,
            seen_amount: '0.00',
          },
          learner,
        ),
      5,
    );
    expect(answers(total)).toHaveLength(1);
    const [card] = await api.db.select().from(studyCard).where(eq(studyCard.card_no, 'RACE'));
    expect(card?.left_fen).toBe(500);
  });

  test('deliver once', async () => {
    const { learner, item } = await fresh();
    const { order_code } = await api.send(
      orderCreate,
      { item, request_id: 'd', seen_amount: '10.00' },
      learner,
    );
    const booked = await crowd(() => payOrder(api, order_code), 10);
    expect(answers(booked).filter((answer) => answer === 'booked')).toHaveLength(1);
    await crowd(() => deliverOrder(api.context, order_code), 10);
    expect(
      await api.db.select().from(learning).where(eq(learning.user_id, learner.user_id)),
    ).toHaveLength(1);
    const steps = await api.db
      .select({ to: stateLog.to })
      .from(stateLog)
      .where(eq(stateLog.entity_id, order_code));
    expect(steps.map(({ to }) => to).sort()).toEqual(['completed', 'paid', 'pending']);
  });
});

test('fifty adds at the limit leave fifty rows in the cart, and fifty of the same item one', async () => {
  const { learner, item } = await fresh();
  await crowd(() => api.send(shopplistAdd, item, learner), 50);
  expect(await api.send(shopplistCount, {}, learner)).toEqual({ count: 1 });
  const courses: { id: string }[] = [];
  for (let n = 0; n < 60; n += 1) courses.push(await paidCourse(api, 100));
  for (const { id } of courses.slice(0, 38)) await api.send(shopplistAdd, { id }, learner);
  const total = await crowd(
    (index) => api.send(shopplistAdd, { id: courses[10 + index]!.id }, learner),
    50,
  );
  expect(new Set(codes(total))).toEqual(new Set(['cart_full']));
  expect(await api.send(shopplistCount, {}, learner)).toEqual({ count: cartLimit });
});

describe('a payment, a cancellation and the expiry at the same time', () => {
  test.each(Array.from({ length: 15 }, (_, index) => index))(
    'have one winner, and payment and enrolment agree (%i)',
    async (round) => {
      const { learner, item } = await fresh();
      const { order_code } = await api.send(
        orderCreate,
        { item, request_id: 'p', seen_amount: '10.00' },
        learner,
      );
      api.clock.pass(round % 3 === 0 ? 30 * 60_000 : 0);
      const buyer = {
        ...learner,
        token: await signInAgain(api, { user_id: learner.user_id, site_id: 'main' }),
      };
      const acts = {
        pay: () => payOrder(api, order_code),
        cancel: () =>
          api.send(orderCancel, { order_code }, buyer).then(
            () => 'closed',
            () => 'refused',
          ),
        expire: () => expireOrder(api.context, gatewayTrades(api.context), order_code),
        deliver: () => deliverOrder(api.context, order_code),
      };
      const names = ['pay', 'cancel', 'expire', 'deliver'] as const;
      const results = new Map<string, unknown>();
      await Promise.all(
        names
          .map((_, index) => names[(index + round) % names.length]!)
          .map(async (name) => results.set(name, await acts[name]())),
      );
      await deliverOrder(api.context, order_code);
      const shown = await api.send(orderDetail, { order_code }, buyer);
      const grants = await api.db
        .select({ n: count() })
        .from(learning)
        .where(eq(learning.user_id, learner.user_id));
      expect(results.get('pay')).toBe('booked');
      expect([shown.order_status, shown.paid, grants[0]?.n]).toEqual(['completed', '10.00', 1]);
      const way = await api.db.select().from(stateLog).where(eq(stateLog.entity_id, order_code));
      for (const { from, to } of way)
        expect(
          from === '' || canBecome(from as OrderStatus, to as OrderStatus),
          `${from} to ${to}`,
        ).toBe(true);
      expect(
        await api.db
          .select()
          .from(orderReservation)
          .where(eq(orderReservation.order_code, order_code)),
      ).toEqual([]);
    },
  );
});
