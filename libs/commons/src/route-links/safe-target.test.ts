import { describe, expect, it } from 'vitest';
import { forRouter, safeTarget } from './safe-target.ts';

const origin = 'http://cme.localhost:8080';
const family = ['cme.localhost:8080', 'player.cme.localhost:8080', 'user.cme.localhost:8080'];

const hosts = [
  'evil.example',
  'cme.localhost.evil.example',
  'evilcme.localhost:8080',
  'cme.localhost',
  'cme.localhost:80',
  '3232235521',
  '127.0.0.1:8080',
  '[::1]:8080',
  'ｅvil.example',
  'evil。example',
  'xn--evil-9oa.example',
  'player.cme.localhost:8080.evil.example',
];
const shapes = [
  (host: string) => `//${host}`,
  (host: string) => `///${host}`,
  (host: string) => `////${host}/a`,
  (host: string) => `/\\${host}`,
  (host: string) => `\\\\${host}`,
  (host: string) => `\\/${host}`,
  (host: string) => `/\t/${host}`,
  (host: string) => `/\n/${host}`,
  (host: string) => `\u0000//${host}`,
  (host: string) => ` //${host}`,
  (host: string) => `\u00a0//${host}`,
  (host: string) => `http://${host}`,
  (host: string) => `https://${host}`,
  (host: string) => `HTTP://${host}`,
  (host: string) => `http:${host}`,
  (host: string) => `http:/${host}`,
  (host: string) => `https:\\\\${host}`,
  (host: string) => `https:///${host}`,
  (host: string) => `ht\ttp://${host}`,
  (host: string) => `http://cme.localhost:8080@${host}/`,
  (host: string) => `http://cme.localhost:8080%40${host}/`,
  (host: string) => `http://cme.localhost:8080\\@${host}/`,
  (host: string) => `http://${host}#@cme.localhost:8080/`,
  (host: string) => `http://${host}?@cme.localhost:8080/`,
  (host: string) => `http://user:pw@cme.localhost:8080/?${host}`,
  (host: string) => `http://user@cme.localhost:8080/${host}`,
  (host: string) => `http://cme.localhost:8080//${host}`,
  (host: string) => `http://cme.localhost:8080/\\${host}`,
  (host: string) => `/.//${host}`,
  (host: string) => `/a/..//${host}`,
  (host: string) => `/%2e//${host}`,
  (host: string) => `//${host}:8080@cme.localhost:9090`,
  (host: string) => `javascript://${host}/%0aalert(1)`,
  (host: string) => `javascript:alert('${host}')`,
  (host: string) => `java\nscript:alert('${host}')`,
  (host: string) => `\u0001javascript:alert('${host}')`,
  (host: string) => `data:text/html,<script src=//${host}>`,
  (host: string) => `vbscript:x('${host}')`,
  (host: string) => `file://${host}/etc`,
  (host: string) => `ftp://${host}`,
  (host: string) => `ws://${host}`,
  (host: string) => `blob:http://${host}/1`,
  (host: string) => `view-source:http://${host}`,
  (host: string) => `about:blank#${host}`,
  (host: string) => `mailto:a@${host}`,
  (host: string) => `filesystem:http://${host}/t`,
  (host: string) => `intent://${host}#Intent;end`,
  (host: string) => `x-cme://${host}`,
];
const encodings: [string, (text: string) => string][] = [
  ['as it is', (text) => text],
  ['percent-encoded', encodeURIComponent],
  ['percent-encoded twice', (text) => encodeURIComponent(encodeURIComponent(text))],
  ['upper case', (text) => text.toUpperCase()],
  ['slashes encoded', (text) => text.replaceAll('/', '%2f')],
  ['dots as ideographic stops', (text) => text.replaceAll('.', '。')],
  ['wrapped in white space', (text) => `\r\n ${text}\t`],
];
const payloads = hosts.flatMap((host) => shapes.map((shape) => shape(host)));

/**
 * Where a browser would go when following `address` from the page: the host and anything that could
 * run script.
 */
