import type { House } from '../../house.ts';
import { expireOrder } from './close.ts';
import { deliverOrder } from './deliver.ts';
import { overdueOrders, undeliveredOrders } from './order.store.ts';

const minute = 60_000;
/** The jobs come first: this is for those that were lost, or taken by a process that died.
 * Whoever has paid waits least. */
const graceMs = { close: 2 * minute, deliver: 30_000 };
const everyMs = { close: minute, deliver: 15_000 };
const most = 500;

const before = ({ now }: House, grace: number) => new Date(now().getTime() - grace);

async function each(
  house: House,
  codes: string[],
  work: (house: House, orderCode: string) => Promise<unknown>,
): Promise<void> {
  for (const order_code of codes) {
    if (house.stopping.aborted) return;
    await work(house, order_code).catch((error: unknown) =>
      house.log.error({ err: error, order_code }, 'sweep of orders'),
    );
  }
}

const closeOverdue = async (house: House) =>
  each(house, await overdueOrders(house.db, before(house, graceMs.close), most), expireOrder);
const deliverPaid = async (house: House) =>
  each(
    house,
    await undeliveredOrders(house.db, before(house, graceMs.deliver), most),
    deliverOrder,
  );

/** Closes orders whose last moment is long over, and delivers what was paid and lies still. Safe
 * at any moment and in any number of processes at once. */
export async function sweepOrders(house: House): Promise<void> {
  await closeOverdue(house);
  await deliverPaid(house);
}

/** Runs the sweeps until they are stopped; `now` does not wait for their hour. */
export function startSweeping(house: House): { now(): void; stop(): void } {
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
      void sweep(house)
        .catch((error: unknown) => house.log.error({ err: error }, 'sweep of orders'))
        .finally(() => (busy = false));
    };
    return { run, timer: setInterval(run, every) };
  });
  return {
    now: () => sweeps.forEach(({ run }) => run()),
    stop: () => sweeps.forEach(({ timer }) => clearInterval(timer)),
  };
}
