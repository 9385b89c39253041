import { createCanvas } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';

/** Pixels per point of A4: sharp on any phone, legible when enlarged. */
const scale = 2;

/** Renders the first page of a document as PNG. */
export async function renderPicture(pdf: Buffer): Promise<Buffer> {
  const loading = getDocument({ data: new Uint8Array(pdf), useSystemFonts: false });
  try {
    const page = await (await loading.promise).getPage(1);
    const viewport = page.getViewport({ scale });
    const width = Math.ceil(viewport.width);
    const height = Math.ceil(viewport.height);
    const canvas = createCanvas(width, height);
    // pdf.js declares the browser's canvas type; this one has the same methods.
    await page.render({ canvas: canvas as never, viewport }).promise;
    // A palette reduces the file to a third, because there are few colours.
    return await sharp(canvas.data(), { raw: { width, height, channels: 4 } })
      .flatten({ background: '#fff' })
      .png({ palette: true })
      .toBuffer();
  } finally {
    await loading.destroy();
  }
}
