import { orderCreate, orderDetail, shopplistAdd, topNoticeCount } from '@cme/contract';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { type Learner, newLearner, signInAgain, type TestCourse } from '../../../test/learner.ts';
import { paidCourse, payOrder } from '../../../test/trade.ts';
import { buildApp } from '../../app.ts';
import { content, siteContent } from '../catalogue/catalogue.tables.ts';
import { learning } from '../learning/learning.tables.ts';
import { setRefunded, setRefunding } from './book.ts';
import { timeoutQueue } from './close.ts';
import { deliverOrder } from './deliver.ts';
import { deliverTries } from './order.rules.ts';
import { lockOrder, undeliveredOrders } from './order.store.ts';
import { order, orderHold, orderItem } from './order.tables.ts';
import { sweepOrders } from './sweep.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse({ jobs: true });
  await house.db
    .execute(sql`create function refuse_enrolment() returns trigger language plpgsql as $$ begin
    if exists (select 1 from content where content_id = new.content_id and title = '坏课') then raise exception 'broken'; end if; return new; end $$`);
  await house.db.execute(
    sql`create trigger refuse_enrolment before insert on learning for each row execute function refuse_enrolment()`,
  );
});
afterAll(() => house.close());

async function ordered(courses: TestCourse[]): Promise<{ learner: Learner; order_code: string }> {
  const learner = await newLearner(house);
  const [first] = courses;
  const { order_code } = await house.send(
    orderCreate,
    { item: { content_type: 'C', id: first!.id }, request_id: 'r', seen_amount: '1.00' },
    learner,
  );
  return { learner, order_code };
}

const until = async (isSo: () => Promise<boolean>) => {
  const deadline = Date.now() + 8000;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('it never came to be');
    await new Promise((wake) => setTimeout(wake, 50));
  }
};

describe('the last moment of an order', () => {
  it('is a job of the same transaction, half an hour away; come early, it comes again', async () => {
    const { learner, order_code } = await ordered([await paidCourse(house, 100)]);
    const jobs = () =>
      house.db.execute<{ wait: number }>(
        sql`select extract(epoch from start_after - created_on)::int as wait from pgboss.job where name = ${timeoutQueue} and data->>'order_code' = ${order_code} and state in ('created', 'retry') order by 1`,
      );
    const status = async () =>
      (await house.send(orderDetail, { order_code }, learner)).order_status;
    expect((await jobs()).rows).toEqual([{ wait: 1800 }]);
    house.clock.pass(10 * 60_000);
    await house.house.jobs.enqueue(house.db, timeoutQueue, { order_code });
    await until(async () => (await jobs()).rows.map(({ wait }) => wait).join() === '1200,1800');
    expect(await status()).toBe('pending');
    house.clock.pass(19 * 60_000);
    expect(await status()).toBe('pending');
    const late = {
      ...learner,
      token: await signInAgain(house, { user_id: learner.user_id, site_id: 'main' }),
    };
    house.clock.pass(60_000);
    await house.house.jobs.enqueue(house.db, timeoutQueue, { order_code });
    await until(
      async () => (await house.send(orderDetail, { order_code }, late)).order_status === 'closed',
    );
    expect((await house.send(orderDetail, { order_code }, late)).close_reason).toBe(
      '超时未支付，订单已自动取消',
    );
  });
});

