import { ulid } from 'ulid';
import type { invoiceApply } from '@cme/contract/payment';
import type { CallRequest } from '../../platform/http/answer.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { yuan } from '../../platform/money/money.rules.ts';
import { lockOrder } from '../order/order.store.ts';
import { findOpenRefund } from '../refund-record/refund.store.ts';
import { invoiceStatusNames, issueQueue } from './invoice.rules.ts';
import { insertInvoice, type Invoice, lockLiving } from './invoice.store.ts';

/** Requests an order's invoice over the amount paid and not refunded. An active request is returned
 * unchanged. */
export async function applyInvoice({
  context,
  body,
  person,
  site,
  db,
}: CallRequest<typeof invoiceApply>): Promise<Invoice> {
  if (body.kind === 'unit' && body.tax_no === '')
    throw new RefusalError(400, '请输入正确的纳税人识别号', 'bad_request', { field: 'tax_no' });
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, body.order_code);
    if (order?.user_id !== person.user_id || order.site_id !== site.site_id)
      throw new RefusalError(404, '没有找到该订单', 'not_found');
    const living = await lockLiving(tx, order.order_code);
    if (living) return living;
    if (await findOpenRefund(tx, order.order_code))
      throw new RefusalError(400, '退款申请处理期间不能申请发票', 'refund_pending');
    const amount_fen = order.paid_fen - order.refunded_fen;
    if (!['paid', 'completed', 'partial_refunded'].includes(order.order_status) || amount_fen <= 0)
      throw new RefusalError(400, '该订单当前不能申请发票', 'order_state');
    const at = context.now();
    const invoice_no = ulid(at.getTime());
    const { kind, title, email } = body;
    const created = await insertInvoice(tx, {
      invoice_no,
      site_id: order.site_id,
      user_id: order.user_id,
      order_code: order.order_code,
      kind,
      title,
      tax_no: kind === 'unit' ? body.tax_no : '',
      email,
      amount_fen,
      invoice_status: 'applied',
      created_at: at,
    });
    await context.jobs.enqueue(tx, issueQueue, { invoice_no });
    return created;
  });
}

/** An invoice for its learner. */
export const toInvoiceReply = (row: Invoice) => ({
  invoice_no: row.invoice_no,
  order_code: row.order_code,
  kind: row.kind,
  title: row.title,
  tax_no: row.tax_no,
  email: row.email,
  amount: yuan(row.amount_fen),
  invoice_status: row.invoice_status,
  invoice_status_name: invoiceStatusNames[row.invoice_status],
  tax_invoice_no: row.tax_invoice_no ?? '',
  reason: row.reason,
  created_at: formatTime(row.created_at),
  issued_at: row.issued_at ? formatTime(row.issued_at) : '',
});
