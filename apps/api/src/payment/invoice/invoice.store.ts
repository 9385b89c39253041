import {
  and,
  desc,
  eq,
  inArray,
  type InferInsertModel,
  type InferSelectModel,
  sql,
} from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { logState } from '../../platform/state-log/state-log.store.ts';
import { setInvoice } from '../order/book.action.ts';
import { nextInvoice } from './invoice.rules.ts';
import { invoice, type InvoiceState } from './invoice.tables.ts';

export type Invoice = InferSelectModel<typeof invoice>;
export type NewInvoice = InferInsertModel<typeof invoice>;

const living: InvoiceState[] = ['applied', 'issuing', 'issued'];

export async function findInvoice(db: Db, invoiceNo: string): Promise<Invoice | undefined> {
  const [row] = await db.select().from(invoice).where(eq(invoice.invoice_no, invoiceNo));
  return row;
}

export async function lockInvoice(tx: Db, invoiceNo: string): Promise<Invoice | undefined> {
  const [row] = await tx
    .select()
    .from(invoice)
    .where(eq(invoice.invoice_no, invoiceNo))
    .for('update');
  return row;
}

/** The requested or issued invoice of an order, locked until the transaction ends. */
export async function lockLiving(tx: Db, orderCode: string): Promise<Invoice | undefined> {
  const [row] = await tx
    .select()
    .from(invoice)
    .where(and(eq(invoice.order_code, orderCode), inArray(invoice.invoice_status, living)))
    .for('update');
  return row;
}

export async function insertInvoice(tx: Db, row: NewInvoice): Promise<Invoice> {
  const [created] = await tx.insert(invoice).values(row).returning();
  if (!created) throw new Error('an invoice was not inserted');
  await logState(tx, {
    entity: 'invoice',
    entity_id: row.invoice_no,
    from: '',
    to: row.invoice_status,
    actor_type: 'learner',
    actor_id: row.user_id,
    at: row.created_at,
  });
  await setInvoice(tx, row.order_code, row.invoice_status);
  return created;
}

/** Moves a locked invoice to another state, logs it and updates its order. */
export async function moveInvoice(
  tx: Db,
  before: Invoice,
  to: InvoiceState,
  step: { actor_type: 'staff' | 'system'; actor_id: string; reason?: string; at: Date },
  set: Partial<NewInvoice> = {},
): Promise<Invoice> {
  if (!nextInvoice[before.invoice_status].includes(to))
    throw new Error(`invalid transition of an invoice: ${before.invoice_status} to ${to}`);
  const [after] = await tx
    .update(invoice)
    .set({ ...set, invoice_status: to })
    .where(
      and(
        eq(invoice.invoice_no, before.invoice_no),
        eq(invoice.invoice_status, before.invoice_status),
      ),
    )
    .returning();
  if (!after) throw new Error('an invoice was changed without its lock');
  await logState(tx, {
    entity: 'invoice',
    entity_id: before.invoice_no,
    from: before.invoice_status,
    to,
    ...step,
  });
  await setInvoice(tx, before.order_code, to);
  return after;
}

export async function recordReversal(
  tx: Db,
  { invoice_no }: Invoice,
  reverseReason: string,
): Promise<void> {
  await tx
    .update(invoice)
    .set({ reverse_reason: reverseReason })
    .where(eq(invoice.invoice_no, invoice_no));
}

export async function readInvoices(
  db: Db,
  owner: { user_id: string; site_id: string },
  orderCode: string | undefined,
  page: number,
  size: number,
): Promise<{ list: Invoice[]; total: number }> {
  const ownCondition = and(
    eq(invoice.user_id, owner.user_id),
    eq(invoice.site_id, owner.site_id),
    orderCode ? eq(invoice.order_code, orderCode) : undefined,
  );
  const list = await db
    .select()
    .from(invoice)
    .where(ownCondition)
    .orderBy(desc(invoice.created_at), desc(invoice.invoice_no))
    .limit(size)
    .offset((page - 1) * size);
  const [count] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(invoice)
    .where(ownCondition);
  return { list, total: count?.total ?? 0 };
}

export const insertSampleInvoices = async (db: Db, rows: NewInvoice[]): Promise<void> => {
  if (rows.length > 0) await db.insert(invoice).values(rows);
};
