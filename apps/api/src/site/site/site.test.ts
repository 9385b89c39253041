import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { siteConfig, siteLogo, weixinGetSign } from '@cme/contract/site';
import { userInfo } from '@cme/contract/person';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendRaw, form } from '../../../test/ask.ts';
import { newLearner } from '../../../test/learner.ts';
import { startTestApi, type TestApi } from '../../../test/test-api.ts';
import { signedInPerson } from '../../../test/people.ts';
import { insertMenus } from '../../platform/sites/site.store.ts';
import { weixinSignature } from './weixin.rules.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

describe('branding', () => {
  test.each([
    [
      'cme.localhost',
      { site_id: 'main', isCustomerDomain: 'N', isEffectiveSite: 'Y', isOpenOutsideWorld: 'Y' },
    ],
    ['player.cme.localhost', { site_id: 'main' }],
    [
      'hospital.localhost',
      {
        site_id: 'hospital',
        isCustomerDomain: 'Y',
        isOpenOutsideWorld: 'N',
        defaultLoginUrl: '/user/learn',
      },
    ],
    ['ended.localhost', { site_id: 'ended', isEndSite: 'Y' }],
    ['localhost', { site_id: 'test' }],
    ['nowhere.example', { site_id: 'main', isEffectiveSite: 'N', main_host: 'cme.localhost:8080' }],
  ])('of %s belongs to its site', async (host, expected) => {
    for (const login_type of ['circle', 'site', ''] as const)
      expect(await api.send(siteLogo, { login_type }, { host })).toMatchObject(expected);
  });

  test('menus are ordered, for wide and narrow screens', async () => {
    const menu = { site_id: 'main', path: '/', need_login: 'N' as const };
    await insertMenus(api.db, [
      { ...menu, id: '2', key: 'profession', title: '专业科目', show_on: 'pc', position: 2 },
      { ...menu, id: '1', key: 'home', title: '首页', show_on: 'pc', position: 1 },
      { ...menu, id: '3', key: 'mine', title: '我的', show_on: 'mobile', position: 1 },
    ]);
    const { menus, mobile_menus, login_ways } = await api.send(siteConfig, {});
    expect([menus.map(({ key }) => key), mobile_menus.map(({ key }) => key), login_ways]).toEqual([
      ['home', 'profession'],
      ['mine'],
      ['password', 'sms'],
    ]);
    expect(await api.send(siteConfig, {}, { host: 'hospital.localhost' })).toMatchObject({
      menus: [],
    });
  });

  test('returns exactly the fields of the contract', async () => {
    const reply = await sendRaw(`${api.url}/qm/api/v5/site/config`, {
      headers: form,
      body: 'full_domain_name=cme.localhost',
    });
    expect(Object.keys(JSON.parse(reply.text).data.menus[0]).toSorted()).toEqual([
      'icon',
      'key',
      'need_login',
      'open_in',
      'path',
      'title',
    ]);
  });
});

describe('one rule determines the site', () => {
  test.each(['hospital.localhost', 'localhost:8080', '127.0.0.1'])(
    'a body that names the main site is refused on %s',
    async (host) => {
      const reply = await fetchRefusal(host, 'full_domain_name=cme.localhost');
      expect(reply).toMatchObject({
        isSuccess: false,
        statusCode: 400,
        data: { code: 'site_mismatch' },
      });
    },
  );

  test.each([
    'cme.localhost',
    'CME.localhost:8080',
    'player.cme.localhost.',
    'api.cme.localhost:8080',
    'unknown.example',
  ])('and is accepted on %s', async (host) => {
    expect(await fetchRefusal(host, 'full_domain_name=cme.localhost')).toMatchObject({
      isSuccess: true,
      data: { site_id: 'main' },
    });
  });

  test('a forwarded host is ignored', async () => {
    const headers = {
      'x-forwarded-host': 'hospital.localhost',
      forwarded: 'host=hospital.localhost',
      'x-host': 'hospital.localhost',
      origin: 'http://hospital.localhost:8080',
    };
    expect(
      await fetchRefusal('cme.localhost', 'full_domain_name=cme.localhost', headers),
    ).toMatchObject({
      data: { site_id: 'main' },
    });
    expect(
      await fetchRefusal('cme.localhost', 'full_domain_name=hospital.localhost', headers),
    ).toMatchObject({ data: { code: 'site_mismatch' } });
  });

  test('a body without a site is refused, even for branding', async () => {
    expect(await fetchRefusal('cme.localhost', '')).toMatchObject({
      isSuccess: false,
      data: { code: 'site_unknown' },
    });
    expect(await fetchRefusal('cme.localhost', 'full_domain_name=')).toMatchObject({
      isSuccess: false,
      data: { code: 'site_unknown' },
    });
  });

  test('a token is invalid on another site', async () => {
    const { token } = await signedInPerson(api, 1);
    expect((await api.send(userInfo, {}, { token })).real_name).toBe('张学习');
    expect((await api.send(userInfo, {}, { token, host: 'user.cme.localhost' })).real_name).toBe(
      '张学习',
    );
    await expect(
      api.send(userInfo, {}, { token, host: 'hospital.localhost' }),
    ).rejects.toMatchObject({ statusCode: 401 });
    await expect(api.send(userInfo, {}, { token, host: 'localhost' })).rejects.toMatchObject({
      statusCode: 401,
    });
  });
});

