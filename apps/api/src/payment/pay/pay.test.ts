import type { BodyOf } from '@cme/contract/base';
import {
  orderCancel,
  orderCreate,
  orderDetail,
  payChannels,
  payCreate,
  paySandbox,
  payStatus,
} from '@cme/contract/payment';
import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { until } from '../../../test/pay/cashier.ts';
import { type Learner, newLearner } from '../../../test/learner.ts';
import { paidCourse } from '../../../test/pay/trade.ts';
import { recognised } from '../../../test/pay/wechat-browser.ts';
import { message } from '../../person/message/message.tables.ts';
import { order } from '../order/order.tables.ts';
import { refund } from '../refund-record/refund.tables.ts';
import { payNotice, trade } from './trade/pay.tables.ts';
import { sweepTrades } from './sweep.job.ts';
import { checkRefunds } from '../refund/send.job.ts';
import { completion } from '../../credits/certificate/issuing/completion.action.ts';
import { refusal } from '../../../test/refusal.ts';
import { openCashierForFile } from '../../../test/pay/cashier-for-file.ts';

const cashier = await openCashierForFile({ jobs: true });
let learner: Learner;
let course: { id: string };
beforeEach(async () => {
  learner = await newLearner(cashier.api);
  course = await paidCourse(cashier.api, 6800, { title: '糖尿病' });
});

let requests = 0;
const buy = async (id = course.id) =>
  (
    await cashier.api.send(
      orderCreate,
      { item: { id }, seen_amount: '68.00', request_id: `r${(requests += 1)}` },
      learner,
    )
  ).order_code;
const pay = (orderCode: string, channel: BodyOf<typeof payCreate>['channel'] = 'wx_native') =>
  cashier.api.send(payCreate, { order_code: orderCode, channel }, learner);
const status = (orderCode: string) =>
  cashier.api.send(payStatus, { order_code: orderCode }, learner);
const press = (tradeNo: string, act: BodyOf<typeof paySandbox>['act']) =>
  cashier.api.send(paySandbox, { trade_no: tradeNo, act }, learner);
const becomes = (orderCode: string, state: string) =>
  until(
    () => status(orderCode),
    ({ pay_state }) => pay_state === state,
  );
const findTradeRow = async (tradeNo: string) =>
  (await cashier.api.db.select().from(trade).where(eq(trade.trade_no, tradeNo)))[0];
const orderRow = async (code: string) =>
  (await cashier.api.db.select().from(order).where(eq(order.order_code, code)))[0];

