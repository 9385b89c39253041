import type { AppContext } from '../../../platform/context/context.ts';
import type { Db } from '../../../platform/database/database.ts';
import { writeWorkbook } from '../../../platform/excel/excel.ts';
import { formatDay } from '../../../platform/http/format-time.ts';
import { NotPossibleError } from '../../../platform/http/not-possible.ts';
import { recordShownPeople } from '../../../platform/http/staff-log.ts';
import { logState } from '../../../platform/state-log/state-log.store.ts';
import { lockOrder, readOrderItems } from '../../order/order.store.ts';
import { findOpenRefund } from '../../refund-record/refund.store.ts';
import { findInvoice, type Invoice, lockInvoice, moveInvoice } from '../invoice.store.ts';
import {
  type Batch,
  type BatchItem,
  countBatches,
  findBatch,
  insertBatch,
  lockBatches,
  readBatchItems,
  readWaiting,
  requireSeller,
} from './batch.store.ts';
import { listLines } from './lines.rules.ts';
import { writeSheets } from './workbook.rules.ts';

/** The bureau's template takes this many invoices. */
const most = 1000;

export interface Exported {
  batch: Batch;
  items: BatchItem[];
  /** Requests that wait for the decision about a refund. */
  waiting: number;
}

/** Takes all waiting requests of a site into one batch. A request stands in one open batch, so
 * a repeated or simultaneous export finds nothing new. */
export function exportInvoices(
  { db, settings, now }: Pick<AppContext, 'db' | 'settings' | 'now'>,
  siteId: string,
  exportedBy: string,
): Promise<Exported> {
  if (settings.pay.issuer !== 'file')
    throw new NotPossibleError('发票由内置开票程序开具（样票），不需要导出：INVOICE_ISSUER=file');
  const at = now();
  return db.transaction(async (tx) => {
    await lockBatches(tx);
    await requireSeller(tx, siteId);
    const day = formatDay(at).replaceAll('-', '');
    const sequence = String((await countBatches(tx, day)) + 1).padStart(3, '0');
    const batch: Batch = {
      batch_no: `${day}${sequence}`,
      site_id: siteId,
      batch_status: 'open',
      exported_by: exportedBy,
      created_at: at,
      closed_at: null,
    };
    const items: BatchItem[] = [];
    let waiting = 0;
    for (const { invoice_no } of await readWaiting(tx, siteId, most)) {
      const serial_no = `F${batch.batch_no}${String(items.length + 1).padStart(4, '0')}`;
      const taken = await takeRequest(tx, invoice_no, exportedBy, at);
      if (taken === 'waiting') waiting += 1;
      else if (taken) items.push({ ...taken, serial_no, batch_no: batch.batch_no });
    }
    if (items.length === 0)
      throw new NotPossibleError(
        `没有待开票的申请${waiting > 0 ? `，另有${waiting}项等待退款申请的处理` : ''}`,
      );
    await insertBatch(tx, batch, items);
    await logState(tx, {
      entity: 'invoice_batch',
      entity_id: batch.batch_no,
      from: '',
      to: 'open',
      actor_type: 'staff',
      actor_id: exportedBy,
      reason: `${items.length}张`,
      at,
    });
    return { batch, items, waiting };
  });
}

/** Takes one request; the order's lock keeps refunds away meanwhile. */
async function takeRequest(
  tx: Db,
  invoiceNo: string,
  exportedBy: string,
  at: Date,
): Promise<Omit<BatchItem, 'serial_no' | 'batch_no'> | 'waiting' | undefined> {
  const existing = await findInvoice(tx, invoiceNo);
  if (!existing) return undefined;
  await lockOrder(tx, existing.order_code);
  const row = await lockInvoice(tx, invoiceNo);
  if (row?.invoice_status === 'reversed') return toItem(row, 'red', -row.amount_fen, []);
  if (row?.invoice_status !== 'applied') return undefined;
  if (await findOpenRefund(tx, row.order_code)) return 'waiting';
  const step = { actor_type: 'staff' as const, actor_id: exportedBy, at };
  await moveInvoice(tx, row, 'issuing', step, { issuer: 'file' });
  const lines = listLines(await readOrderItems(tx, row.order_code), row.amount_fen);
  return toItem(row, 'blue', row.amount_fen, lines);
}

const toItem = (
  { invoice_no, title, tax_no }: Invoice,
  color: BatchItem['color'],
  amount_fen: number,
  lines: BatchItem['lines'],
) => ({
  invoice_no,
  color,
  amount_fen,
  lines,
  title,
  tax_no,
  item_status: 'open' as const,
  tax_invoice_no: '',
});

/** The workbook of a batch, again as it was exported; what was rejected meanwhile is left out. */
export async function writeBatch(
  { db }: Pick<AppContext, 'db'>,
  siteId: string,
  batchNo: string,
): Promise<Buffer> {
  const batch = await findBatch(db, batchNo);
  if (batch?.site_id !== siteId) throw new NotPossibleError(`没有批次 ${batchNo}`);
  const rows = [];
  for (const item of await readBatchItems(db, batchNo)) {
    const invoice = await findInvoice(db, item.invoice_no);
    if (!invoice || item.item_status === 'rejected') continue;
    const { order_code, email, tax_invoice_no } = invoice;
    recordShownPeople([invoice.user_id]);
    rows.push({ ...item, order_code, email, blue_no: tax_invoice_no ?? '' });
  }
  return writeWorkbook(writeSheets(await requireSeller(db, siteId), rows));
}
