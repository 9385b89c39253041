import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage, request as requestPlain } from 'node:http';
import { request } from 'node:https';
import { connect, type ConnectionOptions } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { requireProgram } from '../programs/packages.ts';
import { freePort } from '../programs/free-port.ts';
import { makeCertificate } from './certificate.ts';

const program = requireProgram(
  () => ['/usr/sbin/nginx', '/usr/bin/nginx'].find(existsSync),
  ['nginx'],
);
const folder = mkdtempSync(join(tmpdir(), 'cme-nginx-'));
const received: IncomingMessage[] = [];
const edge = createServer((incoming, reply) => {
  received.push(incoming);
  incoming.resume().on('end', () => {
    if (/^\/(qm\/)?static\//.test(incoming.url ?? ''))
      reply.setHeader('cache-control', 'public, max-age=31536000, immutable');
    reply.setHeader('vary', 'accept-encoding');
    reply.write('first ');
    if (incoming.url?.includes('/held/')) setTimeout(() => reply.end('last'), 500);
    else if (incoming.url !== '/wait') reply.end('last');
  });
});
let nginx: ChildProcess;
let port = 0;
let plainPort = 0;

/** The unchanged configuration with this test's ports. */
async function writeConfig(): Promise<string> {
  port = await freePort();
  plainPort = await freePort();
  const { port: inside } = edge.address() as AddressInfo;
  return (
    readFileSync(join(import.meta.dirname, 'nginx.conf'), 'utf8')
      .replaceAll('listen 80', `listen 127.0.0.1:${plainPort}`)
      .replaceAll('listen 443', `listen 127.0.0.1:${port}`)
      .replace('127.0.0.1:8080', `127.0.0.1:${await freePort()}`)
      .replace('127.0.0.1:8090', `127.0.0.1:${inside}`)
      .replace('65536', '4096')
      .replace('32768', '1024')
      .replaceAll('burst=3000', 'burst=50')
      .replace('rate=200r', 'rate=1r')
      .replace('connections 8000', 'connections 40')
      // This machine is a proxy, so that a test can be any client.
      .replace('server_tokens off;', 'set_real_ip_from 127.0.0.1; real_ip_header x-client; $&')
  );
}

beforeAll(async () => {
  edge.listen(0, '127.0.0.1');
  await once(edge, 'listening');
  // nginx workers do not run as root.
  chmodSync(folder, 0o755);
  for (const name of ['logs', 'temp']) mkdirSync(join(folder, name));
  makeCertificate(folder);
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, await writeConfig());
  cpSync(join(import.meta.dirname, 'customer-domains.conf'), join(folder, 'customer-domains.conf'));
  const args = ['-p', folder, '-c', file, '-e', join(folder, 'logs/error.log')];
  const result = spawnSync(program, [...args, '-t'], { encoding: 'utf8' });
  expect(result.stderr).toContain('test is successful');
  expect(result.stderr).not.toContain('[emerg]');
  nginx = spawn(program, [...args, '-g', 'daemon off;'], { stdio: 'ignore' });
  await vi.waitFor(async () => expect((await sendRequest('/')).status).toBe(200), 20_000);
});
afterAll(async () => {
  nginx.kill('SIGTERM');
  await once(nginx, 'exit');
  edge.closeAllConnections();
  edge.close();
  rmSync(folder, { recursive: true, force: true });
});

function sendRequest(
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<{ status: number; first: string; headers: IncomingMessage['headers'] }> {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number;
    first: string;
    headers: IncomingMessage['headers'];
  }>();
  const outgoing = request(
    {
      host: '127.0.0.1',
      port,
      path,
      method: body === undefined ? 'GET' : 'POST',
      headers: { host: 'cme.localhost:8443', ...headers },
      rejectUnauthorized: false,
      agent: false,
    },
    (reply) =>
      reply.once('data', (firstChunk: Buffer) => {
        resolve({
          status: reply.statusCode ?? 0,
          first: firstChunk.toString(),
          headers: reply.headers,
        });
        reply.destroy();
      }),
  );
  outgoing.on('error', reject);
  outgoing.end(body);
  return promise;
}

/** Reads the whole response: nginx does not cache an aborted one. */
function readWholeResponse(path: string, headers: Record<string, string> = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, rejectUnauthorized: false, agent: false };
    const outgoing = request(
      { ...options, headers: { host: 'cme.localhost:8443', ...headers } },
      (reply) => void reply.resume().on('end', resolve),
    );
    outgoing.on('error', reject).end();
  });
}

it('forwards the client address and ignores forged headers', async () => {
  await sendRequest('/who', {
    'x-forwarded-for': '8.8.8.8',
    'x-forwarded-proto': 'http',
    'x-forwarded-host': 'hospital.localhost',
    forwarded: 'for=8.8.8.8',
  });
  const { headers } = received.findLast(({ url }) => url === '/who') as IncomingMessage;
  expect(headers).toMatchObject({
    host: 'cme.localhost:8443',
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'https',
  });
  expect([headers['x-forwarded-host'], headers['forwarded']]).toEqual([undefined, undefined]);
});

it('responses are streamed unbuffered, so a long-polling call blocks nothing', async () => {
  expect((await sendRequest('/wait')).first).toBe('first ');
});

it('has the same body limit as the edge', async () => {
  expect((await sendRequest('/body', {}, 'x'.repeat(128 * 1024))).status).toBe(200);
  expect((await sendRequest('/body', {}, 'x'.repeat(128 * 1024 + 1))).status).toBe(413);
});

it('fails over from an edge that is down', async () => {
  const all = await Promise.all(Array.from({ length: 10 }, () => sendRequest('/x', {}, 'a=1')));
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
});

