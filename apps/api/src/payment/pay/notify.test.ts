import { orderCreate, orderDetail, payCreate, payStatus } from '@cme/contract/payment';
import { eq, sql } from 'drizzle-orm';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sandboxPay } from '../../../test/pay/cashier.ts';
import { alipayForgeries } from '../../../test/pay/alipay-forgeries.ts';
import { wechatForgeries } from '../../../test/pay/wechat-forgeries.ts';
import { startTestApi, type TestApi } from '../../../test/test-api.ts';
import { type Learner, newLearner } from '../../../test/learner.ts';
import { alipayNotice, post, wechatNotice } from '../../../test/pay/notices.ts';
import { paidCourse } from '../../../test/pay/trade.ts';
import { order } from '../order/order.tables.ts';
import { payAudit, payNotice, trade } from './trade/pay.tables.ts';

const { pay, keys, folder } = sandboxPay();
let api: TestApi;
let learner: Learner;
beforeAll(async () => {
  api = await startTestApi({ settings: { pay } });
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  learner = await newLearner(api);
});

let requests = 0;
async function newOrder(): Promise<string> {
  const { id } = await paidCourse(api, 6800);
  return (
    await api.send(
      orderCreate,
      { item: { id }, seen_amount: '68.00', request_id: `r${(requests += 1)}` },
      learner,
    )
  ).order_code;
}
/** An open trade, without a query to the gateway. */
async function openTrade(
  gateway: 'wechat' | 'alipay',
  orderCode?: string,
): Promise<{ order_code: string; trade_no: string }> {
  const code = orderCode ?? (await newOrder());
  if (gateway === 'alipay')
    return {
      order_code: code,
      trade_no: (await api.send(payCreate, { order_code: code, channel: 'ali_page' }, learner))
        .trade_no,
    };
  const trade_no = `T${(requests += 1)}`.padEnd(26, '0');
  const now = api.clock.now();
  await api.db.insert(trade).values({
    trade_no,
    site_id: 'main',
    user_id: learner.user_id,
    order_code: code,
    channel: 'wx_native',
    gateway: 'wechat',
    amount_fen: 6800,
    trade_status: 'waiting',
    created_at: now,
    expire_at: now,
  });
  return { order_code: code, trade_no };
}
const status = (orderCode: string) => api.send(payStatus, { order_code: orderCode }, learner);
const audits = async () =>
  (await api.db.select({ n: sql<number>`count(*)::int` }).from(payAudit))[0]?.n ?? 0;
describe('a forged notification', () => {
  test.each([
    ['wechat', wechatForgeries],
    ['alipay', alipayForgeries],
  ] as const)('of %s is rejected', async (gateway, forge) => {
    const { order_code, trade_no } = await openTrade(gateway);
    const forged = forge(keys, { trade_no, amount_fen: 6800, at: api.clock.now() });
    expect(forged.length).toBeGreaterThan(250);
    const before = await audits();
    const taken: string[] = [];
    for (const [name, letter] of forged) {
      const { status: said, text } = await post(api.url, gateway, letter);
      if (said < 400 || said >= 500 || text === 'success') taken.push(`${name}: ${said} ${text}`);
    }
    expect(taken).toEqual([]);
    expect(await audits()).toBe(before + forged.length);
    expect(await api.db.select().from(payNotice).where(eq(payNotice.trade_no, trade_no))).toEqual(
      [],
    );
    expect(await status(order_code)).toMatchObject({
      pay_state: 'waiting',
      order_status: 'pending',
    });
    const good =
      gateway === 'wechat'
        ? wechatNotice(keys.wechat, { trade_no, amount_fen: 6800, at: api.clock.now() })
        : alipayNotice(keys.alipay, { trade_no, amount_fen: 6800, at: api.clock.now() });
    expect((await post(api.url, gateway, good)).status).toBe(gateway === 'wechat' ? 204 : 200);
    expect(await status(order_code)).toMatchObject({ pay_state: 'paid' });
  });
});

describe('a genuine notification', () => {
  const wechat = (tradeNo: string, twist?: object, amountFen = 6800) =>
    post(
      api.url,
      'wechat',
      wechatNotice(
        keys.wechat,
        { trade_no: tradeNo, amount_fen: amountFen, at: api.clock.now() },
        twist,
      ),
    );

  test.each([
    ['one fen less', 6799, {}],
    ['one fen more', 6801, {}],
    ['in another currency', 6800, { plain: { amount: { total: 6800, currency: 'USD' } } }],
  ])('of %s is put on hold and flagged, never granted', async (_, amount, twist) => {
    const { order_code, trade_no } = await openTrade('wechat');
    expect((await wechat(trade_no, twist, amount)).status).toBe(204);
    const [row] = await api.db.select().from(trade).where(eq(trade.trade_no, trade_no));
    expect(row).toMatchObject({ trade_status: 'succeeded', booked: 'N', held: 'pay_amount' });
    expect(await api.send(orderDetail, { order_code }, learner)).toMatchObject({
      order_status: 'pending',
      paid: '0.00',
    });
    expect((await status(order_code)).message).toContain('客服');
    const [line] = await api.db.select().from(payAudit).where(eq(payAudit.trade_no, trade_no));
    expect(line).toMatchObject({ event: 'pay_amount' });
  });

  test('about an unknown trade, or of the other gateway, changes nothing', async () => {
    const { trade_no, order_code } = await openTrade('alipay');
    for (const number of ['T00000000000000000000000', trade_no])
      expect((await wechat(number)).status).toBe(404);
    expect(await status(order_code)).toMatchObject({ pay_state: 'waiting' });
  });

  test('a day old is rejected for WeChat by its timestamp and harmless for Alipay', async () => {
    const [one, two] = [await openTrade('wechat'), await openTrade('alipay')];
    const letters = [
      wechatNotice(keys.wechat, {
        trade_no: one.trade_no,
        amount_fen: 6800,
        at: api.clock.now(),
      }),
      alipayNotice(keys.alipay, {
        trade_no: two.trade_no,
        amount_fen: 6800,
        at: api.clock.now(),
      }),
    ] as const;
    expect([
      (await post(api.url, 'wechat', letters[0])).status,
      (await post(api.url, 'alipay', letters[1])).text,
    ]).toEqual([204, 'success']);
    api.clock.pass(86_400_000);
    expect([
      (await post(api.url, 'wechat', letters[0])).status,
      (await post(api.url, 'alipay', letters[1])).text,
    ]).toEqual([401, 'success']);
    const rows = await api.db
      .select({ paid: order.paid_fen })
      .from(order)
      .where(sql`order_code in (${one.order_code}, ${two.order_code})`);
    expect(rows).toEqual([{ paid: 6800 }, { paid: 6800 }]);
    expect(
      await api.db.select().from(payNotice).where(eq(payNotice.trade_no, two.trade_no)),
    ).toHaveLength(1);
  });
});
