import { sql } from 'drizzle-orm';
import type { Db } from '../../../src/platform/database/database.ts';
import type { GatewayTrade } from '../../../../../tools/gateway/trade.ts';

/** A refund request as acknowledged, and the decision since. */
export interface Application {
  refund_no: string;
  order_code: string;
  amount_fen: number;
  decision: 'none' | 'agreed' | 'refused' | 'withdrawn';
}

type Line = Record<'what' | 'id', string>;
const sentences = async (found: Promise<{ rows: Line[] }>) =>
  (await found).rows.map(({ what: name, id }) => `${name}: ${id}`);
const toRecordset = (asked: readonly Application[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) a(refund_no text, order_code text, amount_fen integer, decision text)`;

/** Acknowledged requests that are missing, and decisions that were not kept. */
export async function lostApplications(db: Db, asked: readonly Application[]): Promise<string[]> {
  return sentences(
    db.execute<Line>(sql`
    select case when r.refund_no is null then 'answered and lost' else a.decision || ' and ' || r.refund_status end as what, a.refund_no as id from ${toRecordset(asked)} left join refund r using (refund_no)
    where r.order_code is distinct from a.order_code or r.amount_fen <> a.amount_fen or (a.decision = 'agreed' and r.refund_status not in ('approved', 'processing', 'success'))
      or (a.decision = 'refused' and r.refund_status <> 'rejected') or (a.decision = 'withdrawn' and r.refund_status <> 'canceled')`),
  );
}

/** Invariants: refunds do not exceed payments, no item is refunded twice, access and money are
 * consistent, one message per decision. */
export async function wrongRefunds(db: Db, since: string): Promise<string[]> {
  return sentences(
    db.execute<Line>(sql`
    with recent as materialized (select o.order_code, o.paid_fen, o.refunded_fen, o.trade_no from "order" o where o.created_at > now() - ${since}::interval and exists (select 1 from order_item i join content c using (content_id) where i.order_code = o.order_code and c.title like 'bench %')),
      back as materialized (select r.* from refund r join recent using (order_code)),
      sums as (select recent.*, coalesce((select sum(b.amount_fen) from back b where b.order_code = recent.order_code and b.refund_status = 'success'), 0) as fen from recent),
      things as (select i.order_item_id, i.deliver_status, exists (select 1 from refund_item x join back b using (refund_no) where x.order_item_id = i.order_item_id and b.refund_status = 'success') as is_back from order_item i join recent using (order_code)),
      told as (select order_code, m.title, count(*) as times from recent join message m on m.kind = 'order' and m.link_id = order_code where m.title in ('退款成功', '退款申请未通过') group by order_code, m.title),
      ended as (select order_code, case refund_status when 'success' then '退款成功' else '退款申请未通过' end as title, count(*) as times from back where refund_status in ('success', 'rejected') group by 1, 2)
    select 'returned more than was paid' as what, order_code as id from recent left join trade t using (order_code) where recent.refunded_fen > recent.paid_fen or t.refunded_fen > t.amount_fen
    union all select 'returned ' || sums.fen || ' and written down ' || sums.refunded_fen || ' and ' || t.refunded_fen, sums.order_code from sums join trade t on t.trade_no = sums.trade_no where sums.refunded_fen <> sums.fen or t.refunded_fen <> sums.fen
    union all select 'asked back ' || count(*) || ' times', x.order_item_id from refund_item x join back b using (refund_no) where b.refund_status not in ('rejected', 'canceled') group by x.order_item_id having count(*) > 1
    union all select 'nobody asked for it', refund_no from back where kind <> 'learner'
    union all select 'the gateway refuses it', refund_no from back where refund_status = 'failed'
    union all select 'revoked and not returned', l.learning_id from learning l join things on l.source = 'order' and l.source_id = order_item_id where l.learn_status = 'revoked' and not is_back
    union all select 'returned and not revoked', l.learning_id from learning l join things on l.source = 'order' and l.source_id = order_item_id where l.learn_status <> 'revoked' and is_back
    union all select 'returned ' || is_back || ' and ' || deliver_status, order_item_id from things where is_back <> (deliver_status = 'revoked')
    union all select coalesce(title, '') || ' ' || coalesce(ended.times, 0) || ' times and told ' || coalesce(told.times, 0) || ' times', order_code from told full join ended using (order_code, title) where told.times is distinct from ended.times`),
  );
}

/** Compares our refunds with the gateway's: each number exists once, with our amount, after its
 * approval, and before we report success. */
export async function wrongPayouts(db: Db, book: readonly GatewayTrade[]): Promise<string[]> {
  const rows = book.flatMap((trade) =>
    trade.refunds.map(({ number, amount_fen, state }) => ({
      number,
      trade_no: trade.number,
      amount_fen,
      state,
      paid_fen: trade.amount_fen,
    })),
  );
  return sentences(
    db.execute<Line>(sql`
    with book as materialized (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) b(number text, trade_no text, amount_fen integer, state text, paid_fen integer))
    select 'paid out ' || count(*) || ' times' as what, number as id from book group by number having count(*) > 1
    union all select 'paid out more than was paid', trade_no from book group by trade_no having sum(amount_fen) > max(paid_fen)
    union all select 'paid out ' || b.amount_fen || ' fen, ours is ' || coalesce(r.refund_status || ' ' || r.amount_fen, 'none'), b.number from book b left join refund r on r.refund_no = b.number
      where r.trade_no is distinct from b.trade_no or r.amount_fen <> b.amount_fen or r.refund_status not in ('processing', 'success')
    union all select 'success and not paid out', r.refund_no from refund r left join book b on b.number = r.refund_no where r.refund_status = 'success' and r.trade_no in (select jsonb_array_elements_text(${JSON.stringify(book.map(({ number }) => number))}::jsonb)) and b.state is distinct from 'success'`),
  );
}

/** At the end: approved refunds are paid, and every paid item is either refunded or granted. */
export async function unfinished(db: Db, asked: readonly Application[]): Promise<string[]> {
  return sentences(
    db.execute<Line>(sql`
    with bought as (select distinct order_code from ${toRecordset(asked)})
    select 'agreed and ' || r.refund_status as what, r.refund_no as id from ${toRecordset(asked)} join refund r using (refund_no) where a.decision = 'agreed' and r.refund_status <> 'success'
    union all select 'paid and ' || i.deliver_status, i.order_item_id from bought join order_item i using (order_code) where i.deliver_status not in ('done', 'revoked')
    union all select 'held and not owed', h.content_id from bought join order_hold h using (order_code)
    union all select o.order_status || ', paid ' || o.paid_fen || ', returned ' || o.refunded_fen, order_code from bought join "order" o using (order_code)
      where o.order_status <> case when o.refunded_fen = 0 then 'completed' when o.refunded_fen = o.paid_fen then 'refunded' else 'partial_refunded' end`),
  );
}
