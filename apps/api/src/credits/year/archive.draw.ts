import { makePdf, type Pdf } from '../../platform/printing/pdf.ts';

/** Data of a printed year; plain values, because it is drawn in another thread. */
export interface Archive {
  year: number;
  site: string;
  name: string;
  unit: string;
  /** In milliseconds. */
  at: number;
  day: string;
  status: string;
  figures: [name: string, value: string][];
  months: [month: string, minutes: string, hours: string, credits: string, completed: string][];
  rows: [title: string, source: string, hours: string, credits: string, day: string][];
}

const page = { left: 48, width: 499, bottom: 770 };
const ink = { text: '#16232B', faint: '#5A6B70', line: '#D5DEDC', brand: '#0F6B66' };
const rowHeight = 20;

type Column = [name: string, width: number];

/** Draws a year: figures, months, and every ledger row on as many pages as needed. */
export function drawArchive(archive: Archive): Promise<Buffer> {
  const { year, site, name, unit, at: printedAt, day, status, figures, months, rows } = archive;
  const title = `${year}年度继续教育学习档案`;
  const paper = { title, author: site, at: new Date(printedAt), layout: 'portrait' as const };
  return makePdf(paper, (doc) => {
    doc.font('bold').fontSize(20).fillColor(ink.brand).text(title, page.left, 52);
    doc.font('regular').fontSize(10.5).fillColor(ink.text);
    doc.text([name, unit, status].filter(Boolean).join('　　'), page.left, 84, {
      lineBreak: false,
    });
    let y = 112;
    for (const [at_, [label, value]] of figures.entries()) {
      const x = page.left + (at_ % 3) * 166;
      doc.fillColor(ink.faint).text(label, x, y, { lineBreak: false });
      doc.fillColor(ink.text).text(value, x + 74, y, { lineBreak: false });
      if (at_ % 3 === 2 || at_ === figures.length - 1) y += rowHeight;
    }
    y = table(doc, y + 14, '每月学习', monthColumns, months);
    y = table(doc, y + 18, '学时学分明细', ledgerColumns, rows);
    if (rows.length === 0)
      doc.fillColor(ink.faint).text('这一年还没有学分记录', page.left, y + 4, { lineBreak: false });
    doc.fontSize(9).fillColor(ink.faint);
    doc.text(`${site}　打印日期 ${day}`, page.left, 800, { lineBreak: false });
  });
}

const monthColumns: Column[] = [
  ['月份', 70],
  ['学习时长（分钟）', 130],
  ['学时', 100],
  ['学分', 100],
  ['完成课程', 99],
];
const ledgerColumns: Column[] = [
  ['项目', 255],
  ['类别', 74],
  ['学时', 50],
  ['学分', 50],
  ['日期', 70],
];

/** Draws a table from a vertical position on, repeating its header on each page; returns its
 * end. */
function table(
  doc: Pdf,
  from: number,
  title: string,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): number {
  const drawHeader = (top: number) => {
    line(
      doc,
      top,
      columns,
      columns.map(([name]) => name),
      'bold',
    );
    return top + rowHeight;
  };
  doc.font('bold').fontSize(12).fillColor(ink.brand).text(title, page.left, from);
  let y = drawHeader(from + 22);
  for (const row of rows) {
    if (y > page.bottom) {
      doc.addPage({ size: 'A4', margin: 0 });
      y = drawHeader(48);
    }
    line(doc, y, columns, row, 'regular');
    y += rowHeight;
  }
  return y;
}

function line(
  doc: Pdf,
  y: number,
  columns: readonly Column[],
  cells: readonly string[],
  font: 'regular' | 'bold',
): void {
  doc.font(font).fontSize(10).fillColor(ink.text);
  let x = page.left;
  for (const [index, [, width]] of columns.entries()) {
    const text = cells[index] ?? '';
    doc.text(text, x, y + 4, { width: width - 8, height: 13, lineBreak: false, ellipsis: true });
    x += width;
  }
  const bottom = y + rowHeight;
  doc.moveTo(page.left, bottom).lineTo(page.left + page.width, bottom);
  doc.lineWidth(0.5).strokeColor(ink.line).stroke();
}
