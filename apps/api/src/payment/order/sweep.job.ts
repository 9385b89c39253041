import type { AppContext } from '../../platform/context/context.ts';
import { expireOrder, type Trades } from './close.action.ts';
import { deliverOrder } from './deliver.job.ts';
import { overdueOrders, undeliveredOrders } from './order.store.ts';

const minute = 60_000;
/**
 * Milliseconds. Gives the jobs time first: the sweep is for lost jobs. Paid orders are due earlier.
 */
const graceMs = { close: 2 * minute, deliver: 30_000 };
const everyMs = { close: minute, deliver: 15_000 };
const batchSize = 500;

const before = ({ now }: AppContext, grace: number) => new Date(now().getTime() - grace);

async function forEachInBatches(
  context: AppContext,
  codes: string[],
  work: (orderCode: string) => Promise<unknown>,
): Promise<void> {
  for (const order_code of codes) {
    if (context.stopping.aborted) return;
    await work(order_code).catch((error: unknown) =>
      context.log.error({ err: error, order_code }, 'order sweep'),
    );
  }
}

const closeOverdue = async (context: AppContext, trades: Trades) =>
  forEachInBatches(
    context,
    await overdueOrders(context.db, before(context, graceMs.close), batchSize),
    (code) => expireOrder(context, trades, code),
  );
const deliverPaid = async (context: AppContext) =>
  forEachInBatches(
    context,
    await undeliveredOrders(context.db, before(context, graceMs.deliver), batchSize),
    (code) => deliverOrder(context, code),
  );

/**
 * Closes orders long past expiry and delivers paid ones without a job. Safe in any number of
 * processes.
 */
export async function sweepOrders(context: AppContext, trades: Trades): Promise<void> {
  await closeOverdue(context, trades);
  await deliverPaid(context);
}

/** Runs the sweeps until stopped; `now` runs them immediately. */
export function startSweep(context: AppContext, trades: Trades): { now(): void; stop(): void } {
  const sweeps = (
    [
      [closeOverdue, everyMs.close],
      [deliverPaid, everyMs.deliver],
    ] as const
  ).map(([sweep, every]) => {
    let busy = false;
    const run = () => {
      if (busy) return;
      busy = true;
      void sweep(context, trades)
        .catch((error: unknown) => context.log.error({ err: error }, 'order sweep'))
        .finally(() => (busy = false));
    };
    return { run, timer: setInterval(run, every) };
  });
  return {
    now: () => sweeps.forEach(({ run }) => run()),
    stop: () => sweeps.forEach(({ timer }) => clearInterval(timer)),
  };
}
