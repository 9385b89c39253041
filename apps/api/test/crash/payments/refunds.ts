import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { OpenClient } from '@cme/commons/api-client';
import {
  orderCreate,
  payCreate,
  payStatus,
  refundApply,
  refundCancel,
  refundDetail,
  refundPreview,
  shopplistAdd,
} from '@cme/contract/payment';
import { ulid } from 'ulid';
import type { AppContext } from '../../../src/platform/context/context.ts';
import { approveRefund, rejectRefund } from '../../../src/payment/refund/decide.action.ts';
import { GatewayFile, gatewayFile } from '../../../src/platform/settings/sandbox-keys.ts';
import { makePaidCourses } from '../../load/shop.ts';
import { makeLearners } from '../../load/study.ts';
import { type CrashGateway, openCrashGateway } from './gateway.ts';
import { sendUntilAnswered, type Notes } from '../send-until-answered.ts';
import { channels } from '../../load/notice.ts';
import {
  type Application,
  lostApplications,
  unfinished,
  wrongPayouts,
  wrongRefunds,
} from './refund-records.ts';
import type { Scenario } from '../scenario.ts';
import { completion } from '../../../src/credits/certificate/issuing/completion.action.ts';

const learners = 30;
const coursesEach = 120;
/** Maximum milliseconds between two steps of a learner. */
const rhythm = 400;
/** Milliseconds within which approved refunds are paid, and other items granted, once the API stays
 * up. */
const endedWithin = 120_000;
/** Milliseconds that a learner waits for a refund before requesting the next or buying something
 * else. */
const timeoutMs = 4000;
/** Polling interval in milliseconds. */
const look = 500;
/** Shares of requests that are withdrawn, and that are rejected; a rejected learner requests
 * again. */
const share = { withdrawn: 0.1, refused: 0.15 };
/** Share of time in which the gateway sends no notifications, and the interval of switching. */
const hush = { share: 0.4, ms: 1500 };
/** Figures after every kill; at the end, of everything. */
const limit = 1000;
const recent = '5 minutes';
const staff = 'crash';

/** Learners who buy one or two courses and request refunds, at once or in two parts: acknowledged
 * requests are kept, approved refunds are paid once and only they are revoked, with one message
 * per decision. */
