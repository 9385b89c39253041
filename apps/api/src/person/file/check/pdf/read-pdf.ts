import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import createQpdf from '@neslinesli93/qpdf-wasm';

export type PdfValue = null | boolean | number | string | PdfValue[] | PdfDictionary;
export interface PdfDictionary {
  [name: string]: PdfValue;
}
interface PdfStream {
  dict: PdfDictionary;
  /** As stored, before any filter. */
  bytes: Buffer;
}
export interface PdfContent {
  /** By reference, `4 0 R`. Names are decoded and start with `/`, text starts with `u:` or `b:`. */
  values: Map<string, PdfValue>;
  streams: PdfStream[];
  /** qpdf had to guess or to repair. */
  isIrregular: boolean;
}

interface Qpdf {
  callMain(options: string[]): number;
  FS: {
    writeFile(path: string, bytes: Uint8Array): void;
    readFile(path: string): Uint8Array;
  };
}
type Open = (options: { wasmBinary: Uint8Array; noInitialRun: true }) => Promise<Qpdf>;
interface Listing {
  qpdf: [
    unknown,
    Record<string, { value?: PdfValue; stream?: { dict: PdfDictionary; datafile: string } }>,
  ];
}

const program = createRequire(import.meta.url).resolve('@neslinesli93/qpdf-wasm/dist/qpdf.wasm');
/** A PDF of 100 MB with text and pictures is far below. */
const longestListing = 128 * 1024 * 1024;

/** All objects of a PDF as qpdf reads them, also those inside of object streams; undefined if qpdf
 * cannot read it. */
export async function readPdf(bytes: Uint8Array): Promise<PdfContent | undefined> {
  const open = createQpdf as unknown as Open;
  const qpdf = await open({ wasmBinary: await readFile(program), noInitialRun: true });
  qpdf.FS.writeFile('/in.pdf', bytes);
  let code: number;
  try {
    code = qpdf.callMain([
      '--no-warn',
      '--json=2',
      '--json-key=qpdf',
      '--json-stream-data=file',
      '--json-stream-prefix=/stream',
      '--decode-level=none',
      '/in.pdf',
      '/out.json',
    ]);
  } catch {
    return undefined;
  }
  if (code !== 0 && code !== 3) return undefined;
  const listing = qpdf.FS.readFile('/out.json');
  if (listing.length > longestListing) return undefined;
  const [, objects] = (JSON.parse(Buffer.from(listing).toString()) as Listing).qpdf;
  const content: PdfContent = { values: new Map(), streams: [], isIrregular: code === 3 };
  for (const [name, { value, stream }] of Object.entries(objects)) {
    content.values.set(name.replace(/^obj:/, ''), value ?? stream?.dict ?? null);
    if (!stream) continue;
    const data = Buffer.from(qpdf.FS.readFile(stream.datafile));
    content.streams.push({ dict: stream.dict, bytes: data });
  }
  return content;
}
