import { ulid } from 'ulid';
import type { Db } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { insertMessages } from '../../person/message/message.store.ts';
import { lockOrder } from '../order/order.store.ts';
import { findOpenRefund } from '../refund-record/refund.store.ts';
import { issueQueue } from './invoice.rules.ts';
import { embeddedIssuer, type InvoiceIssuer } from './issuer.client.ts';
import { findInvoice, type Invoice, lockInvoice, moveInvoice } from './invoice.store.ts';

/** Submits a request to the tax system, unless a refund is pending. Idempotent per step. */
export async function issueInvoice(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  invoiceNo: string,
  issuer: InvoiceIssuer = embeddedIssuer,
): Promise<void> {
  await db.transaction(async (tx) => {
    const existing = await findInvoice(tx, invoiceNo);
    if (existing?.invoice_status !== 'applied') return;
    await lockOrder(tx, existing.order_code);
    if (await findOpenRefund(tx, existing.order_code)) return;
    const invoice = await lockInvoice(tx, invoiceNo);
    if (invoice?.invoice_status === 'applied')
      await moveInvoice(tx, invoice, 'issuing', { actor_type: 'system', actor_id: '', at: now() });
  });
  const invoice = await findInvoice(db, invoiceNo);
  if (invoice?.invoice_status !== 'issuing') return;
  const { tax_invoice_no } = await issuer.issue(invoice, now());
  const at = now();
  await db.transaction((tx) => markIssued(tx, invoice, { tax_invoice_no, issued_at: at, at }));
}

/** Stores an issued invoice; if the order was refunded meanwhile, it is reversed in the same
 * step. */
export async function markIssued(
  tx: Db,
  { invoice_no, order_code }: Invoice,
  { tax_invoice_no, issued_at, at }: { tax_invoice_no: string; issued_at: Date; at: Date },
): Promise<void> {
  await lockOrder(tx, order_code);
  const row = await lockInvoice(tx, invoice_no);
  if (row?.invoice_status !== 'issuing') return;
  const system = { actor_type: 'system' as const, actor_id: '', at };
  const issued = await moveInvoice(tx, row, 'issued', system, {
    tax_invoice_no,
    issued_at,
  });
  const reason = row.reverse_reason;
  if (reason)
    return void (await moveInvoice(
      tx,
      issued,
      'reversed',
      { ...system, reason },
      { reversed_at: at, reason },
    ));
  await insertMessages(tx, [
    {
      id: ulid(at.getTime()),
      site_id: row.site_id,
      user_id: row.user_id,
      kind: 'order',
      title: '发票已开具',
      text: `您申请的发票（${row.title}）已开具，可在我的订单中下载。`,
      link_type: 'order',
      link_id: row.order_code,
      created_at: at,
    },
  ]);
}

/** With the issuer `file` requests wait for an export (`batch/export.action.ts`). */
export function watchInvoices(context: AppContext): void {
  context.jobs.define<{ invoice_no: string }>(issueQueue, async ({ invoice_no }) => {
    if (context.settings.pay.issuer === 'embedded') await issueInvoice(context, invoice_no);
  });
}
