import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEdge } from './edge.ts';
import { openServer, connectRaw, request } from './wire.ts';

type Wire = Awaited<ReturnType<typeof connectRaw>>;
const watch = '/qm/api/v5/session/watch';
const form = 'Content-Type: application/x-www-form-urlencoded';
let held: { incoming: IncomingMessage; reply: ServerResponse }[] = [];
let connections = 0;
let api: Awaited<ReturnType<typeof openServer>>;
let edge: Awaited<ReturnType<typeof openEdge>>;
let wires: Wire[] = [];

/**
 * An API that holds long-polling calls until the test answers them, and answers all others at once.
 */
beforeEach(async () => {
  held = [];
  connections = 0;
  api = await openServer((incoming, reply) => {
    if (incoming.url !== watch)
      return void incoming.resume().on('end', () => reply.end('{"isSuccess":true}'));
    incoming.resume();
    held.push({ incoming, reply });
  });
  api.server.on('connection', () => (connections += 1));
  edge = await openEdge({
    env: { API_UPSTREAM: `127.0.0.1:${api.port}`, TRUSTED_PROXIES: 'loopback' },
    settings: { openFiles: 200 },
  });
});
afterEach(async () => {
  for (const wire of wires.splice(0)) wire.end();
  await api.close();
  await edge.close();
});

async function page(token: string, at = 'cme.localhost', from = '203.0.113.1'): Promise<Wire> {
  const wire = await connectRaw(edge.port);
  wires.push(wire);
  wire.send(
    request(watch, {
      method: 'POST',
      host: at,
      headers: [`X-Token: ${token}`, `X-Forwarded-For: ${from}`, form],
      body: 'unread_count=0',
    }),
  );
  return wire;
}
/** Pages of many clients, in networks of their own. */
const pageOfClient = (index: number) =>
  page(`token ${index}`, undefined, index % 2 ? `198.51.100.${index}` : `2001:db8:0:${index}::1`);
async function other(): Promise<number> {
  const began = performance.now();
  const { status } = await edge.get('cme.localhost', '/qm/api/v5/home/index', {}, 'POST');
  expect(status).toBe(200);
  return performance.now() - began;
}

describe('long-polling pages', () => {
  it('do not slow other calls down, however many there are', async () => {
    await Promise.all(Array.from({ length: 70 }, (_, index) => pageOfClient(index)));
    await expect.poll(() => held.length, { timeout: 20_000 }).toBe(70);
    const times = await Promise.all(Array.from({ length: 20 }, other));
    expect(Math.max(...times)).toBeLessThan(1000);
  });

  it('with equal calls share one call to the API, and all get its response', async () => {
    const mine = await Promise.all([page('a'), page('a'), page('a')]);
    const [elsewhere, another] = [await page('a', 'user.cme.localhost'), await page('b')];
    await expect.poll(() => held.length).toBe(3);
    for (const { incoming, reply } of held)
      reply
        .writeHead(200, { 'x-whose': `${incoming.headers.host} ${incoming.headers['x-token']}` })
        .end('news');
    for (const wire of mine)
      expect(await wire.next()).toMatchObject({
        status: 200,
        body: 'news',
        head: expect.stringContaining('x-whose: cme.localhost a'),
      });
    expect((await elsewhere.next()).head).toContain('x-whose: user.cme.localhost a');
    expect((await another.next()).head).toContain('x-whose: cme.localhost b');
  });

  it("release the API's call when the last one disconnects", async () => {
    const [first, second] = [await page('a'), await page('a')];
    await expect.poll(() => held.length).toBe(1);
    const closed = new Promise((resolve) => held[0]?.reply.once('close', () => resolve('closed')));
    first.end();
    expect(await other()).toBeLessThan(1000);
    expect(held[0]?.reply.destroyed).toBe(false);
    second.end();
    expect(await closed).toBe('closed');
    await page('a');
    await expect.poll(() => held.length).toBe(2);
  });

  it('leave open files to others: one too many is told to retry', async () => {
    await Promise.all(Array.from({ length: 75 }, (_, index) => pageOfClient(index)));
    await expect.poll(() => held.length, { timeout: 20_000 }).toBe(75);
    const { status, head, body } = await (await pageOfClient(75)).next();
    expect([status, JSON.parse(body).statusCode]).toEqual([503, 503]);
    expect(head).toMatch(/^retry-after: 5$/im);
    await other();
  });

  it.each([
    ['one address', () => '203.0.113.7'],
    ['one network', (index: number) => `2001:db8:0:7:${index}::1`],
  ])('of %s take at most half of them', async (_, addressOf) => {
    const opened = await Promise.all(
      Array.from({ length: 40 }, (_, index) => page(`t${index}`, undefined, addressOf(index))),
    );
    await expect.poll(() => held.length, { timeout: 20_000 }).toBe(37);
    const refused = await Promise.all(opened.slice(37).map((wire) => wire.next()));
    expect(refused.map(({ status }) => status)).toEqual([503, 503, 503]);
    await pageOfClient(1);
    await expect.poll(() => held.length).toBe(38);
  });

  it('are told to retry on shutdown', async () => {
    const wire = await page('a');
    await expect.poll(() => held.length).toBe(1);
    const answer = wire.next();
    await edge.app.close();
    expect((await answer).status).toBe(503);
  });
});

describe('slow senders', () => {
  it('take no connection to the API, and are cut off with 408', async () => {
    await edge.close();
    edge = await openEdge({
      env: { API_UPSTREAM: `127.0.0.1:${api.port}` },
      settings: { patience: { headers: 3000, request: 5000 } },
    });
    await other();
    const before = connections;
    const half = [
      `POST /qm/api/v5/login HTTP/1.1\r\nHost: cme.localhost\r\nContent-Length: 10\r\n\r\nab`,
      'POST /qm/api/v5/login HTTP/1.1\r\nHost: cme',
    ];
    const slow = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const wire = await connectRaw(edge.port);
        wires.push(wire);
        wire.send(half[index % 2] ?? '');
        return wire;
      }),
    );
    await Promise.all(Array.from({ length: 10 }, other));
    expect(connections - before).toBeLessThan(12);
    const answers = await Promise.all(slow.map((wire) => wire.next()));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 408));
    await Promise.all(slow.map(({ closed }) => closed));
  });
});
