import type { InvoiceState } from './invoice.tables.ts';

export const issueQueue = 'invoice_issue';

export const nextInvoice: Readonly<Record<InvoiceState, readonly InvoiceState[]>> = {
  applied: ['issuing', 'rejected'],
  issuing: ['issued', 'rejected'],
  issued: ['reversed'],
  reversed: [],
  rejected: [],
};

export const invoiceStatusNames: Readonly<Record<InvoiceState, string>> = {
  applied: '已申请',
  issuing: '开票中',
  issued: '已开票',
  reversed: '已红冲',
  rejected: '已驳回',
};
