import { createSign } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { CallFailed, type OpenClient } from '@cme/commons/api-client';
import { type BodyOf, type Call, type DataOf, orderCreate, orderList, payCreate } from '@cme/contract';
import { sql } from 'drizzle-orm';
import type { Db } from '../../apps/api/src/database.ts';
import { GatewayFile, gatewayFile } from '../../apps/api/src/sandbox-keys.ts';
import { makePaidCourses } from '../bench/shop.ts';
import { makeLearners } from '../bench/study.ts';
import { shanghai } from '../gateway/book.ts';
import type { Scenario } from './scenario.ts';

const learners = 40;
const courses = 60;
/** Milliseconds between two steps of a buyer, at most. */
const rhythm = 150;
/** Milliseconds within which what was paid is delivered once the API stays up. */
const deliveredWithin = 240_000;

/** The gateway's notice of a payment, signed as the embedded gateway signs. */
export function noticeOf(keys: GatewayFile['alipay'], trade_no: string, yuan: string, at = Date.now()): string {
  const time = shanghai(at);
  const fields: Record<string, string> = {
    notify_id: `n${trade_no}`, notify_time: time, app_id: keys.app_id, charset: 'utf-8', seller_id: keys.seller_id, out_trade_no: trade_no, trade_no: `2026${trade_no}`, trade_status: 'TRADE_SUCCESS', total_amount: yuan, gmt_payment: time,
  };
  const text = Object.keys(fields).sort().map((name) => `${name}=${fields[name]}`).join('&');
  return new URLSearchParams({ ...fields, sign_type: 'RSA2', sign: createSign('RSA-SHA256').update(text, 'utf8').sign(keys.private_key, 'base64') }).toString();
}
export const formType = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };

/** Buyers who pay one order after the other: a notice that was answered with success is booked, once, and what was paid is delivered. */
export function payments(): Scenario {
  let tokens: string[] = [];
  let shelf: { id: string; price: string }[] = [];
  let keys: GatewayFile['alipay'] | undefined;
  let base = '';
  const acknowledged: string[] = [];
  const wrong: string[] = [];
  const count = { paid: 0, notices: 0, repeated: 0 };

  async function insist<C extends Call>(client: OpenClient, call: C, body: BodyOf<C>, token: string, stopped: AbortSignal): Promise<DataOf<C> | undefined> {
    while (!stopped.aborted) {
      try {
        return await client.send(call, body, { token });
      } catch (error) {
        if (!(error instanceof CallFailed) || (error.statusCode !== 0 && error.statusCode < 500)) return void wrong.push(`${call.path} was refused: ${String(error)}`);
        count.repeated += 1;
        await pause(100);
      }
    }
    return undefined;
  }
  /** As a gateway does: until somebody says success, and sometimes once more. */
  async function notify(trade_no: string, price: string, stopped: AbortSignal): Promise<void> {
    if (!keys) throw new Error('no keys');
    const body = noticeOf(keys, trade_no, price);
    for (let more = Math.random() < 0.3 ? 2 : 1; more > 0 && !stopped.aborted; ) {
      count.notices += 1;
      const reply = await fetch(`${base}/qm/api/v5/pay/notify/alipay`, { method: 'POST', headers: formType, body }).then((one) => one.text()).catch(() => '');
      if (reply === 'success') {
        more -= 1;
        acknowledged.push(trade_no);
      } else await pause(50);
    }
  }
  async function buy(client: OpenClient, token: string, { id, price }: { id: string; price: string }, stopped: AbortSignal): Promise<void> {
    await pause(Math.random() * rhythm);
    const order = await insist(client, orderCreate, { item: { id }, seen_amount: price, request_id: `${token.slice(0, 8)}${id}` }, token, stopped);
    const trade = order && (await insist(client, payCreate, { order_code: order.order_code, channel: 'ali_page' }, token, stopped));
    if (!trade) return;
    await pause(Math.random() * rhythm);
    await notify(trade.trade_no, price, stopped);
    count.paid += 1;
  }
  /** The API stays up from here on: what was paid before any of the kills must arrive. */
  async function delivered(client: OpenClient): Promise<void> {
    const end = Date.now() + deliveredWithin;
    for (const token of tokens) {
      for (;;) {
        const { list } = await client.send(orderList, { status: 'paid', page_size: 100 }, { token });
        const waiting = list.filter(({ order_status }) => order_status === 'paid').length;
        if (waiting === 0) break;
        if (Date.now() > end) {
          wrong.push(`${waiting} orders of a learner were paid and are not delivered`);
          break;
        }
        await pause(1000);
      }
    }
  }
  return {
    async prepare(house) {
      shelf = await makePaidCourses(house, courses);
      tokens = await makeLearners(house, learners);
      keys = GatewayFile.parse(JSON.parse(readFileSync(gatewayFile(house.settings.dataDir), 'utf8'))).alipay;
      base = `http://127.0.0.1:${house.settings.apiPort}`;
    },
    begin: async () => undefined,
    async work(client, stopped) {
      await Promise.all(tokens.map(async (token) => {
        for (const course of shelf) if (!stopped.aborted) await buy(client, token, course, stopped);
      }));
      if (!stopped.aborted) await once(stopped, 'abort');
      await delivered(client);
    },
    check: async (db) => [...wrong.splice(0), ...(await lost(db, acknowledged)), ...(await unbalanced(db))],
    figures: () => ({ learners, ...count }),
  };
}

/** Answered with success, and not booked. */
async function lost(db: Db, told: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ no: string }>(sql`
    select n.no from jsonb_array_elements_text(${JSON.stringify(told)}::jsonb) n(no) left join trade t on t.trade_no = n.no left join "order" o on o.order_code = t.order_code
    where t.booked is distinct from 'Y' or o.paid_fen is distinct from o.pay_fen or not exists (select 1 from pay_notice p where p.trade_no = n.no)`);
  return rows.map(({ no }) => `acknowledged and not booked: ${no}`);
}

async function unbalanced(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ what: string; id: string }>(sql`
    select 'paid without one payment' as what, o.order_code as id from "order" o join trade u on u.order_code = o.order_code where u.created_at > now() - interval '1 day' and o.paid_fen > 0
      and (select count(*) from trade t where t.order_code = o.order_code and t.booked = 'Y') <> 1
    union all select 'granted ' || count(*) || ' times', source_id from learning where source = 'order' and learn_status <> 'revoked' group by source_id, content_id having count(*) > 1
    union all select 'granted and not paid', i.order_code from learning l join order_item i on i.order_item_id = l.source_id join "order" o on o.order_code = i.order_code where l.source = 'order' and l.learn_status <> 'revoked' and o.paid_fen = 0 and o.pay_fen > 0`);
  return rows.map(({ what, id }) => `${what}: ${id}`);
}