describe('paying', () => {
  test.each(['wx_native', 'wx_h5', 'wx_jsapi', 'ali_page', 'ali_wap'] as const)(
    'by %s ends with access to the course',
    async (channel) => {
      const code = await buy();
      const back = channel === 'wx_jsapi' ? await recognised(cashier, code, learner) : undefined;
      const created = await cashier.api.send(
        payCreate,
        { order_code: code, channel, ...(back && { code: back.code, state: back.state }) },
        learner,
      );
      expect(created).toMatchObject({ channel, amount: '68.00', sandbox: true });
      expect(
        [created.qr_text, created.redirect_url, created.jsapi, created.transfer].filter(
          (way) => way !== undefined,
        ),
      ).toHaveLength(1);
      expect(await status(code)).toMatchObject({ pay_state: 'waiting', message: '等待支付' });
      await press(created.trade_no, 'success');
      await becomes(code, 'paid');
      const done = await until(
        () => status(code),
        ({ order_status }) => order_status === 'completed',
      );
      expect(done).toMatchObject({
        pay_state: 'paid',
        order_status: 'completed',
        message: '支付成功',
        course_id: course.id,
      });
      expect(await findTradeRow(created.trade_no)).toMatchObject({
        trade_status: 'succeeded',
        booked: 'Y',
        amount_fen: 6800,
      });
      expect(await cashier.api.send(orderDetail, { order_code: code }, learner)).toMatchObject({
        order_status: 'completed',
        paid: '68.00',
      });
    },
  );

  test('offers channels by device', async () => {
    const order_code = await buy();
    const channels = async (device: 'pc' | 'mobile' | 'wechat') =>
      (await cashier.api.send(payChannels, { order_code, device }, learner)).list.map(
        ({ channel }) => channel,
      );
    expect(await channels('pc')).toEqual(['wx_native', 'ali_page', 'offline']);
    expect(await channels('mobile')).toEqual(['wx_h5', 'ali_wap', 'offline']);
    expect(await channels('wechat')).toEqual(['wx_jsapi', 'offline']);
  });

  test('requested twenty times concurrently makes one trade with one reply', async () => {
    const code = await buy();
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(code)));
    expect(new Set(answers.map(({ trade_no, qr_text }) => `${trade_no} ${qr_text}`)).size).toBe(1);
    expect(
      await cashier.api.db.select().from(trade).where(eq(trade.order_code, code)),
    ).toHaveLength(1);
  });

  test('can be retried after a failure', async () => {
    for (const channel of ['wx_native', 'ali_page'] as const) {
      const code = await buy((await paidCourse(cashier.api, 6800)).id);
      const first = await pay(code, channel);
      await press(first.trade_no, 'failed');
      expect(await status(code)).toMatchObject({
        pay_state: 'failed',
        message: '支付未成功，您可以重新支付',
      });
      const second = await pay(code, channel);
      expect(second.trade_no).not.toBe(first.trade_no);
      await press(second.trade_no, 'success');
      await becomes(code, 'paid');
    }
  });

  test('by bank transfer shows the account', async () => {
    const code = await buy();
    expect(await pay(code, 'offline')).toMatchObject({
      transfer: { remark: code },
      amount: '68.00',
    });
  });

  test('is refused for another person’s order, a paid order and a closed one', async () => {
    const code = await buy();
    const stranger = await newLearner(cashier.api);
    expect(
      await refusal(
        cashier.api.send(payCreate, { order_code: code, channel: 'wx_native' }, stranger),
      ),
    ).toBe('not_found');
    expect(await refusal(cashier.api.send(payStatus, { order_code: code }, stranger))).toBe(
      'not_found',
    );
    const { trade_no } = await pay(code);
    expect(
      await refusal(cashier.api.send(paySandbox, { trade_no, act: 'success' }, stranger)),
    ).toBe('not_found');
    await press(trade_no, 'success');
    await becomes(code, 'paid');
    expect(await refusal(pay(code))).toBe('order_state');
    const other = await buy((await paidCourse(cashier.api, 6800)).id);
    await cashier.api.send(orderCancel, { order_code: other }, learner);
    expect(await refusal(pay(other))).toBe('order_state');
    expect(await status(other)).toMatchObject({ pay_state: 'closed' });
  });
});

