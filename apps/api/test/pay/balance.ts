import { sql } from 'drizzle-orm';
import type { Db } from '../../src/platform/database/database.ts';

/** Inconsistencies between money, orders and access, one sentence each. Invariants: payments minus
 * refunds equal the price of grants, every grant has one payment, and nothing is unassigned.
 * Sample orders have no trades and are excluded. */
export async function unbalanced(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ what: string; id: string }>(sql`
    with money as (
      select o.*, t.*, r.returned from "order" o
      cross join lateral (select count(*) filter (where booked = 'Y') as booked, coalesce(sum(amount_fen) filter (where booked = 'Y'), 0) as came, count(*) as trades from trade t where t.order_code = o.order_code) t
      cross join lateral (select coalesce(sum(amount_fen) filter (where kind = 'learner' and refund_status = 'success'), 0) as returned from refund r where r.order_code = o.order_code) r
    ), granted as (
      select i.order_code, i.order_item_id, l.content_id from learning l join order_item i on i.order_item_id = l.source_id where l.source = 'order' and l.learn_status <> 'revoked'
    )
    select 'order ' || order_status || ' with ' || booked || ' payments of ' || came || ' fen instead of ' || pay_fen as what, order_code as id from money
      where trades > 0 and order_status in ('paid', 'completed') and (booked <> 1 or came <> pay_fen or paid_fen <> pay_fen)
    union all select 'order ' || order_status || ' with money', order_code from money where order_status in ('pending', 'closed') and (booked <> 0 or paid_fen <> 0)
    union all select 'returned ' || refunded_fen || ' fen by the order, ' || returned || ' by its refunds', order_code from money where trades > 0 and refunded_fen <> returned
    union all select 'granted without payment', order_code from granted join "order" using (order_code) where order_status in ('pending', 'closed', 'refunded')
    union all select 'granted ' || count(*) || ' times', order_item_id from granted group by order_item_id, content_id having count(*) > 1
    union all select 'money that pays nothing and does not go back', trade_no from trade t
      where trade_status in ('succeeded', 'refunding', 'partial_refunded', 'refunded') and booked = 'N' and held = '' and not exists (select 1 from refund r where r.trade_no = t.trade_no)`);
  return rows.map(({ what: name, id }) => `${name}: ${id}`);
}
