import { parentPort } from 'node:worker_threads';
import type { PrintReply, PrintRequest } from './print.ts';

async function reply({ id, module, draw, of: args }: PrintRequest): Promise<PrintReply> {
  try {
    const drawings = (await import(module)) as Record<
      string,
      (...args: unknown[]) => Promise<Buffer>
    >;
    const drawing = drawings[draw];
    if (!drawing) throw new Error(`${module} has no ${draw}`);
    return { id, bytes: new Uint8Array(await drawing(...args)) };
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

// Sequentially: a thread gains nothing from two at once.
let last: Promise<void> = Promise.resolve();
parentPort?.on('message', (request: PrintRequest) => {
  last = last.then(async () => {
    const done = await reply(request);
    parentPort?.postMessage(done, done.bytes ? [done.bytes.buffer] : []);
  });
});
