import type { CertificateText } from '@cme/contract/credits';
import { makePdf, type Pdf } from '../../../platform/printing/pdf.ts';
import { renderPicture } from '../../../platform/printing/picture.ts';
import { longDay } from '../../../platform/http/format-time.ts';
import { drawFrame, rosette } from './guilloche.ts';
import { seal } from '../issuing/seal.ts';
import { drawQrCode } from './qr-code.ts';
import type { Printed } from '../printed.ts';
import { drawTemplate } from './template.draw.ts';

const ink = '#0F4F4B';
const gold = '#B08A3E';
const dark = '#1B2A2E';
const grey = '#5E6B6D';
const paper = '#FCFBF6';

/** Draws the certificate as a printable sheet from its frozen data. */
export function drawCertificate(printed: Printed): Promise<Buffer> {
  const { snapshot, text, template } = printed;
  const at = new Date(`${snapshot.issued_on}T00:00:00+08:00`);
  return makePdf(
    {
      title: `${text.title} ${snapshot.cert_no}`,
      author: snapshot.issuer,
      at,
      layout: template?.layout.paper ?? 'landscape',
    },
    (doc) => {
      if (template) return drawTemplate(doc, printed, template);
      drawBackground(doc);
      drawHeader(doc, printed);
      holder(doc, text);
      statement(doc, text.statement);
      drawFigures(doc, text.rows);
      drawFooter(doc, printed);
    },
  );
}

/** The same sheet as an image, for phones. */
export const drawPicture = async (printed: Printed): Promise<Buffer> =>
  renderPicture(await drawCertificate(printed));

function drawBackground(doc: Pdf): void {
  const { width, height } = doc.page;
  doc.rect(0, 0, width, height).fill(paper);
  for (const [radius, swing, petals] of [
    [128, 22, 24],
    [92, 26, 16],
    [52, 24, 12],
  ] as const) {
    rosette(doc, [width / 2, height / 2 + 4], {
      radius,
      swing,
      petals,
      turns: 5,
      color: ink,
      width: 0.35,
      opacity: 0.13,
    });
  }
  drawFrame(doc, { inset: 36, half: 11.5, ink, gold, paper });
}

/** Chooses the largest of these sizes at which a text fits, else the smallest. */
function drawFitting(
  doc: Pdf,
  font: 'regular' | 'bold',
  sizes: readonly number[],
  fits: () => boolean,
): number {
  doc.font(font);
  const found =
    sizes.find((size) => {
      doc.fontSize(size);
      return fits();
    }) ??
    sizes.at(-1) ??
    10;
  doc.fontSize(found);
  return found;
}

const drawCentred = (doc: Pdf, text: string, y: number, options: PDFKit.Mixins.TextOptions = {}) =>
  doc.text(text, 0, y, { width: doc.page.width, align: 'center', lineBreak: false, ...options });

function drawHeader(doc: Pdf, { snapshot, text }: Printed): void {
  const middle = doc.page.width / 2;
  doc.font('regular').fontSize(12).fillColor(gold);
  drawCentred(doc, snapshot.issuer, 82, { characterSpacing: 4 });
  doc
    .font('bold')
    .fontSize(text.title.length > 14 ? 34 : 38)
    .fillColor(ink);
  drawCentred(doc, text.title, 104, { characterSpacing: text.title.length > 14 ? 5 : 9 });
  doc
    .strokeOpacity(1)
    .lineWidth(0.7)
    .moveTo(middle - 150, 166)
    .lineTo(middle - 14, 166)
    .stroke(gold)
    .moveTo(middle + 14, 166)
    .lineTo(middle + 150, 166)
    .stroke(gold);
  doc
    .save()
    .rotate(45, { origin: [middle, 166] })
    .rect(middle - 4, 162, 8, 8)
    .fill(gold)
    .restore();
  doc.font('regular').fontSize(10.5).fillColor(grey);
  drawCentred(
    doc,
    `证书编号  ${snapshot.cert_no}${snapshot.replaces ? `　（换发自 ${snapshot.replaces}）` : ''}`,
    178,
    { characterSpacing: 0.6 },
  );
}