describe('the share signature', () => {
  test('matches the published example', () => {
    const example = {
      ticket:
        'sM4AOVdWfPE4DxkXGEs8VMCPGGVi4C3VM0P37wVUCFvkVAy_90u5h9nbSlYy3-Sl-HhTdfl2fzFy1AOcHKP7qg',
      nonceStr: 'Wm3WZYTPz0wzccnW',
      timestamp: 1414587457,
      url: 'http://mp.weixin.qq.com?params=value',
    };
    expect(weixinSignature(example)).toBe('0f9de62fce790f9a083d5c99e95740ceb90c27ed');
  });

  test('covers the URL without its fragment', async () => {
    const ticket = 'a ticket of the day';
    writeFileSync(api.context.settings.weixinTicketFile, JSON.stringify({ appId: 'wx1', ticket }));
    const { appId, nonceStr, timestamp, signature } = await api.send(weixinGetSign, {
      url: 'http://player.cme.localhost:8080/player/1/play?a=%E4%B8%AD#top',
    });
    expect(appId).toBe('wx1');
    expect(signature).toBe(
      weixinSignature({
        ticket,
        nonceStr,
        timestamp,
        url: 'http://player.cme.localhost:8080/player/1/play?a=%E4%B8%AD',
      }),
    );
  });

  test('uses the current ticket, which is cached until it changes', async () => {
    const file = api.context.settings.weixinTicketFile;
    const signed = async (ticket: string) => {
      const url = 'http://cme.localhost:8080/';
      const { signature, ...given } = await api.send(weixinGetSign, { url });
      return signature === weixinSignature({ ticket, url, ...given });
    };
    writeFileSync(file, JSON.stringify({ appId: 'wx1', ticket: 'one' }));
    utimesSync(file, 1000, 1000);
    expect(await signed('one')).toBe(true);
    // The modification time is unchanged: the file is not read again.
    writeFileSync(file, JSON.stringify({ appId: 'wx1', ticket: 'two' }));
    utimesSync(file, 1000, 1000);
    expect(await signed('one')).toBe(true);
    utimesSync(file, 2000, 2000);
    expect(await signed('two')).toBe(true);
  });

  test('of 企业微信 uses its own ticket', async () => {
    const { weixinTicketFile, wecomTicketFile } = api.context.settings;
    const wecom = { appId: 'ww1', ticket: 'of the company' };
    writeFileSync(weixinTicketFile, JSON.stringify({ appId: 'wx1', ticket: 'of everybody' }));
    writeFileSync(wecomTicketFile, JSON.stringify(wecom));
    const url = 'http://cme.localhost:8080/news';
    const asked = { url, in_app: 'wecom' } as const;
    const { appId, signature, ...given } = await api.send(weixinGetSign, asked);
    expect(appId).toBe('ww1');
    expect(signature).toBe(weixinSignature({ ticket: wecom.ticket, url, ...given }));
    const foreign = { ...asked, url: 'http://evil.example/' };
    await expect(api.send(weixinGetSign, foreign)).rejects.toMatchObject({ code: 'bad_request' });
  });

  test('is limited to sixty a minute per person', async () => {
    const limited = await startTestApi({ settings: { rateLimit: 6000 } });
    const learner = await newLearner(limited);
    const codes = await Promise.all(
      Array.from({ length: 70 }, () =>
        limited
          .send(weixinGetSign, { url: 'http://evil.example/' }, learner)
          .catch(({ statusCode }) => Number(statusCode)),
      ),
    );
    await limited.close();
    expect(codes.filter((code) => code === 429)).toHaveLength(10);
  });

  test('is refused without a ticket', async () => {
    rmSync(api.context.settings.weixinTicketFile, { force: true });
    await expect(
      api.send(weixinGetSign, { url: 'http://cme.localhost:8080/' }),
    ).rejects.toMatchObject({ statusCode: 404, code: 'not_found' });
  });

  test.each([
    'http://evil.example/',
    'http://hospital.localhost:8080/',
    'http://cme.localhost.evil/',
    'http://evil@cme.localhost/',
    'http://cme.localhost:99/',
    'ftp://cme.localhost/',
    'javascript:alert(1)',
    '//cme.localhost/',
    '/course',
    'http://127.0.0.1:8080/',
    'http:\\\\cme.localhost/',
    ' http://cme.localhost/',
    'http://cme.localhost@evil.example/',
    `http://cme.localhost:8080/?${'x'.repeat(65_536)}`,
    'http://xn--cme-.localhost/',
    'http://CME.localhost:8080/',
    'http://cme.localhost.:8080/',
    'data:text/html,http://cme.localhost:8080/',
    '',
  ])('is not given for %j', async (url) => {
    await expect(api.send(weixinGetSign, { url })).rejects.toMatchObject({
      statusCode: 400,
      code: 'bad_request',
    });
  });
});

async function fetchRefusal(
  host: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<unknown> {
  return JSON.parse(
    (
      await sendRaw(`${api.url}/qm/api/v5/site/logo`, {
        headers: { ...form, host, ...headers },
        body,
      })
    ).text,
  );
}
