import type { Sheet } from '../../../platform/excel/excel.ts';
import type { InvoiceDocument, UnreadFile } from './document.ts';
import { compact, readFacts, toFen } from './facts.rules.ts';

/** Columns of the bureau's exports (全量发票查询, 批量开票结果), by any of their names. */
const names = {
  number: ['数电发票号码', '数电票号码', '全电发票号码', '发票号码'],
  serial: ['发票流水号', '流水号'],
  title: ['购买方名称', '购方名称'],
  tax_no: ['购买方纳税人识别号', '购买方识别号', '购方识别号'],
  day: ['开票日期', '开票时间'],
  total: ['价税合计'],
  amount: ['金额', '合计金额'],
  tax: ['税额', '合计税额'],
  positive: ['是否正数发票'],
  status: ['发票状态'],
  remark: ['备注'],
} as const;
type Column = keyof typeof names;
type Cell = Sheet['rows'][number][number];

const headRows = 10;

/** The invoices that a workbook lists: one document per number, its lines added up. Undefined: it is
 * no list of invoices. */
export function readList(
  sheets: readonly Sheet[],
  source: string,
): { documents: InvoiceDocument[]; unread: UnreadFile[] } | undefined {
  for (const sheet of sheets) {
    const found = readSheet(sheet, source);
    if (found) return found;
  }
  return undefined;
}

function readSheet({ rows }: Sheet, source: string) {
  const head = rows.slice(0, headRows).findIndex((row) => findColumns(row) !== undefined);
  const columns = findColumns(rows[head] ?? []);
  if (!columns) return undefined;
  const byNumber = new Map<string, InvoiceDocument>();
  const unread: UnreadFile[] = [];
  rows.slice(head + 1).forEach((row, index) => {
    if (row.every((value) => toText(value) === '')) return;
    const place = `${source} 第${head + index + 2}行`;
    const document = readRow(columns, row, place);
    if ('state' in document) unread.push(document);
    else if (document.number) byNumber.set(document.number, add(byNumber, document));
  });
  return { documents: [...byNumber.values()], unread };
}

function add(
  byNumber: ReadonlyMap<string, InvoiceDocument>,
  document: InvoiceDocument,
): InvoiceDocument {
  const before = byNumber.get(document.number ?? '');
  return before?.total_fen !== undefined && document.total_fen !== undefined
    ? { ...before, total_fen: before.total_fen + document.total_fen }
    : document;
}

function findColumns(row: readonly Cell[]): ReadonlyMap<Column, number> | undefined {
  const heads = row.map((value) => compact(toText(value)).replace(/^\*/, ''));
  const found = new Map<Column, number>();
  for (const column of Object.keys(names) as Column[]) {
    const index = names[column]
      .map((name) => heads.indexOf(name))
      .find((position) => position >= 0);
    if (index !== undefined) found.set(column, index);
  }
  const hasSum = found.has('total') || found.has('amount') || found.has('serial');
  return found.has('number') && hasSum ? found : undefined;
}

const toText = (value: Cell | undefined): string =>
  value instanceof Date ? value.toISOString().slice(0, 10) : String(value ?? '').trim();

function readRow(
  columns: ReadonlyMap<Column, number>,
  row: readonly Cell[],
  place: string,
): InvoiceDocument | UnreadFile {
  const cell = (column: Column) => row[columns.get(column) ?? -1];
  const read = (column: Column) => toText(cell(column));
  const number = read('number');
  if (typeof cell('number') === 'number' && number.length > 15)
    return {
      source: place,
      state: 'damaged',
      note: '发票号码在表格里是数字格式，已失去位数，请重新导出',
    };
  if (!/^\d{20}$/.test(number))
    return { source: place, state: 'ignored', note: '没有20位的发票号码' };
  if (/作废/.test(read('status'))) return { source: place, state: 'ignored', note: '发票已作废' };
  const total = readTotal(read, columns);
  const remark = readFacts([read('remark')], '');
  const serial = read('serial') || remark.serial;
  return {
    source: place,
    kind: 'list',
    number,
    ...(serial && { serial }),
    ...(remark.blue_no && { blue_no: remark.blue_no }),
    ...(!Number.isNaN(total) && {
      total_fen: read('positive') === '否' ? -Math.abs(total) : total,
    }),
    ...(columns.has('title') && { title: read('title') }),
    ...(columns.has('tax_no') && { tax_no: read('tax_no') }),
    ...(/^\d{4}-\d{2}-\d{2}/.test(read('day')) && { issued_on: read('day').slice(0, 10) }),
  };
}

function readTotal(read: (column: Column) => string, columns: ReadonlyMap<Column, number>): number {
  if (columns.has('total')) return toFen(read('total'));
  const tax = read('tax');
  // A tax-free invoice has a word instead of its tax.
  return toFen(read('amount')) + (/\d/.test(tax) ? toFen(tax) : 0);
}