it('supports HTTP/2 and no insecure TLS version', async () => {
  const getProtocol = async (options: ConnectionOptions) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ...options });
    await once(socket, 'secureConnect');
    const { alpnProtocol } = socket;
    socket.destroy();
    return [alpnProtocol, socket.getProtocol()];
  };
  expect((await getProtocol({ ALPNProtocols: ['h2', 'http/1.1'] }))[0]).toBe('h2');
  await expect(getProtocol({ maxVersion: 'TLSv1.1', minVersion: 'TLSv1' })).rejects.toThrow();
});

it('caches release files by host and encoding, but no pages', async () => {
  const countRequests = (path: string) => received.filter(({ url }) => url === path).length;
  const file = '/static/player/0123456789ab/web/index.js';
  for (let round = 0; round < 3; round += 1)
    for (const header of ['x-a: 1', 'accept-encoding: br', 'host: hospital.localhost'])
      await readWholeResponse(file, {
        cookie: 'cme_signed=1',
        ...Object.fromEntries([header.split(': ')]),
      });
  expect(countRequests(file)).toBe(3);
  expect(received.find(({ url }) => url === file)?.headers['cookie']).toBeUndefined();
  for (let round = 0; round < 3; round += 1) await readWholeResponse('/page');
  expect(countRequests('/page')).toBe(3);
});

it('logs no passes', async () => {
  for (const path of [
    '/qm/media/secretpass/folder/x.ts?a=secretquery',
    '/qm/api/v5/home/index?timeStamp=secretquery',
    '/qm/api/v5/invoice/file/secretpass/1.pdf',
    '/user/order/secretpass',
  ])
    await sendRequest(path);
  const readLog = () => readFileSync(join(folder, 'logs/access.log'), 'utf8');
  await vi.waitFor(() => expect(readLog()).toMatch(/GET cme\.localhost \/user 200/));
  expect(readLog()).toContain(' /qm/media/* 200');
  expect(readLog()).toContain(' /qm/api/v5/home/index 200');
  expect(readLog()).not.toContain('secret');
});

describe('hosts', () => {
  const statusOf = async (host: string) => (await sendRequest('/host', { host })).status;

  it.each([
    'cme.localhost',
    'player.cme.localhost:8443',
    'files.cme.localhost',
    'HOSPITAL.localhost',
    'city.localhost.',
  ])('of this installation reach an edge: %s', async (host) => {
    expect(await statusOf(host)).toBe(200);
  });

  it.each([
    'random.example',
    'random.cme.localhost',
    'evilcme.localhost',
    'cme.localhost.example',
    'player.hospital.localhost',
    '127.0.0.1',
    '8.8.8.8:8443',
    '[::1]',
    `${'x'.repeat(60)}.example`,
  ])('that are not end at nginx: %s', async (host) => {
    const before = received.length;
    expect(await statusOf(host)).toBe(421);
    expect(received.length).toBe(before);
  });

  it('without TLS, ours are redirected and others are cut off', async () => {
    const sendFrom = (host: string) => {
      const { promise, resolve } = Promise.withResolvers<string>();
      requestPlain(
        { host: '127.0.0.1', port: plainPort, headers: { host }, agent: false },
        (reply) => {
          resolve(`${reply.statusCode} ${reply.headers.location}`);
          reply.destroy();
        },
      )
        .on('error', () => resolve('cut off'))
        .end();
      return promise;
    };
    expect(await sendFrom('hospital.localhost')).toBe('301 https://hospital.localhost/');
    expect(await sendFrom('random.example')).toBe('cut off');
  });
});

describe('one client', () => {
  const flood = (path: string, clientOf: (index: number) => string, body?: string) =>
    Promise.all(
      Array.from({ length: 30 }, async (_, round) => {
        const answers = [];
        for (let index = 0; index < 10; index += 1)
          answers.push(await sendRequest(path, { 'x-client': clientOf(round * 10 + index) }, body));
        return answers;
      }),
    ).then((all) => all.flat());
  const refusedOf = (answers: Awaited<ReturnType<typeof flood>>) =>
    answers.filter(({ status }) => status === 429);

  it.each([
    ['an address', () => '203.0.113.1'],
    ['an IPv6 network', (index: number) => `2001:db8:0:1:${index.toString(16)}::9`],
    ['a network with zeros', (index: number) => `2001:db8::${(index + 1).toString(16)}`],
  ])('that floods is told to wait, others are not: %s', async (_, clientOf) => {
    const [first] = refusedOf(await flood('/flood', clientOf));
    expect(first?.headers['retry-after']).toBe('5');
    expect(first?.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(first?.first).toContain('访问过于频繁，请稍候再试');
    for (const other of ['198.51.100.1', '2001:db8:0:2::1'])
      expect((await sendRequest('/other', { 'x-client': other })).status).toBe(200);
  });

  it.each([
    ['calls', '/qm/api/v5/home/index', '203.0.113.2'],
    ['uploads', '/qm/api/v5/file/upload/part', '203.0.113.5'],
  ])('that floods %s gets the envelope', async (_, path, client) => {
    const [first] = refusedOf(await flood(path, () => client, 'a=1'));
    expect(JSON.parse(first?.first ?? '')).toMatchObject({ isSuccess: false, statusCode: 429 });
  });

  it('gets release files and pictures without limit', async () => {
    const answers = await flood('/qm/static/covers/a.svg', () => '203.0.113.3');
    expect(refusedOf(answers)).toEqual([]);
  });

  it('does not take all connections', async () => {
    // Files of releases, since the limit of requests does not count them.
    const waiting = Array.from({ length: 60 }, (_, index) =>
      sendRequest(`/static/held/${index}.js`, { 'x-client': '203.0.113.4' }),
    );
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    expect((await sendRequest('/other', { 'x-client': '198.51.100.2' })).status).toBe(200);
  });
});
