import type { Db } from '../../platform/database/database.ts';
import { insertSampleInvoices } from '../../payment/invoice/invoice.store.ts';
import { logState } from '../../platform/state-log/state-log.store.ts';
import { suspendStudy } from '../../study/learning/suspend.action.ts';
import { setInvoice } from '../../payment/order/book.action.ts';
import { insertTrades } from '../../payment/pay/trade/trade.store.ts';
import { insertSampleRefunds, isOpenRefund } from '../../payment/refund-record/refund.store.ts';
import { refundSteps, sampleMoney } from '../money.ts';
import { sites } from '@cme/sample/sites';

const minute = 60_000;

/** Payments, refunds and invoices of the sample orders, which must exist. */
export async function insertSampleMoney(db: Db, now: Date): Promise<void> {
  const { trades, refunds, items, invoices } = sampleMoney(
    now,
    sites.find(({ key }) => key === 'main')?.site_id ?? '',
  );
  await insertTrades(db, trades);
  await insertSampleRefunds(db, refunds, items);
  for (const row of refunds.filter((refund) => refund.kind === 'learner' && isOpenRefund(refund))) {
    const own = items
      .filter(({ refund_no }) => refund_no === row.refund_no)
      .map(({ order_item_id }) => order_item_id);
    await suspendStudy(
      db,
      own,
      row,
      row.refund_status === 'pending' ? 'refund_pending' : 'refund_approved',
    );
  }
  await insertSampleInvoices(db, invoices);
  for (const { order_code, invoice_status } of invoices)
    await setInvoice(db, order_code, invoice_status);
  for (const { refund_no, refund_status, user_id, created_at, kind } of refunds) {
    const steps = refundSteps[refund_status].slice(kind === 'learner' ? 0 : 1);
    for (const [index, to] of steps.entries()) {
      const actor =
        to === 'pending' || to === 'canceled'
          ? { actor_type: 'learner' as const, actor_id: user_id }
          : { actor_type: 'system' as const, actor_id: '' };
      await logState(db, {
        entity: 'refund',
        entity_id: refund_no,
        from: steps[index - 1] ?? '',
        to,
        ...actor,
        reason: 'sample',
        at: new Date(created_at.getTime() + index * 20 * minute),
      });
    }
  }
}