describe('a payment', () => {
  test('reported many times is booked once', async () => {
    const code = await buy();
    const { trade_no } = await pay(code);
    await press(trade_no, 'twice');
    await becomes(code, 'paid');
    await until(
      () => cashier.api.db.select().from(payNotice).where(eq(payNotice.trade_no, trade_no)),
      (rows) => rows.length === 2 && rows.every(({ result }) => result !== 'new'),
    );
    const notices = await cashier.api.db
      .select()
      .from(payNotice)
      .where(eq(payNotice.trade_no, trade_no));
    // If a query booked it before the first notification, both notifications are repeats.
    expect(notices.map(({ result }) => result).filter((result) => result !== 'repeat')).toEqual(
      notices.some(({ result }) => result === 'booked') ? ['booked'] : [],
    );
    expect(await orderRow(code)).toMatchObject({ paid_fen: 6800 });
  });

  test('that arrives after the close still buys the course', async () => {
    const code = await buy();
    const { trade_no } = await pay(code);
    await press(trade_no, 'late');
    await cashier.api.send(orderCancel, { order_code: code }, learner);
    expect(await status(code)).toMatchObject({ pay_state: 'closed' });
    await becomes(code, 'paid');
    expect(await orderRow(code)).toMatchObject({ late_paid: 'Y' });
  });

  test('that arrives after the close for an owned course is refunded', async () => {
    const code = await buy();
    const first = await pay(code);
    await press(first.trade_no, 'late');
    await cashier.api.send(orderCancel, { order_code: code }, learner);
    const again = await buy();
    const second = await pay(again, 'ali_page');
    await press(second.trade_no, 'success');
    await becomes(again, 'paid');
    await becomes(code, 'refunded');
    expect(await findTradeRow(first.trade_no)).toMatchObject({
      trade_status: 'refunded',
      booked: 'N',
      refunded_fen: 6800,
    });
    expect(await orderRow(code)).toMatchObject({ order_status: 'closed', paid_fen: 0 });
    const told = await cashier.api.db
      .select()
      .from(message)
      .where(and(eq(message.user_id, learner.user_id), eq(message.title, '款项退回通知')));
    expect(told).toHaveLength(1);
  });

  test('made twice by two channels is refunded once', async () => {
    const code = await buy();
    const [wechat, alipay] = [await pay(code), await pay(code, 'ali_page')];
    await press(alipay.trade_no, 'late');
    await press(wechat.trade_no, 'success');
    await becomes(code, 'paid');
    const second = await until(
      () => findTradeRow(alipay.trade_no),
      (row) => row?.trade_status === 'refunded',
    );
    expect(second).toMatchObject({ booked: 'N' });
    expect(await findTradeRow(wechat.trade_no)).toMatchObject({
      trade_status: 'succeeded',
      booked: 'Y',
    });
    const [row] = await cashier.api.db.select().from(refund).where(eq(refund.order_code, code));
    expect(row).toMatchObject({ kind: 'duplicate', refund_status: 'success', amount_fen: 6800 });
    expect(await status(code)).toMatchObject({
      message: expect.stringContaining('重复付款'),
      paid_twice: 'Y',
    });
    expect(await cashier.api.send(orderDetail, { order_code: code }, learner)).toMatchObject({
      refunds: [{ reason: '重复付款，款项原路退回' }],
    });
  });

  test('without a notification is found within two minutes', async () => {
    await cashier.setMode('mute');
    const [code, other] = [await buy(), await buy((await paidCourse(cashier.api, 6800)).id)];
    const [{ trade_no }, alipay] = [await pay(code), await pay(other, 'ali_wap')];
    await press(trade_no, 'success');
    await press(alipay.trade_no, 'success');
    await cashier.pass(61_000);
    await sweepTrades(cashier.api.context, () => checkRefunds(cashier.api.context, completion));
    expect([await status(code), await status(other)]).toMatchObject([
      { pay_state: 'paid' },
      { pay_state: 'paid' },
    ]);
    await cashier.setMode('normal');
  });

  test('is found by the page that waits', async () => {
    await cashier.setMode('mute');
    const code = await buy();
    const { trade_no } = await pay(code);
    await press(trade_no, 'success');
    await cashier.pass(10_000);
    await becomes(code, 'paid');
    await cashier.setMode('normal');
  });
});

describe.each(['cut', 'garbage', 'error', 'hang'] as const)('a failing gateway (%s)', (mode) => {
  test('leaves the order payable and says so', async () => {
    const code = await buy();
    await cashier.setMode(mode);
    const began = Date.now();
    expect(await refusal(pay(code))).toBe('gateway_away');
    expect(await refusal(cashier.api.send(orderCancel, { order_code: code }, learner))).toBe(
      'gateway_away',
    );
    expect(Date.now() - began).toBeLessThan(15_000);
    expect(await status(code)).toMatchObject({ pay_state: 'waiting', order_status: 'pending' });
    await cashier.setMode('normal');
    const { trade_no } = await pay(code);
    await press(trade_no, 'success');
    await becomes(code, 'paid');
  });
});
