import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blockOf, openEdge } from './edge.ts';

const main = 'cme.localhost:8080';
let edge: Awaited<ReturnType<typeof openEdge>>;
beforeAll(async () => void (edge = await openEdge()));
afterAll(() => edge.close());

describe('a rendered page', () => {
  it('stands in the document with its title in the head, its data and the style sheets it needs', async () => {
    const { text, status } = await edge.get(main, '/');
    expect(status).toBe(200);
    expect(text).toMatch(/<head>[\s\S]*<title>首页-省继续医<\/title>[\s\S]*<\/head>/);
    expect(text).toMatch(/<div id="root"><main>cme\.localhost\//);
    expect(text).toContain('body{color:teal}');
    expect(text).toContain('data-href="home.4444444444.css">main{margin:0}');
    expect(text).toContain('{"text":"\\u003c/script>\\u003c!--"}');
  });

  it('has what it says to search engines in its head, which nothing in it can break', async () => {
    const { text, headers } = await edge.get(main, '/headed');
    const head = text.slice(0, text.indexOf('</head>'));
    expect(head).toContain(
      '<meta name="description" content="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;" data-head>',
    );
    expect(head).toContain(
      '<link rel="canonical" href="http://cme.localhost:8080/headed?a=1&amp;b=2" data-head>',
    );
    expect(head).toContain(
      '<script type="application/ld+json" data-head>{"a":"\\u003c/script>\\u003c!--\\u003cscript>"}</script>',
    );
    expect(head).not.toMatch(/evil|iframe|<script>/);
    expect(headers['x-robots-tag']).toBeUndefined();
  });

  it('makes no call ahead, as it came with its data; a page of a learner does', async () => {
    expect((await edge.get(main, '/')).text).not.toContain('id="first"');
    const { text, headers } = await edge.get('user.cme.localhost:8080', '/user/learn');
    const [found = '', first = '{}', script = ''] =
      /<script type="application\/json" id="first">(.*?)<\/script><script>([\s\S]*?)<\/script>/.exec(
        text,
      ) ?? [];
    expect(text.indexOf(found)).toBeLessThan(text.indexOf('<style'));
    expect(text.indexOf('id="site"')).toBeLessThan(text.indexOf(found));
    expect(text.indexOf(found)).toBeLessThan(text.indexOf('<script defer'));
    const digest = createHash('sha256').update(script).digest('base64');
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${digest}';`);
    expect(JSON.parse(first).calls).toContainEqual({
      path: '/qm/api/v5/user_info',
      access: 'learner',
      body: {},
    });
  });

  it('is listed nowhere where a person has to sign in', async () => {
    for (const [host, path] of [
      ['hospital.localhost', '/'],
      ['user.cme.localhost:8080', '/user'],
      ['ended.localhost', '/'],
    ] as const)
      expect((await edge.get(host, path)).headers['x-robots-tag']).toBe('noindex');
  });

  it('asks at once for its own files and both of commons, and for nothing that it does not need', async () => {
    const { text } = await edge.get(main, '/');
    const preloads = [...text.matchAll(/rel="preload" as="script" href="([^"]+)"/g)].map(
      ([, href]) => href,
    );
    expect(preloads).toEqual([
      `/commons/${edge.ids['commons']}/area/remoteEntry.js`,
      `/commons/${edge.ids['commons']}/area/exposed.5555555555.js`,
      `/static/portal/${edge.ids['portal']}/web/home.3333333333.js`,
    ]);
    expect(text).toContain(
      `<script defer src="/static/portal/${edge.ids['portal']}/web/index.1111111111.js" integrity=`,
    );
  });

  it('names the hash of every file that a release starts with, and no other', async () => {
    const { text } = await edge.get('clinic.localhost:8080', '/player/c1/play');
    const hashOf = async (path: string) => {
      const file = await edge.get('clinic.localhost:8080', path);
      return `sha256-${createHash('sha256').update(file.text).digest('base64')}`;
    };
    const checked = [
      ...text.matchAll(/(?:src|href)="([^"]+)" integrity="([^"]+)" crossorigin="anonymous"/g),
    ].map(([, path, hash]) => [path, hash]);
    expect(checked.map(([path = '']) => path.replace(/[0-9a-f]{12}/, '…'))).toEqual([
      '/static/portal/…/web/index.1111111111.js',
      '/commons/…/area/remoteEntry.js',
      '/static/player/…/area/remoteEntry.js',
    ]);
    for (const [path = '', hash] of checked) expect(hash, path).toBe(await hashOf(path));
    for (const { entry, integrity } of blockOf({ status: 200, headers: {}, text }).remotes)
      expect(integrity, entry).toBe(await hashOf(entry));
  });

  it('on a customer domain, a deep link asks for the area too', async () => {
    const { text } = await edge.get('clinic.localhost:8080', '/player/c1/play');
    for (const file of ['remoteEntry.js', 'exposed.5555555555.js', 'play.6666666666.js'])
      expect(text).toContain(`href="/static/player/${edge.ids['player']}/area/${file}"`);
    expect(text).toContain(`src="/static/portal/${edge.ids['portal']}/web/index.1111111111.js"`);
  });

  it('that is not found says so', async () => {
    expect((await edge.get(main, '/nowhere')).status).toBe(404);
  });

  it('that stands at another address leads there, with what was asked for', async () => {
    const { status, text, headers } = await edge.get(main, '/moved?page=2');
    expect([status, headers['location'], text]).toEqual([301, '/item/package/1/detail?page=2', '']);
  });

  it('whose rendering fails comes as a shell that the browser can finish', async () => {
    const page = await edge.get(main, '/broken');
    expect(page.status).toBe(200);
    expect(page.text).toContain('<div id="root"></div>');
    expect(page.text).toContain('index.1111111111.js');
  });

  it('has the larger type where the reader has chosen it', async () => {
    expect((await edge.get(main, '/', { cookie: 'a=1; cme_care=1' })).text).toMatch(
      /<html [^>]*class="care">/,
    );
    expect((await edge.get(main, '/', { cookie: 'cme_signed=1; cme_care=1' })).text).toMatch(
      /<html [^>]*class="care" data-signed>/,
    );
    expect((await edge.get(main, '/', { cookie: 'cme_signed=0' })).text).not.toContain(
      'data-signed',
    );
    expect((await edge.get(main, '/', { cookie: 'xcme_care=1' })).text).not.toMatch(
      /<html [^>]*class/,
    );
  });
});

