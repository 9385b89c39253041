import { and, asc, desc, eq, inArray, type InferSelectModel, or, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { NotPossibleError } from '../../../platform/http/not-possible.ts';
import { type Invoice } from '../invoice.store.ts';
import { invoice } from '../invoice.tables.ts';
import { invoiceBatch, invoiceBatchItem, invoiceSeller } from './batch.tables.ts';

export type Seller = InferSelectModel<typeof invoiceSeller>;
export type Batch = InferSelectModel<typeof invoiceBatch>;
export type BatchItem = InferSelectModel<typeof invoiceBatchItem>;

export async function findSeller(db: Db, siteId: string): Promise<Seller | undefined> {
  const [row] = await db.select().from(invoiceSeller).where(eq(invoiceSeller.site_id, siteId));
  return row;
}

export async function requireSeller(db: Db, siteId: string): Promise<Seller> {
  const row = await findSeller(db, siteId);
  if (!row) throw new NotPossibleError('这个站点还没有开票信息，请先用 invoice seller 设置');
  return row;
}

export const storeSeller = (db: Db, row: Seller): Promise<unknown> =>
  db
    .insert(invoiceSeller)
    .values(row)
    .onConflictDoUpdate({ target: invoiceSeller.site_id, set: row });

/** One export or import at a time. */
export const lockBatches = (tx: Db): Promise<unknown> =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('invoice batches', 0))`);

/** Requests that wait for an export, and reversed invoices whose red one is not there yet; oldest
 * first. */
export const readWaiting = (tx: Db, siteId: string, limit: number): Promise<Invoice[]> =>
  tx
    .select()
    .from(invoice)
    .where(
      and(
        eq(invoice.site_id, siteId),
        or(
          eq(invoice.invoice_status, 'applied'),
          and(
            eq(invoice.invoice_status, 'reversed'),
            eq(invoice.issuer, 'file'),
            eq(invoice.red_tax_no, ''),
            sql`not exists (select 1 from ${invoiceBatchItem} where ${invoiceBatchItem.invoice_no} = ${invoice.invoice_no}
              and ${invoiceBatchItem.color} = 'red' and ${invoiceBatchItem.item_status} = 'open')`,
          ),
        ),
      ),
    )
    .orderBy(asc(invoice.created_at), asc(invoice.invoice_no))
    .limit(limit);

/** How many batches a day has, which numbers the next one. */
export async function countBatches(tx: Db, day: string): Promise<number> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(invoiceBatch)
    .where(sql`${invoiceBatch.batch_no} like ${`${day}%`}`);
  return row?.count ?? 0;
}

export async function insertBatch(tx: Db, batch: Batch, items: BatchItem[]): Promise<void> {
  await tx.insert(invoiceBatch).values(batch);
  await tx.insert(invoiceBatchItem).values(items);
}

export async function findBatch(db: Db, batchNo: string): Promise<Batch | undefined> {
  const [row] = await db.select().from(invoiceBatch).where(eq(invoiceBatch.batch_no, batchNo));
  return row;
}

export const readBatchItems = (db: Db, batchNo: string): Promise<BatchItem[]> =>
  db
    .select()
    .from(invoiceBatchItem)
    .where(eq(invoiceBatchItem.batch_no, batchNo))
    .orderBy(asc(invoiceBatchItem.serial_no));

export const readBatches = (db: Db, siteId: string): Promise<(Batch & { open: number })[]> =>
  db
    .select({
      batch_no: invoiceBatch.batch_no,
      site_id: invoiceBatch.site_id,
      batch_status: invoiceBatch.batch_status,
      exported_by: invoiceBatch.exported_by,
      created_at: invoiceBatch.created_at,
      closed_at: invoiceBatch.closed_at,
      open: sql<number>`(select count(*)::int from ${invoiceBatchItem} where ${invoiceBatchItem.batch_no} = ${invoiceBatch.batch_no}
        and ${invoiceBatchItem.item_status} = 'open')`,
    })
    .from(invoiceBatch)
    .where(eq(invoiceBatch.site_id, siteId))
    .orderBy(desc(invoiceBatch.created_at), desc(invoiceBatch.batch_no))
    .limit(100);

/** An exported request with its invoice and batch. */
export interface ExportedItem {
  item: BatchItem;
  invoice: Invoice;
  batch: Batch;
}

/** What may come back to a site: everything open, and what carries one of these numbers. */
export const readExported = (
  db: Db,
  siteId: string,
  found: { serials: readonly string[]; numbers: readonly string[] },
): Promise<ExportedItem[]> =>
  db
    .select({ item: invoiceBatchItem, invoice, batch: invoiceBatch })
    .from(invoiceBatchItem)
    .innerJoin(invoiceBatch, eq(invoiceBatch.batch_no, invoiceBatchItem.batch_no))
    .innerJoin(invoice, eq(invoice.invoice_no, invoiceBatchItem.invoice_no))
    .where(
      and(
        eq(invoiceBatch.site_id, siteId),
        or(
          eq(invoiceBatchItem.item_status, 'open'),
          inArray(invoiceBatchItem.serial_no, [...found.serials]),
          inArray(invoiceBatchItem.tax_invoice_no, [...found.numbers]),
        ),
      ),
    )
    .orderBy(asc(invoiceBatchItem.serial_no));

/** Which of these numbers are taken, by which invoice, on any site. */
export const readTakenNumbers = (
  db: Db,
  numbers: readonly string[],
): Promise<Pick<Invoice, 'invoice_no' | 'tax_invoice_no' | 'red_tax_no'>[]> =>
  db
    .select({
      invoice_no: invoice.invoice_no,
      tax_invoice_no: invoice.tax_invoice_no,
      red_tax_no: invoice.red_tax_no,
    })
    .from(invoice)
    .where(
      or(inArray(invoice.tax_invoice_no, [...numbers]), inArray(invoice.red_tax_no, [...numbers])),
    );

export async function setItem(
  tx: Db,
  serialNo: string,
  set: Partial<Pick<BatchItem, 'item_status' | 'tax_invoice_no'>>,
): Promise<void> {
  await tx.update(invoiceBatchItem).set(set).where(eq(invoiceBatchItem.serial_no, serialNo));
}

export const setInvoiceFile = (
  tx: Db,
  invoiceNo: string,
  set: Partial<Pick<Invoice, 'file_id' | 'file_format' | 'red_tax_no'>>,
): Promise<unknown> => tx.update(invoice).set(set).where(eq(invoice.invoice_no, invoiceNo));

/** Closes the batches that have nothing open any more. */
export const closeBatches = (tx: Db, siteId: string, at: Date): Promise<unknown> =>
  tx
    .update(invoiceBatch)
    .set({ batch_status: 'closed', closed_at: at })
    .where(
      and(
        eq(invoiceBatch.site_id, siteId),
        eq(invoiceBatch.batch_status, 'open'),
        sql`not exists (select 1 from ${invoiceBatchItem} where ${invoiceBatchItem.batch_no} = ${invoiceBatch.batch_no}
          and ${invoiceBatchItem.item_status} = 'open')`,
      ),
    );

/** The open item of a request, if it stands in a batch. */
export async function findOpenItem(tx: Db, invoiceNo: string): Promise<BatchItem | undefined> {
  const [row] = await tx
    .select()
    .from(invoiceBatchItem)
    .where(
      and(eq(invoiceBatchItem.invoice_no, invoiceNo), eq(invoiceBatchItem.item_status, 'open')),
    );
  return row;
}
