import { Worker } from 'node:worker_threads';
import { CallError } from '@cme/commons/api-client';
import { fetchAs } from '@cme/commons/api-client/node';
import { learnList } from '@cme/contract/study';
import {
  invoiceApply,
  invoiceDownload,
  invoiceList,
  orderCreate,
  orderDetail,
  orderList,
  payCreate,
  paySandbox,
  payStatus,
  refundApply,
  refundCancel,
  refundDetail,
  refundPreview,
  shopplistAdd,
} from '@cme/contract/payment';
import { eq } from 'drizzle-orm';
import { ulid } from 'ulid';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Cashier, until } from '../../../test/pay/cashier.ts';
import { type Learner, newLearner, type TestCourse } from '../../../test/learner.ts';
import { paidCourse } from '../../../test/pay/trade.ts';
import { examAttempt } from '../../study/exam/enrolment/exam.tables.ts';
import { learning } from '../../study/learning/learning.tables.ts';
import { recompute } from '../../study/learning/recompute.action.ts';
import { order } from '../order/order.tables.ts';
import { trade } from '../pay/trade/pay.tables.ts';
import { compareDay, readDifferences } from '../pay/reconcile.job.ts';
import { insertProgress } from '../../study/learning/progress/progress.store.ts';
import { formatDay } from '../../platform/http/format-time.ts';
import { approveRefund, rejectRefund } from './decide.action.ts';
import { completion } from '../../credits/certificate/issuing/completion.action.ts';
import { openCashierForFile } from '../../../test/pay/cashier-for-file.ts';

const cashier = await openCashierForFile({ jobs: true });
let learner: Learner;
beforeEach(async () => {
  learner = await newLearner(cashier.api);
});

let requests = 0;
const send: Cashier['api']['send'] = (call, body, as = learner) => cashier.api.send(call, body, as);
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: unknown) => (error instanceof CallError ? `${error.code} ${error.message}` : error),
  );

/** An order that is paid at the gateway and delivered. */
async function bought(
  courses: TestCourse[],
  sum: string,
  channel: 'wx_native' | 'ali_page' = 'wx_native',
): Promise<{ order_code: string; items: string[] }> {
  const cart_ids = [];
  for (const { id } of courses) cart_ids.push((await send(shopplistAdd, { id })).cart_id);
  const { order_code } = await send(orderCreate, {
    cart_ids,
    seen_amount: sum,
    request_id: `b${(requests += 1)}`,
  });
  const { trade_no } = await send(payCreate, { order_code, channel });
  await send(paySandbox, { trade_no, act: 'success' });
  const order = await until(
    () => send(orderDetail, { order_code }),
    ({ order_status }) => order_status === 'completed',
  );
  return {
    order_code,
    items: courses.map(
      ({ id }) => order.items.find((item) => item.content_id === id)?.order_item_id ?? '',
    ),
  };
}
const apply = (orderCode: string, orderItemIds: string[], requestId = `q${(requests += 1)}`) =>
  send(refundApply, {
    order_code: orderCode,
    order_item_ids: orderItemIds,
    request_id: requestId,
    reason: '买错课程了',
  });
const ended = (refundNo: string) =>
  until(
    () => send(refundDetail, { refund_no: refundNo }),
    ({ refund_status }) => refund_status === 'success',
  );

async function study(course: TestCourse, sections: number, done = false): Promise<string> {
  const [row] = await cashier.api.db
    .select()
    .from(learning)
    .where(eq(learning.content_id, course.id));
  if (!row) throw new Error('not enrolled');
  await insertProgress(
    cashier.api.db,
    course.sections.slice(0, sections).map((sectionId) => ({
      learning_id: row.learning_id,
      section_id: sectionId,
      section_status: 'finished' as const,
      watched_ranges: [[0, 60_000] as [number, number]],
      covered_ms: 60_000,
      furthest_ms: 60_000,
      updated_at: cashier.api.clock.now(),
    })),
  );
  if (done)
    await cashier.api.db.transaction((tx) =>
      recompute(tx, completion, row.learning_id, cashier.api.clock.now()),
    );
  return row.learning_id;
}

