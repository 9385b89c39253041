import type { BodyOf } from '@cme/contract/base';
import {
  orderCancel,
  orderCreate,
  orderDetail,
  payCreate,
  paySandbox,
  payStatus,
} from '@cme/contract/payment';
import { eq } from 'drizzle-orm';
import { ulid } from 'ulid';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Cashier } from '../../../test/pay/cashier.ts';
import { type Learner, newLearner, signInAgain } from '../../../test/learner.ts';
import { paidCourse } from '../../../test/pay/trade.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { expireOrder } from '../order/close.action.ts';
import { confirmTransfer } from './office.action.ts';
import { trade } from './trade/pay.tables.ts';
import { sweepTrades } from './sweep.job.ts';
import { gatewayTrades } from './settle.action.ts';
import { checkRefunds } from '../refund/send.job.ts';
import { completion } from '../../credits/certificate/issuing/completion.action.ts';
import { refusal } from '../../../test/refusal.ts';
import { openCashierForFile } from '../../../test/pay/cashier-for-file.ts';

const cashier = await openCashierForFile({ jobs: true });
let learner: Learner;
beforeEach(async () => {
  learner = await newLearner(cashier.api);
});

type Channel = BodyOf<typeof payCreate>['channel'];
const [minute, day] = [60_000, 86_400_000];
const now = () => cashier.api.clock.now().getTime();
const send: Cashier['api']['send'] = (call, body) => cashier.api.send(call, body, learner);
const pay = (orderCode: string, channel: Channel) =>
  send(payCreate, { order_code: orderCode, channel });
const shown = (orderCode: string) => send(orderDetail, { order_code: orderCode });
const expire = (orderCode: string) =>
  expireOrder(cashier.api.context, gatewayTrades(cashier.api.context), orderCode);
const findTradeRow = async (no: string) =>
  (await cashier.api.db.select().from(trade).where(eq(trade.trade_no, no)))[0];

/** The session has expired after days, so the learner signs in again. */
async function later(milliseconds: number): Promise<void> {
  await cashier.pass(milliseconds);
  learner = {
    ...learner,
    token: await signInAgain(cashier.api, { ...learner, site_id: 'main' }),
  };
}

async function buy(): Promise<string> {
  const item = { id: (await paidCourse(cashier.api, 6800)).id };
  return (await send(orderCreate, { item, seen_amount: '68.00', request_id: ulid() })).order_code;
}

describe('an order that waits for a bank transfer', () => {
  it('is kept for five days from the first request of its details', async () => {
    const code = await buy();
    const began = now();
    const { expire_ms, expire_at } = await pay(code, 'offline');
    expect(Math.abs(expire_ms - began - 5 * day)).toBeLessThan(minute);
    expect(await shown(code)).toMatchObject({ expire_ms, transfer_until: expire_at });
    expect(await send(payStatus, { order_code: code })).toMatchObject({
      pay_state: 'waiting',
      message: '等待对公转账到账',
      transfer_until: formatTime(new Date(expire_ms)),
    });
    await later(2 * day);
    expect((await pay(code, 'offline')).expire_ms).toBe(expire_ms);
    await expire(code);
    expect(await shown(code)).toMatchObject({ order_status: 'pending', expire_ms });
    await later(3 * day + minute);
    await expire(code);
    expect(await shown(code)).toMatchObject({ order_status: 'closed', actions: ['hide'] });
  });

  it.each(['wx_native', 'ali_page'] as const)(
    'switches back to %s, whose codes expire as usual',
    async (channel) => {
      const code = await buy();
      const before = await pay(code, channel);
      const { expire_ms } = await pay(code, 'offline');
      await later(31 * minute);
      const asked = now();
      const after = await pay(code, channel);
      expect(after.trade_no).not.toBe(before.trade_no);
      expect(await findTradeRow(before.trade_no)).toMatchObject({ trade_status: 'closed' });
      expect(Math.abs(after.expire_ms - asked - 30 * minute)).toBeLessThan(minute);
      expect(await shown(code)).toMatchObject({ order_status: 'pending', expire_ms });
      await later(31 * minute);
      await sweepTrades(cashier.api.context, () => checkRefunds(cashier.api.context, completion));
      expect(await findTradeRow(after.trade_no)).toMatchObject({ trade_status: 'closed' });
      expect(await send(payStatus, { order_code: code })).toMatchObject({ pay_state: 'waiting' });
      const { trade_no } = await pay(code, channel);
      await send(paySandbox, { trade_no, act: 'success' });
      await later(2 * minute);
      const paid = async () => {
        await sweepTrades(cashier.api.context, () => checkRefunds(cashier.api.context, completion));
        return (await send(payStatus, { order_code: code })).pay_state;
      };
      await expect.poll(paid).toBe('paid');
    },
  );

  it('does not close codes of other orders', async () => {
    const code = await buy();
    const { trade_no } = await pay(code, 'wx_native');
    await pay(code, 'offline');
    await later(31 * minute);
    const stranger = await newLearner(cashier.api);
    const call = cashier.api.send(payCreate, { order_code: code, channel: 'wx_native' }, stranger);
    expect(await refusal(call)).toBe('not_found');
    expect(await findTradeRow(trade_no)).toMatchObject({ trade_status: 'waiting' });
  });

  it('can be cancelled, and a transfer that still arrives is booked', async () => {
    const code = await buy();
    const { trade_no } = await pay(code, 'offline');
    expect((await shown(code)).actions).toEqual(['pay', 'cancel']);
    expect(await send(orderCancel, { order_code: code })).toMatchObject({ order_status: 'closed' });
    expect(await findTradeRow(trade_no)).toMatchObject({ trade_status: 'closed' });
    // Neither the order nor its payment waits any longer.
    expect(await shown(code)).toMatchObject({ transfer_until: '' });
    expect(await send(payStatus, { order_code: code })).toMatchObject({
      pay_state: 'closed',
      message: '您已取消订单。如已汇款，到账后将恢复订单或原路退回',
      transfer_until: '',
    });
    expect(await refusal(pay(code, 'offline'))).toBe('order_state');
    const come = { order_code: code, bank_no: ulid(), yuan: '68.00', by: 'finance' };
    expect(await confirmTransfer(cashier.api.context, come)).toBe('booked');
    expect(await send(payStatus, { order_code: code })).toMatchObject({ pay_state: 'paid' });
  });
});
