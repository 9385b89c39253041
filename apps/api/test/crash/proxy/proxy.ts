import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { openListener, openReader, rowsDone } from './wire.ts';

/** A statement sent to the database, or its result. */
export interface Passing {
  text: string;
  /** Earlier statements of the same transaction, `begin` first; empty outside of one. */
  before: readonly string[];
  /** Rows found or changed; known after the result. */
  rows: number;
}

/** `stay`: holds back it and everything after. A number: forwards that many bytes in either
 * direction, then breaks the connection. */
export type Verdict = 'go' | 'stay' | number;

/** Called twice for every statement of every connection: before the database receives it, and
 * before the client receives its result. */
export interface Watch {
  asked(passing: Passing): Verdict;
  answered(passing: Passing): Verdict;
}

/** A proxy between the API and PostgreSQL that forwards everything, except as its watch decides. */
export async function openProxy(
  database: { host: string; port: number },
  watch: Watch,
): Promise<{ port: number; close(): Promise<void> }> {
  const open = new Set<Socket>();
  const keep = (socket: Socket) =>
    open.add(socket.setNoDelay(true).on('close', () => open.delete(socket)));
  const server = createServer((api) => {
    const base = connect(database.port, database.host);
    keep(api);
    keep(base);
    join(api, base, watch);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    async close() {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  };
}

function join(api: Socket, base: Socket, watch: Watch): void {
  let left = Infinity;
  let stays = false;
  let running: Passing | undefined;
  let transaction: string[] = [];
  const listener = openListener();
  const asks = openReader({ hasStart: true });
  const answers = openReader({ hasStart: false });

  const obey = (verdict: Verdict) => {
    if (verdict === 'stay') stays = true;
    else if (verdict !== 'go') left = Math.min(left, verdict);
  };
  function give(to: Socket, bytes: Buffer): void {
    if (stays || left < 0) return;
    const part = bytes.subarray(0, left);
    if (part.length > 0) to.write(part);
    left -= bytes.length;
    if (left > 0) return;
    left = -1;
    for (const item of [api, base]) item.destroySoon();
  }
  api.on('data', (chunk: Buffer) => {
    for (const message of asks(chunk)) {
      const text = listener.runs(message);
      if (text !== undefined) {
        running = { text, before: transaction, rows: 0 };
        obey(watch.asked(running));
        if (/^begin/i.test(text)) transaction = [text];
        else if (transaction.length > 0) transaction = [...transaction, text];
      }
      give(base, message.bytes);
    }
  });
  base.on('data', (chunk: Buffer) => {
    for (const message of answers(chunk)) {
      const rows = rowsDone(message);
      if (running && rows !== undefined) {
        obey(watch.answered({ ...running, rows }));
        if (/^(commit|rollback)$/i.test(running.text)) transaction = [];
      }
      give(api, message.bytes);
    }
  });
  for (const [one, other] of [
    [api, base],
    [base, api],
  ] as const)
    one.on('error', () => undefined).on('close', () => other.destroy());
}
