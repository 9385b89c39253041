import type { IncomingMessage, RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { isRepeatable } from '../src/proxy/repeatable.ts';
import { readSettings } from '../src/settings/settings.ts';
import { rankUpstreams } from '../src/proxy/upstreams.ts';
import { openEdge } from './edge.ts';
import { openServer, connectRaw, request } from './wire.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const read = '/qm/api/v5/home/index';
const write = '/qm/api/v5/order/cancel';

async function serve(listener: RequestListener, port = 0) {
  const one = await openServer(listener, port);
  closing.push(one.close);
  return one;
}
/**
 * A server that returns its name and counts requests other than health checks and rollout polls.
 */
async function named(name: string, port = 0) {
  const asked: IncomingMessage[] = [];
  const server = await serve((incoming, reply) => {
    if (incoming.url !== '/healthz' && !incoming.url?.startsWith('/internal/'))
      asked.push(incoming);
    incoming.resume().on('end', () => reply.end(name));
  }, port);
  return { ...server, asked };
}
async function edgeBefore(...ports: number[]) {
  const edge = await openEdge({
    env: { API_UPSTREAM: ports.map((port) => `127.0.0.1:${port}`).join() },
  });
  closing.push(edge.close);
  return {
    ...edge,
    ask: async (path: string, token = '') =>
      edge.get('cme.localhost', path, token ? { 'x-token': token } : {}, 'POST', 'a=1'),
  };
}

describe('hop-by-hop headers are dropped', () => {
  it('from responses of the API', async () => {
    const api = await serve((incoming, reply) => {
      incoming.resume();
      reply.writeHead(200, {
        connection: 'keep-alive, x-inner',
        'keep-alive': 'timeout=75',
        'x-inner': '1',
        'proxy-authenticate': 'Basic',
        upgrade: 'h2c',
        trailer: 'x-t',
        'x-outer': '2',
        'set-cookie': ['a=1', 'b=2'],
      });
      reply.end('ok');
    });
    const edge = await edgeBefore(api.port);
    const wire = await connectRaw(edge.port);
    const { head } = await wire.exchange(
      request('/qm/api/v5/x', { headers: ['Connection: close'] }),
    );
    wire.end();
    expect(head).not.toMatch(/^(keep-alive|x-inner|proxy-authenticate|upgrade|trailer):/im);
    expect(head).toMatch(/^connection: close$/im);
    expect(head.match(/^(x-outer: 2|set-cookie: [ab]=\d)$/gim)).toHaveLength(3);
  });

  it('from calls of a client', async () => {
    const api = await named('one');
    const edge = await edgeBefore(api.port);
    const headers = {
      connection: 'keep-alive, x-inner',
      'x-inner': '1',
      te: 'trailers',
      upgrade: 'websocket',
      'proxy-authorization': 'x',
      'x-real-ip': '8.8.8.8',
      'x-outer': '2',
    };
    await edge.get('cme.localhost', read, headers, 'POST', 'a=1');
    expect(api.asked[0]?.headers).toMatchObject({
      'x-outer': '2',
      'content-length': '3',
      'x-forwarded-for': '127.0.0.1',
    });
    for (const name of ['x-inner', 'te', 'upgrade', 'proxy-authorization', 'x-real-ip'])
      expect(api.asked[0]?.headers[name]).toBeUndefined();
  });

  it.each([204, 304, 416, 500])('a status of the API is passed on: %i', async (status) => {
    const api = await serve(
      (incoming, reply) =>
        void incoming.resume().on('end', () => reply.writeHead(status, { 'x-it': 'was' }).end()),
    );
    const edge = await edgeBefore(api.port);
    expect(await edge.ask(read)).toMatchObject({ status, headers: { 'x-it': 'was' } });
  });
});

describe('several APIs', () => {
  it('share anonymous calls; a learner stays with one', async () => {
    const [one, two] = [await named('one'), await named('two')];
    const edge = await edgeBefore(one.port, two.port);
    const strangers = await Promise.all(Array.from({ length: 10 }, () => edge.ask(read)));
    expect(new Set(strangers.map(({ text }) => text))).toEqual(new Set(['one', 'two']));
    const learner = await Promise.all(Array.from({ length: 10 }, () => edge.ask(read, 'a token')));
    expect(new Set(learner.map(({ text }) => text)).size).toBe(1);
  });

  it('a dead one costs nobody a call, and comes back', async () => {
    const [one, two] = [await named('one'), await named('two')];
    const edge = await edgeBefore(one.port, two.port);
    await one.close();
    const calls = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        edge.ask(index % 2 ? read : write, `token ${index}`),
      ),
    );
    expect(calls.map(({ status, text }) => [status, text])).toEqual(calls.map(() => [200, 'two']));
    const again = await named('one again', one.port);
    await expect
      .poll(async () => (await edge.ask(read)).text, { timeout: 15_000 })
      .toBe('one again');
    expect(again.asked.length).toBeGreaterThan(0);
  });

  it('one that dies during a call: repeatable calls move to another, an order is not created twice', async () => {
    const dying = await serve((incoming, reply) =>
      incoming.url === '/healthz'
        ? void reply.end()
        : void incoming.resume().on('end', () => incoming.socket.destroy()),
    );
    const two = await named('two');
    const edge = await edgeBefore(dying.port, two.port);
    const token = Array.from({ length: 50 }, (_, index) => `token ${index}`).find((item) =>
      rankUpstreams(
        [dying, two].map(({ port }) => `http://127.0.0.1:${port}`),
        item,
      )[0]?.endsWith(`:${dying.port}`),
    );
    expect(await edge.ask(read, token)).toMatchObject({ status: 200, text: 'two' });
    expect((await edge.get('cme.localhost', read, { 'x-token': token ?? '' })).text).toBe('two');
    const order = await edge.ask(write, token);
    expect(order.status).toBe(503);
    expect(JSON.parse(order.text)).toMatchObject({ isSuccess: false, statusCode: 503 });
    expect(two.asked.map(({ url }) => url)).not.toContain(write);
  });

  it('one that reports shutdown gets no new calls while it still answers', async () => {
    let isLeaving = false;
    const asked: string[] = [];
    const one = await serve((incoming, reply) => {
      if (incoming.url !== '/healthz') asked.push(incoming.url ?? '');
      else if (isLeaving) reply.statusCode = 503;
      incoming.resume().on('end', () => reply.end(isLeaving ? '{"status":"leaving"}' : 'one'));
    });
    const two = await named('two');
    const edge = await edgeBefore(one.port, two.port);
    const some = () => Promise.all(Array.from({ length: 6 }, () => edge.ask(write)));
    expect((await some()).map(({ text }) => text)).toContain('one');
    isLeaving = true;
    // Waits for the first check after it comes back; they run every two seconds.
    await expect
      .poll(async () => (await some()).every(({ text }) => text === 'two'), { timeout: 3500 })
      .toBe(true);
    asked.length = 0;
    await some();
    expect(asked).toEqual([]);
  });

  it('if all are dead this is reported, and they are still tried', async () => {
    const [one, two] = [await named('one'), await named('two')];
    const edge = await edgeBefore(one.port, two.port);
    await Promise.all([one.close(), two.close()]);
    expect((await edge.ask(read)).status).toBe(503);
    await named('one again', one.port);
    expect((await edge.ask(write)).text).toBe('one again');
  });
});

