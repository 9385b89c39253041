import { Worker } from 'node:worker_threads';

type Draw = (...args: never[]) => Promise<Buffer>;

export interface PrintRequest {
  id: number;
  /** URL of the drawing module, and its exported function. */
  module: string;
  draw: string;
  of: unknown[];
}
export interface PrintReply {
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

/** Runs a module's drawing function in a worker thread, one per process, so that other requests do
 * not wait. Started on first use, since most processes never print. If it dies, its current sheets
 * fail, and the next one starts another. */
export const printsWith =
  <Drawing extends Draw>(module: URL, draw: string) =>
  (...args: Parameters<Drawing>): Promise<Buffer> => {
    const { thread, waiting } = (printer ??= start());
    const id = (last += 1);
    return new Promise((resolve, reject) => {
      thread.postMessage({ id, module: module.href, draw, of: args } satisfies PrintRequest);
      waiting.set(id, { resolve, reject });
      thread.ref();
    });
  };

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
  thread
    .on('error', end)
    .on('exit', (code) => end(new Error(`the print worker exited with code ${code}`)));
  thread.on('message', ({ id, bytes, error }: PrintReply) => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (bytes) one?.resolve(Buffer.from(bytes.buffer));
    else one?.reject(new Error(error));
    // An idle worker must not keep the process alive.
    if (waiting.size === 0) thread.unref();
  });
  thread.unref();
  return started;
}
