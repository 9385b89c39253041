import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sendRaw, form } from '../test/ask.ts';
import { outputWith } from '../test/test-api.ts';
import { openIn } from '../test/modes.ts';
import { freePort } from '../../../tools/programs/free-port.ts';

const folder = mkdtempSync(join(tmpdir(), 'cme-main-'));
const program = join(import.meta.dirname, 'main.ts');

function start(environment: Record<string, string>): ChildProcess {
  const env = { PATH: process.env.PATH, LOG_LEVEL: 'info', ...environment };
  return spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function startAndEnd(
  environment: Record<string, string>,
): Promise<{ code: number; out: string; error: string; ms: number }> {
  const began = performance.now();
  const child = start(environment);
  let [out, error] = ['', ''];
  child.stdout?.on('data', (part: Buffer) => (out += part.toString()));
  child.stderr?.on('data', (part: Buffer) => (error += part.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, out, error, ms: performance.now() - began };
}

/** A call whose last byte is sent by `finish`. Returns the reply's body, empty if the connection
 * closes without one. */
/** A call whose last byte is held back. `received`: the server has read its headers and sent 100
 * Continue. */
function send(
  port: number,
  path: string,
  body: string,
  headers: Record<string, string> = {},
): { received: Promise<void>; finish(): void; reply: Promise<string> } {
  const lines = Object.entries({
    host: 'cme.localhost',
    connection: 'close',
    expect: '100-continue',
    ...form,
    'content-length': String(body.length),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = connect(port, '127.0.0.1').setNoDelay();
  let heard = '';
  const received = new Promise<void>((resolve) =>
    socket.on('data', (part) => {
      heard += part.toString();
      if (heard.startsWith('HTTP/1.1 100')) resolve();
    }),
  );
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body.slice(0, -1)}`);
  const reply = new Promise<string>((resolve) =>
    socket
      .on('error', () => resolve(''))
      .on('close', () => resolve(heard.split('\r\n\r\n').at(-1) ?? '')),
  );
  return { received, finish: () => void socket.write(body.slice(-1)), reply };
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('an invalid setting stops the start with one line', async () => {
  const { code, out, error } = await startAndEnd({ PORT: 'many', DATA_DIR: folder });
  expect([code, out, error]).toEqual([
    1,
    '',
    expect.stringMatching(/^setting PORT="many" cannot be used; accepted: 1 to 65535\n$/),
  ]);
});

test('an unreachable database stops the start with one line, without its password', async () => {
  const { code, error } = await startAndEnd({
    DATABASE_URL: 'postgres://cme:hunter2@127.0.0.1:9/none',
    SMS_PROVIDER: 'file',
    INVOICE_ISSUER: 'file',
    APP_SECRET: 'x'.repeat(32),
    DATA_DIR: folder,
  });
  expect([code, error.split('\n').length, error]).toEqual([
    1,
    2,
    expect.not.stringContaining('hunter2'),
  ]);
});

describe('a running API on the embedded database', () => {
  let child: ChildProcess;
  let port: number;
  beforeAll(async () => {
    port = await freePort();
    child = start({ DATA_DIR: folder, API_PORT: String(port) });
    expect(await outputWith(child.stdout!, 'api ready')).toContain(
      'embedded database: for trying out only',
    );
  });
  afterAll(() => child.kill('SIGKILL'));

  test('has the sample content and is healthy', async () => {
    const health = await fetch(`http://127.0.0.1:${port}/healthz`);
    expect([health.status, await health.json()]).toEqual([
      200,
      {
        name: 'api',
        version: '1.0.0',
        status: 'up',
        database: { kind: 'embedded', status: 'up', ms: expect.any(Number) },
      },
    ]);
    const reply = await sendRaw(`http://127.0.0.1:${port}/qm/api/v5/home/index`, {
      headers: form,
      body: 'full_domain_name=cme.localhost',
    });
    expect(JSON.parse(reply.text).data.counts.course).toBeGreaterThanOrEqual(36);
  });

  test('creates no file that other users can read: database, lock, secret, keys', () => {
    expect(readdirSync(folder)).toEqual(
      expect.arrayContaining(['database', 'database.lock', 'secret', 'pay']),
    );
    expect(openIn(folder)).toEqual([]);
  });

  test('blocks a second process on its folder within a second', async () => {
    const [second, empty] = [
      await startAndEnd({ DATA_DIR: folder, API_PORT: String(await freePort()) }),
      await startAndEnd({ PORT: 'many' }),
    ];
    expect([second.code, second.out]).toEqual([1, '']);
    expect(second.error).toMatch(/^数据目录正被进程 \d+使用[^\n]+\n$/);
    expect(second.ms - empty.ms).toBeLessThan(1000);
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  });

  test('blocks a second process on its port', async () => {
    const other = mkdtempSync(join(tmpdir(), 'cme-main-'));
    const { code, error } = await startAndEnd({ DATA_DIR: other, API_PORT: String(port) });
    expect(existsSync(join(other, 'database')), 'a database was begun').toBe(false);
    rmSync(other, { recursive: true, force: true });
    expect([code, error]).toEqual([
      1,
      expect.stringMatching(/^api: cannot start: [^\n]*EADDRINUSE[^\n]*\n$/),
    ]);
  });

  test('completes running calls on shutdown, answers long-polling calls, and releases its folder', async () => {
    const account =
      'full_domain_name=cme.localhost&login_kind=password&password=Learner2026&account=1380000000';
    const known = JSON.parse(
      (
        await sendRaw(`http://127.0.0.1:${port}/qm/api/v5/login`, {
          headers: form,
          body: `${account}1`,
        })
      ).text,
    );
    const waiting = send(port, '/qm/api/v5/session/watch', 'full_domain_name=cme.localhost', {
      'x-token': known.message,
    });
    waiting.finish();
    const begun = ['1', '2', '3', '4'].map((digit) =>
      send(port, '/qm/api/v5/login', account + digit),
    );
    let complaints = '';
    child.stdout?.on('data', (part: Buffer) => (complaints += part.toString()));
    const ended = once(child, 'close');
    await Promise.all([waiting, ...begun].map(({ received }) => received));
    child.kill('SIGTERM');
    expect(JSON.parse(await waiting.reply)).toMatchObject({
      isSuccess: true,
      data: { signed_in: 'Y' },
    });
    await vi.waitFor(
      () => expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow(),
      10_000,
    );
    for (const call of begun) call.finish();
    const replies = await Promise.all(begun.map(({ reply }) => reply));
    expect(replies.map((text) => JSON.parse(text))).toEqual(
      replies.map(() =>
        expect.objectContaining({ isSuccess: true, message: expect.stringMatching(/^.{43}$/) }),
      ),
    );
    expect(await ended).toEqual([0, null]);
    expect(complaints).not.toMatch(/"level":[56]0/);
    expect(existsSync(join(folder, 'database.lock'))).toBe(false);
  });

  test('starts again with its data, even after a kill', async () => {
    child = start({ DATA_DIR: folder, API_PORT: String(port) });
    expect(await outputWith(child.stdout!, 'api ready')).not.toContain('sample content created');
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(JSON.parse(readFileSync(join(folder, 'database.lock'), 'utf8')).pid).toBe(child.pid);
    child = start({ DATA_DIR: folder, API_PORT: String(port) });
    await outputWith(child.stdout!, 'api ready');
  }, 180_000);

  test('does not take over an unreadable lock', async () => {
    const other = mkdtempSync(join(tmpdir(), 'cme-main-'));
    writeFileSync(join(other, 'database.lock'), '');
    const { code, error } = await startAndEnd({
      DATA_DIR: other,
      API_PORT: String(await freePort()),
    });
    rmSync(other, { recursive: true, force: true });
    expect([code, error]).toEqual([1, expect.stringContaining('数据目录正被另一个进程使用')]);
  });
});
