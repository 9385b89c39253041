import type { Pdf } from '../../../platform/printing/pdf.ts';
import { longDay } from '../../../platform/http/format-time.ts';
import type { Layout, Placeholder, TextField } from '../layout.rules.ts';
import type { Printed, PrintedTemplate } from '../printed.ts';
import { drawQrCode } from './qr-code.ts';

/** Draws a certificate as its template says; below are the background and the signature, above
 * everything the seal. */
export function drawTemplate(doc: Pdf, printed: Printed, template: PrintedTemplate): void {
  const { layout, background, seal, signature } = template;
  const { width, height } = doc.page;
  if (background) doc.image(Buffer.from(background, 'base64'), 0, 0, { width, height });
  drawPicture(doc, signature, layout.signature);
  const values = readValues(printed);
  for (const field of layout.texts) drawText(doc, field, values);
  drawQrCode(doc, printed.verify_url, layout.qr.x, layout.qr.y, layout.qr.size);
  drawPicture(doc, seal, layout.seal);
}

function drawPicture(doc: Pdf, picture: string, place: Layout['seal']): void {
  if (picture && place)
    doc.image(Buffer.from(picture, 'base64'), place.x, place.y, { width: place.width });
}

function readValues({ snapshot, text, sha256, verify_url }: Printed): Record<Placeholder, string> {
  const { title, real_name, gender, id_no, unit_name, series_name, level_name, statement } = text;
  return {
    title,
    cert_no: `${snapshot.cert_no}${snapshot.replaces ? `（换发自 ${snapshot.replaces}）` : ''}`,
    real_name,
    gender,
    id_no,
    unit_name,
    series_name,
    level_name,
    statement,
    figures: text.rows.map(({ name, value }) => `${name} ${value}`).join('　｜　'),
    issuer: text.issuer,
    issued_on: longDay(text.issued_on),
    verify_address: `${new URL(verify_url).origin}/certificate/verify`,
    sha256,
  };
}

const smallest = 4;

/** Smaller until all of it fits into its box. */
function drawText(
  doc: Pdf,
  { text, x, y, width, height, size, align, font, color }: TextField,
  values: Readonly<Record<string, string>>,
): void {
  const filled = text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '').trim();
  if (filled === '') return;
  doc.font(font).fontSize(size).fillColor(color);
  let fitting = size;
  while (fitting > smallest && doc.heightOfString(filled, { width }) > height)
    doc.fontSize((fitting -= 0.5));
  doc.text(filled, x, y, { width, align });
}
