import { createCanvas } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';

/** Points of A4 become so many pixels: sharp on any phone, legible when it is enlarged. */
const scale = 2;

/** The first page of a document as a PNG, as any reader would show it. */
export async function pictureOf(pdf: Buffer): Promise<Buffer> {
  const loading = getDocument({ data: new Uint8Array(pdf), useSystemFonts: false });
  try {
    const page = await (await loading.promise).getPage(1);
    const viewport = page.getViewport({ scale });
    const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)];
    const canvas = createCanvas(width, height);
    // pdf.js knows the canvas of browsers alone by type; this one has the same methods.
    await page.render({ canvas: canvas as never, viewport }).promise;
    // Few colours: a palette makes the file a third as large, which village lines are thankful for.
    return await sharp(canvas.data(), { raw: { width, height, channels: 4 } })
      .flatten({ background: '#fff' })
      .png({ palette: true })
      .toBuffer();
  } finally {
    await loading.destroy();
  }
}