describe('a refund', () => {
  test.each(['wx_native', 'ali_page'] as const)(
    'of an unstudied course pays the full amount through %s',
    async (channel) => {
      const course = await paidCourse(cashier.api, 6800, { title: '糖尿病' });
      const { order_code, items } = await bought([course], '68.00', channel);
      expect(await send(refundPreview, { order_code })).toMatchObject({
        amount: '68.00',
        can_apply: true,
        items: [
          { refund_rate: 1, amount: '68.00', blocked: '', total_sections: 1, finished_sections: 0 },
        ],
      });
      const request_id = ulid();
      const [created, again] = [
        await apply(order_code, items, request_id),
        await apply(order_code, items, request_id),
      ];
      expect(created).toMatchObject({
        refund_status: 'pending',
        refund_status_name: '待审核',
        amount: '68.00',
        can_cancel: true,
        items: [{ title: '糖尿病' }],
      });
      expect(again.refund_no).toBe(created.refund_no);
      expect(await refusal(apply(order_code, items))).toBe('refund_blocked 《糖尿病》已申请退款');
      await approveRefund(cashier.api.context, created.refund_no, 'finance');
      const done = await ended(created.refund_no);
      expect(done.timeline.map(({ status }) => status)).toEqual([
        'pending',
        'approved',
        'processing',
        'success',
      ]);
      expect(await send(orderDetail, { order_code })).toMatchObject({
        order_status: 'refunded',
        refunded: '68.00',
        actions: ['hide'],
        refunds: [{ refund_status: 'success' }],
        items: [{ deliver_status: 'revoked' }],
      });
      expect((await send(learnList, {})).list).toEqual([]);
      expect(
        await cashier.api.db.select().from(trade).where(eq(trade.order_code, order_code)),
      ).toMatchObject([{ trade_status: 'refunded', refunded_fen: 6800 }]);
      expect(await send(payStatus, { order_code })).toMatchObject({ pay_state: 'refunded' });
    },
  );

  test('pays the unstudied share of each item', async () => {
    const [one, two] = [
      await paidCourse(cashier.api, 6000, { lengths: [60, 60, 60] }),
      await paidCourse(cashier.api, 3000),
    ];
    const { order_code, items } = await bought([one, two], '90.00');
    await study(one, 1);
    const preview = await send(refundPreview, { order_code });
    expect(
      items.map((id) => preview.items.find(({ order_item_id }) => order_item_id === id)),
    ).toMatchObject([
      { refund_rate: 0.6667, amount: '40.00', finished_sections: 1, total_sections: 3 },
      { refund_rate: 1, amount: '30.00' },
    ]);
    const first = await apply(order_code, [items[0]!]);
    await approveRefund(cashier.api.context, first.refund_no, 'finance');
    await ended(first.refund_no);
    expect(await send(orderDetail, { order_code })).toMatchObject({
      order_status: 'partial_refunded',
      refunded: '40.00',
      actions: expect.arrayContaining(['refund', 'study']),
    });
    expect((await send(learnList, {})).list.map(({ course }) => course.id)).toEqual([two.id]);
    const second = await apply(order_code, [items[1]!]);
    await approveRefund(cashier.api.context, second.refund_no, 'finance');
    await ended(second.refund_no);
    expect(await send(orderDetail, { order_code })).toMatchObject({ refunded: '70.00' });
    expect(
      await cashier.api.db.select().from(trade).where(eq(trade.order_code, order_code)),
    ).toMatchObject([{ trade_status: 'partial_refunded', refunded_fen: 7000 }]);
  });

  test('needs two people above 500 yuan in all, though it is asked for item by item', async () => {
    const courses = [await paidCourse(cashier.api, 30_000), await paidCourse(cashier.api, 30_000)];
    const { order_code, items } = await bought(courses, '600.00');
    const first = await apply(order_code, [items[0]!]);
    await approveRefund(cashier.api.context, first.refund_no, 'finance');
    await ended(first.refund_no);
    const second = await apply(order_code, [items[1]!]);
    await expect(approveRefund(cashier.api.context, second.refund_no, 'finance')).rejects.toThrow(
      '超过500元的退款须由两人办理',
    );
    await rejectRefund(cashier.api.context, completion, second.refund_no, 'finance', '请说明原因');
    const again = await apply(order_code, [items[1]!]);
    await expect(approveRefund(cashier.api.context, again.refund_no, 'finance')).rejects.toThrow(
      '超过500元的退款须由两人办理',
    );
    const two = { proposed_by: 'other' };
    await approveRefund(cashier.api.context, again.refund_no, 'finance', two);
    await ended(again.refund_no);
  });

  test('is blocked by granted credits, by a started examination, and after the refund period', async () => {
    const [credited, examined] = [
      await paidCourse(cashier.api, 6000, { title: '有学分' }),
      await paidCourse(cashier.api, 3000, { title: '考过试' }),
    ];
    const { order_code, items } = await bought([credited, examined], '90.00');
    await study(credited, 1, true);
    const learning_id = await study(examined, 0);
    const now = cashier.api.clock.now();
    await cashier.api.db.insert(examAttempt).values(newAttempt(learning_id, now));
    expect(
      (await send(refundPreview, { order_code })).items.map(({ blocked }) => blocked).sort(),
    ).toEqual(['已参加考试，不可退款', '已授予学分，不可退款']);
    expect(await refusal(apply(order_code, [items[0]!]))).toBe(
      'refund_blocked 《有学分》已授予学分，不可退款',
    );
    const other = await paidCourse(cashier.api, 6000);
    const late = await bought([other], '60.00');
    await cashier.api.db
      .update(order)
      .set({ paid_at: new Date(now.getTime() - 7 * 86_400_000) })
      .where(eq(order.order_code, late.order_code));
    expect(
      (await send(refundPreview, { order_code: late.order_code })).items.map(
        ({ blocked }) => blocked,
      ),
    ).toEqual(['已超过退款期限']);
    expect(await refusal(apply(late.order_code, late.items))).toContain('refund_blocked');
  });

  test('is offered only while something of the order is refundable', async () => {
    const [one, two] = [await paidCourse(cashier.api, 6000), await paidCourse(cashier.api, 3000)];
    const { order_code } = await bought([one, two], '90.00');
    const isOffered = async () => {
      const { actions } = await send(orderDetail, { order_code });
      const { list } = await send(orderList, { status: 'all', page: 1, page_size: 10 });
      expect(list.find((row) => row.order_code === order_code)?.actions).toEqual(actions);
      expect((await send(refundPreview, { order_code })).can_apply).toBe(
        actions.includes('refund'),
      );
      return actions.includes('refund');
    };
    expect(await isOffered()).toBe(true);
    await study(one, 1, true);
    expect(await isOffered()).toBe(true);
    const learning_id = await study(two, 0);
    await cashier.api.db
      .insert(examAttempt)
      .values(newAttempt(learning_id, cashier.api.clock.now()));
    expect(await isOffered()).toBe(false);
    const free = await paidCourse(cashier.api, 6000);
    const late = await bought([free], '60.00');
    const paid_at = new Date(cashier.api.clock.now().getTime() - 7 * 86_400_000);
    await cashier.api.db
      .update(order)
      .set({ paid_at })
      .where(eq(order.order_code, late.order_code));
    expect((await send(orderDetail, late)).actions).not.toContain('refund');
  });

  test('can be withdrawn before the decision, can be rejected, and is private', async () => {
    const { order_code, items } = await bought([await paidCourse(cashier.api, 6000)], '60.00');
    const stranger = await newLearner(cashier.api);
    const first = await apply(order_code, items);
    for (const call of [refundCancel, refundDetail])
      expect(await refusal(send(call, { refund_no: first.refund_no }, stranger))).toContain(
        'not_found',
      );
    expect(await refusal(send(refundPreview, { order_code }, stranger))).toContain('not_found');
    expect(await send(refundCancel, { refund_no: first.refund_no })).toMatchObject({
      refund_status: 'canceled',
      can_cancel: false,
    });
    expect(await send(refundCancel, { refund_no: first.refund_no })).toMatchObject({
      refund_status: 'canceled',
    });
    const second = await apply(order_code, items);
    await rejectRefund(
      cashier.api.context,
      completion,
      second.refund_no,
      'finance',
      '已超出协议约定范围',
    );
    expect(await send(refundDetail, { refund_no: second.refund_no })).toMatchObject({
      refund_status: 'rejected',
      note: '已超出协议约定范围',
    });
    expect(await send(orderDetail, { order_code })).toMatchObject({ order_status: 'completed' });
    await expect(approveRefund(cashier.api.context, second.refund_no, 'finance')).rejects.toThrow(
      '这笔退款已驳回，不能再批准',
    );
  });

  test('is paid once when approved and sent ten times concurrently', async () => {
    const { order_code, items } = await bought(
      [await paidCourse(cashier.api, 6000)],
      '60.00',
      'ali_page',
    );
    const { refund_no } = await apply(order_code, items);
    const total = await Promise.allSettled(
      Array.from({ length: 10 }, () => approveRefund(cashier.api.context, refund_no, 'finance')),
    );
    expect(total.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await ended(refund_no);
    const [row] = await cashier.api.db.select().from(trade).where(eq(trade.order_code, order_code));
    expect(
      (await cashier.trades()).find(({ number }) => number === row?.trade_no)?.refunds,
    ).toMatchObject([{ number: refund_no, amount_fen: 6000 }]);
    expect(row).toMatchObject({ refunded_fen: 6000 });
  });
});

describe('an invoice', () => {
  const form = {
    kind: 'unit' as const,
    title: '省人民医院',
    tax_no: '12330000470051726F',
    email: 'a@example.com',
  };

  test('covers the paid amount, has an expiring download URL, and is reversed before a refund', async () => {
    const { order_code, items } = await bought([await paidCourse(cashier.api, 6800)], '68.00');
    expect(await refusal(send(invoiceApply, { ...form, order_code, tax_no: '' }))).toContain(
      '请输入正确的纳税人识别号',
    );
    const created = await send(invoiceApply, { ...form, order_code });
    expect(created).toMatchObject({ amount: '68.00', title: '省人民医院' });
    expect((await send(invoiceApply, { ...form, order_code, title: '别的抬头' })).invoice_no).toBe(
      created.invoice_no,
    );
    const issued = await until(
      () => send(invoiceList, { order_code }),
      ({ list }) => list[0]?.invoice_status === 'issued',
    );
    expect(issued.list[0]).toMatchObject({
      invoice_status_name: '已开票',
      tax_invoice_no: expect.stringMatching(/^\d{20}$/),
    });
    const { url, file_name } = await send(invoiceDownload, { invoice_no: created.invoice_no });
    expect(file_name).toMatch(/^发票-\d{20}\.pdf$/);
    const file = await fetch(cashier.api.url + url);
    expect([
      file.status,
      file.headers.get('content-type'),
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ]).toEqual([200, 'application/pdf', '%PDF-']);
    expect((await fetch(cashier.api.url + url.replace(created.invoice_no, ulid()))).status).toBe(
      403,
    );
    expect((await fetchAs('hospital.localhost')(cashier.api.url + url)).status).toBe(403);
    expect(
      await refusal(
        send(invoiceDownload, { invoice_no: created.invoice_no }, await newLearner(cashier.api)),
      ),
    ).toContain('not_found');
    const { refund_no } = await apply(order_code, items);
    await approveRefund(cashier.api.context, refund_no, 'finance');
    await ended(refund_no);
    expect((await send(invoiceList, { order_code })).list[0]).toMatchObject({
      invoice_status: 'reversed',
    });
    expect(await send(orderDetail, { order_code })).toMatchObject({ invoice_status: 'reversed' });
    await cashier.pass(301_000);
    expect((await fetch(cashier.api.url + url)).status).toBe(403);
  });
});

test('the file of an invoice is cached, and generated again after a reversal', async () => {
  const { order_code, items } = await bought([await paidCourse(cashier.api, 6800)], '68.00');
  const { invoice_no } = await send(invoiceApply, {
    order_code,
    kind: 'personal',
    title: '李明',
    email: 'a@example.com',
  });
  await until(
    () => send(invoiceList, { order_code }),
    ({ list }) => list[0]?.invoice_status === 'issued',
  );
  const posted = vi.spyOn(Worker.prototype, 'postMessage');
  const drawings = () =>
    posted.mock.calls.filter(([wanted]) => wanted?.draw === 'drawInvoice').length;
  const file = async () => {
    const { url } = await send(invoiceDownload, { invoice_no });
    const reply = await fetch(cashier.api.url + url);
    expect(reply.status).toBe(200);
    return Buffer.from(await reply.arrayBuffer()).toString('base64');
  };
  const first = await file();
  expect([await file(), await file()]).toEqual([first, first]);
  expect(drawings()).toBe(1);
  const { refund_no } = await apply(order_code, items);
  await approveRefund(cashier.api.context, refund_no, 'finance');
  await ended(refund_no);
  expect(await file()).not.toBe(first);
  expect(drawings()).toBe(2);
  posted.mockRestore();
});

test('bill and books are reconciled, and differences on either side are listed', async () => {
  for (const channel of ['wx_native', 'ali_page'] as const) {
    const { order_code, items } = await bought(
      [await paidCourse(cashier.api, 6800)],
      '68.00',
      channel,
    );
    const { refund_no } = await apply(order_code, items);
    await approveRefund(cashier.api.context, refund_no, 'finance');
    await ended(refund_no);
  }
  const day = formatDay(cashier.api.clock.now());
  const gateways = ['wechat', 'alipay'] as const;
  for (const gateway of gateways)
    expect(await compareDay(cashier.api.context, gateway, day)).toBe(true);
  expect(await readDifferences(cashier.api.db, day)).toEqual([]);
  await cashier.api.db
    .update(trade)
    .set({ trade_no: 'gone' })
    .where(
      eq(
        trade.trade_no,
        (await cashier.api.db.select().from(trade).where(eq(trade.gateway, 'wechat')))[0]!.trade_no,
      ),
    );
  await cashier.api.db.update(trade).set({ amount_fen: 1 }).where(eq(trade.gateway, 'alipay'));
  for (const gateway of gateways) await compareDay(cashier.api.context, gateway, day);
  const kinds = new Set(
    (await readDifferences(cashier.api.db, day)).map(({ kind, gateway }) => `${gateway} ${kind}`),
  );
  expect(kinds.has('alipay amount')).toBe(true);
});

function newAttempt(learningId: string, at: Date): typeof examAttempt.$inferInsert {
  return {
    score_id: ulid(),
    site_id: 'main',
    user_id: learner.user_id,
    learning_id: learningId,
    content_id: ulid(),
    paper_id: ulid(),
    paper_version: 1,
    attempt_no: 1,
    instance: [],
    seat: 'x',
    started_at: at,
    deadline_at: at,
  };
}
