import { createHash } from 'node:crypto';
import type { Invoice } from './invoice.store.ts';
import { formatDay } from '../../platform/http/format-time.ts';

interface IssuedInvoice {
  tax_invoice_no: string;
}

/** Client of a tax system that answers at once, embedded or a provider's. Repeated requests for an
 * invoice return the same number. */
export interface InvoiceIssuer {
  issue(invoice: Invoice, at: Date): Promise<IssuedInvoice>;
}

/** The embedded implementation generates a number of the right length: year, area and a serial
 * part. */
export const embeddedIssuer: InvoiceIssuer = {
  issue: async ({ invoice_no }, at) => {
    const chance =
      BigInt(`0x${createHash('sha256').update(invoice_no).digest('hex').slice(0, 24)}`) %
      10n ** 16n;
    return { tax_invoice_no: `${formatDay(at).slice(2, 4)}33${String(chance).padStart(16, '0')}` };
  },
};
