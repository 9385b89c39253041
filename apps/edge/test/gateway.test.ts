import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApi, openEdge } from './edge.ts';

let gateway: Awaited<ReturnType<typeof openApi>>;
let edge: Awaited<ReturnType<typeof openEdge>>;
beforeAll(async () => {
  gateway = await openApi();
  edge = await openEdge({ env: { PAY_GATEWAY_ORIGIN: `http://127.0.0.1:${gateway.port}` } });
});
afterAll(async () => {
  await edge.close();
  await gateway.close();
});

it('pay pages of the embedded gateway are served on a separate host', async () => {
  for (const host of ['pay.cme.localhost', 'pay.cme.localhost:8080']) {
    expect(
      (await edge.get(host, '/gateway.do?method=alipay.trade.page.pay&sign=a%2Bb')).status,
    ).toBe(200);
    expect(gateway.seen.at(-1)?.url).toBe('/gateway.do?method=alipay.trade.page.pay&sign=a%2Bb');
  }
  await edge.get(
    'pay.cme.localhost:8080',
    '/press',
    { 'content-type': 'application/x-www-form-urlencoded' },
    'POST',
    'token=t&act=success',
  );
  expect(gateway.seen.at(-1)).toMatchObject({ url: '/press', body: 'token=t&act=success' });
});

it.each(['192.168.1.20:8080', '10.0.0.5', 'localhost:8080', '127.0.0.1:8080', '[::1]:8080'])(
  'on %s, which cannot have subdomains, they are under a path',
  async (host) => {
    expect((await edge.get(host, '/pay-gateway/wechat/abc?from=h5')).status).toBe(200);
    expect(gateway.seen.at(-1)?.url).toBe('/wechat/abc?from=h5');
  },
);

it.each(['cme.localhost:8080', 'hospital.localhost', 'api.cme.localhost', '8.8.8.8'])(
  'on %s that path is not found',
  async (host) => {
    const before = gateway.seen.length;
    await edge.get(host, '/pay-gateway/wechat/abc');
    expect(gateway.seen.length).toBe(before);
  },
);

it('no other host serves them', async () => {
  const before = gateway.seen.length;
  for (const host of [
    'cme.localhost:8080',
    'hospital.localhost',
    'pay.hospital.localhost',
    'xpay.cme.localhost',
    'pay.cme.localhost.example.com',
  ])
    await edge.get(host, '/gateway.do');
  expect(gateway.seen.length).toBe(before);
});
