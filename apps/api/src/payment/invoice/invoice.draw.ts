import { makePdf, type Pdf } from '../../platform/printing/pdf.ts';
import { formatDay } from '../../platform/http/format-time.ts';
import { yuan } from '../../platform/money/money.rules.ts';
import { capitalAmount } from './amount-words.rules.ts';
import type { Invoice } from './invoice.store.ts';

export interface Seller {
  name: string;
  subject: string;
}

const left = 50;
const right = 545;
const top = 150;
const ink = '#7a3b16';

/** Draws a sample of an invoice from its row alone, marked as a sample on every page. The title of the buyer and the subject are whole, in as many
 * lines as they need: what is below them moves down. */
export function drawInvoice(row: Invoice, { name, subject }: Seller): Promise<Buffer> {
  const at = row.issued_at ?? row.created_at;
  return makePdf(
    { title: `电子发票 ${row.tax_invoice_no ?? ''}`, author: name, at, layout: 'portrait' },
    (doc) => {
      doc
        .font('bold')
        .fontSize(22)
        .fillColor(ink)
        .text('电子发票（普通发票）', 0, 62, { width: 595, align: 'center' });
      doc.moveTo(180, 96).lineTo(415, 96).lineWidth(1).strokeColor(ink).stroke();
      doc
        .font('regular')
        .fontSize(10)
        .fillColor('#222')
        .text(`发票号码：${row.tax_invoice_no ?? ''}`, 360, 108)
        .text(`开票日期：${formatDay(at)}`, 360, 124);
      if (row.invoice_status === 'reversed')
        doc.font('bold').fontSize(16).fillColor('#c00').text('已红冲', left, 108);
      const bottom = drawTable(doc, row, { name, subject });
      doc
        .font('regular')
        .fontSize(9)
        .fillColor('#555')
        .text(
          `订单编号：${row.order_code}　由内置开票程序生成，仅供演示，不作报销凭证。`,
          left,
          bottom + 16,
        );
      const { start, count } = doc.bufferedPageRange();
      for (let page = start; page < start + count; page += 1) {
        doc.switchToPage(page);
        drawSampleMark(doc);
      }
    },
  );
}

function drawSampleMark(doc: Pdf): void {
  const { width, height } = doc.page;
  doc
    .save()
    .rotate(-30, { origin: [width / 2, height / 2] })
    .font('bold')
    .fontSize(150)
    .fillColor('#c00')
    .opacity(0.16)
    .text('样票', 0, height / 2 - 110, { width, align: 'center', lineBreak: false })
    .restore();
}

const partyWidth = 150;
const subjectWidth = 310;

/** Draws the table and returns where it ends. */
function drawTable(doc: Pdf, row: Invoice, { name, subject }: Seller): number {
  const item = `*非学历教育服务*${subject}`;
  const heightOf = (text: string, width: number) =>
    doc.font('regular').fontSize(10).heightOfString(text, { width });
  const namesEnd =
    top + 12 + Math.max(22, heightOf(row.title, partyWidth), heightOf(name, partyWidth)) + 4;
  const partiesEnd = namesEnd + 22;
  const itemsTop = partiesEnd + 24;
  const itemsEnd = itemsTop + Math.max(66, heightOf(item, subjectWidth) + 16);
  const sumEnd = itemsEnd + 40;
  const bottom = sumEnd + 42;
  doc
    .lineWidth(0.8)
    .strokeColor(ink)
    .rect(left, top, right - left, bottom - top)
    .stroke();
  for (const y of [partiesEnd, itemsTop, itemsEnd, sumEnd])
    doc.moveTo(left, y).lineTo(right, y).stroke();
  doc.moveTo(297, top).lineTo(297, partiesEnd).stroke();
  const cell = (x: number, y: number, label: string, value: string, width = 230) => {
    doc.font('regular').fontSize(9).fillColor(ink).text(label, x, y);
    doc
      .fontSize(10)
      .fillColor('#222')
      .text(value, x + 80, y - 1, { width: width - 80 });
  };
  cell(left + 8, top + 12, '购买方名称', row.title);
  cell(left + 8, namesEnd, '纳税人识别号', row.tax_no || '—');
  cell(305, top + 12, '销售方名称', name);
  cell(305, namesEnd, '纳税人识别号', '—');
  doc
    .font('regular')
    .fontSize(9)
    .fillColor(ink)
    .text('项目名称', left + 8, partiesEnd + 6)
    .text('税率', 380, partiesEnd + 6)
    .text('金额（元）', 460, partiesEnd + 6, { width: 77, align: 'right' });
  doc
    .fontSize(10)
    .fillColor('#222')
    .text(item, left + 8, itemsTop + 8, { width: subjectWidth })
    .text('免税', 380, itemsTop + 8)
    .text(yuan(row.amount_fen), 460, itemsTop + 8, { width: 77, align: 'right' });
  cell(left + 8, itemsEnd + 14, '价税合计（大写）', `　${capitalAmount(row.amount_fen)}`, 330);
  doc
    .font('bold')
    .fontSize(11)
    .fillColor('#222')
    .text(`¥${yuan(row.amount_fen)}`, 400, itemsEnd + 13, { width: 137, align: 'right' });
  cell(left + 8, sumEnd + 14, '备注', `收票邮箱 ${row.email}`, 480);
  return bottom;
}