function holder(
  doc: Pdf,
  { real_name, gender, id_no, unit_name, series_name, level_name }: CertificateText,
): void {
  const middle = doc.page.width / 2;
  const characterSpacing = real_name.length < 4 ? 10 : 3;
  const width = () => doc.widthOfString(real_name, { characterSpacing }) - characterSpacing;
  const size = drawFitting(doc, 'bold', [30, 26, 22, 18, 14], () => width() < 520);
  doc.fillColor(dark).text(real_name, middle - width() / 2, 203 + (30 - size) * 0.9, {
    lineBreak: false,
    characterSpacing,
  });
  doc
    .lineWidth(0.8)
    .moveTo(middle - 110, 248)
    .lineTo(middle + 110, 248)
    .stroke(gold);
  const about = [
    gender,
    `身份证件号 ${id_no}`,
    unit_name,
    [series_name, level_name].filter(Boolean).join(' · '),
  ]
    .filter(Boolean)
    .join('　｜　');
  drawFitting(doc, 'regular', [11, 10, 9, 8, 7], () => doc.widthOfString(about) < 680);
  doc.fillColor(grey);
  drawCentred(doc, about, 256);
}

function statement(doc: Pdf, text: string): void {
  const width = 564;
  const room = 88;
  const options = { width, lineGap: 7, indent: 29 };
  const height = () => doc.heightOfString(text, options);
  drawFitting(doc, 'regular', [14.5, 13, 11.5, 10, 9], () => height() <= room);
  doc
    .fillColor(dark)
    .text(text, (doc.page.width - width) / 2, 289 + Math.max(0, (room - height()) / 2), {
      ...options,
      align: 'left',
    });
}

/** The figures in one row of equal columns between thin lines. */
function drawFigures(doc: Pdf, rows: CertificateText['rows']): void {
  const total = 560;
  const left = (doc.page.width - total) / 2;
  const column = total / Math.max(1, rows.length);
  rows.forEach(({ name, value }, index) => {
    const x = left + index * column;
    if (index > 0) doc.lineWidth(0.5).moveTo(x, 390).lineTo(x, 420).stroke('#D9CFB4');
    doc
      .font('regular')
      .fontSize(9.5)
      .fillColor(grey)
      .text(name, x, 386, { width: column, align: 'center', lineBreak: false });
    const size = drawFitting(
      doc,
      'bold',
      [14, 12, 10.5, 9, 8],
      () => doc.widthOfString(value) < column - 10,
    );
    doc.fillColor(ink).text(value, x + 4, 403 + (14 - size) / 2, {
      width: column - 8,
      align: 'center',
      height: size * 1.6,
      ellipsis: true,
    });
  });
}

function drawFooter(doc: Pdf, { snapshot, text, sha256, verify_url }: Printed): void {
  const { width } = doc.page;
  drawQrCode(doc, verify_url, 78, 452, 64);
  doc.font('bold').fontSize(10).fillColor(ink).text('扫码验证', 152, 458, { lineBreak: false });
  doc
    .font('regular')
    .fontSize(8.5)
    .fillColor(grey)
    .text(`${new URL(verify_url).origin}/certificate/verify`, 152, 475, { lineBreak: false });
  doc.text('凭证书编号与证件号码后四位也可查询', 152, 488, { lineBreak: false });
  doc
    .fontSize(6.2)
    .fillColor('#8B9697')
    .text(`数据摘要 SHA-256  ${sha256}`, 152, 504, { lineBreak: false });
  const x = width - 212;
  const size = drawFitting(
    doc,
    'bold',
    [14, 12.5, 11, 9.5, 8],
    () => doc.widthOfString(text.issuer) < 230,
  );
  doc.fillColor(dark).text(text.issuer, x - 130, 462 + (14 - size) / 2, {
    width: 260,
    align: 'center',
    lineBreak: false,
  });
  doc
    .font('regular')
    .fontSize(12.5)
    .fillColor(dark)
    .text(longDay(text.issued_on), x - 130, 490, { width: 260, align: 'center', lineBreak: false });
  seal(doc, { x: x + 78, y: 479, radius: 48 }, { name: snapshot.issuer, purpose: '证书专用章' });
}
