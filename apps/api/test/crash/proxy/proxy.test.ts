import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openProxy, type Passing, type Verdict, type Watch } from './proxy.ts';
import { openReader } from './wire.ts';

const start = Buffer.from([0, 0, 0, 8, 0, 3, 0, 0]);
function message(type: string, text: string): Buffer {
  const bytes = Buffer.alloc(6 + Buffer.byteLength(text));
  bytes.write(type, 0, 'latin1');
  bytes.writeInt32BE(bytes.length - 1, 1);
  bytes.write(text, 5);
  return bytes;
}

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

/** A fake database behind a proxy with this watch. */
async function startTestApi(watch: Partial<Watch>) {
  const done: string[] = [];
  const database = createServer((socket) => {
    const read = openReader({ hasStart: true });
    socket
      .on('error', () => undefined)
      .on('data', (chunk: Buffer) => {
        for (const { type, bytes } of read(chunk)) {
          if (type !== 'Q') continue;
          const text = bytes.toString('utf8', 5, bytes.length - 1);
          done.push(text);
          socket.write(message('C', `${text.toUpperCase()} 2`));
        }
      });
  }).listen(0, '127.0.0.1');
  await once(database, 'listening');
  const proxy = await openProxy(
    { host: '127.0.0.1', port: (database.address() as { port: number }).port },
    { asked: () => 'go', answered: () => 'go', ...watch },
  );
  const api = connect(proxy.port, '127.0.0.1').on('error', () => undefined);
  open.push(
    () => database.close(),
    () => proxy.close(),
    () => api.destroy(),
  );
  api.write(start);
  const read = openReader({ hasStart: false });
  const heard: string[] = [];
  let bytes = 0;
  api.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    heard.push(...read(chunk).map((item) => item.bytes.toString('utf8', 5, item.bytes.length - 1)));
  });
  const runQuery = async (text: string) => {
    api.write(message('Q', text));
    await Promise.race([once(api, 'data'), once(api, 'close')]);
  };
  return { runQuery, api, done, heard, bytes: () => bytes };
}

const at =
  (text: string, verdict: Verdict, seen: Passing[] = []) =>
  (passing: Passing): Verdict => {
    seen.push(passing);
    return passing.text === text ? verdict : 'go';
  };

describe('the proxy', () => {
  it('forwards everything, and knows the previous statements of a transaction', async () => {
    const seen: Passing[] = [];
    const { runQuery, heard } = await startTestApi({ answered: at('', 'go', seen) });
    for (const text of ['begin', 'update a', 'commit', 'select']) await runQuery(text);
    expect(heard).toEqual(['BEGIN 2', 'UPDATE A 2', 'COMMIT 2', 'SELECT 2']);
    expect(seen.map(({ text, before, rows }) => [text, before, rows])).toEqual([
      ['begin', [], 2],
      ['update a', ['begin'], 2],
      ['commit', ['begin', 'update a'], 2],
      ['select', [], 2],
    ]);
  });

  it('breaks the connection before the database receives a statement', async () => {
    const { runQuery, api, done } = await startTestApi({ asked: at('commit', 0) });
    await runQuery('begin');
    await runQuery('commit');
    expect([api.destroyed || api.readableEnded, done]).toEqual([true, ['begin']]);
  });

  it('breaks the connection after the database has executed it, before the client receives the result', async () => {
    const { runQuery, done, heard } = await startTestApi({ answered: at('commit', 0) });
    await runQuery('begin');
    await runQuery('commit');
    expect([done, heard]).toEqual([['begin', 'commit'], ['BEGIN 2']]);
  });

  it('breaks the connection in the middle of a reply', async () => {
    const { runQuery, heard, bytes } = await startTestApi({ answered: at('begin', 3) });
    await runQuery('begin');
    await runQuery('commit');
    expect([heard, bytes()]).toEqual([[], 3]);
  });

  it('holds back a statement for the lifetime of the connection', async () => {
    const { api, done } = await startTestApi({ asked: at('commit', 'stay') });
    api.write(message('Q', 'commit'));
    api.write(message('Q', 'select'));
    api.end();
    await once(api, 'close');
    expect(done).toEqual([]);
  });
});
