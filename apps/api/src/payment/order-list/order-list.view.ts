import type { Order as WireOrder } from '@cme/contract/payment';
import type { Db } from '../../platform/database/database.ts';
import { refundables } from '../refund/preview.view.ts';
import { readRefunds } from '../refund-record/refund.store.ts';
import { itemsOfAll, type Order } from '../order/order.store.ts';
import { toWireOrder } from '../order/order.view.ts';

const isReturnable = async (db: Db, row: Order, now: Date) =>
  (await refundables(db, row, now)).some(({ amount_fen }) => amount_fen > 0);

/** Orders for their buyer. A refund is offered if something of the order is refundable. */
export async function toOrderRows(db: Db, orders: Order[], now: Date): Promise<WireOrder[]> {
  const codes = orders.map(({ order_code }) => order_code);
  const items = await itemsOfAll(db, codes);
  const refunds = await readRefunds(db, codes);
  const rows = orders.map((row) =>
    toWireOrder(
      row,
      items.get(row.order_code) ?? [],
      refunds.filter(({ order_code }) => order_code === row.order_code),
      now,
    ),
  );
  for (const [index, one] of rows.entries()) {
    if (one.actions.includes('refund') && !(await isReturnable(db, orders[index]!, now)))
      one.actions = one.actions.filter((action) => action !== 'refund');
  }
  return rows;
}
