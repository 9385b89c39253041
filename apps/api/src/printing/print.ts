import { Worker } from 'node:worker_threads';

type Draw = (...of: never[]) => Promise<Buffer>;

export interface PrintRequest {
  id: number;
  /** Address of the module that draws, and the function in it. */
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

/** Prints with a module's function on a thread of its own, one for the whole process, so that
 * nobody else waits for it. Started by the first sheet: most processes never print. One that dies
 * takes the sheets it had along; the next sheet starts another. */
export const printsWith =
  <Drawing extends Draw>(module: URL, draw: string) =>
  (...of: Parameters<Drawing>): Promise<Buffer> => {
    const { thread, waiting } = (printer ??= start());
    const id = (last += 1);
    return new Promise((resolve, reject) => {
      thread.postMessage({ id, module: module.href, draw, of } satisfies PrintRequest);
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
  thread.on('error', end).on('exit', (code) => end(new Error(`the printer ended with ${code}`)));
  thread.on('message', ({ id, bytes, error }: PrintReply) => {
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
