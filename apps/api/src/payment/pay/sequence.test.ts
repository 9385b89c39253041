import { rmSync } from 'node:fs';
import { orderCreate, payCreate, refundApply } from '@cme/contract/payment';
import { and, asc, eq, inArray } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sandboxPay } from '../../../test/pay/cashier.ts';
import { startTestApi, type TestApi } from '../../../test/test-api.ts';
import { newLearner } from '../../../test/learner.ts';
import { alipayFields, alipayLetter, post } from '../../../test/pay/notices.ts';
import { paidCourse } from '../../../test/pay/trade.ts';
import { learning } from '../../study/learning/learning.tables.ts';
import { stateLog } from '../../platform/state-log/state-log.tables.ts';
import { nextRefund } from '../refund-record/refund.rules.ts';
import { approveRefund } from '../refund/decide.action.ts';
import { endRefund, sendRefund } from '../refund/send.job.ts';
import { readRefunds } from '../refund-record/refund.store.ts';
import { closeOrder } from '../order/book.action.ts';
import { deliverOrder } from '../order/deliver.job.ts';
import { nextStatuses } from '../order/order.rules.ts';
import { findOrder, readOrderItems, lockOrder } from '../order/order.store.ts';
import { nextTrade } from './trade/pay.rules.ts';
import { readTrades } from './trade/trade.store.ts';
import { completion } from '../../credits/certificate/issuing/completion.action.ts';

const { pay, keys, folder } = sandboxPay();
let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ settings: { pay } });
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

const events = [
  'paid a',
  'paid b',
  'paid a again',
  'less for a',
  'closed told a',
  'refund told a',
  'order closes',
  'delivered',
  'refund asked',
  'refund approved',
  'refund sent',
  'refund done',
  'refund failed',
] as const;
type Event = (typeof events)[number];
const laws: Record<string, Readonly<Record<string, readonly string[]>>> = {
  order: nextStatuses,
  trade: nextTrade,
  refund: nextRefund,
};

async function play(script: readonly Event[]): Promise<void> {
  const [who, { id }] = [await newLearner(api), await paidCourse(api, 6800)];
  const { order_code } = await api.send(
    orderCreate,
    { item: { id }, seen_amount: '68.00', request_id: id },
    who,
  );
  const a = (await api.send(payCreate, { order_code, channel: 'ali_page' }, who)).trade_no;
  const b = (await api.send(payCreate, { order_code, channel: 'ali_wap' }, who)).trade_no;
  const sendNotice = async (
    tradeNo: string,
    over: Record<string, string> = {},
    amountFen = 6800,
  ) => {
    const fields = {
      ...alipayFields(keys.alipay, {
        trade_no: tradeNo,
        amount_fen: amountFen,
        at: api.clock.now(),
        gateway_no: `2026${tradeNo}`,
      }),
      ...over,
    };
    expect((await post(api.url, 'alipay', alipayLetter(keys.alipay, fields))).text).toBe('success');
  };
  const learnerRefund = async () =>
    (await readRefunds(api.db, [order_code])).find(
      ({ kind, refund_status }) => kind === 'learner' && refund_status !== 'success',
    );
  const end = async (state: 'success' | 'failed') => {
    for (const { refund_no, amount_fen } of await readRefunds(api.db, [order_code]))
      await endRefund(api.context, completion, refund_no, { state, gateway_no: 'r', amount_fen });
  };
  const acts: Record<Event, () => Promise<unknown>> = {
    'paid a': () => sendNotice(a),
    'paid b': () => sendNotice(b),
    'paid a again': () => sendNotice(a),
    'less for a': () => sendNotice(a, {}, 6799),
    'closed told a': () => sendNotice(a, { trade_status: 'TRADE_CLOSED' }),
    'refund told a': () =>
      sendNotice(a, {
        gmt_refund: '2026-06-15 10:00:00',
        refund_fee: '68.00',
        trade_status: 'TRADE_CLOSED',
      }),
    'order closes': () =>
      api.db.transaction(async (tx) => {
        const row = await lockOrder(tx, order_code);
        if (row?.order_status === 'pending') await closeOrder(tx, row, 'timeout', api.clock.now());
      }),
    delivered: () => deliverOrder(api.context, order_code),
    'refund asked': async () =>
      api
        .send(
          refundApply,
          {
            order_code,
            order_item_ids: (await readOrderItems(api.db, order_code)).map(
              ({ order_item_id }) => order_item_id,
            ),
            request_id: `${order_code}${Math.random()}`,
            reason: '不需要了',
          },
          who,
        )
        .catch(() => undefined),
    'refund approved': async () => {
      const row = await learnerRefund();
      if (row)
        await approveRefund(api.context, row.refund_no, 'staff').catch((fault: Error) =>
          expect(fault.name).toBe('Error'),
        );
    },
    'refund sent': async () => {
      for (const { refund_no } of await readRefunds(api.db, [order_code]))
        await sendRefund(api.context, completion, refund_no).catch(() => undefined);
    },
    'refund done': () => end('success'),
    'refund failed': () => end('failed'),
  };
  for (const event of script) await acts[event]();
  await judge(order_code);
}

