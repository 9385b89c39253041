import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openEdge } from './edge.ts';
import { connectRaw, request } from './wire.ts';

let edge: Awaited<ReturnType<typeof openEdge>>;
let wires: Awaited<ReturnType<typeof connectRaw>>[] = [];
const wire = async () => {
  const one = await connectRaw(edge.port);
  wires.push(one);
  return one;
};
beforeAll(async () => void (edge = await openEdge()));
afterEach(() => {
  for (const wire of wires) wire.end();
  wires = [];
});
afterAll(() => edge.close());

const call = '/qm/api/v5/home/index';
const form = ['Content-Type: application/x-www-form-urlencoded'];
const post = (body: string, headers = form) => request(call, { method: 'POST', headers, body });

describe('client errors are answered with 4xx', () => {
  it.each([
    ['/qm/static/../x', 400],
    ['/qm/static/..', 400],
    ['/qm/x/..%2f..%2fy', 400],
    ['/qm/x/%2e%2e/y', 400],
    ['/qm/%5c..%5cy', 400],
    ['/qm/%zz', 400],
    ['/qm/x%00', 400],
    ['/qm/static/./x', 400],
    ['//', 200],
    ['//%09/x', 404],
    ['//evil.example/', 404],
    ['/%', 400],
    ['/%zz', 400],
    ['/%c0%ae', 400],
    [`/${'x'.repeat(3000)}`, 404],
    ['http://cme.localhost/', 200],
    ['/..//..', 200],
    ['/\\\\x', 404],
    ['/?%', 200],
    ['/#', 200],
  ])('GET %s is answered with %i', async (target, status) => {
    const { status: heard, head, body } = await (await wire()).exchange(request(target));
    expect([200, 404].includes(status) ? [200, 302, 404] : [status]).toContain(heard);
    expect(heard).toBeLessThan(500);
    if (target.startsWith('/qm'))
      expect(JSON.parse(Buffer.from(body, 'latin1').toString())).toMatchObject({
        isSuccess: false,
        statusCode: status,
      });
    expect(head).not.toMatch(/location: (https?:)?\/\/(?!cme\.localhost)/i);
  });

  it.each([
    [call, ['Content-Type: ;;;'], 415],
    ['/login', form, 405],
    ['/login', ['Content-Type: ;;;'], 415],
    ['/login', ['Content-Type: multipart/form-data; boundary=x'], 405],
    ['/edge/report', ['Content-Type: ;;;'], 415],
  ])('POST %s as %j is answered with %i', async (target, headers, status) => {
    const one = await wire();
    expect(
      (await one.exchange(request(target, { method: 'POST', headers, body: 'a=1' }))).status,
    ).toBe(status);
    expect((await one.exchange(request('/robots.txt'))).status).toBe(200);
  });

  it('a report over 16 kB is refused as too large, and the connection stays usable', async () => {
    const one = await wire();
    expect(
      (await one.exchange(request('/edge/report', { method: 'POST', body: 'x'.repeat(17_000) })))
        .status,
    ).toBe(413);
    expect(
      (await one.exchange(request('/edge/report', { method: 'POST', body: '{}' }))).status,
    ).toBe(204);
  });

  it.each([
    ['Host: cme.localhost', 'Host: hospital.localhost'],
    ['X-Token: a', 'x-token: b'],
    ['Content-Type: text/plain', 'Content-Type: application/json'],
  ])('repeated ones are refused: %s, %s', async (...headers) => {
    const { status } = await (
      await wire()
    ).exchange(
      `POST ${call} HTTP/1.1\r\n${[...(headers[0].startsWith('Host') ? [] : ['Host: cme.localhost']), ...headers].join('\r\n')}\r\n\r\n`,
    );
    expect(status).toBe(400);
  });

  it.each([
    'GARBAGE\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    'GET /\u0001 HTTP/1.1\r\nHost: x\r\n\r\n',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
  ])('%j is not a valid request', async (bytes) => {
    const one = await wire();
    expect((await one.exchange(bytes)).status).toBe(400);
    await one.closed;
  });
});

describe('bodies', () => {
  it('reach the API whole when the client waits for 100 Continue, payment notices included', async () => {
    for (const target of [call, '/qm/api/v5/pay/notify/wechat']) {
      const one = await wire();
      const first = await one.exchange(
        `POST ${target} HTTP/1.1\r\nHost: cme.localhost\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n`,
      );
      expect(first.status).toBe(100);
      expect((await one.exchange('hello')).status).toBe(200);
      expect(edge.api.seen.at(-1)).toMatchObject({ url: target, body: 'hello' });
      expect(edge.api.seen.at(-1)?.headers['expect']).toBeUndefined();
    }
  });

  it('sent in chunks are forwarded with their length', async () => {
    const one = await wire();
    expect(
      (
        await one.exchange(
          `POST ${call} HTTP/1.1\r\nHost: cme.localhost\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n`,
        )
      ).status,
    ).toBe(200);
    expect(edge.api.seen.at(-1)).toMatchObject({
      body: 'abcde',
      headers: { 'content-length': '5' },
    });
    expect(edge.api.seen.at(-1)?.headers['transfer-encoding']).toBeUndefined();
  });

  it.each([128 * 1024 + 1, 500_000, 1_500_000])(
    'of %i bytes are always answered with 413, and the next call on the connection succeeds',
    async (size) => {
      for (let index = 0; index < 5; index += 1) {
        const one = await wire();
        const { status, body } = await one.exchange(post('x'.repeat(size)));
        expect([status, JSON.parse(Buffer.from(body, 'latin1').toString()).statusCode]).toEqual([
          413, 413,
        ]);
        expect((await one.exchange(post('a=1'))).status).toBe(200);
        one.end();
      }
    },
  );

  it('in endless chunks are answered with 413, and the connection is closed', async () => {
    const one = await wire();
    const part = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    expect(
      (
        await one.exchange(
          `POST ${call} HTTP/1.1\r\nHost: cme.localhost\r\nTransfer-Encoding: chunked\r\n\r\n${part.repeat(40)}`,
        )
      ).status,
    ).toBe(413);
    await one.closed;
  });

  it('announced as enormous are refused before they are sent, and the connection is closed', async () => {
    for (const expecting of ['', 'Expect: 100-continue\r\n']) {
      const one = await wire();
      const { status } = await one.exchange(
        `POST ${call} HTTP/1.1\r\nHost: cme.localhost\r\n${expecting}Content-Length: 99999999\r\n\r\n${expecting ? '' : 'x'.repeat(70_000)}`,
      );
      expect(status).toBe(413);
      await one.closed;
    }
  });

  it('of the largest allowed size are forwarded', async () => {
    const body = 'x'.repeat(128 * 1024);
    expect((await (await wire()).exchange(post(body))).status).toBe(200);
    expect(edge.api.seen.at(-1)?.body).toHaveLength(body.length);
  });
});
