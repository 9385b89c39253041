import { compact, hasName } from '../upload/facts.rules.ts';
import type { InvoiceDocument } from '../upload/document.ts';
import type { ExportedItem } from './batch.store.ts';

export type MatchState =
  | 'matched'
  | 'repeated'
  | 'sum_differs'
  | 'title_differs'
  | 'already_issued'
  | 'rejected'
  | 'unknown';

/** What becomes of one issued invoice that came back. */
export interface Match {
  sources: string[];
  number: string;
  state: MatchState;
  /** What differs, for people. */
  note: string;
  exported?: ExportedItem;
  issued_on?: string;
  /** The best file of it: PDF before OFD. */
  file?: InvoiceDocument;
}

/** All that is known of one number, from files and lists. */
interface Issued {
  number: string;
  documents: InvoiceDocument[];
  serial?: string | undefined;
  blue_no?: string | undefined;
  totals: number[];
}

const yuan = (fen: number) => (fen / 100).toFixed(2);

/** Finds the request of each issued invoice and compares it, number by number in stored order. An
 * invoice is taken only if nothing differs. */
export function matchDocuments(
  documents: readonly InvoiceDocument[],
  exported: readonly ExportedItem[],
  taken: ReadonlyMap<string, string>,
): Match[] {
  const used = new Map<string, string>();
  return group(documents).map((issued) => {
    const match = matchOne(issued, exported, taken, used);
    if (match.state === 'matched' && match.exported)
      used.set(match.exported.item.serial_no, issued.number);
    return match;
  });
}

function group(documents: readonly InvoiceDocument[]): Issued[] {
  const byNumber = new Map<string, InvoiceDocument[]>();
  for (const document of documents) {
    const key = document.number ?? `? ${document.source}`;
    byNumber.set(key, [...(byNumber.get(key) ?? []), document]);
  }
  return [...byNumber.values()].map((all) => ({
    number: all[0]?.number ?? '',
    documents: all,
    serial: all.find(({ serial }) => serial)?.serial,
    blue_no: all.find(({ blue_no }) => blue_no)?.blue_no,
    totals: [
      ...new Set(all.flatMap(({ total_fen }) => (total_fen === undefined ? [] : [total_fen]))),
    ],
  }));
}

function matchOne(
  issued: Issued,
  exported: readonly ExportedItem[],
  taken: ReadonlyMap<string, string>,
  used: ReadonlyMap<string, string>,
): Match {
  const { number, documents, totals } = issued;
  const issuedOn = documents.find(({ issued_on }) => issued_on)?.issued_on;
  const file =
    documents.find(({ kind }) => kind === 'pdf') ?? documents.find(({ kind }) => kind === 'ofd');
  const end = (state: MatchState, note: string, one?: ExportedItem): Match => ({
    sources: documents.map(({ source }) => source),
    number,
    state,
    note,
    ...(one && { exported: one }),
    ...(issuedOn && { issued_on: issuedOn }),
    ...(file && { file }),
  });
  if (number === '') return end('unknown', '没有读出发票号码');
  const [total] = totals;
  if (total === undefined) return end('unknown', '没有读出价税合计，请连同开票清单一起导入');
  if (totals.length > 1)
    return end('sum_differs', `文件和清单的金额不同：${totals.map(yuan).join('、')}`);
  const found = findItem(issued, exported, total);
  if (!('item' in found)) return end(found.state, found.note);
  return compare(issued, found, { taken, used, total, end });
}

type Found = ExportedItem | { state: MatchState; note: string };

/** By serial number; for a red invoice by the number that it cancels; else by title and sum, if only
 * one request has both. */
function findItem(issued: Issued, exported: readonly ExportedItem[], total: number): Found {
  if (issued.serial) {
    const own = exported.find(({ item }) => item.serial_no === issued.serial);
    return own ?? { state: 'unknown', note: `没有流水号 ${issued.serial}` };
  }
  const again = exported.find(({ item }) => item.tax_invoice_no === issued.number);
  if (again) return again;
  if (issued.blue_no) {
    const red = exported.find(
      ({ item, invoice }) => item.color === 'red' && invoice.tax_invoice_no === issued.blue_no,
    );
    return red ?? { state: 'unknown', note: `没有待红冲的发票 ${issued.blue_no}` };
  }
  const open = exported.filter(
    ({ item }) => item.item_status === 'open' && item.color === (total < 0 ? 'red' : 'blue'),
  );
  const alike = open.filter((one) => titleDifference(issued, one) === '');
  const [first, second] = alike.filter(({ item }) => item.amount_fen === total);
  if (first && !second) return first;
  if (second) return { state: 'unknown', note: '有几项抬头和金额都相同的申请，须凭流水号确定' };
  const [sameTitle] = alike;
  if (sameTitle && alike.length === 1) return sameTitle;
  const sameSum = open.filter(({ item }) => item.amount_fen === total);
  const [only] = sameSum;
  return only && sameSum.length === 1
    ? only
    : { state: 'unknown', note: '没有抬头和金额相符的申请' };
}

function compare(
  issued: Issued,
  one: ExportedItem,
  {
    taken,
    used,
    total,
    end,
  }: {
    taken: ReadonlyMap<string, string>;
    used: ReadonlyMap<string, string>;
    total: number;
    end: (state: MatchState, note: string, one?: ExportedItem) => Match;
  },
): Match {
  const { item } = one;
  const { number } = issued;
  const holder = taken.get(number);
  if (holder !== undefined && holder !== item.invoice_no)
    return end('already_issued', `号码已登记在另一张发票 ${holder}`, one);
  if (item.item_status === 'rejected') return end('rejected', '这项申请已驳回，请核对后处理', one);
  if (item.item_status === 'issued')
    return item.tax_invoice_no === number
      ? end('repeated', '已登记过', one)
      : end('already_issued', `这项申请已开具 ${item.tax_invoice_no}`, one);
  if (holder !== undefined)
    return end(
      'already_issued',
      `号码已登记在这张发票的${item.color === 'red' ? '蓝' : '红'}票`,
      one,
    );
  const other = used.get(item.serial_no);
  if (other) return end('already_issued', `同一项申请还有一张 ${other}`, one);
  if (item.amount_fen !== total)
    return end('sum_differs', `申请 ${yuan(item.amount_fen)}，发票 ${yuan(total)}`, one);
  const difference = titleDifference(issued, one);
  return difference ? end('title_differs', difference, one) : end('matched', '', one);
}

/** How title or tax number differ from the request; empty if they agree. */
function titleDifference({ documents }: Issued, { item }: ExportedItem): string {
  const title = compact(item.title);
  for (const document of documents) {
    if (document.title !== undefined && compact(document.title) !== title)
      return `申请抬头“${item.title}”，发票“${document.title}”`;
    if (document.tax_no && document.tax_no !== item.tax_no && item.tax_no !== '')
      return `申请税号 ${item.tax_no}，发票 ${document.tax_no}`;
    const { texts = [] } = document;
    if (texts.length === 0) continue;
    if (!hasName(texts, item.title)) return `发票上没有申请的抬头“${item.title}”`;
    if (item.tax_no && !texts.join('').includes(item.tax_no))
      return `发票上没有申请的税号 ${item.tax_no}`;
  }
  return '';
}
