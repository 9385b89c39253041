import type { House } from '../../house.ts';
import { expireOrder } from './close.ts';
import { deliverOrder } from './deliver.ts';
import { overdueOrders, undeliveredOrders } from './order.store.ts';

const minute = 60_000;
/** The jobs come first: this is for those that were lost. */
const graceMs = 2 * minute;
const most = 50;

/** Closes orders whose last moment is long over, and delivers what was paid and lies still. Safe at any moment and in any number of processes at once. */
export async function sweepOrders(house: House): Promise<void> {
  const before = new Date(house.now().getTime() - graceMs);
  const each = async (codes: string[], work: (house: House, orderCode: string) => Promise<unknown>) => {
    for (const order_code of codes) {
      if (house.stopping.aborted) return;
      await work(house, order_code).catch((error: unknown) => house.log.error({ err: error, order_code }, 'sweep of orders'));
    }
  };
  await each(await overdueOrders(house.db, before, most), expireOrder);
  await each(await undeliveredOrders(house.db, before, most), deliverOrder);
}

/** Runs the sweep until it is stopped. */
export function startSweeping(house: House): () => void {
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    void sweepOrders(house).catch((error: unknown) => house.log.error({ err: error }, 'sweep of orders')).finally(() => (busy = false));
  }, minute);
  return () => clearInterval(timer);
}
