import { setTimeout as pause } from 'node:timers/promises';
import { orderCancel, orderCreate, payCreate, payStatus } from '@cme/contract/payment';
import { sql } from 'drizzle-orm';
import type { Db } from '../../src/platform/database/database.ts';
import { nextStatuses } from '../../src/payment/order/order.rules.ts';
import { nextTrade } from '../../src/payment/pay/trade/pay.rules.ts';
import { nextRefund } from '../../src/payment/refund-record/refund.rules.ts';
import type { GatewayTrade } from '../../../../tools/gateway/trade.ts';
import type { Environment } from './environment.ts';
import { inLanes, type Race, readOutcome } from './race.ts';
import { openShop, payAt, place, type Purchase, untilNone, wish } from './shop.ts';

const concurrency = 6;
/** Maximum milliseconds between concurrent actions. */
const apart = 12;
const prices = [6800, 5900, 7700];
/** The payer's action at the gateway, by round; a `late` payment arrives after the trade was
 * closed. */
const presses = ['success', 'twice', 'late', 'success'] as const;
const laws: Record<string, Readonly<Record<string, readonly string[]>>> = {
  order: nextStatuses,
  trade: nextTrade,
  refund: nextRefund,
};

const setPrice = (db: Db, id: string) =>
  db.execute(
    sql`update content set price_fen = ${prices[Math.floor(Math.random() * prices.length)]}::int where content_id = ${id}`,
  );
/** Expires the order now, with its job due. */
async function runOut(db: Db, code: string): Promise<void> {
  await db.execute(
    sql`update "order" set expire_at = now() where order_code = ${code} and order_status = 'pending'`,
  );
  await db.execute(
    sql`update pgboss.job set start_after = now() where name = 'order_timeout' and state = 'created' and data ->> 'order_code' = ${code}`,
  );
}

/** One order is concurrently paid, cancelled, expired, ordered again, paid by another channel and
 * repriced. */
async function play(
  environment: Environment,
  purchase: Purchase,
  round: number,
  wrong: string[],
): Promise<void> {
  const { send, gateway, context } = environment;
  const { buyer, course } = purchase;
  const { order_code, pay } = await place(environment, purchase, `e${round}`);
  const { trade_no, amount } = await payAt(environment, purchase, order_code, 'wx_native');
  if (amount !== pay) wrong.push(`round ${round}: ordered for ${pay}, to be paid ${amount}`);
  const again: string[] = [];
  const isOut = round % 3 === 0;
  const isTwofold = round % 5 === 0;
  const acts: (() => Promise<unknown>)[] = [
    () => gateway.press(trade_no, presses[round % presses.length]!),
    () => readOutcome(send(orderCancel, { order_code }, buyer)),
    () => setPrice(context.db, course.id),
    () =>
      send(payCreate, { order_code, channel: 'wx_h5' }, buyer).then(
        (other) => (isTwofold ? gateway.press(other.trade_no, 'success') : undefined),
        () => undefined,
      ),
    () => readOutcome(send(payStatus, { order_code }, buyer)),
    ...(isOut ? [() => runOut(context.db, order_code)] : []),
    () =>
      send(
        orderCreate,
        { ...wish(course.id), seen_amount: pay, request_id: `a${round}` },
        buyer,
      ).then(
        (item) => again.push(item.order_code),
        () => undefined,
      ),
  ];
  await Promise.all(
    acts.map(async (act) => {
      await pause(Math.random() * apart);
      await act();
    }),
  );
  // Cancels what is still open: paid orders stay, and late payments find a closed order.
  for (const code of new Set([order_code, ...again]))
    await readOutcome(send(orderCancel, { order_code: code }, buyer));
}

/** Differences between the gateway's and our state of a trade; empty when all operations have
 * completed. */
async function disagreements(db: Db, told: readonly GatewayTrade[]): Promise<string[]> {
  const theirs = told.map(({ number, state, amount_fen, refunds }) => ({
    number,
    paid: state === 'paid',
    kept:
      state === 'paid'
        ? amount_fen -
          refunds.reduce(
            (all, refund) => all + (refund.state === 'success' ? refund.amount_fen : 0),
            0,
          )
        : 0,
  }));
  const { rows } = await db.execute<{ what: string }>(sql`
    select concat(t.trade_no, ' is ', t.trade_status, ', booked ', t.booked, ', returned ', t.refunded_fen, '; the gateway keeps ', g.kept) as what
      from jsonb_to_recordset(${JSON.stringify(theirs)}::jsonb) as g(number text, paid bool, kept int) join trade t on t.trade_no = g.number
      where g.paid <> (t.paid_at is not null) or g.kept <> (case when t.booked = 'Y' then t.amount_fen else 0 end) or (t.paid_at is not null and t.booked = 'N' and t.refunded_fen <> t.amount_fen)
    union all select concat('order ', order_code, ' is ', order_status) from "order" o where order_status in ('paid', 'refunding', 'pending') and exists (select 1 from trade t where t.order_code = o.order_code and t.trade_no in (select number from jsonb_to_recordset(${JSON.stringify(theirs)}::jsonb) as g(number text)))`);
  // A late payment arrives shortly after the close: until then the trade is undetermined.
  return [
    ...rows.map(({ what: name }) => name),
    ...told
      .filter(({ late, state }) => late && state === 'closed')
      .map(({ number }) => `${number} is still to be paid`),
  ];
}

/** Invalid transitions since then. */
async function illegal(db: Db, since: string): Promise<string[]> {
  const { rows } = await db.execute<{ entity: string; from: string; to: string; n: number }>(
    sql`select entity, "from", "to", count(*)::int as n from state_log where entity in ('order', 'trade', 'refund') and "from" <> '' and at >= ${since}::timestamptz group by 1, 2, 3`,
  );
  return rows
    .filter(({ entity, from, to }) => !laws[entity]?.[from]?.includes(to))
    .map(({ entity, from, to, n }) => `${n} times ${entity} from ${from} to ${to}`);
}

export const endings: Race = {
  what: 'paying, cancelling, running out, ordering again and another price at one moment',
  rounds: 5000,
  async run(environment, rounds) {
    const { db } = environment.context;
    const purchases = await openShop(environment, rounds, 50);
    const wrong: string[] = [];
    const since = new Date().toISOString();
    await inLanes(rounds, concurrency, (round) =>
      play(environment, purchases[round]!, round, wrong),
    );
    await untilNone(
      async () => (await disagreements(db, await environment.gateway.trades())).length,
    );
    const { rows } = await db.execute<{
      what: string;
      n: number;
    }>(sql`select order_status || case late_paid when 'Y' then ' late' else '' end as what, count(*)::int as n from "order" where created_at >= ${since}::timestamptz group by 1
      union all select concat('returned as ', kind), count(*)::int from refund where kind <> 'learner' group by 1 order by 2 desc`);
    return {
      wrong: [
        ...wrong,
        ...(await disagreements(db, await environment.gateway.trades())),
        ...(await illegal(db, since)),
      ],
      note: rows.map(({ what: name, n }) => `${name} ${n}`).join(', '),
    };
  },
};
