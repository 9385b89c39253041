import { createHash } from 'node:crypto';
import type { Invoice } from './invoice.store.ts';
import { wireDay } from '../../http/wire-time.ts';

export interface IssuedInvoice {
  tax_invoice_no: string;
}

/** The tax system behind invoices. Asked twice about one invoice it answers one number. */
export interface InvoiceIssuer {
  issue(invoice: Invoice, at: Date): Promise<IssuedInvoice>;
}

/** The embedded one makes up a number of the length that electronic invoices have: year, area and
 * a running part. */
export const embeddedIssuer: InvoiceIssuer = {
  issue: async ({ invoice_no }, at) => {
    const chance =
      BigInt(`0x${createHash('sha256').update(invoice_no).digest('hex').slice(0, 24)}`) %
      10n ** 16n;
    return { tax_invoice_no: `${wireDay(at).slice(2, 4)}33${String(chance).padStart(16, '0')}` };
  },
};
