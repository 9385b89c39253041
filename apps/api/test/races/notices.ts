import { orderDetail } from '@cme/contract/payment';
import { sql } from 'drizzle-orm';
import type { Db } from '../../src/platform/database/database.ts';
import { alipayForgeries } from '../pay/alipay-forgeries.ts';
import { wechatForgeries } from '../pay/wechat-forgeries.ts';
import { alipayNotice, post, wechatNotice } from '../pay/notices.ts';
import type { Environment } from './environment.ts';
import { inLanes, type Race } from './race.ts';
import { names, openShop, payAt, place, type Purchase, undelivered, untilNone } from './shop.ts';

const times = 100;
const atOnce = 50;
/** Of a hundred notifications some have different ids: both known and new ids are repeated. */
const ids = 4;
const price_fen = 6800;
/** Seconds: the clock runs while hundreds are sent. */
const beyond = 400;
const channels = { alipay: 'ali_page', wechat: 'wx_native' } as const;
const pickGateway = (round: number) => (round % 2 ? 'alipay' : 'wechat');

async function openTrade(environment: Environment, purchase: Purchase, round: number) {
  const gateway = pickGateway(round);
  const { order_code } = await place(environment, purchase, `n${round}`);
  const { trade_no } = await payAt(environment, purchase, order_code, channels[gateway]);
  const told = { trade_no, amount_fen: price_fen, gateway_no: `9000${trade_no}` };
  const notice = (id: string) =>
    gateway === 'alipay'
      ? alipayNotice(environment.keys.alipay, { ...told, at: new Date(), id })
      : wechatNotice(environment.keys.wechat, { ...told, at: new Date(), id });
  return {
    gateway,
    order_code,
    told,
    notice: (index: number) => notice(`${trade_no}-${index}`),
  } as const;
}

/** Violations of: paid once, granted once, one message, no refund. */
async function notOnce(db: Db, codes: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string; what: string }>(sql`
    select order_code as id, concat(order_status, ', paid ', paid, ', granted ', granted, ', told ', told, ', returned ', returned) as what from "order" o
      cross join lateral (select count(*) filter (where booked = 'Y') as paid from trade t where t.order_code = o.order_code) t
      cross join lateral (select count(*) as granted from learning l join order_item i on i.order_item_id = l.source_id where i.order_code = o.order_code) g
      cross join lateral (select count(*) as told from message m where m.link_type = 'order' and m.link_id = o.order_code) m
      cross join lateral (select count(*) as returned from refund r where r.order_code = o.order_code) r
    where order_code in ${names(codes)} and (order_status <> 'completed' or paid <> 1 or granted <> 1 or told <> 1 or returned <> 0)`);
  return rows.map(({ id, what: name }) => `${id}: ${name}`);
}

export const sameNotice: Race = {
  what: `one payment told ${times} times, ${atOnce} at once`,
  rounds: 1000,
  async run(environment, rounds) {
    const { db } = environment.context;
    const purchases = await openShop(environment, rounds);
    const codes: string[] = [];
    let refused = 0;
    await inLanes(rounds, 1, async (round) => {
      const { gateway, order_code, notice } = await openTrade(
        environment,
        purchases[round]!,
        round,
      );
      const letters = Array.from({ length: ids }, (_, index) => notice(index));
      codes.push(order_code);
      for (let sent = 0; sent < times; sent += atOnce) {
        const taken = await Promise.all(
          Array.from({ length: atOnce }, (_, index) =>
            environment.deliverNotice(gateway, letters[index % ids]!),
          ),
        );
        refused += taken.filter((item) => !item).length;
      }
    });
    await untilNone(() => undelivered(db, codes));
    return {
      wrong: [
        ...(await notOnce(db, codes)),
        ...(refused > 0 ? [`${refused} notices were not answered with success`] : []),
      ],
      note: `${rounds * times} notices`,
    };
  },
};

export const forgedNotice: Race = {
  what: 'a notice that is not the gateway’s word to us',
  rounds: 500,
  async run(environment, rounds) {
    const { db } = environment.context;
    const wrong: string[] = [];
    let forged = 0;
    for (let index = 0; forged < rounds; index += 1) {
      const [purchase] = await openShop(environment, 1);
      if (!purchase) throw new Error('no purchase');
      const { gateway, order_code, told, notice } = await openTrade(environment, purchase, index);
      const payment = { ...told, at: new Date() };
      const all =
        gateway === 'wechat'
          ? wechatForgeries(environment.keys, payment, beyond)
          : alipayForgeries(environment.keys, payment);
      for (const [name, letter] of all) {
        const { status, text } = await post(
          environment.bases[(forged += 1) % environment.bases.length]!,
          gateway,
          letter,
        );
        if (status < 400 || status >= 500 || text === 'success')
          wrong.push(`${gateway}, ${name}: ${status} ${text}`);
      }
      const { rows } = await db.execute(
        sql`select 1 from pay_notice where trade_no = ${told.trade_no}`,
      );
      const { order_status, paid } = await environment.send(
        orderDetail,
        { order_code },
        purchase.buyer,
      );
      if (rows.length > 0 || order_status !== 'pending' || paid !== '0.00')
        wrong.push(
          `after the forgeries the order is ${order_status}, ${paid} paid, ${rows.length} notices kept`,
        );
      if (!(await environment.deliverNotice(gateway, notice(0))))
        wrong.push(`${gateway}: the true notice is refused`);
    }
    const { rows } = await db.execute<{ n: number }>(
      sql`select count(*)::int as n from pay_audit where event = 'forged'`,
    );
    if ((rows[0]?.n ?? 0) < forged)
      wrong.push(`${forged} forgeries left ${rows[0]?.n} lines of audit`);
    return { wrong, rounds: forged };
  },
};
