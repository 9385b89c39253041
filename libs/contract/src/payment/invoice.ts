import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Id, Page, PageSize, pageOf, Time, Yuan } from '../base/fields.ts';
import { Email, textLine } from '../base/text-fields.ts';
import { plainNumber } from '../base/typed-text.ts';

/** Taxpayer number of a unit: 15, 18 or 20 digits and capitals. */
export const isTaxNo = (value: string): boolean =>
  /^([0-9A-Z]{15}|[0-9A-Z]{18}|[0-9A-Z]{20})$/.test(value);

export const Invoice = z.object({
  invoice_no: Id,
  order_code: Id,
  /** `personal` or `unit`. */
  kind: z.string(),
  title: z.string(),
  tax_no: z.string(),
  email: z.string(),
  amount: Yuan,
  /** `applied`, `issuing`, `issued`, `reversed`, `rejected`. */
  invoice_status: z.string(),
  /** 已申请, 开票中, 已开票, 已红冲, 已驳回. */
  invoice_status_name: z.string(),
  /** Number issued by the tax system; empty before. */
  tax_invoice_no: z.string(),
  reason: z.string(),
  created_at: Time,
  issued_at: z.string(),
});
export type Invoice = z.infer<typeof Invoice>;

/** Applies for the invoice of a paid order, over the amount paid and not refunded. Idempotent. */
export const invoiceApply = call({
  path: '/qm/api/invoice/apply',
  access: 'learner',
  body: z.object({
    order_code: Id,
    kind: z.enum(['personal', 'unit']),
    title: textLine(100).check(z.minLength(2, '请填写发票抬头')),
    tax_no: z._default(
      z.string().check(
        z.overwrite(plainNumber),
        z.refine((value) => value === '' || isTaxNo(value), '请输入正确的纳税人识别号'),
        z.maxLength(20, '请输入正确的纳税人识别号'),
      ),
      '',
    ),
    email: Email,
  }),
  data: Invoice,
});
export const invoiceList = call({
  path: '/qm/api/invoice/list',
  access: 'learner',
  repeatable: true,
  body: z.object({ order_code: z.optional(Id), page: Page, page_size: PageSize }),
  data: pageOf(Invoice),
});
/** A signed address of the PDF, valid for minutes. */
export const invoiceDownload = call({
  path: '/qm/api/invoice/download',
  access: 'learner',
  body: z.object({ invoice_no: Id }),
  data: z.object({ url: z.string(), file_name: z.string() }),
});
