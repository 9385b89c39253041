import { setTimeout as pause } from 'node:timers/promises';
import { orderCancel, orderDetail, payCreate, payStatus } from '@cme/contract/payment';
import { enterAll, form, host, type Played, sendBeat } from '../load/enter.ts';
import { openClient, openSockets, request } from '../load/load.ts';
import { makeCourse, makeLearners } from '../load/study.ts';
import type { Mode } from '../../../../tools/gateway/book.ts';
import type { Environment } from './environment.ts';
import { type Race, readOutcome } from './race.ts';
import { openShop, payAt, place, type Purchase, undelivered, untilNone } from './shop.ts';

const ills: readonly Mode[] = ['hang', 'cut', 'garbage', 'error'];
/** Milliseconds of a phase, and between two calls of each kind in it. */
const span = 6000;
const every = { page: 20, buyer: 200 };
const learners = 200;
/** Latency that other pages may lose while the gateway fails. */
const allowed = 1.2;
const listRequest = request(
  '/qm/api/v5/content/list',
  host,
  form,
  'full_domain_name=cme.localhost&page_size=24',
);

const p95 = (times: number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const paced = (
  span: number,
  every: number,
  work: (index: number) => Promise<unknown>,
): Promise<unknown> => {
  const began = performance.now();
  return Promise.all(
    Array.from({ length: span / every }, async (_, index) => {
      await pause(Math.max(0, began + index * every - performance.now()));
      await work(index);
    }),
  );
};

/** Readers and learners at a constant rate, with latency measured from the scheduled time. */
async function openReaders({ bases, context }: Environment) {
  const port = Number(new URL(bases[0] ?? '').port);
  const plays: Played[] = await enterAll({
    bare: port,
    fromDatabase: port,
    fromMemory: port,
    ...(await makeCourse(context)),
    tokens: await makeLearners(context, learners),
  });
  const sockets = await openSockets({ port, host: '127.0.0.1' }, 32);
  const free = sockets.map(openClient);
  const began = performance.now();
  let turn = 0;
  async function timed(bytes: Buffer, times: number[]): Promise<void> {
    const due = performance.now();
    // Round-robin, so that no connection idles until it is closed.
    let sendBytes = free.shift();
    for (; !sendBytes; sendBytes = free.shift()) await pause(1);
    const { ok } = await sendBytes(bytes);
    free.push(sendBytes);
    times.push(ok ? performance.now() - due : Infinity);
  }
  return {
    async read() {
      const times = { list: [] as number[], beat: [] as number[] };
      await paced(span, every.page, (index) =>
        timed(
          index % 2
            ? listRequest
            : sendBeat(plays[(turn += 1) % plays.length]!, (performance.now() - began) / 1000),
          index % 2 ? times.list : times.beat,
        ),
      );
      return { list: p95(times.list), beat: p95(times.beat) };
    },
    close: () => sockets.forEach((socket) => socket.destroy()),
  };
}

/** Orders and tries to pay; gateway failures are reported, and the order stays. */
async function tryToPay(
  environment: Environment,
  purchase: Purchase,
  requestId: string,
  isWell: boolean,
  wrong: string[],
): Promise<string> {
  const { buyer } = purchase;
  const { order_code } = await place(environment, purchase, requestId);
  const paid = await readOutcome(
    environment.send(payCreate, { order_code, channel: 'wx_native' }, buyer),
  );
  const asked = await readOutcome(environment.send(payStatus, { order_code }, buyer));
  const canceled = isWell
    ? 'gateway_away'
    : await readOutcome(environment.send(orderCancel, { order_code }, buyer));
  const { order_status } = await environment.send(orderDetail, { order_code }, buyer);
  if (
    paid !== (isWell ? 'accepted' : 'gateway_away') ||
    asked !== 'accepted' ||
    canceled !== 'gateway_away' ||
    order_status !== 'pending'
  ) {
    wrong.push(
      `the gateway is ${isWell ? 'well' : 'ill'}: pay ${paid}, status ${asked}, cancel ${canceled}, the order is ${order_status}`,
    );
  }
  return order_code;
}

/** The gateway fails and recovers in turn: other pages are unaffected, and every order of that time
 * can be paid afterwards. */
export const illGateway: Race = {
  what: `the gateway in turn well and ${ills.join(', ')}, ${span / 1000} s each`,
  rounds: 8,
  async run(environment, rounds, log) {
    const wrong: string[] = [];
    const ratios = { list: [] as number[], beat: [] as number[] };
    const seen: string[] = [];
    const each = span / every.buyer;
    const purchases = await openShop(environment, each * 2 * (rounds + 1), 40);
    const orders: { code: string; purchase: Purchase }[] = [];
    const readers = await openReaders(environment);
    async function watch(window: number, mode: Mode) {
      await environment.gateway.set(mode);
      const [times] = await Promise.all([
        readers.read(),
        paced(span, every.buyer, async (index) => {
          const purchase = purchases[window * each + index]!;
          orders.push({
            purchase,
            code: await tryToPay(
              environment,
              purchase,
              `g${window}.${index}`,
              mode === 'normal',
              wrong,
            ),
          });
        }),
      ]);
      return times;
    }
    await watch(0, 'normal');
    for (let round = 0; round < rounds; round += 1) {
      const ill = ills[round % ills.length]!;
      const well = await watch(round * 2 + 1, 'normal');
      const sick = await watch(round * 2 + 2, ill);
      for (const page of ['list', 'beat'] as const) ratios[page].push(sick[page] / well[page]);
      const line = `${ill}: list ${well.list.toFixed(1)} → ${sick.list.toFixed(1)}, beat ${well.beat.toFixed(1)} → ${sick.beat.toFixed(1)} ms`;
      log(`round ${round + 1} of ${rounds}, ${line}`);
      seen.push(line);
    }
    readers.close();
    log(`${orders.length} orders of that time have been paid`);
    await environment.gateway.set('normal');
    for (const { purchase, code } of orders)
      await environment.gateway.press(
        (await payAt(environment, purchase, code, 'wx_native')).trade_no,
        'success',
      );
    const left = await untilNone(
      () =>
        undelivered(
          environment.context.db,
          orders.map(({ code }) => code),
        ),
      120_000,
    );
    if (left > 0)
      wrong.push(`${left} orders of ${orders.length} were not paid and delivered afterwards`);
    for (const page of ['list', 'beat'] as const)
      if (median(ratios[page]) > allowed)
        wrong.push(
          `${page}: p95 is ${median(ratios[page]).toFixed(2)} times that of the well gateway`,
        );
    return {
      wrong,
      note: `p95 ill/well, medians: list ${median(ratios.list).toFixed(2)}, beat ${median(ratios.beat).toFixed(2)}; ${orders.length - left} of ${orders.length} orders paid afterwards; ${seen.join('; ')}`,
    };
  },
};
