import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings } from '../src/settings/settings.ts';
import { openEdge } from './edge.ts';

let edge: Awaited<ReturnType<typeof openEdge>>;
beforeAll(async () => void (edge = await openEdge()));
afterAll(() => edge.close());

describe('calls are forwarded to the API', () => {
  it('from every host, with the original Host, body and headers', async () => {
    const form = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-token': 't',
      origin: 'http://hospital.localhost:8080',
    };
    const answer = await edge.get(
      'hospital.localhost:8080',
      '/qm/api/v5/user_info?timeStamp=1',
      form,
      'POST',
      'full_domain_name=x&a=%E5%AD%A6',
    );
    expect(answer.status).toBe(200);
    expect(edge.api.seen.at(-1)).toMatchObject({
      url: '/qm/api/v5/user_info?timeStamp=1',
      body: 'full_domain_name=x&a=%E5%AD%A6',
      headers: {
        host: 'hospital.localhost:8080',
        'x-token': 't',
        origin: 'http://hospital.localhost:8080',
      },
    });
  });

  const claims = {
    'x-forwarded-for': '1.1.1.1, 8.8.8.8',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'hospital.localhost',
    forwarded: 'for=1.1.1.1',
  };

  it('forwarding headers of an untrusted client are replaced by its own address', async () => {
    await edge.get('cme.localhost', '/qm/api/v5/x', claims, 'POST');
    const headers = edge.api.seen.at(-1)?.headers;
    expect(headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' });
    expect([headers?.['x-forwarded-host'], headers?.['forwarded']]).toEqual([undefined, undefined]);
  });

  it.each([
    ['127.0.0.1', '8.8.8.8'],
    ['127.0.0.0/8,8.8.8.0/24', '1.1.1.1'],
    ['10.0.0.1', '127.0.0.1'],
  ])(
    'trusted proxies in the list %s are believed, from right to left: %s',
    async (list, address) => {
      const behind = await openEdge({ env: { TRUSTED_PROXIES: list } });
      await behind.get('cme.localhost', '/qm/api/v5/x', claims, 'POST');
      const scheme = list === '10.0.0.1' ? 'http' : 'https';
      expect(behind.api.seen.at(-1)?.headers).toMatchObject({
        'x-forwarded-for': address,
        'x-forwarded-proto': scheme,
      });
      await behind.close();
    },
  );

  it('site settings are fetched once for many pages', async () => {
    const before = edge.api.seen.length;
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => edge.get('clinic.localhost', `/login?x=${index}`)),
    );
    expect(edge.api.seen.length - before).toBe(1);
  });
});

describe('while the API is unavailable', () => {
  it('calls get an error in the envelope, known pages are still served, and healthz reports it', async () => {
    const other = await openEdge();
    await other.get('clinic.localhost', '/login');
    await other.api.close();
    const call = await other.get('cme.localhost', '/qm/api/v5/home/index', {}, 'POST');
    expect(call.status).toBe(503);
    expect(JSON.parse(call.text)).toMatchObject({
      isSuccess: false,
      statusCode: 503,
      message: '服务暂时不可用，请稍后重试',
    });
    expect(call.headers['cache-control']).toBe('no-store');
    expect((await other.get('cme.localhost', '/login')).status).toBe(200);
    expect((await other.get('clinic.localhost', '/login')).status).toBe(200);
    await expect
      .poll(async () => (await other.get('never-seen.localhost', '/')).status, { timeout: 3000 })
      .toBe(503);
    const health = await other.get('cme.localhost', '/healthz');
    expect(health.status).toBe(200);
    expect(JSON.parse(health.text)).toMatchObject({
      status: 'degraded',
      version: '1.0.0',
      depends: { api: { ok: false } },
    });
    await other.close();
  });
});

describe('settings', () => {
  it('are read from the environment and default to the API on this machine', () => {
    expect(readSettings({ PORT: '9000', API_BASE: 'https://api.example.cn/' })).toMatchObject({
      port: 9000,
      apiOrigins: ['http://127.0.0.1:9001'],
      apiBase: 'https://api.example.cn',
      mainDomain: 'cme.localhost',
    });
  });

  it.each([
    { PORT: 'x' },
    { PORT: '0' },
    { PORT: '70000' },
    { API_PORT: '1.5' },
    { API_BASE: 'javascript:alert(1)' },
    { CONTENT_BASE: 'cdn' },
    { TRUSTED_PROXIES: '1' },
    { TRUSTED_PROXIES: '10.0.0.0/33' },
  ])('an invalid one is reported by name: %o', (env) => {
    expect(() => readSettings(env)).toThrow(Object.keys(env)[0]);
  });

  it('another API host appears in the page and its policy with the same build', async () => {
    const other = await openEdge({ env: { API_BASE: 'https://api.example.cn' } });
    const page = await other.get('cme.localhost', '/login');
    expect(page.text).toContain('"api":"https://api.example.cn"');
    expect(page.headers['content-security-policy']).toContain(
      `connect-src 'self' https://api.example.cn`,
    );
    expect(other.ids).toEqual(edge.ids);
    await other.close();
  });
});