describe("a learner's page", () => {
  const user = 'user.cme.localhost:8080';
  const callsOf = (text: string): { path: string; access: string }[] =>
    JSON.parse(/id="first">(.*?)<\/script>/.exec(text)?.[1] ?? '{}').calls;
  const shell = '<div id="root"></div>';

  it('is rendered by the release of its own area, and asks ahead for what is personal', async () => {
    const { text, headers, status } = await edge.get(user, '/user/learn');
    expect(text).toMatch(/<div id="root"><main>user\.cme\.localhost\/user\/learn/);
    expect(text).toContain('id="state"');
    expect(text).toContain(
      `<script defer src="/static/user-centre/${edge.ids['user-centre']}/web/index.1111111111.js"`,
    );
    expect([status, headers['x-robots-tag']]).toEqual([200, 'noindex']);
    expect(new Set(callsOf(text).map(({ access }) => access))).toEqual(new Set(['learner']));
  });

  it('of an older release that renders nothing comes as a shell', async () => {
    const { text } = await edge.get('player.cme.localhost:8080', '/player/c1/play');
    expect(text).toContain(shell);
    expect(text).not.toContain('id="state"');
  });

  it('whose rendering fails comes as a shell that the browser can finish', async () => {
    const { status, text } = await edge.get(user, '/user/broken');
    expect(status).toBe(200);
    expect(text).toContain(shell);
    expect(text).toContain('index.1111111111.js');
  });

  it('that a customer domain mounts comes as a shell, and asks ahead for all of it', async () => {
    const { text } = await edge.get('clinic.localhost', '/user/learn');
    expect(text).toContain(shell);
    expect(callsOf(text)).toContainEqual(expect.objectContaining({ access: 'public' }));
  });
});

describe('the cache of rendered pages', () => {
  const body = async (path: string, headers = {}, host = main) =>
    /<main>.*?<\/main>/.exec((await edge.get(host, path, headers)).text)?.[0];

  it('answers the same page again without making it', async () => {
    expect(await body('/cached')).toBe(await body('/cached'));
  });

  it('makes no new page for a parameter that no page reads', async () => {
    const first = await body('/q?page=2');
    expect(await body('/q?page=2&utm=1&x=<script>')).toBe(first);
    expect(await body('/q?x=9&page=2')).toBe(first);
    expect(first).toContain('/q?page=2');
  });

  it('makes one page for all attempts of an examination, and another without one', async () => {
    const user = 'user.cme.localhost:8080';
    const first = await body('/user/hall?score_id=1', {}, user);
    expect(await body('/user/hall?score_id=2', {}, user)).toBe(first);
    expect(await body('/user/hall', {}, user)).not.toContain('score_id');
  });

  it('keeps hosts, paths, known parameters and larger type apart', async () => {
    const pages = await Promise.all([
      body('/k'),
      body('/k?page=2'),
      body('/k/'),
      body('/k', { cookie: 'cme_care=1' }),
      body('/k', {}, 'clinic.localhost'),
      body('/k', {}, 'cme.localhost'),
    ]);
    expect(new Set(pages).size).toBe(pages.length);
    expect(pages[4]).toContain('clinic.localhost/k');
  });

  it('makes a page once for all who come at the same moment', async () => {
    const pages = await Promise.all(Array.from({ length: 20 }, () => body('/crowd')));
    expect(new Set(pages).size).toBe(1);
  });

  it('does not grow without end', async () => {
    for (let at = 0; at < 450; at += 1) await edge.get(main, `/many/${at}`);
    const { pages } = JSON.parse((await edge.get(main, '/healthz')).text) as { pages: number };
    expect(pages).toBeLessThanOrEqual(400);
  });
});

