import { wirePath } from '@cme/contract/base';
import { invoiceApply, invoiceDownload, invoiceList } from '@cme/contract/payment';
import type { FastifyInstance } from 'fastify';
import { answer } from '../../platform/http/answer.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { printsWith } from '../../platform/printing/print.ts';
import type { drawInvoice } from './invoice.draw.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { createTtlCache } from '../../platform/http/ttl-cache.ts';
import { findOrder } from '../order/order.store.ts';
import { isOfSite } from '../../platform/sites/of-site.ts';
import { getSites } from '../../platform/sites/site.cache.ts';
import { applyInvoice, toInvoiceReply } from './apply.action.ts';
import { findInvoice, readInvoices } from './invoice.store.ts';
import { isValidPass, passFor, passSeconds } from './pass.rules.ts';
import { watchInvoices } from './issue.job.ts';

const printInvoice = printsWith<typeof drawInvoice>(
  new URL('invoice.draw.ts', import.meta.url),
  'drawInvoice',
);

const filePath = wirePath('/qm/api/invoice/file');
const hasFile = (status: string) => status === 'issued' || status === 'reversed';

export function registerInvoice(app: FastifyInstance, context: AppContext): void {
  watchInvoices(context);
  answer(
    app,
    context,
    invoiceApply,
    async (callRequest) => toInvoiceReply(await applyInvoice(callRequest)),
    {
      perMinute: 60,
    },
  );
  answer(app, context, invoiceList, async ({ body, person, site, db }) => {
    const { list, total } = await readInvoices(
      db,
      { user_id: person.user_id, site_id: site.site_id },
      body.order_code,
      body.page,
      body.page_size,
    );
    return { list: list.map(toInvoiceReply), total, page: body.page, page_size: body.page_size };
  });
  answer(app, context, invoiceDownload, async ({ body, person, site, db }) => {
    const invoice = await findInvoice(db, body.invoice_no);
    if (invoice?.user_id !== person.user_id || invoice.site_id !== site.site_id)
      throw new RefusalError(404, '没有找到该发票', 'not_found');
    if (!hasFile(invoice.invoice_status))
      throw new RefusalError(400, '发票尚未开具，请稍后再试', 'order_state');
    const until = Math.floor(context.now().getTime() / 1000) + passSeconds;
    return {
      url: `${filePath}/${passFor(context.settings, invoice.invoice_no, until)}/${invoice.invoice_no}.pdf`,
      file_name: `发票-${invoice.tax_invoice_no}.pdf`,
    };
  });
  registerFile(app, context);
}

/** Serves an invoice's file for a signed pass, drawn from its row alone. */
function registerFile(app: FastifyInstance, context: AppContext): void {
  // One print thread serves all requests, so sheets are cached.
  const drawn = createTtlCache<Buffer>(60_000, 16);
  app.get<{ Params: { pass: string; file: string } }>(
    `${filePath}/:pass/:file`,
    async (request, reply) => {
      const { pass, file } = request.params;
      const number = file.replace(/\.pdf$/, '');
      const invoice = isValidPass(context.settings, pass, number, context.now())
        ? await findInvoice(context.db, number)
        : undefined;
      if (
        !invoice ||
        !hasFile(invoice.invoice_status) ||
        !(await isOfSite(context, request, invoice.site_id))
      )
        throw new RefusalError(403, '下载地址已失效，请重新下载', 'not_owned');
      const site = (await getSites(context)).find(({ site_id }) => site_id === invoice.site_id);
      const order = await findOrder(context.db, invoice.order_code);
      const seller = {
        name: context.settings.pay.transfer?.account_name ?? site?.site_name ?? '',
        subject: order?.subject ?? '',
      };
      const bytes = await drawn(JSON.stringify([invoice, seller]), () =>
        printInvoice(invoice, seller),
      );
      return reply
        .headers({
          'content-type': 'application/pdf',
          'content-disposition': `attachment; filename="invoice-${number}.pdf"; filename*=UTF-8''${encodeURIComponent(`发票-${invoice.tax_invoice_no}.pdf`)}`,
          'cache-control': 'private, no-store',
          'content-security-policy': "default-src 'none'; sandbox",
        })
        .send(bytes);
    },
  );
}
