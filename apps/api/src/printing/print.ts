import { Worker } from 'node:worker_threads';
import type { drawCertificate } from '../modules/certificate/print/certificate.draw.ts';
import type { drawInvoice } from '../modules/invoice/invoice.draw.ts';

export interface Sheets {
  certificate: typeof drawCertificate;
  invoice: typeof drawInvoice;
}
export interface PrintRequest {
  id: number;
  sheet: keyof Sheets;
  of: unknown[];
}
export interface PrintResult {
  id: number;
  bytes?: Uint8Array<ArrayBuffer>;
  error?: string;
}

interface Waiting {
  resolve(bytes: Buffer): void;
  reject(error: Error): void;
}
interface Printer {
  thread: Worker;
  waiting: Map<number, Waiting>;
}

let printer: Printer | undefined;
let last = 0;

/** Draws a PDF on a thread of its own, one for the whole process, so that nobody else waits for
 * it. Started by the first sheet: most processes never draw. One that dies takes the sheets it
 * had along; the next sheet starts another. */
export function print<Sheet extends keyof Sheets>(
  sheet: Sheet,
  ...of: Parameters<Sheets[Sheet]>
): Promise<Buffer> {
  const { thread, waiting } = (printer ??= start());
  const id = (last += 1);
  return new Promise((resolve, reject) => {
    thread.postMessage({ id, sheet, of } satisfies PrintRequest);
    waiting.set(id, { resolve, reject });
    thread.ref();
  });
}

function start(): Printer {
  const started: Printer = {
    thread: new Worker(new URL('print.worker.ts', import.meta.url), { execArgv: [] }),
    waiting: new Map(),
  };
  const { thread, waiting } = started;
  const end = (error: Error) => {
    if (printer === started) printer = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  thread.on('error', end).on('exit', (code) => end(new Error(`the printer ended with ${code}`)));
  thread.on('message', ({ id, bytes, error }: PrintResult) => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (bytes) one?.resolve(Buffer.from(bytes.buffer));
    else one?.reject(new Error(error));
    // Nothing to do must not keep a process alive.
    if (waiting.size === 0) thread.unref();
  });
  thread.unref();
  return started;
}
