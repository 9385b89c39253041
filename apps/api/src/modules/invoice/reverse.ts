import type { Db } from '../../database.ts';
import { lockLiving, moveInvoice } from './invoice.store.ts';

/** Before money goes back: an issued invoice is reversed, one that was only asked for is turned down. Needs the order's lock. */
export async function reverseInvoice(tx: Db, orderCode: string, reason: string, at: Date): Promise<void> {
  const invoice = await lockLiving(tx, orderCode);
  if (!invoice) return;
  const step = { actor_type: 'system' as const, actor_id: '', reason, at };
  if (invoice.invoice_status === 'issued') await moveInvoice(tx, invoice, 'reversed', step, { reversed_at: at, reason });
  else await moveInvoice(tx, invoice, 'rejected', step, { reason });
}
