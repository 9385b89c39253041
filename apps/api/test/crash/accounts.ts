import { sql } from 'drizzle-orm';
import type { Db } from '../../src/platform/database/database.ts';

type Line = Record<'what' | 'id', string>;
const sentences = async (found: Promise<{ rows: Line[] }>) =>
  (await found).rows.map(({ what: name, id }) => `${name}: ${id}`);

/** Trades whose notification was acknowledged but that are not booked. */
export async function lostNotices(db: Db, told: readonly string[]): Promise<string[]> {
  return sentences(
    db.execute<Line>(sql`
    select 'acknowledged and not booked' as what, n.no as id from jsonb_array_elements_text(${JSON.stringify(told)}::jsonb) n(no) left join trade t on t.trade_no = n.no left join "order" o on o.order_code = t.order_code
    where t.booked is distinct from 'Y' or o.paid_fen is distinct from o.pay_fen or not exists (select 1 from pay_notice p where p.trade_no = n.no)`),
  );
}

/** Invariants: every paid order has exactly one payment, access only for payments and once, one
 * message. */
export async function unbalanced(db: Db, since: string): Promise<string[]> {
  return sentences(
    db.execute<Line>(sql`
    with recent as materialized (select o.* from "order" o where o.created_at > now() - ${since}::interval and exists (select 1 from trade t where t.order_code = o.order_code))
    select 'paid without one payment' as what, o.order_code as id from recent o where o.paid_fen > 0 and (select count(*) from trade t where t.order_code = o.order_code and t.booked = 'Y') <> 1
    union all select 'granted ' || count(*) || ' times', source_id from learning where source = 'order' and learn_status <> 'revoked' and joined_at > now() - ${since}::interval group by source_id, content_id having count(*) > 1
    union all select 'granted and not paid', i.order_code from learning l join order_item i on i.order_item_id = l.source_id join "order" o on o.order_code = i.order_code where l.source = 'order' and l.learn_status <> 'revoked' and l.joined_at > now() - ${since}::interval and o.paid_fen = 0 and o.pay_fen > 0
    union all select 'completed and not granted', o.order_code from recent o join order_item i using (order_code) where o.order_status = 'completed' and not exists (select 1 from learning l where l.source = 'order' and l.source_id = i.order_item_id)
    union all select 'told ' || count(*) || ' times', link_id from message where kind = 'order' and link_id in (select order_code from recent) group by link_id having count(*) > 1
    union all select 'counted ' || s.times || ' times, delivered ' || d.times, c.content_id from content c
      cross join lateral (select coalesce(sum(buy_count), 0)::int as times from site_content where content_id = c.content_id) s
      cross join lateral (select count(*) as times from order_item i where i.content_id = c.content_id and i.deliver_status = 'done') d where c.title like 'bench %' and s.times <> d.times`),
  );
}

/** After all deliveries: paid minus refunded equals granted, to the fen, and nothing is pending. */
export async function unsettled(db: Db, paid: readonly string[]): Promise<string[]> {
  return sentences(
    db.execute<Line>(sql`
    with ours as materialized (select t.* from jsonb_array_elements_text(${JSON.stringify(paid)}::jsonb) n(no) join trade t on t.trade_no = n.no),
      money as (select coalesce(sum(amount_fen - refunded_fen), 0) as fen from trade where order_code in (select order_code from ours) and paid_at is not null),
      rights as (select coalesce(sum(i.pay_fen - i.refunded_fen), 0) as fen from order_item i join learning l on l.source = 'order' and l.source_id = i.order_item_id and l.learn_status <> 'revoked' where i.order_code in (select order_code from ours))
    select 'paid and granted differ' as what, money.fen || ' and ' || rights.fen || ' fen' as id from money, rights where money.fen <> rights.fen
    union all select 'paid and not completed', order_code from ours join "order" o using (order_code) where o.order_status <> 'completed'
    union all select 'paid and not told', order_code from ours where not exists (select 1 from message m where m.kind = 'order' and m.link_id = ours.order_code)
    union all select 'paid and gone', n.no from jsonb_array_elements_text(${JSON.stringify(paid)}::jsonb) n(no) where not exists (select 1 from ours where ours.trade_no = n.no)`),
  );
}
