import { readFileSync } from 'node:fs';
import PDFDocument from 'pdfkit';
import { fontFiles } from './fonts.ts';

export type Pdf = PDFKit.PDFDocument;

export interface Paper {
  title: string;
  author: string;
  /** A fixed creation date, so that the same content gives the same file. */
  at: Date;
  layout: 'portrait' | 'landscape';
}

/** Loaded with the first document; subsets are embedded into each file. */
let fonts: Record<keyof typeof fontFiles, Buffer> | undefined;

/** Draws an A4 document without margins; `regular` and `bold` are its fonts. */
export function makePdf(
  { title, author, at, layout }: Paper,
  draw: (doc: Pdf) => void,
): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    layout,
    margin: 0,
    // A mark may be drawn on every page at the end.
    bufferPages: true,
    lang: 'zh-CN',
    displayTitle: true,
    pdfVersion: '1.7',
    info: {
      Title: title,
      Author: author,
      Creator: author,
      Producer: 'pdfkit',
      CreationDate: at,
      ModDate: at,
    },
  });
  fonts ??= { regular: readFileSync(fontFiles.regular), bold: readFileSync(fontFiles.bold) };
  doc.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold);
  const parts: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) =>
    doc
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => resolve(Buffer.concat(parts)))
      .on('error', reject),
  );
  draw(doc);
  doc.end();
  return done;
}
