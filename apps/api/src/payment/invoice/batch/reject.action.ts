import { ulid } from 'ulid';
import type { AppContext } from '../../../platform/context/context.ts';
import { NotPossibleError } from '../../../platform/http/not-possible.ts';
import { insertMessages } from '../../../person/message/message.store.ts';
import { lockOrder } from '../../order/order.store.ts';
import { invoiceStatusNames } from '../invoice.rules.ts';
import { findInvoice, lockInvoice, moveInvoice } from '../invoice.store.ts';
import { closeBatches, findOpenItem, lockBatches, setItem } from './batch.store.ts';

/** Rejects a request that is not issued yet, in a batch or not. The learner is told the reason, and
 * may correct the request and ask again. */
export function rejectInvoice(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { site_id, invoice_no, reason }: { site_id: string; invoice_no: string; reason: string },
  rejectedBy: string,
): Promise<void> {
  return db.transaction(async (tx) => {
    await lockBatches(tx);
    const existing = await findInvoice(tx, invoice_no);
    if (existing?.site_id !== site_id) throw new NotPossibleError(`没有发票申请 ${invoice_no}`);
    if (existing.user_id === rejectedBy) throw new NotPossibleError('不能办理自己的申请');
    await lockOrder(tx, existing.order_code);
    const row = await lockInvoice(tx, invoice_no);
    if (row?.invoice_status !== 'applied' && row?.invoice_status !== 'issuing')
      throw new NotPossibleError(
        `发票当前为“${invoiceStatusNames[existing.invoice_status]}”，不能驳回`,
      );
    const at = now();
    const step = { actor_type: 'staff' as const, actor_id: rejectedBy, reason, at };
    await moveInvoice(tx, row, 'rejected', step, { reason });
    const item = await findOpenItem(tx, invoice_no);
    if (item) await setItem(tx, item.serial_no, { item_status: 'rejected' });
    await closeBatches(tx, site_id, at);
    await insertMessages(tx, [
      {
        id: ulid(at.getTime()),
        site_id,
        user_id: row.user_id,
        kind: 'order',
        title: '发票申请未通过',
        text: `您申请的发票（${row.title}）未通过：${reason}。请更正后重新申请。`,
        link_type: 'order',
        link_id: row.order_code,
        created_at: at,
      },
    ]);
  });
}
