import { createHash } from 'node:crypto';
import type { AppContext } from '../../../platform/context/context.ts';
import type { Db } from '../../../platform/database/database.ts';
import { NotPossibleError } from '../../../platform/http/not-possible.ts';
import { storeFile } from '../../../person/file/store-file.action.ts';
import { findFile } from '../../../person/file/file.store.ts';
import { logState } from '../../../platform/state-log/state-log.store.ts';
import { markIssued } from '../issue.job.ts';
import { readUpload } from '../upload/read-upload.ts';
import type { Upload } from '../upload/document.ts';
import {
  closeBatches,
  type ExportedItem,
  lockBatches,
  readExported,
  readTakenNumbers,
  setInvoiceFile,
  setItem,
} from './batch.store.ts';
import { type Match, matchDocuments } from './match.rules.ts';

type Context = Pick<AppContext, 'db' | 'settings' | 'now'>;

export interface ImportReport {
  matches: Match[];
  unread: Upload['unread'];
  /** Requests of the same batches that have not come back. */
  missing: ExportedItem[];
}

interface UploadedFile {
  site_id: string;
  name: string;
  bytes: Buffer;
}

/** What an import would do; changes nothing. */
export async function previewImport(
  { db }: Pick<Context, 'db'>,
  { site_id, name, bytes }: UploadedFile,
): Promise<ImportReport> {
  const upload = await readUpload(bytes, name);
  return report(db, site_id, upload);
}

async function report(db: Db, siteId: string, upload: Upload): Promise<ImportReport> {
  const numbers = [...new Set(upload.documents.flatMap(({ number }) => number ?? []))];
  const serials = [...new Set(upload.documents.flatMap(({ serial }) => serial ?? []))];
  const exported = await readExported(db, siteId, { serials, numbers });
  const taken = new Map<string, string>();
  for (const { invoice_no, tax_invoice_no, red_tax_no } of await readTakenNumbers(db, numbers)) {
    if (tax_invoice_no) taken.set(tax_invoice_no, invoice_no);
    if (red_tax_no) taken.set(red_tax_no, invoice_no);
  }
  const matches = matchDocuments(upload.documents, exported, taken);
  const back = new Set(
    matches.flatMap(({ state, exported: one }) =>
      state === 'matched' && one ? [one.item.serial_no] : [],
    ),
  );
  const batches = new Set(matches.map(({ exported: one }) => one?.batch.batch_no));
  const missing = exported.filter(
    ({ item, batch }) =>
      batches.has(batch.batch_no) && item.item_status === 'open' && !back.has(item.serial_no),
  );
  return { matches, unread: upload.unread, missing };
}

/** Takes all matched invoices over in one transaction, by somebody else than who exported them; the
 * rest stays as it is. Repeated, it changes nothing, except that a missing file is added. */
export async function importInvoices(
  context: Context,
  file: UploadedFile,
  importedBy: string,
): Promise<ImportReport> {
  const upload = await readUpload(file.bytes, file.name);
  return context.db.transaction(async (tx) => {
    await lockBatches(tx);
    const result = await report(tx, file.site_id, upload);
    for (const match of result.matches) {
      const { state, exported } = match;
      if (!exported || (state !== 'matched' && state !== 'repeated')) continue;
      if (state === 'matched' && exported.batch.exported_by === importedBy)
        throw new NotPossibleError(
          `批次 ${exported.batch.batch_no} 是您导出的，须由另一名财务人员导入`,
        );
      await takeOver(context, tx, { match, exported, importedBy });
    }
    await closeBatches(tx, file.site_id, context.now());
    return result;
  });
}

async function takeOver(
  context: Context,
  tx: Db,
  { match, exported, importedBy }: { match: Match; exported: ExportedItem; importedBy: string },
): Promise<void> {
  const { item, invoice } = exported;
  const at = context.now();
  if (match.state === 'matched') {
    await setItem(tx, item.serial_no, { item_status: 'issued', tax_invoice_no: match.number });
    await logState(tx, {
      entity: 'invoice_batch',
      entity_id: item.batch_no,
      from: item.serial_no,
      to: match.number,
      actor_type: 'staff',
      actor_id: importedBy,
      at,
    });
    if (item.color === 'red')
      await setInvoiceFile(tx, invoice.invoice_no, { red_tax_no: match.number });
    else
      await markIssued(tx, invoice, {
        tax_invoice_no: match.number,
        issued_at: match.issued_on ? new Date(`${match.issued_on}T00:00:00+08:00`) : at,
        at,
      });
  }
  if (item.color === 'blue') await storeMissingFile(context, tx, match, exported);
}

/** The learner's file: PDF before OFD, and once. */
async function storeMissingFile(
  context: Context,
  tx: Db,
  { file }: Match,
  { invoice }: ExportedItem,
): Promise<void> {
  if (!file?.bytes || file.kind === 'list') return;
  const stored = invoice.file_id ? await findFile(tx, invoice.file_id) : undefined;
  if (stored && (invoice.file_format === 'pdf' || file.kind === 'ofd')) return;
  if (stored?.sha256 === createHash('sha256').update(file.bytes).digest('hex')) return;
  const { file_id } = await storeFile(context, tx, {
    site_id: invoice.site_id,
    kind: 'resource',
    name: `invoice-${invoice.invoice_no}`,
    // An OFD is a ZIP; `file_format` of the invoice says which one.
    format: file.kind === 'ofd' ? 'zip' : 'pdf',
    bytes: file.bytes,
  });
  await setInvoiceFile(tx, invoice.invoice_no, { file_id, file_format: file.kind });
}
