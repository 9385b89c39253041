import { orderCreate, payCreate } from '@cme/contract/payment';
import { sql } from 'drizzle-orm';
import type { Db } from '../../src/platform/database/database.ts';
import { makePaidCourses } from '../load/shop.ts';
import { crowd, inLanes, type Race, readOutcome, unexpected } from './race.ts';
import { names, openShop, wish } from './shop.ts';

const concurrency = 2;
const fewest = 2;
const limit = 20;

/** Each round has exactly one order with one trade. */
async function notOne(db: Db, codes: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ what: string }>(sql`
    select concat(count(*), ' orders instead of ', ${codes.length}::int) as what from "order" where user_id in (select user_id from "order" where order_code in ${names(codes)}) having count(*) <> ${codes.length}::int
    union all select concat(order_code, ' has ', count(*), ' trades') from trade where order_code in ${names(codes)} group by order_code having count(*) <> 1`);
  return rows.map(({ what: name }) => name);
}

/** Double clicks, two tabs, the back button: one request creates one order and one trade, and the
 * same request id with other items is refused. */
export const findSameRequest: Race = {
  what: `${fewest}-${limit} times the same order and payment at once, every second round with another body between`,
  rounds: 1000,
  async run(environment, rounds) {
    const { context, send } = environment;
    const purchases = await openShop(environment, rounds);
    const courses = [...new Set(purchases.map(({ course }) => course))];
    const others = await makePaidCourses(context, courses.length);
    const codes: string[] = [];
    const wrong: string[] = [];
    await inLanes(rounds, concurrency, async (round) => {
      const { buyer, course } = purchases[round]!;
      const size = fewest + (round % (limit - fewest + 1));
      const isTwisted = round % 2 === 1;
      const bodies = [course, others[courses.indexOf(course)]!].map(({ id, price }) => ({
        ...wish(id),
        seen_amount: price,
        request_id: `r${round}`,
      }));
      const bodyAt = (index: number) => bodies[isTwisted && index % 3 === 2 ? 1 : 0]!;
      const created = await crowd(size, (index) => send(orderCreate, bodyAt(index), buyer));
      const different = new Set(created.answers.map(({ order_code }) => order_code));
      const [order_code = ''] = different;
      codes.push(order_code);
      const later = await Promise.all(
        bodies.map((body) => readOutcome(send(orderCreate, body, buyer))),
      );
      const paid = await crowd(size, () =>
        send(payCreate, { order_code, channel: 'ali_page' }, buyer),
      );
      const trades = new Set(paid.answers.map(({ trade_no }) => trade_no));
      wrong.push(
        ...unexpected(created, ...(isTwisted ? ['request_reused'] : [])),
        ...unexpected(paid),
      );
      if (different.size !== 1 || trades.size !== 1)
        wrong.push(`round ${round}: ${different.size} orders, ${trades.size} trades`);
      if (later.toSorted().join() !== 'accepted,request_reused')
        wrong.push(`round ${round}: afterwards the two bodies are ${later.join(' and ')}`);
    });
    return { wrong: [...wrong, ...(await notOne(context.db, codes))] };
  },
};
