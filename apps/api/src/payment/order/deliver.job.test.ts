import { topNoticeCount } from '@cme/contract/person';
import { orderCreate, orderDetail, shopplistAdd } from '@cme/contract/payment';
import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { type Learner, newLearner, signInAgain, type TestCourse } from '../../../test/learner.ts';
import { paidCourse, payOrder } from '../../../test/pay/trade.ts';
import { buildApp } from '../../app.ts';
import { content, siteContent } from '../../content/catalogue/catalogue.tables.ts';
import { learning } from '../../study/learning/learning.tables.ts';
import { setRefunded, setRefunding } from './book.action.ts';
import { timeoutQueue } from './close.action.ts';
import { deliverOrder } from './deliver.job.ts';
import { deliverTries } from './order.rules.ts';
import { lockOrder, undeliveredOrders } from './order.store.ts';
import { order, orderReservation, orderItem } from './order.tables.ts';
import { sweepOrders } from './sweep.job.ts';
import { gatewayTrades } from '../pay/settle.action.ts';

const api = await startApiForFile({ jobs: true });
beforeAll(async () => {
  await api.db
    .execute(sql`create function refuse_enrolment() returns trigger language plpgsql as $$ begin
    if exists (select 1 from content where content_id = new.content_id and title = '坏课') then raise exception 'broken'; end if; return new; end $$`);
  await api.db.execute(
    sql`create trigger refuse_enrolment before insert on learning for each row execute function refuse_enrolment()`,
  );
});

async function ordered(courses: TestCourse[]): Promise<{ learner: Learner; order_code: string }> {
  const learner = await newLearner(api);
  const [first] = courses;
  const { order_code } = await api.send(
    orderCreate,
    { item: { content_type: 'C', id: first!.id }, request_id: 'r', seen_amount: '1.00' },
    learner,
  );
  return { learner, order_code };
}

const until = async (isSo: () => Promise<boolean>) => {
  const deadline = Date.now() + 8000;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('not delivered in time');
    await new Promise((wake) => setTimeout(wake, 50));
  }
};

describe('the expiry of an order', () => {
  it('is a job of the same transaction, half an hour later; run early, it is rescheduled', async () => {
    const { learner, order_code } = await ordered([await paidCourse(api, 100)]);
    const jobs = () =>
      api.db.execute<{ wait: number }>(
        sql`select extract(epoch from start_after - created_on)::int as wait from pgboss.job where name = ${timeoutQueue} and data->>'order_code' = ${order_code} and state in ('created', 'retry') order by 1`,
      );
    const status = async () => (await api.send(orderDetail, { order_code }, learner)).order_status;
    expect((await jobs()).rows).toEqual([{ wait: 1800 }]);
    api.clock.pass(10 * 60_000);
    await api.context.jobs.enqueue(api.db, timeoutQueue, { order_code });
    await until(async () => (await jobs()).rows.map(({ wait }) => wait).join() === '1200,1800');
    expect(await status()).toBe('pending');
    api.clock.pass(19 * 60_000);
    expect(await status()).toBe('pending');
    const late = {
      ...learner,
      token: await signInAgain(api, { user_id: learner.user_id, site_id: 'main' }),
    };
    api.clock.pass(60_000);
    await api.context.jobs.enqueue(api.db, timeoutQueue, { order_code });
    await until(
      async () => (await api.send(orderDetail, { order_code }, late)).order_status === 'closed',
    );
    expect((await api.send(orderDetail, { order_code }, late)).close_reason).toBe(
      '超时未支付，订单已自动取消',
    );
  });
});

