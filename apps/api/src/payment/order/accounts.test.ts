import { orderCreate, orderPreview } from '@cme/contract/payment';
import { asc, eq, inArray } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { type Learner, newLearner } from '../../../test/learner.ts';
import { newPackage, paidCourse, payOrder } from '../../../test/pay/trade.ts';
import { learning } from '../../study/learning/learning.tables.ts';
import { stateLog } from '../../platform/state-log/state-log.tables.ts';
import { revokeLearnings } from '../../study/learning/revoke.action.ts';
import { closeOrder, setRefunded, setRefundFailed, setRefunding } from './book.action.ts';
import { deliverOrder } from './deliver.job.ts';
import { canBecome } from './order.rules.ts';
import { readOrderItems, lockOrder } from './order.store.ts';
import { order, orderItem, type OrderStatus } from './order.tables.ts';
import { completion } from '../../credits/certificate/issuing/completion.action.ts';

const api = await startApiForFile();
let requests = 0;
let purchasables: { id: string; content_type: string }[];
beforeAll(async () => {
  const [one, two] = [await paidCourse(api, 999), await paidCourse(api, 1234)];
  purchasables = [
    { id: one.id, content_type: 'C' },
    { id: (await newPackage(api, 1500, [one, two])).id, content_type: 'P' },
  ];
});

const weights = { create: 6, pay: 4, close: 4, deliver: 2, refund: 1, return: 1, fail: 1 };
type Step = keyof typeof weights;
const steps = (Object.keys(weights) as Step[]).map((step) => ({
  weight: weights[step],
  arbitrary: fc.constant(step),
}));

/** Applies a random step by one of the actors; steps that the rules forbid are skipped. */
async function take(step: Step, learner: Learner, pick: number, share: number): Promise<void> {
  const { db, context } = api;
  // Keeps steps apart in time: the log is read in order.
  api.clock.pass(1000);
  if (step === 'create') {
    const item = purchasables[pick % purchasables.length]!;
    const seen = await api.send(orderPreview, { item }, learner).then(
      ({ pay }) => pay,
      () => undefined,
    );
    if (seen !== undefined)
      await api
        .send(orderCreate, { item, request_id: `r${(requests += 1)}`, seen_amount: seen }, learner)
        .catch(() => undefined);
    return;
  }
  const total = await db
    .select()
    .from(order)
    .where(eq(order.user_id, learner.user_id))
    .orderBy(asc(order.created_at), asc(order.order_code));
  const one = total[pick % Math.max(1, total.length)];
  if (!one) return;
  if (step === 'pay') return void (await payOrder(api, one.order_code));
  if (step === 'deliver') return void (await deliverOrder(context, one.order_code));
  await db.transaction(async (tx) => {
    const held = await lockOrder(tx, one.order_code);
    if (!held) return;
    const now = api.clock.now();
    if (step === 'close' && canBecome(held.order_status, 'closed'))
      await closeOrder(tx, held, 'timeout', now);
    if (step === 'refund' && canBecome(held.order_status, 'refunding'))
      await setRefunding(tx, held, now);
    if (held.order_status !== 'refunding') return;
    if (step === 'fail') await setRefundFailed(tx, context.jobs, held, now);
    if (step === 'return') {
      const items = (await readOrderItems(tx, held.order_code)).filter(
        ({ deliver_status }) => deliver_status !== 'revoked',
      );
      if (items.length === 0) return;
      const returned = items.slice(0, 1).map(({ order_item_id, pay_fen }) => ({
        order_item_id,
        amount_fen: Math.floor(pay_fen * share),
      }));
      await setRefunded(tx, held, returned, now);
      for (const { order_item_id } of returned)
        await revokeLearnings(tx, completion, { source: 'order', source_id: order_item_id }, now);
    }
  });
}

/**
 * Cases that random steps rarely reach: a payment for a closed order while the same item is being
 * bought again, and after a partial refund.
 */