describe('rules', () => {
  it('a missing API moves only its own keys', () => {
    const origins = ['a', 'b', 'c'];
    const keys = Array.from({ length: 300 }, (_, index) => `key ${index}`);
    const others = keys.filter((key) => rankUpstreams(origins, key)[0] !== 'c');
    expect(others.map((key) => rankUpstreams(['a', 'b'], key)[0])).toEqual(
      others.map((key) => rankUpstreams(origins, key)[0]),
    );
    for (const origin of origins)
      expect(
        keys.filter((key) => rankUpstreams(origins, key)[0] === origin).length,
      ).toBeGreaterThan(60);
  });

  it.each([
    ['GET', '/qm/media/x/y/z', true],
    ['HEAD', '/qm/static/a.svg', true],
    ['POST', read, true],
    ['POST', `${read}?timeStamp=1`, true],
    ['POST', '/qm/api/v5/player/beat', true],
    ['POST', '/qm/api/v5/pay/notify/wechat', true],
    ['POST', '/qm/api/v5/order/create', false],
    ['POST', '/qm/api/v5/login', false],
    ['POST', '/qm/api/v5/session/restore', false],
    ['POST', '/qm/api/v5/exam/start', false],
    ['POST', '/qm/api/v5/unknown', false],
    ['PUT', read, false],
  ])('%s %s may be repeated: %s', (method, url, may) => {
    expect(isRepeatable(method, url)).toBe(may);
  });

  it('API_UPSTREAM lists hosts with ports, also on other machines', () => {
    expect(
      readSettings({ API_UPSTREAM: '10.0.0.1:8081, api-2.internal:80,[::1]:8081' }).apiOrigins,
    ).toEqual(['http://10.0.0.1:8081', 'http://api-2.internal:80', 'http://[::1]:8081']);
    for (const manifestFault of [
      '10.0.0.1',
      'http://x:80',
      'x:80/path',
      'x:99999',
      ':80',
      'a b:80',
      'x:80;y:80',
    ])
      expect(() => readSettings({ API_UPSTREAM: manifestFault })).toThrow('API_UPSTREAM');
  });
});
