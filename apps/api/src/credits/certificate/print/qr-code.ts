import qrcode from 'qrcode';
import type { Pdf } from '../../../platform/printing/pdf.ts';

/** A QR code as vector squares, so that it prints sharply. */
export function drawQrCode(doc: Pdf, text: string, x: number, y: number, size: number): void {
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'M' });
  const unit = size / modules.size;
  doc.rect(x - 5, y - 5, size + 10, size + 10).fill('#FFFFFF');
  const squares = [];
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1)
      if (modules.get(row, column))
        squares.push(
          `${(x + column * unit).toFixed(3)} ${(y + row * unit).toFixed(3)} ${unit.toFixed(3)} ${unit.toFixed(3)} re`,
        );
  }
  doc.fillColor('#12201F').addContent(`${squares.join(' ')} f`);
}
