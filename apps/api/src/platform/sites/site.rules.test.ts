import { describe, expect, test } from 'vitest';
import { testSites } from '../../../test/sites.ts';
import { decideSite, isApiHost, isSiteOrigin, plainHost } from './site.rules.ts';
import type { Site } from './site.store.ts';

const sites = testSites.map((site) => ({
  player_domain: null,
  user_domain: null,
  isEffectiveSite: 'Y',
  isEndSite: 'N',
  mounted_areas: site.is_main ? ['lab'] : [],
  ...site,
})) as Site[];

test.each([
  ['cme.localhost', 'cme.localhost'],
  ['CME.localhost', 'cme.localhost'],
  ['cme.localhost.', 'cme.localhost'],
  ['cme.localhost:8080', 'cme.localhost'],
  [' cme.localhost ', 'cme.localhost'],
  ['CME.LOCALHOST.:8080', 'cme.localhost'],
  ['127.0.0.1:8080', 'localhost'],
  ['[::1]:8080', 'localhost'],
  ['::1', ''],
  ['192.168.1.20:8080', 'localhost'],
  ['10.0.0.5', 'localhost'],
  ['172.16.0.1:8080', 'localhost'],
  ['172.31.255.1', 'localhost'],
  ['127.0.0.53', 'localhost'],
  ['0.0.0.0:8080', 'localhost'],
  ['172.32.0.1', '172.32.0.1'],
  ['8.8.8.8', '8.8.8.8'],
  ['10.evil.example', '10.evil.example'],
  ['继续教育.中国', 'xn--wcvt28csa72p.xn--fiqs8s'],
  ['ｃｍｅ.localhost', 'cme.localhost'],
  ['', ''],
  ['http://cme.localhost', ''],
  ['cme.localhost/x', ''],
  ['evil@cme.localhost', ''],
  ['cme.localhost%00', ''],
  ['cme.localhost:8080:8080', ''],
  ['a b', ''],
  ['cme.localhost..', 'cme.localhost.'],
])('the host %j is %j', (host, plainHostName) => {
  expect(plainHost(host)).toBe(plainHostName);
});

describe('the site is determined by the given domain', () => {
  test.each([
    ['cme.localhost', '', 'main'],
    ['player.cme.localhost', '', 'main'],
    ['user.cme.localhost', 'cme.localhost:8080', 'main'],
    ['CME.localhost.', 'player.cme.localhost', 'main'],
    ['lab.cme.localhost', 'lab.cme.localhost:8080', 'main'],
    ['hospital.localhost', 'hospital.localhost:8080', 'hospital'],
    ['127.0.0.1', 'localhost:8080', 'test'],
    ['localhost:8080', '127.0.0.1:8080', 'test'],
    ['hospital.localhost', 'unknown.example', 'hospital'],
  ])('%s requested through %j is %s', (named, host, id) => {
    expect(decideSite(sites, named, host)).toMatchObject({ site: { site_id: id } });
  });

  test('an area of the main site needs no column, one of another site has no domain', () => {
    const plainHostName = sites.map((site) => ({ ...site, player_domain: null }));
    expect(decideSite(plainHostName, 'player.cme.localhost', '')).toMatchObject({
      site: { site_id: 'main' },
    });
    expect(decideSite(plainHostName, 'portal.cme.localhost', '')).toEqual({
      wrong: 'site_unknown',
    });
    expect(decideSite(plainHostName, 'player.hospital.localhost', '')).toEqual({
      wrong: 'site_unknown',
    });
  });

  test.each([
    ['hospital.localhost', 'cme.localhost:8080'],
    ['cme.localhost', 'hospital.localhost'],
    ['localhost', 'user.cme.localhost:8080'],
    ['HOSPITAL.localhost.', 'CME.localhost'],
  ])('%s requested through another site, %s, is a mismatch', (named, host) => {
    expect(decideSite(sites, named, host)).toEqual({ wrong: 'site_mismatch' });
  });

  test.each([
    '',
    'evil.localhost',
    'xcme.localhost',
    'cme.localhost.evil',
    'api.cme.localhost',
    'cme.localhost..',
    'null',
    '*',
  ])('%j belongs to no site', (named) => {
    expect(decideSite(sites, named, '')).toEqual({ wrong: 'site_unknown' });
  });

  test('a disabled site is not served', () => {
    expect(
      decideSite(
        sites.map((site) => ({ ...site, isEffectiveSite: 'N' as const })),
        'cme.localhost',
        '',
      ),
    ).toEqual({ wrong: 'site_unknown' });
  });
});

test.each([
  ['api.cme.localhost:8080', true],
  ['API.cme.localhost', true],
  ['api.example.com', true],
  ['127.0.0.1:8081', true],
  ['localhost:8081', true],
  ['localhost:8080', false],
  ['cme.localhost:8081', false],
  ['api.cme.localhost.evil', false],
  ['', false],
])('%j is an address of the API: %s', (host, expected) => {
  expect(
    isApiHost(host, {
      mainDomain: 'cme.localhost',
      apiBase: 'https://api.example.com',
      localPort: 8081,
    }),
  ).toBe(expected);
});

test.each([
  ['http://cme.localhost:8080', true],
  ['https://cme.localhost', true],
  ['http://player.cme.localhost:8080', true],
  ['http://hospital.localhost:8080', true],
  ['http://127.0.0.1:8080', true],
  ['http://cme.localhost:9999', false],
  ['http://cme.localhost.:8080', false],
  ['null', false],
  [undefined, false],
  ['', false],
  ['file://', false],
  ['http://evilcme.localhost:8080', false],
  ['http://cme.localhost.evil', false],
  ['http://cme.localhost:8080/', false],
  ['http://user@cme.localhost:8080', false],
  ['javascript://cme.localhost', false],
  ['HTTP://CME.LOCALHOST:8080', false],
])('the origin %j is ours: %s', (origin, expected) => {
  expect(isSiteOrigin(sites, origin, 8080)).toBe(expected);
});

const abroad = sites.map((site) =>
  site.site_id === 'main'
    ? { ...site, domain: 'cme.example.cn', player_domain: 'player.cme.example.cn' }
    : site,
);
test.each([
  ['https://cme.example.cn', true],
  ['https://player.cme.example.cn', true],
  ['https://cme.example.cn:8080', true],
  ['http://cme.example.cn', false],
  ['http://player.cme.example.cn:8080', false],
  ['http://hospital.localhost:8080', true],
  ['http://192.168.1.20:8080', true],
  ['http://8.8.8.8:8080', false],
])('where the site is https, the origin %j is ours: %s', (origin, expected) => {
  expect(isSiteOrigin(abroad, origin, 8080)).toBe(expected);
});