const resolveAddress = (address: string) => new URL(address, origin);

describe('a hostile target', () => {
  it('is tested in at least 576 variants', () =>
    expect(new Set(payloads).size).toBeGreaterThanOrEqual(576));

  it.each(encodings)('never leads out of the family, %s', (_, encode) => {
    const unsafe = payloads.map(encode).filter((payload) => {
      const address = safeTarget(payload, { family, origin });
      if (address === undefined) return false;
      return [address, forRouter(address, origin)].some((way) => {
        const { host, protocol, username, password } = resolveAddress(way);
        return (
          !family.includes(host) ||
          !/^https?:$/.test(protocol) ||
          username !== '' ||
          password !== ''
        );
      });
    });
    expect(unsafe).toEqual([]);
  });

  it.each(
    payloads.filter((payload) =>
      /^(javascript|java\n|data|vbscript|file|ftp|ws|blob|about|\u0001)/.test(payload),
    ),
  )('is not an address at all: %j', (payload) => {
    expect(safeTarget(payload, { family, origin })).toBeUndefined();
  });

  it('is refused when it downgrades from https to http', () => {
    expect(
      safeTarget('http://cme.localhost:8080/user/learn', {
        family,
        origin: 'https://cme.localhost:8080',
      }),
    ).toBeUndefined();
  });
});

describe('http', () => {
  const names = ['cme.example.cn', 'player.cme.example.cn'];
  it.each([
    ['https://player.cme.example.cn/x', 'https://cme.example.cn', true],
    ['http://player.cme.example.cn/x', 'https://cme.example.cn', false],
    ['http://player.cme.example.cn/x', 'http://cme.example.cn', false],
  ])('%s from %s is followed: %s', (target, from, isFollowed) => {
    expect(safeTarget(target, { family: names, origin: from }) !== undefined).toBe(isFollowed);
  });

  it('is followed on a local address', () =>
    expect(
      safeTarget('/cart', { family: ['192.168.1.20:8080'], origin: 'http://192.168.1.20:8080' }),
    ).toBe('http://192.168.1.20:8080/cart'));
});

describe('an honest target', () => {
  it.each([
    [
      '/user/learn?tab=studying#top',
      'http://cme.localhost:8080/user/learn?tab=studying#top',
      '/user/learn?tab=studying#top',
    ],
    [
      '/search?keyword=%E6%8A%A4%E7%90%86',
      'http://cme.localhost:8080/search?keyword=%E6%8A%A4%E7%90%86',
      '/search?keyword=%E6%8A%A4%E7%90%86',
    ],
    [
      '/search?keyword=护理',
      'http://cme.localhost:8080/search?keyword=%E6%8A%A4%E7%90%86',
      '/search?keyword=%E6%8A%A4%E7%90%86',
    ],
    [
      'http://player.cme.localhost:8080/player/1/play',
      'http://player.cme.localhost:8080/player/1/play',
      'http://player.cme.localhost:8080/player/1/play',
    ],
    [
      'https://user.cme.localhost:8080/user',
      'https://user.cme.localhost:8080/user',
      'https://user.cme.localhost:8080/user',
    ],
    ['http://CME.LOCALHOST:8080/cart', 'http://cme.localhost:8080/cart', '/cart'],
    ['/a/../cart', 'http://cme.localhost:8080/cart', '/cart'],
  ])('%s is followed', (target, address, way) => {
    expect(safeTarget(target, { family, origin })).toBe(address);
    expect(forRouter(address, origin)).toBe(way);
  });

  it.each(['/a\\b', '/a\tb', '/a\nb', '/a b', '/a\u00a0b', '/a\u200bb', '\ufeff/a'])(
    '%j is refused: it is ambiguous',
    (target) => {
      expect(safeTarget(target, { family, origin })).toBeUndefined();
    },
  );

  it.each([undefined, null, '', 'user/learn', '?x', '#x', `/${'a'.repeat(5000)}`])(
    '%s is refused',
    (target) => {
      expect(safeTarget(target, { family, origin })).toBeUndefined();
    },
  );
});
