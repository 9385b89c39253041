import { rmSync } from 'node:fs';
import { orderCancel, orderCreate, payCreate } from '@cme/contract/payment';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unbalanced } from '../../../test/pay/balance.ts';
import { sandboxPay } from '../../../test/pay/cashier.ts';
import { startTestApi, type TestApi } from '../../../test/test-api.ts';
import { type Learner, newLearner } from '../../../test/learner.ts';
import { alipayNotice, post } from '../../../test/pay/notices.ts';
import { paidCourse } from '../../../test/pay/trade.ts';
import { deliverOrder } from '../order/deliver.job.ts';
import { expireOrder } from '../order/close.action.ts';
import { closeOrder } from '../order/book.action.ts';
import { findOrder, lockOrder } from '../order/order.store.ts';
import { refund } from '../refund-record/refund.tables.ts';
import { learning } from '../../study/learning/learning.tables.ts';
import { message } from '../../person/message/message.tables.ts';
import { orderItem, order } from '../order/order.tables.ts';
import { trade } from './trade/pay.tables.ts';
import { gatewayTrades } from './settle.action.ts';

const { pay, keys, folder } = sandboxPay();
let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ settings: { pay } });
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

let requests = 0;
async function openTrade(): Promise<{
  who: Learner;
  order_code: string;
  trade_no: string;
  course: string;
}> {
  const [learner, { id }] = [await newLearner(api), await paidCourse(api, 6800)];
  const { order_code } = await api.send(
    orderCreate,
    { item: { id }, seen_amount: '68.00', request_id: `r${(requests += 1)}` },
    learner,
  );
  const { trade_no } = await api.send(payCreate, { order_code, channel: 'ali_page' }, learner);
  return { who: learner, order_code, trade_no, course: id };
}
const success = (tradeNo: string, more = {}) =>
  alipayNotice(keys.alipay, {
    trade_no: tradeNo,
    amount_fen: 6800,
    at: api.clock.now(),
    gateway_no: `2026${tradeNo}`,
    ...more,
  });

const expectBalance = async () => expect(await unbalanced(api.db)).toEqual([]);

describe('a success reported a hundred times, fifty concurrently', () => {
  test.each(Array.from({ length: 8 }, (_, round) => round))(
    'makes one payment, one grant, one message (%i)',
    async () => {
      const { who: learner, order_code, trade_no } = await openTrade();
      const letters = Array.from({ length: 100 }, (_, index) =>
        success(trade_no, index % 3 === 0 ? { id: `n${index}` } : { id: 'same' }),
      );
      for (let from = 0; from < 100; from += 50) {
        const replies = await Promise.all(
          letters.slice(from, from + 50).map((letter) => post(api.url, 'alipay', letter)),
        );
        expect(replies.map(({ text }) => text)).toEqual(
          Array.from({ length: 50 }, () => 'success'),
        );
      }
      await Promise.all([
        deliverOrder(api.context, order_code),
        deliverOrder(api.context, order_code),
      ]);
      expect(
        await api.db.select().from(trade).where(eq(trade.order_code, order_code)),
      ).toMatchObject([{ booked: 'Y', trade_status: 'succeeded' }]);
      const items = await api.db
        .select()
        .from(orderItem)
        .where(eq(orderItem.order_code, order_code));
      expect(
        await api.db
          .select()
          .from(learning)
          .where(eq(learning.source_id, items[0]?.order_item_id ?? '')),
      ).toHaveLength(1);
      expect(
        await api.db.select().from(message).where(eq(message.user_id, learner.user_id)),
      ).toHaveLength(1);
      expect(await api.db.select().from(refund).where(eq(refund.order_code, order_code))).toEqual(
        [],
      );
      await expectBalance();
    },
  );
});

describe('paying and closing concurrently', () => {
  test(`have one outcome, with money and access consistent`, async () => {
    for (let round = 0; round < 60; round += 1) {
      const { who: learner, order_code, trade_no } = await openTrade();
      const close = async () =>
        api.db.transaction(async (tx) => {
          const row = await lockOrder(tx, order_code);
          if (row?.order_status === 'pending')
            await closeOrder(tx, row, 'timeout', api.clock.now());
        });
      const moves = [
        () => post(api.url, 'alipay', success(trade_no, { id: 'a' })),
        close,
        () => post(api.url, 'alipay', success(trade_no, { id: 'b' })),
        close,
        () => api.send(orderCancel, { order_code }, learner),
        () => expireOrder(api.context, gatewayTrades(api.context), order_code),
        () => api.send(payCreate, { order_code, channel: 'ali_page' }, learner),
      ];
      const from = round % moves.length;
      await Promise.allSettled(
        [...moves.slice(from), ...moves.slice(0, from)].map((move) => move()),
      );
      expect(await findOrder(api.db, order_code)).toMatchObject({
        order_status: 'paid',
        paid_fen: 6800,
      });
    }
    await expectBalance();
  });

  test('two trades of one order pay it once, and the other is refunded', async () => {
    for (let round = 0; round < 40; round += 1) {
      const { who: learner, order_code, trade_no } = await openTrade();
      const { trade_no: second } = await api.send(
        payCreate,
        { order_code, channel: 'ali_wap' },
        learner,
      );
      await Promise.all(
        [trade_no, second, trade_no, second].map((number, index) =>
          post(api.url, 'alipay', success(number, { id: `${number}${index}` })),
        ),
      );
      const rows = await api.db.select().from(trade).where(eq(trade.order_code, order_code));
      expect(rows.map(({ booked }) => booked).sort()).toEqual(['N', 'Y']);
      expect(
        await api.db.select().from(refund).where(eq(refund.order_code, order_code)),
      ).toMatchObject([
        {
          kind: 'duplicate',
          amount_fen: 6800,
          trade_no: rows.find(({ booked }) => booked === 'N')?.trade_no,
        },
      ]);
    }
    await expectBalance();
    expect(
      await api.db
        .select({ n: sql<number>`count(*)::int` })
        .from(order)
        .where(eq(order.order_status, 'refunded')),
    ).toEqual([{ n: 0 }]);
  });
});
