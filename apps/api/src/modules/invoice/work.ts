import { ulid } from 'ulid';
import type { House } from '../../house.ts';
import { insertMessages } from '../message/message.store.ts';
import { embeddedIssuer, type InvoiceIssuer } from './issuer.ts';
import { findInvoice, lockInvoice, moveInvoice } from './invoice.store.ts';

export const issueQueue = 'invoice_issue';

/** Brings one application to the tax system. A step that was done before is not done again. */
export async function issueInvoice({ db, now }: Pick<House, 'db' | 'now'>, invoiceNo: string, issuer: InvoiceIssuer = embeddedIssuer): Promise<void> {
  await db.transaction(async (tx) => {
    const invoice = await lockInvoice(tx, invoiceNo);
    if (invoice?.invoice_status === 'applied') await moveInvoice(tx, invoice, 'issuing', { actor_type: 'system', actor_id: '', at: now() });
  });
  const invoice = await findInvoice(db, invoiceNo);
  if (invoice?.invoice_status !== 'issuing') return;
  const { tax_invoice_no } = await issuer.issue(invoice, now());
  await db.transaction(async (tx) => {
    const row = await lockInvoice(tx, invoiceNo);
    if (row?.invoice_status !== 'issuing') return;
    const at = now();
    await moveInvoice(tx, row, 'issued', { actor_type: 'system', actor_id: '', at }, { tax_invoice_no, issued_at: at });
    await insertMessages(tx, [{
      id: ulid(at.getTime()), site_id: row.site_id, user_id: row.user_id, kind: 'order', title: '发票已开具', text: `您申请的发票（${row.title}）已开具，可在我的订单中下载。`, link_type: 'order', link_id: row.order_code, created_at: at,
    }]);
  });
}

export function watchInvoices(house: House): void {
  house.jobs.define<{ invoice_no: string }>(issueQueue, ({ invoice_no }) => issueInvoice(house, invoice_no));
}