describe('delivery', () => {
  it('happens automatically after payment: one enrolment, one message, one sale, however often it runs', async () => {
    const course = await paidCourse(api, 100);
    const { learner, order_code } = await ordered([course]);
    await payOrder(api, order_code);
    const status = async () => (await api.send(orderDetail, { order_code }, learner)).order_status;
    await until(async () => (await status()) === 'completed');
    await Promise.all(Array.from({ length: 10 }, () => deliverOrder(api.context, order_code)));
    expect(
      await api.db.select().from(learning).where(eq(learning.user_id, learner.user_id)),
    ).toHaveLength(1);
    expect((await api.send(topNoticeCount, {}, learner)).unread_count).toBe(1);
    expect(
      await api.db.select().from(siteContent).where(eq(siteContent.content_id, course.id)),
    ).toMatchObject([{ buy_count: 1, study_count: 1 }]);
    expect(
      await api.db
        .select()
        .from(orderReservation)
        .where(eq(orderReservation.order_code, order_code)),
    ).toEqual([]);
  });

  it('is retried five times, then left to staff with an alert', async () => {
    const { learner, order_code } = await ordered([await paidCourse(api, 100, { title: '坏课' })]);
    await api.context.jobs.stop();
    await payOrder(api, order_code);
    const waits: (number | undefined)[] = [];
    for (let n = 0; n < deliverTries; n += 1)
      waits.push(await deliverOrder(api.context, order_code));
    expect(waits).toEqual([2, 4, 8, 16, undefined]);
    expect(await api.send(orderDetail, { order_code }, learner)).toMatchObject({
      order_status: 'paid',
      actions: ['refund', 'invoice'],
      items: [{ deliver_status: 'failed', course_id: '' }],
    });
    const alarms = api
      .logged()
      .split('\n')
      .filter((line) => line.includes('"alarm":"delivery"') && line.includes(order_code));
    expect(alarms).toHaveLength(1);
    expect((await api.send(topNoticeCount, {}, learner)).unread_count).toBe(0);
    expect(await deliverOrder(api.context, order_code)).toBeUndefined();
  });

  it('keeps undelivered items of a partial refund from being bought again', async () => {
    const [good, bad] = [await paidCourse(api, 100), await paidCourse(api, 100, { title: '坏课' })];
    const learner = await newLearner(api);
    const cart_ids = [];
    for (const { id } of [good, bad])
      cart_ids.push((await api.send(shopplistAdd, { id }, learner)).cart_id);
    const { order_code } = await api.send(
      orderCreate,
      { cart_ids, request_id: 'r', seen_amount: '2.00' },
      learner,
    );
    await payOrder(api, order_code);
    await deliverOrder(api.context, order_code);
    const [item] = await api.db
      .select()
      .from(orderItem)
      .where(and(eq(orderItem.order_code, order_code), eq(orderItem.content_id, good.id)));
    await api.db.transaction(async (tx) => {
      const refunding = await setRefunding(tx, (await lockOrder(tx, order_code))!, api.clock.now());
      await setRefunded(
        tx,
        refunding,
        [{ order_item_id: item!.order_item_id, amount_fen: 100 }],
        api.clock.now(),
      );
    });
    const held = async () =>
      (
        await api.db
          .select()
          .from(orderReservation)
          .where(eq(orderReservation.order_code, order_code))
      ).map(({ content_id }) => content_id);
    expect(await held()).toEqual([bad.id]);
    await expect(
      api.send(
        orderCreate,
        { item: { id: bad.id }, request_id: 's', seen_amount: '1.00' },
        learner,
      ),
    ).rejects.toMatchObject({ code: 'item_owned' });
    await api.db.update(content).set({ title: '好课' }).where(eq(content.content_id, bad.id));
    await deliverOrder(api.context, order_code);
    expect(
      await api.db
        .select()
        .from(learning)
        .where(and(eq(learning.user_id, learner.user_id), eq(learning.content_id, bad.id))),
    ).toHaveLength(1);
    expect(await held()).toEqual([]);
  });
});

describe('the sweep', () => {
  it('closes and delivers what lost jobs left, and nothing else', async () => {
    const [late, paid, young] = [
      await ordered([await paidCourse(api, 100)]),
      await ordered([await paidCourse(api, 100)]),
      await ordered([await paidCourse(api, 100)]),
    ];
    const status = async (item: { learner: Learner; order_code: string }) =>
      (
        await api.send(
          orderDetail,
          { order_code: item.order_code },
          {
            ...item.learner,
            token: await signInAgain(api, { user_id: item.learner.user_id, site_id: 'main' }),
          },
        )
      ).order_status;
    await payOrder(api, paid.order_code);
    await sweepOrders(api.context, gatewayTrades(api.context));
    expect([await status(late), await status(paid), await status(young)]).toEqual([
      'pending',
      'paid',
      'pending',
    ]);
    api.clock.pass(31 * 60_000);
    await payOrder(api, young.order_code);
    await sweepOrders(api.context, gatewayTrades(api.context));
    expect([await status(late), await status(paid), await status(young)]).toEqual([
      'pending',
      'completed',
      'paid',
    ]);
    api.clock.pass(30_001);
    await sweepOrders(api.context, gatewayTrades(api.context));
    expect([await status(late), await status(young)]).toEqual(['pending', 'completed']);
    api.clock.pass(90_000);
    await sweepOrders(api.context, gatewayTrades(api.context));
    expect(await status(late)).toBe('closed');
  });

  it('delivers the longest waiting first, and skips what is left to staff', async () => {
    const codes: string[] = [];
    for (const title of ['甲', '乙', '坏课', '丙'])
      codes.push((await ordered([await paidCourse(api, 100, { title })])).order_code);
    for (const code of codes.toReversed()) {
      await payOrder(api, code);
      api.clock.pass(1000);
    }
    const waiting = async (limit: number) =>
      (await undeliveredOrders(api.db, api.clock.now(), limit)).map((code) => codes.indexOf(code));
    expect([await waiting(10), await waiting(2)]).toEqual([
      [3, 2, 1, 0],
      [3, 2],
    ]);
    for (let n = 0; n < deliverTries; n += 1) await deliverOrder(api.context, codes[2]!);
    expect(await waiting(10)).toEqual([3, 1, 0]);
  });

  it('runs at startup', async () => {
    const { order_code } = await ordered([await paidCourse(api, 100)]);
    await payOrder(api, order_code);
    api.clock.pass(30_001);
    const other = await buildApp(api.context);
    await other.listen({ port: 0 });
    try {
      await until(
        async () =>
          (await api.db.select().from(order).where(eq(order.order_code, order_code)))[0]
            ?.order_status === 'completed',
      );
    } finally {
      await other.close();
    }
  });

  it('completes an order whose process died after the last line', async () => {
    const { order_code } = await ordered([await paidCourse(api, 100)]);
    await payOrder(api, order_code);
    await api.db
      .update(orderItem)
      .set({ deliver_status: 'done', delivered_at: api.clock.now() })
      .where(eq(orderItem.order_code, order_code));
    api.clock.pass(30_001);
    await sweepOrders(api.context, gatewayTrades(api.context));
    expect(
      (await api.db.select().from(order).where(eq(order.order_code, order_code)))[0]?.order_status,
    ).toBe('completed');
  });
});