export function refunds(): Scenario {
  let context: AppContext | undefined;
  let gateway: CrashGateway | undefined;
  let tokens: string[] = [];
  let courses: { id: string; price: string }[] = [];
  const asked: Application[] = [];
  const notes: Notes = { wrong: [], repeated: 0 };
  const count = {
    orders: 0,
    'by WeChat': 0,
    'asked back': 0,
    withdrawn: 0,
    refused: 0,
    agreed: 0,
    'seen returned': 0,
    'seconds until all had ended': 0,
  };

  /** Orders and pays at the gateway; resolves when part of the order is refundable, delivered or
   * not. */
  async function buy(
    client: OpenClient,
    token: string,
    courses: { id: string; price: string }[],
    stopped: AbortSignal,
  ) {
    const cart_ids: string[] = [];
    for (const { id } of courses)
      cart_ids.push(
        (
          await sendUntilAnswered(
            client,
            { call: shopplistAdd, body: { id }, token },
            { stopped, notes },
          )
        )?.cart_id ?? '',
      );
    const seen_amount = courses.reduce((sum, { price }) => sum + Number(price), 0).toFixed(2);
    if (stopped.aborted) return undefined;
    const order = await sendUntilAnswered(
      client,
      { call: orderCreate, body: { cart_ids, seen_amount, request_id: ulid() }, token },
      { stopped, notes },
    );
    const channel = channels[Math.floor(Math.random() * channels.length)]!;
    const trade =
      order &&
      (await sendUntilAnswered(
        client,
        { call: payCreate, body: { order_code: order.order_code, channel }, token },
        { stopped, notes },
      ));
    if (!trade) return undefined;
    await gateway?.pay(channel, trade.trade_no, trade.redirect_url);
    count.orders += 1;
    if (channel === 'wx_native') count['by WeChat'] += 1;
    for (; !stopped.aborted; await pause(look)) {
      await sendUntilAnswered(
        client,
        { call: payStatus, body: { order_code: order.order_code }, token },
        { stopped, notes },
      );
      const seen = await sendUntilAnswered(
        client,
        { call: refundPreview, body: { order_code: order.order_code }, token },
        { stopped, notes },
      );
      if (seen?.can_apply)
        return {
          order_code: order.order_code,
          items: seen.items.map(({ order_item_id }) => order_item_id),
        };
    }
    return undefined;
  }
  async function apply(
    client: OpenClient,
    token: string,
    orderCode: string,
    orderItemIds: string[],
    stopped: AbortSignal,
  ): Promise<Application | undefined> {
    await pause(Math.random() * rhythm);
    const told = await sendUntilAnswered(
      client,
      {
        call: refundApply,
        body: {
          order_code: orderCode,
          order_item_ids: orderItemIds,
          request_id: ulid(),
          reason: '买错课程了',
        },
        token,
      },
      { stopped, notes },
    );
    if (!told) return undefined;
    const created: Application = {
      refund_no: told.refund_no,
      order_code: orderCode,
      amount_fen: Math.round(Number(told.amount) * 100),
      decision: 'none',
    };
    asked.push(created);
    count['asked back'] += 1;
    return created;
  }
  /** Withdrawn by the learner, or decided by a staff command, which is not killed. */
  async function decide(
    client: OpenClient,
    token: string,
    created: Application,
    stopped: AbortSignal,
  ): Promise<void> {
    const chance = Math.random();
    await pause(Math.random() * rhythm);
    if (chance < share.withdrawn) {
      if (
        !(await sendUntilAnswered(
          client,
          { call: refundCancel, body: { refund_no: created.refund_no }, token },
          { stopped, notes },
        ))
      )
        return;
      created.decision = 'withdrawn';
    } else if (chance < share.withdrawn + share.refused) {
      await rejectRefund(context!, completion, created.refund_no, staff, '已超出协议约定范围');
      created.decision = 'refused';
    } else {
      await approveRefund(context!, created.refund_no, staff);
      created.decision = 'agreed';
    }
    count[created.decision] += 1;
  }
  /** Waits until it is approved, and for a while until it is paid. False: timed out. */
  async function giveBack(
    client: OpenClient,
    token: string,
    orderCode: string,
    items: string[],
    stopped: AbortSignal,
  ): Promise<boolean> {
    let created: Application | undefined;
    do {
      created = await apply(client, token, orderCode, items, stopped);
      if (created)
        await decide(client, token, created, stopped).catch((error: unknown) =>
          notes.wrong.push(`staff cannot decide: ${String(error)}`),
        );
    } while (
      (created?.decision === 'withdrawn' || created?.decision === 'refused') &&
      !stopped.aborted
    );
    for (
      const late = Date.now() + timeoutMs;
      created && Date.now() < late && !stopped.aborted;
      await pause(look)
    ) {
      const seen = await sendUntilAnswered(
        client,
        { call: refundDetail, body: { refund_no: created.refund_no }, token },
        { stopped, notes },
      );
      if (seen?.refund_status !== 'success') continue;
      count['seen returned'] += 1;
      return true;
    }
    return false;
  }
  async function shop(client: OpenClient, token: string, stopped: AbortSignal): Promise<void> {
    const wanted = courses.toSorted(() => Math.random() - 0.5);
    while (wanted.length > 0 && !stopped.aborted) {
      await pause(Math.random() * rhythm);
      const bought = await buy(
        client,
        token,
        wanted.splice(0, Math.random() < 0.5 ? 1 : 2),
        stopped,
      );
      if (!bought) return;
      const { order_code, items } = bought;
      const pieces = Math.random() < 0.5 ? [items] : items.map((id) => [id]);
      for (const piece of pieces)
        if (!(await giveBack(client, token, order_code, piece, stopped))) break;
    }
  }
  async function muteAtIntervals(stopped: AbortSignal): Promise<void> {
    while (!stopped.aborted) {
      await gateway?.mode(Math.random() < hush.share ? 'mute' : 'normal');
      await pause(hush.ms);
    }
    await gateway?.mode('normal');
  }
  /** The API stays up from here on. What has not finished within the timeout is reported. */
  async function ended(): Promise<void> {
    const began = Date.now();
    while (Date.now() < began + endedWithin && (await unfinished(context!.db, asked)).length > 0)
      await pause(1000);
    count['seconds until all had ended'] = (Date.now() - began) / 1000;
  }
  return {
    async prepare(given) {
      context = given;
      courses = await makePaidCourses(context, coursesEach);
      tokens = await makeLearners(context, learners);
      gateway = await openCrashGateway(
        GatewayFile.parse(JSON.parse(readFileSync(gatewayFile(context.settings.dataDir), 'utf8'))),
        context.settings.gatewayPort ?? 0,
      );
    },
    begin: async () => undefined,
    async work(client, stopped) {
      await Promise.all([
        muteAtIntervals(stopped),
        ...tokens.map((token) => shop(client, token, stopped)),
      ]);
      await ended();
    },
    check: async (db) => [
      ...notes.wrong.splice(0),
      ...(await lostApplications(db, asked.slice(-limit))),
      ...(await wrongRefunds(db, recent)),
      ...(await wrongPayouts(db, (await gateway?.book()) ?? [])),
    ],
    atTheEnd: async (db) => [
      ...(await lostApplications(db, asked)),
      ...(await wrongRefunds(db, '1 day')),
      ...(await unfinished(db, asked)),
    ],
    figures: () => ({ learners, ...count, 'repeated calls': notes.repeated }),
    close: async () => gateway?.close(),
  };
}