const latePay: [Step, number, number][] = [
  ['create', 0, 0],
  ['close', 0, 0],
  ['create', 0, 0],
  ['pay', 0, 0],
  ['pay', 1, 0],
  ['deliver', 0, 0],
  ['deliver', 1, 0],
  ['pay', 0, 0],
  ['pay', 1, 0],
];
const returned: [Step, number, number][] = [
  ['create', 0, 0],
  ['pay', 0, 0],
  ['deliver', 0, 0],
  ['refund', 0, 0],
  ['return', 0, 0.5],
  ['create', 1, 0],
  ['pay', 1, 0],
  ['pay', 0, 0],
  ['refund', 0, 0],
  ['return', 0, 1],
  ['fail', 0, 0],
];

test('no sequence of events leads to a forbidden step, and payments and enrolments always agree', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.oneof(...steps), fc.nat(3), fc.constantFrom(0, 0.5, 1)), {
        minLength: 12,
        maxLength: 28,
      }),
      async (plan) => {
        api.clock.pass(60_000);
        const learner = await newLearner(api);
        for (const [step, pick, share] of plan) await take(step, learner, pick, share);
        for (const pick of [0, 1, 2, 3]) await take('deliver', learner, pick, 0);
        await agree(learner.user_id);
      },
    ),
    { numRuns: 25, examples: [[latePay], [returned]] },
  );
});

async function agree(userId: string): Promise<void> {
  const orders = await api.db.select().from(order).where(eq(order.user_id, userId));
  const codes = orders.map(({ order_code }) => order_code);
  if (codes.length === 0) return;
  const items = await api.db.select().from(orderItem).where(inArray(orderItem.order_code, codes));
  const log = await api.db
    .select()
    .from(stateLog)
    .where(inArray(stateLog.entity_id, codes))
    .orderBy(asc(stateLog.at));
  for (const order of orders) {
    const own = items.filter(({ order_code }) => order_code === order.order_code);
    const sum = (field: 'pay_fen' | 'refunded_fen') =>
      own.reduce((total, item) => total + item[field], 0);
    expect(sum('pay_fen')).toBe(order.pay_fen);
    expect(sum('refunded_fen')).toBe(order.refunded_fen);
    expect([0, order.pay_fen]).toContain(order.paid_fen);
    expect(order.paid_fen > 0).toBe(!['pending', 'closed'].includes(order.order_status));
    const way = log.filter(({ entity_id }) => entity_id === order.order_code);
    for (const { from, to } of way)
      expect(
        from === '' || canBecome(from as OrderStatus, to as OrderStatus),
        `${from} to ${to}`,
      ).toBe(true);
    for (const [index, { from }] of way.entries())
      if (index > 0) expect(from).toBe(way[index - 1]?.to);
  }
  const grants = await api.db.select().from(learning).where(eq(learning.user_id, userId));
  for (const { source, source_id, learn_status } of grants) {
    const item = items.find(({ order_item_id }) => order_item_id === source_id);
    const paid = orders.find(({ order_code }) => order_code === item?.order_code);
    expect(source).toBe('order');
    expect(paid && paid.paid_fen > 0).toBe(true);
    expect(item?.deliver_status).toBe(learn_status === 'revoked' ? 'revoked' : 'done');
  }
  for (const { order_item_id, content_id, deliver_status } of items) {
    const own = grants.filter(
      (row) =>
        row.source_id === order_item_id &&
        row.content_id === content_id &&
        row.learn_status !== 'revoked',
    );
    expect(own.length).toBe(deliver_status === 'done' ? 1 : 0);
  }
  const open = grants
    .filter(({ learn_status }) => learn_status !== 'revoked')
    .map(({ content_id }) => content_id);
  expect(new Set(open).size).toBe(open.length);
  const paid = orders.reduce(
    (total, { paid_fen, refunded_fen }) => total + paid_fen - refunded_fen,
    0,
  );
  const granted = items
    .filter(({ order_code }) =>
      orders.some((order) => order.order_code === order_code && order.paid_fen > 0),
    )
    .reduce((total, item) => total + item.pay_fen - item.refunded_fen, 0);
  expect(granted).toBe(paid);
}
