import type { Db } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { issueQueue } from './invoice.rules.ts';
import { lockLiving, moveInvoice, recordReversal } from './invoice.store.ts';

/** Before a refund: reverses an issued invoice, marks one being issued for reversal, rejects a
 * requested one. Requires the order's lock. */
export async function reverseInvoice(
  tx: Db,
  orderCode: string,
  reason: string,
  at: Date,
): Promise<void> {
  const invoice = await lockLiving(tx, orderCode);
  if (!invoice) return;
  const step = { actor_type: 'system' as const, actor_id: '', reason, at };
  if (invoice.invoice_status === 'issuing') await recordReversal(tx, invoice, reason);
  else if (invoice.invoice_status === 'issued')
    await moveInvoice(tx, invoice, 'reversed', step, { reversed_at: at, reason });
  else await moveInvoice(tx, invoice, 'rejected', step, { reason });
}

/** The refund was declined: an invoice that waited for the decision is issued. Requires the order's
 * lock. */
export async function resumeInvoice(tx: Db, jobs: Jobs, orderCode: string): Promise<void> {
  const invoice = await lockLiving(tx, orderCode);
  if (invoice?.invoice_status === 'applied')
    await jobs.enqueue(tx, issueQueue, { invoice_no: invoice.invoice_no });
}