describe('what a reader may keep', () => {
  it('pages are asked for again, and an unchanged one is not sent again', async () => {
    const page = await edge.get(main, '/login');
    expect(page.headers['cache-control']).toBe('no-cache');
    const again = await edge.get(main, '/login', { 'if-none-match': page.headers.etag ?? '' });
    expect(again.status).toBe(304);
    expect(again.headers['content-security-policy']).toBeUndefined();
  });

  it('files of a build for ever, compressed as the reader likes', async () => {
    const path = `/static/portal/${edge.ids['portal']}/web/index.1111111111.js`;
    for (const encoding of ['br', 'gzip']) {
      const file = await edge.get(main, path, { 'accept-encoding': encoding });
      expect(file).toMatchObject({ status: 200, text: 'console.log(1)' });
      expect(file.headers).toMatchObject({
        'content-encoding': encoding,
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': expect.stringMatching(/^(text|application)\/javascript/),
        vary: 'accept-encoding',
      });
    }
    expect(
      (await edge.get(main, path, { 'accept-encoding': 'br;q=0, gzip;q=0' })).headers[
        'content-encoding'
      ],
    ).toBeUndefined();
  });

  it.each([
    'server/index.js',
    'web/../server/index.js',
    'web/..%2fserver/index.js',
    'manifest.json',
    'web/web.json',
    'web/mf-manifest.json',
    'web/%2e%2e/%2e%2e/%2e%2e/portal.json',
    'web/none.0000000000.js',
  ])(
    'what is not a public file of a build is not there, and nobody keeps that: %s',
    async (file) => {
      const answer = await edge.get(main, `/static/portal/${edge.ids['portal']}/${file}`);
      expect(answer.status).toBe(404);
      expect(answer.headers['cache-control']).toBe('no-store');
    },
  );

  it('a page address that ends like a file is still a page', async () => {
    const page = await edge.get('clinic.localhost', '/user/order/x.css');
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.headers['cache-control']).toBe('no-cache');
  });
});

describe('every page is guarded by its headers', () => {
  it.each(['/', '/login', '/nowhere', '/broken'])('%s', async (path) => {
    const page = await edge.get(main, path);
    const { nonce } = blockOf(page);
    const policy = page.headers['content-security-policy'] as string;
    expect(policy).toContain(`script-src 'self';`);
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}';`);
    expect(policy).toContain(`frame-ancestors 'none'`);
    expect(policy.replace(/style-src-attr[^;]*/, '')).not.toMatch(/unsafe-(inline|eval)/);
    expect(page.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
    expect(
      [...page.text.matchAll(/<style nonce="([^"]+)"/g)].every(([, given]) => given === nonce),
    ).toBe(true);
    expect(page.text).not.toMatch(/<script(?![^>]*\b(src|type="application\/json"))/);
  });

  it('pages of the family may be prepared ahead, a customer’s own are not told to', async () => {
    expect((await edge.get(main, '/')).headers).toMatchObject({
      'speculation-rules': '"/edge/speculation.json"',
      'supports-loading-mode': 'credentialed-prerender',
    });
    expect((await edge.get('clinic.localhost', '/')).headers['speculation-rules']).toBeUndefined();
    const rules = await edge.get(main, '/edge/speculation.json');
    expect(rules.headers['content-type']).toContain('application/speculationrules+json');
    expect(JSON.parse(rules.text)).toHaveProperty('prerender');
  });
});

describe('releases', () => {
  it('before anything is published there is a notice, not an empty page', async () => {
    const empty = await openEdge({ published: [] });
    const page = await empty.get(main, '/');
    expect(page.status).toBe(503);
    expect(page.text).toContain('页面尚未发布');
    await empty.close();
  });
});
