import { buffer } from 'node:stream/consumers';
import { wirePath } from '@cme/contract/base';
import { invoiceApply, invoiceDownload, invoiceList } from '@cme/contract/payment';
import type { FastifyInstance } from 'fastify';
import { answer } from '../../platform/http/answer.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { printsWith } from '../../platform/printing/print.ts';
import type { drawInvoice } from './invoice.draw.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { createTtlCache } from '../../platform/http/ttl-cache.ts';
import { findFile } from '../../person/file/file.store.ts';
import { openStorage } from '../../platform/storage/storage.ts';
import { findOrder } from '../order/order.store.ts';
import { isOfSite } from '../../platform/sites/of-site.ts';
import { getSites } from '../../platform/sites/site.cache.ts';
import { applyInvoice, toInvoiceReply } from './apply.action.ts';
import { findInvoice, type Invoice, readInvoices } from './invoice.store.ts';
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
    if (invoice.issuer === 'file' && !invoice.file_id)
      throw new RefusalError(400, '发票已开具，文件还在整理，请稍后再来下载', 'order_state');
    const until = Math.floor(context.now().getTime() / 1000) + passSeconds;
    const format = invoice.file_format || 'pdf';
    return {
      url: `${filePath}/${passFor(context.settings, invoice.invoice_no, until)}/${invoice.invoice_no}.${format}`,
      file_name: `发票-${invoice.tax_invoice_no}.${format}`,
    };
  });
  registerFile(app, context);
}

const fileTypes = { pdf: 'application/pdf', ofd: 'application/ofd' };

/** Serves an invoice's file for a signed pass: as issued, or the sample drawn from its row alone. */
function registerFile(app: FastifyInstance, context: AppContext): void {
  // One print thread serves all requests, so sheets are cached.
  const drawn = createTtlCache<Buffer>(60_000, 16);
  app.get<{ Params: { pass: string; file: string } }>(
    `${filePath}/:pass/:file`,
    async (request, reply) => {
      const { pass, file } = request.params;
      const number = file.replace(/\.(pdf|ofd)$/, '');
      const invoice = isValidPass(context.settings, pass, number, context.now())
        ? await findInvoice(context.db, number)
        : undefined;
      if (
        !invoice ||
        !hasFile(invoice.invoice_status) ||
        !(await isOfSite(context, request, invoice.site_id))
      )
        throw new RefusalError(403, '下载地址已失效，请重新下载', 'not_owned');
      const bytes =
        invoice.issuer === 'file'
          ? await readIssuedFile(context, invoice)
          : await drawn(JSON.stringify(invoice), () => drawSample(context, invoice));
      const format = invoice.file_format || 'pdf';
      return reply
        .headers({
          'content-type': fileTypes[format],
          'content-disposition': `attachment; filename="invoice-${number}.${format}"; filename*=UTF-8''${encodeURIComponent(`发票-${invoice.tax_invoice_no}.${format}`)}`,
          'cache-control': 'private, no-store',
          'content-security-policy': "default-src 'none'; sandbox",
        })
        .send(bytes);
    },
  );
}

async function readIssuedFile({ db, settings }: AppContext, { file_id }: Invoice): Promise<Buffer> {
  const file = file_id ? await findFile(db, file_id) : undefined;
  if (!file) throw new RefusalError(403, '下载地址已失效，请重新下载', 'not_owned');
  return buffer(await openStorage(settings).read(file.object));
}

async function drawSample(context: AppContext, invoice: Invoice): Promise<Buffer> {
  const site = (await getSites(context)).find(({ site_id }) => site_id === invoice.site_id);
  const order = await findOrder(context.db, invoice.order_code);
  return printInvoice(invoice, {
    name: context.settings.pay.transfer?.account_name ?? site?.site_name ?? '',
    subject: order?.subject ?? '',
  });
}
