import type { Pdf } from '../../../platform/printing/pdf.ts';

const red = '#C4161C';

function star(doc: Pdf, x: number, y: number, radius: number): void {
  const point = (index: number): [number, number] => {
    const angle = -Math.PI / 2 + (index * Math.PI) / 5;
    const reach = index % 2 === 0 ? radius : radius * 0.382;
    return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
  };
  doc.moveTo(...point(0));
  for (let index = 1; index < 10; index += 1) doc.lineTo(...point(index));
  doc.closePath().fill(red);
}

/** The issuer's round seal: name along the upper arc, star, purpose below. */
export function seal(
  doc: Pdf,
  { x, y, radius }: { x: number; y: number; radius: number },
  { name, purpose }: { name: string; purpose: string },
): void {
  doc.save().opacity(0.86);
  doc
    .circle(x, y, radius)
    .lineWidth(radius * 0.062)
    .stroke(red);
  doc
    .circle(x, y, radius * 0.9)
    .lineWidth(0.5)
    .stroke(red);
  star(doc, x, y - radius * 0.02, radius * 0.3);
  const size = Math.min(radius * 0.26, (radius * 3.3) / name.length);
  const span = Math.min(Math.PI * 1.36, name.length * ((size * 1.28) / (radius * 0.73)));
  doc.font('bold').fontSize(size).fillColor(red);
  [...name].forEach((item, index, all) => {
    const angle = all.length === 1 ? 0 : -span / 2 + (span * index) / (all.length - 1);
    const cx = x + radius * 0.7 * Math.sin(angle);
    const cy = y - radius * 0.7 * Math.cos(angle);
    doc.save().rotate((angle * 180) / Math.PI, { origin: [cx, cy] });
    doc.text(item, cx - doc.widthOfString(item) / 2, cy - size * 0.72, { lineBreak: false });
    doc.restore();
  });
  doc.fontSize(radius * 0.17).text(purpose, x - radius, y + radius * 0.46, {
    width: radius * 2,
    align: 'center',
    characterSpacing: 1,
    lineBreak: false,
  });
  doc.restore();
}