describe('delivery', () => {
  it('comes by itself after payment: one enrolment, one message, one sale, however often it runs', async () => {
    const course = await paidCourse(house, 100);
    const { learner, order_code } = await ordered([course]);
    await payOrder(house, order_code);
    const status = async () =>
      (await house.send(orderDetail, { order_code }, learner)).order_status;
    await until(async () => (await status()) === 'completed');
    await Promise.all(Array.from({ length: 10 }, () => deliverOrder(house.house, order_code)));
    expect(
      await house.db.select().from(learning).where(eq(learning.user_id, learner.user_id)),
    ).toHaveLength(1);
    expect((await house.send(topNoticeCount, {}, learner)).unread_count).toBe(1);
    expect(
      await house.db.select().from(siteContent).where(eq(siteContent.content_id, course.id)),
    ).toMatchObject([{ buy_count: 1, study_count: 1 }]);
    expect(
      await house.db.select().from(orderHold).where(eq(orderHold.order_code, order_code)),
    ).toEqual([]);
  });

  it('that fails is tried five times, then waits for a person, and raises an alarm', async () => {
    const { learner, order_code } = await ordered([
      await paidCourse(house, 100, { title: '坏课' }),
    ]);
    await house.house.jobs.stop();
    await payOrder(house, order_code);
    const waits: (number | undefined)[] = [];
    for (let n = 0; n < deliverTries; n += 1)
      waits.push(await deliverOrder(house.house, order_code));
    expect(waits).toEqual([2, 4, 8, 16, undefined]);
    expect(await house.send(orderDetail, { order_code }, learner)).toMatchObject({
      order_status: 'paid',
      actions: ['refund', 'invoice'],
      items: [{ deliver_status: 'failed', course_id: '' }],
    });
    const alarms = house
      .logged()
      .split('\n')
      .filter((line) => line.includes('"alarm":"delivery"') && line.includes(order_code));
    expect(alarms).toHaveLength(1);
    expect((await house.send(topNoticeCount, {}, learner)).unread_count).toBe(0);
    expect(await deliverOrder(house.house, order_code)).toBeUndefined();
  });

  it('keeps what a returned part has left undelivered from being bought again', async () => {
    const [good, bad] = [
      await paidCourse(house, 100),
      await paidCourse(house, 100, { title: '坏课' }),
    ];
    const learner = await newLearner(house);
    const cart_ids = [];
    for (const { id } of [good, bad])
      cart_ids.push((await house.send(shopplistAdd, { id }, learner)).cart_id);
    const { order_code } = await house.send(
      orderCreate,
      { cart_ids, request_id: 'r', seen_amount: '2.00' },
      learner,
    );
    await payOrder(house, order_code);
    await deliverOrder(house.house, order_code);
    const [item] = await house.db
      .select()
      .from(orderItem)
      .where(and(eq(orderItem.order_code, order_code), eq(orderItem.content_id, good.id)));
    await house.db.transaction(async (tx) => {
      const refunding = await setRefunding(
        tx,
        (await lockOrder(tx, order_code))!,
        house.clock.now(),
      );
      await setRefunded(
        tx,
        refunding,
        [{ order_item_id: item!.order_item_id, amount_fen: 100 }],
        house.clock.now(),
      );
    });
    const held = async () =>
      (await house.db.select().from(orderHold).where(eq(orderHold.order_code, order_code))).map(
        ({ content_id }) => content_id,
      );
    expect(await held()).toEqual([bad.id]);
    await expect(
      house.send(
        orderCreate,
        { item: { id: bad.id }, request_id: 's', seen_amount: '1.00' },
        learner,
      ),
    ).rejects.toMatchObject({ code: 'item_owned' });
    await house.db.update(content).set({ title: '好课' }).where(eq(content.content_id, bad.id));
    await deliverOrder(house.house, order_code);
    expect(
      await house.db
        .select()
        .from(learning)
        .where(and(eq(learning.user_id, learner.user_id), eq(learning.content_id, bad.id))),
    ).toHaveLength(1);
    expect(await held()).toEqual([]);
  });
});

describe('the sweep', () => {
  it('closes and delivers what its jobs have lost, and touches nothing else', async () => {
    const [late, paid, young] = [
      await ordered([await paidCourse(house, 100)]),
      await ordered([await paidCourse(house, 100)]),
      await ordered([await paidCourse(house, 100)]),
    ];
    const status = async (one: { learner: Learner; order_code: string }) =>
      (
        await house.send(
          orderDetail,
          { order_code: one.order_code },
          {
            ...one.learner,
            token: await signInAgain(house, { user_id: one.learner.user_id, site_id: 'main' }),
          },
        )
      ).order_status;
    await payOrder(house, paid.order_code);
    await sweepOrders(house.house);
    expect([await status(late), await status(paid), await status(young)]).toEqual([
      'pending',
      'paid',
      'pending',
    ]);
    house.clock.pass(31 * 60_000);
    await payOrder(house, young.order_code);
    await sweepOrders(house.house);
    expect([await status(late), await status(paid), await status(young)]).toEqual([
      'pending',
      'completed',
      'paid',
    ]);
    house.clock.pass(30_001);
    await sweepOrders(house.house);
    expect([await status(late), await status(young)]).toEqual(['pending', 'completed']);
    house.clock.pass(90_000);
    await sweepOrders(house.house);
    expect(await status(late)).toBe('closed');
  });

  it('delivers whoever has waited longest first, and leaves what waits for a person', async () => {
    const codes: string[] = [];
    for (const title of ['甲', '乙', '坏课', '丙'])
      codes.push((await ordered([await paidCourse(house, 100, { title })])).order_code);
    for (const code of codes.toReversed()) {
      await payOrder(house, code);
      house.clock.pass(1000);
    }
    const waiting = async (most: number) =>
      (await undeliveredOrders(house.db, house.clock.now(), most)).map((code) =>
        codes.indexOf(code),
      );
    expect([await waiting(10), await waiting(2)]).toEqual([
      [3, 2, 1, 0],
      [3, 2],
    ]);
    for (let n = 0; n < deliverTries; n += 1) await deliverOrder(house.house, codes[2]!);
    expect(await waiting(10)).toEqual([3, 1, 0]);
  });

  it('begins at once when a process starts', async () => {
    const { order_code } = await ordered([await paidCourse(house, 100)]);
    await payOrder(house, order_code);
    house.clock.pass(30_001);
    const other = await buildApp(house.house);
    await other.listen({ port: 0 });
    try {
      await until(
        async () =>
          (await house.db.select().from(order).where(eq(order.order_code, order_code)))[0]
            ?.order_status === 'completed',
      );
    } finally {
      await other.close();
    }
  });

  it('completes an order whose process died after its last line', async () => {
    const { order_code } = await ordered([await paidCourse(house, 100)]);
    await payOrder(house, order_code);
    await house.db
      .update(orderItem)
      .set({ deliver_status: 'done', delivered_at: house.clock.now() })
      .where(eq(orderItem.order_code, order_code));
    house.clock.pass(30_001);
    await sweepOrders(house.house);
    expect(
      (await house.db.select().from(order).where(eq(order.order_code, order_code)))[0]
        ?.order_status,
    ).toBe('completed');
  });
});