/** Only allowed transitions happened, and payments, order and access are consistent. */
async function judge(orderCode: string): Promise<void> {
  const [order, trades, refunds, items] = [
    await findOrder(api.db, orderCode),
    await readTrades(api.db, orderCode),
    await readRefunds(api.db, [orderCode]),
    await readOrderItems(api.db, orderCode),
  ];
  const ids = [
    orderCode,
    ...trades.map(({ trade_no }) => trade_no),
    ...refunds.map(({ refund_no }) => refund_no),
  ];
  const steps = await api.db
    .select()
    .from(stateLog)
    .where(inArray(stateLog.entity_id, ids))
    .orderBy(asc(stateLog.at));
  for (const { entity, from, to } of steps)
    if (from !== '') expect(laws[entity]?.[from], `${entity} ${from} → ${to}`).toContain(to);
  const sum = (rows: readonly { amount_fen: number }[]) =>
    rows.reduce((total, { amount_fen }) => total + amount_fen, 0);
  const booked = trades.filter((row) => row.booked === 'Y');
  expect(booked.length).toBe(order?.paid_fen === 0 ? 0 : 1);
  expect(order?.paid_fen).toBe(sum(booked));
  expect(order?.refunded_fen).toBe(
    sum(
      refunds.filter(
        ({ kind, refund_status }) => kind === 'learner' && refund_status === 'success',
      ),
    ),
  );
  for (const row of trades) {
    expect(row.refunded_fen).toBe(
      sum(
        refunds.filter(
          ({ trade_no, refund_status }) => trade_no === row.trade_no && refund_status === 'success',
        ),
      ),
    );
    expect(row.refunded_fen).toBeLessThanOrEqual(row.amount_fen);
    const isLoose = row.paid_at !== null && row.booked === 'N' && row.held === '';
    expect(
      refunds.filter(({ kind, trade_no }) => kind !== 'learner' && trade_no === row.trade_no),
    ).toHaveLength(isLoose ? 1 : 0);
  }
  const granted = await api.db
    .select()
    .from(learning)
    .where(
      and(
        inArray(
          learning.source_id,
          items.map(({ order_item_id }) => order_item_id),
        ),
        eq(learning.source, 'order'),
      ),
    );
  const open = granted.filter(({ learn_status }) => learn_status !== 'revoked').length;
  if (['pending', 'closed', 'refunded'].includes(order?.order_status ?? '')) expect(open).toBe(0);
  if (order?.order_status === 'completed') expect(open).toBe(1);
}

/** `npm run races` runs many more. */
const numRuns = Number(process.env.TEST_SEQUENCES ?? 60);

test(
  'in any sequence of events, states only move forward and the amounts add up',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...events), { minLength: 3, maxLength: 16 }),
        (script) => play(script),
      ),
      {
        numRuns,
        examples: [
          [['order closes', 'paid a', 'paid b', 'refund sent', 'refund done']],
          [
            [
              'paid a',
              'closed told a',
              'paid b',
              'delivered',
              'refund asked',
              'refund approved',
              'refund sent',
              'refund failed',
              'refund approved',
              'refund sent',
              'refund done',
            ],
          ],
          [['refund told a', 'less for a', 'paid a', 'paid b', 'order closes']],
          [
            [
              'paid a',
              'refund asked',
              'refund approved',
              'refund sent',
              'refund done',
              'paid b',
              'delivered',
            ],
          ],
        ],
      },
    );
  },
  numRuns * 500 + 60_000,
);
