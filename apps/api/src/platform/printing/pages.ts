import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The number of pages of a document. */
export async function countPages(pdf: Buffer): Promise<number> {
  const loading = getDocument({ data: new Uint8Array(pdf), useSystemFonts: false });
  try {
    return (await loading.promise).numPages;
  } finally {
    await loading.destroy();
  }
}
