import { parentPort } from 'node:worker_threads';
import { drawCertificate } from '../modules/certificate/print/certificate.draw.ts';
import { drawInvoice } from '../modules/invoice/invoice.draw.ts';
import type { PrintResult, Sheets, PrintRequest } from './print.ts';

const sheets: Sheets = { certificate: drawCertificate, invoice: drawInvoice };

async function drawn({ id, sheet, of }: PrintRequest): Promise<PrintResult> {
  try {
    const draw = sheets[sheet] as (...from: unknown[]) => Promise<Buffer>;
    return { id, bytes: new Uint8Array(await draw(...of)) };
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

// One after the other: a thread gains nothing from two at once.
let last: Promise<void> = Promise.resolve();
parentPort?.on('message', (wanted: PrintRequest) => {
  last = last.then(async () => {
    const done = await drawn(wanted);
    parentPort?.postMessage(done, done.bytes ? [done.bytes.buffer] : []);
  });
});
