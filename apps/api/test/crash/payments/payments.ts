import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { OpenClient } from '@cme/commons/api-client';
import { orderCreate, payCreate, payStatus } from '@cme/contract/payment';
import type { Db } from '../../../src/platform/database/database.ts';
import { GatewayFile, gatewayFile } from '../../../src/platform/settings/sandbox-keys.ts';
import { makePaidCourses } from '../../load/shop.ts';
import { makeLearners } from '../../load/study.ts';
import { lostNotices, unbalanced, unsettled } from '../accounts.ts';
import { type CrashGateway, openCrashGateway } from './gateway.ts';
import { sendUntilAnswered, type Notes, sendOnce } from '../send-until-answered.ts';
import { type Channel, channels, paymentNotification } from '../../load/notice.ts';
import type { Scenario } from '../scenario.ts';
import type { Trap } from '../proxy/trap.ts';

const learners = 40;
/** Milliseconds within which paid orders are delivered once the API stays up. */
const deliveredWithin = 240_000;
/** Share of payments whose notification is repeated. */
const share = { again: 0.3 };
/** Milliseconds until an unacknowledged notification is repeated. */
const repeatMs = 200;
/** Polling interval of a page that waits for its payment, in milliseconds. */
const look = 500;
/** Figures after every kill; at the end, of everything. */
const limit = 1000;
const recent = '5 minutes';

interface Shop {
  /** Number of courses that can be bought. */
  orders?: number;
  /** Maximum milliseconds between two steps of a buyer. */
  rhythm?: number;
  /** Share of payments without a notification. */
  silent?: number;
  trap?: Trap;
}

interface Silent {
  order_code: string;
  token: string;
}

/** Buyers who pay orders by Alipay and WeChat: an acknowledged notification is booked once, and
 * every payment is delivered, with or without a notification. */
export function payments({ orders = 2400, rhythm = 150, silent = 0.1, trap }: Shop = {}): Scenario {
  let tokens: string[] = [];
  let courses: { id: string; price: string }[] = [];
  let keys: GatewayFile | undefined;
  let gateway: CrashGateway | undefined;
  let base = '';
  let db: Db | undefined;
  const acknowledged: string[] = [];
  const paid: string[] = [];
  const waiting: Silent[] = [];
  const notes: Notes = { wrong: [], repeated: 0 };
  const count = {
    paid: 0,
    'by WeChat': 0,
    notices: 0,
    silent: 0,
    'seconds until all was delivered': 0,
  };

  /** Sends a notification like a gateway: until acknowledged, and sometimes once more. False: never
   * acknowledged. */
  async function notify(
    channel: Channel,
    tradeNo: string,
    price: string,
    stopped: AbortSignal,
  ): Promise<boolean> {
    if (!keys) throw new Error('no keys');
    let heard = 0;
    for (let more = Math.random() < share.again ? 2 : 1; more > 0 && !stopped.aborted;) {
      count.notices += 1;
      const { path, headers, body, isHeard } = paymentNotification(keys, channel, tradeNo, price);
      const send = () =>
        fetch(base + path, { method: 'POST', headers, body })
          .then(async (item) => isHeard(item.status, await item.text()))
          .catch(() => false);
      if (await sendOnce('notice', send, trap)) {
        more -= 1;
        heard += 1;
        acknowledged.push(tradeNo);
      } else await pause(repeatMs);
    }
    return heard > 0;
  }
  async function buy(
    client: OpenClient,
    token: string,
    { id, price }: { id: string; price: string },
    stopped: AbortSignal,
  ): Promise<void> {
    await pause(Math.random() * rhythm);
    const order = await sendUntilAnswered(
      client,
      {
        call: orderCreate,
        body: { item: { id }, seen_amount: price, request_id: `${token.slice(0, 8)}${id}` },
        token,
      },
      { stopped, notes },
    );
    const isSilent = Math.random() < silent;
    const channel = isSilent ? 'ali_page' : channels[Math.floor(Math.random() * channels.length)]!;
    const trade =
      order &&
      (await sendUntilAnswered(
        client,
        { call: payCreate, body: { order_code: order.order_code, channel }, token },
        { stopped, notes },
      ));
    if (!trade) return;
    await pause(Math.random() * rhythm);
    if (gateway && isSilent) {
      await gateway.pay(channel, trade.trade_no, trade.redirect_url);
      waiting.push({ order_code: order.order_code, token });
      count.silent += 1;
    } else if (!(await notify(channel, trade.trade_no, price, stopped))) return;
    paid.push(trade.trade_no);
    count.paid += 1;
    if (channel === 'wx_native') count['by WeChat'] += 1;
  }
  /** Pages that wait for payments without a notification. */
  async function wait(client: OpenClient, stopped: AbortSignal): Promise<void> {
    while (!stopped.aborted) {
      await pause(look);
      for (const item of waiting.slice(0, 5)) {
        const told = await sendUntilAnswered(
          client,
          { call: payStatus, body: { order_code: item.order_code }, token: item.token },
          { stopped, notes },
        );
        if (told?.pay_state === 'paid') waiting.splice(waiting.indexOf(item), 1);
        else waiting.push(...waiting.splice(waiting.indexOf(item), 1));
      }
    }
  }
  /** The API stays up from here on: all earlier payments must be delivered. Those that are not
   * within the timeout are reported. */
  async function delivered(): Promise<void> {
    const began = Date.now();
    while (Date.now() < began + deliveredWithin && (await unsettled(db!, paid)).length > 0)
      await pause(1000);
    count['seconds until all was delivered'] = (Date.now() - began) / 1000;
  }
  return {
    async prepare(api) {
      db = api.db;
      courses = await makePaidCourses(api, Math.ceil(orders / learners));
      tokens = await makeLearners(api, learners);
      const file = GatewayFile.parse(
        JSON.parse(readFileSync(gatewayFile(api.settings.dataDir), 'utf8')),
      );
      keys = file;
      gateway = await openCrashGateway(file, api.settings.gatewayPort ?? 0);
      await gateway.mode('mute');
      base = `http://127.0.0.1:${api.settings.apiPort}`;
    },
    begin: async () => undefined,
    async work(client, stopped) {
      const pages = wait(client, stopped);
      await Promise.all(
        tokens.map(async (token) => {
          for (const course of courses.toSorted(() => Math.random() - 0.5))
            if (!stopped.aborted) await buy(client, token, course, stopped);
        }),
      );
      if (!stopped.aborted) await once(stopped, 'abort');
      await pages;
      await delivered();
    },
    check: async (db) => [
      ...notes.wrong.splice(0),
      ...(await lostNotices(db, acknowledged.slice(-limit))),
      ...(await unbalanced(db, recent)),
    ],
    atTheEnd: async (db) => [
      ...(await lostNotices(db, acknowledged)),
      ...(await unbalanced(db, '1 day')),
      ...(await unsettled(db, paid)),
    ],
    figures: () => ({ buyers: learners, ...count, 'repeated calls': notes.repeated }),
    close: async () => gateway?.close(),
  };
}
