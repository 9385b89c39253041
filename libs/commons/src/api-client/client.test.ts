import { siteConfig } from '@cme/contract/site';
import { login, topNoticeCount } from '@cme/contract/person';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ok, openApi, refused, type Api } from '../../test/api.ts';
import { mainPage } from '../../test/page-block.ts';
import { openClient, send } from './index.ts';
import { fetchAs } from './node.ts';

let api: Api;
beforeAll(async () => {
  api = await openApi();
  api.tell(
    '/qm/api/v5/site/config',
    ok({ menus: [], mobile_menus: [], login_ways: [], regist_open: 'Y', links: [] }),
  );
  api.tell('/qm/api/v5/message/top_notice_count', ok({ unread_count: 1 }, 'm'));
  api.tell('/qm/api/v5/login', refused(400, 'toRegister', { code: 'toRegister', status: 200 }));
});
afterAll(() => api.close());

describe('a client without a page', () => {
  it('calls its site with the given token', async () => {
    const { send: ask, sendForMessage } = openClient({
      apiBase: api.url,
      fullDomainName: 'hospital.localhost',
      token: 'T1',
    });
    expect(await sendForMessage(topNoticeCount, {})).toMatchObject({
      data: { unread_count: 1 },
      message: 'm',
    });
    await ask(
      topNoticeCount,
      {},
      { token: 'T2', fullDomainName: 'cme.localhost', headers: { 'X-CME-Restore': '1' } },
    );
    const [first, second] = api.asked.slice(-2);
    expect([first?.headers['x-token'], first?.body]).toEqual([
      'T1',
      'full_domain_name=hospital.localhost',
    ]);
    expect([second?.headers['x-token'], second?.body, second?.headers['x-cme-restore']]).toEqual([
      'T2',
      'full_domain_name=cme.localhost',
      '1',
    ]);
  });

  it('throws the error in the envelope', async () => {
    const { send: ask } = openClient({ apiBase: api.url, fullDomainName: 'cme.localhost' });
    await expect(
      ask(login, { login_kind: 'sms', account: '13800000001', sms_code: '123456' }),
    ).rejects.toMatchObject({ statusCode: 400, message: 'toRegister', code: 'toRegister' });
  });

  it('sends another Host than the one it connects to', async () => {
    const { send: ask } = openClient({
      apiBase: api.url,
      fullDomainName: 'cme.localhost',
      fetch: fetchAs('cme.localhost:8080'),
    });
    await ask(siteConfig, {});
    expect(api.asked.at(-1)?.headers.host).toBe('cme.localhost:8080');
    expect(api.asked.at(-1)?.headers['content-type']).toMatch(
      /^application\/x-www-form-urlencoded/,
    );
  });
});

describe('on a rendering server', () => {
  it('each request calls its own site, without a token', async () => {
    const { AsyncLocalStorage } = await import('node:async_hooks');
    const requests = new AsyncLocalStorage<ReturnType<typeof mainPage>>();
    Object.assign(globalThis, { [Symbol.for('cme.page.1')]: () => requests.getStore() });
    const names = ['cme.localhost', 'hospital.localhost', 'localhost'];
    const before = api.asked.length;
    await Promise.all(
      names.map((fullDomainName) =>
        requests.run(
          Object.assign(mainPage({ full_domain_name: fullDomainName }), { api_inside: api.url }),
          () => send(siteConfig, {}),
        ),
      ),
    );
    const asked = api.asked.slice(before);
    expect(
      asked.map(({ body }) => new URLSearchParams(body).get('full_domain_name')).sort(),
    ).toEqual(names.sort());
    expect(asked.every(({ headers }) => headers['x-token'] === undefined)).toBe(true);
    await expect(send(siteConfig, {})).rejects.toThrow('no page is being rendered');
  });
});
