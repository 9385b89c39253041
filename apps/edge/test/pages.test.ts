import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blockOf, openEdge } from './edge.ts';

const main = 'cme.localhost:8080';
let edge: Awaited<ReturnType<typeof openEdge>>;
beforeAll(async () => {
  const work = { burst: 1000, perSecond: 10, atOnce: 8 };
  edge = await openEdge({ settings: { work } });
});
afterAll(() => edge.close());

describe('a page of a closed site', () => {
  it.each([
    ['/publicneed', '公需科目-人民医院培训'],
    ['/prohibit', '无权访问-人民医院培训'],
    ['/user/order', '我的订单-人民医院培训'],
    ['/item/course/1/detail', '人民医院培训'],
  ])('%s has its title before anything is rendered', async (path, title) => {
    const { text } = await edge.get('hospital.localhost', path);
    expect(text).toContain(`<title>${title}</title>`);
  });
});

describe('a rendered page', () => {
  it('is a document with its title in the head, its data and the style sheets it needs', async () => {
    const { text, status } = await edge.get(main, '/');
    expect(status).toBe(200);
    expect(text).toMatch(/<head>[\s\S]*<title>首页-省继续医<\/title>[\s\S]*<\/head>/);
    expect(text).toMatch(/<div id="root"><main>cme\.localhost\//);
    expect(text).toContain('body{color:teal}');
    expect(text).toContain('data-href="home.4444444444.css">main{margin:0}');
    expect(text).toContain('{"text":"\\u003c/script>\\u003c!--"}');
  });

  it('has its metadata for search engines in the head, escaped', async () => {
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
    expect(head).not.toMatch(/evil|iframe|<script>alert/);
    expect(headers['x-robots-tag']).toBeUndefined();
  });

  it("makes no early call because it came with its data; a learner's page does", async () => {
    expect((await edge.get(main, '/')).text).not.toContain('id="first"');
    const { text, headers } = await edge.get('user.cme.localhost:8080', '/user/learn');
    const [match = '', first = '{}', script = ''] =
      /<script type="application\/json" id="first">(.*?)<\/script><script>([\s\S]*?)<\/script>/.exec(
        text,
      ) ?? [];
    expect(text.indexOf(match)).toBeLessThan(text.indexOf('<style'));
    expect(text.indexOf('id="site"')).toBeLessThan(text.indexOf(match));
    expect(text.indexOf(match)).toBeLessThan(text.indexOf('<script defer'));
    const digest = createHash('sha256').update(script).digest('base64');
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${digest}'`);
    expect(JSON.parse(first).calls).toContainEqual({
      path: '/qm/api/v5/user_info',
      access: 'learner',
      body: {},
    });
  });

  it('is not indexed where sign-in is required', async () => {
    for (const [host, path] of [
      ['hospital.localhost', '/'],
      ['user.cme.localhost:8080', '/user'],
      ['ended.localhost', '/'],
    ] as const)
      expect((await edge.get(host, path)).headers['x-robots-tag']).toBe('noindex');
  });

  it('preloads its own files and both of commons, and nothing else', async () => {
    const { text } = await edge.get(main, '/');
    const named = (before: string) =>
      [...text.matchAll(new RegExp(`${before}="([^"]+)"`, 'g'))].map(([, address]) => address);
    // Entries of containers run when they are needed; chunks as they arrive.
    expect(named('rel="preload" as="script" href')).toEqual([
      `/commons/${edge.ids['commons']}/area/remoteEntry.js`,
    ]);
    expect(named('<script async fetchpriority="high" src')).toEqual([
      `/commons/${edge.ids['commons']}/area/exposed.5555555555.js`,
      `/static/portal/${edge.ids['portal']}/web/home.3333333333.js`,
    ]);
    expect(text).toContain(
      `<script defer src="/static/portal/${edge.ids['portal']}/web/index.1111111111.js" integrity=`,
    );
  });

  it('carries the hashes of the entry files of its release, and no others', async () => {
    const { text } = await edge.get('clinic.localhost:8080', '/player/c1/play');
    const hashOf = async (path: string) => {
      const file = await edge.get('clinic.localhost:8080', path);
      return `sha256-${createHash('sha256').update(file.text).digest('base64')}`;
    };
    const checked = [
      ...text.matchAll(/(?:src|href)="([^"]+)" integrity="([^"]+)" crossorigin="anonymous"/g),
    ].map(([, path, hash]) => [path, hash]);
    expect(checked.map(([path = '']) => path.replace(/[0-9a-f]{12}/, '…'))).toEqual([
      // Preloaded, and as a script.
      '/static/portal/…/web/index.1111111111.js',
      '/static/portal/…/web/index.1111111111.js',
      '/commons/…/area/remoteEntry.js',
      '/static/player/…/area/remoteEntry.js',
    ]);
    for (const [path = '', hash] of checked) expect(hash, path).toBe(await hashOf(path));
    for (const { entry, integrity } of blockOf({ status: 200, headers: {}, text }).remotes)
      expect(integrity, entry).toBe(await hashOf(entry));
  });

  it('on a customer domain, preloads the area for a deep link', async () => {
    const { text } = await edge.get('clinic.localhost:8080', '/player/c1/play');
    for (const file of ['remoteEntry.js', 'exposed.5555555555.js', 'play.6666666666.js'])
      expect(text).toContain(`"/static/player/${edge.ids['player']}/area/${file}"`);
    expect(text).toContain(`src="/static/portal/${edge.ids['portal']}/web/index.1111111111.js"`);
  });

  it('returns 404 when it is not found', async () => {
    expect((await edge.get(main, '/nowhere')).status).toBe(404);
  });

  it('redirects to its other address with the query', async () => {
    const path = '/item/course/moved/detail?tab=teachers';
    const { status, text, headers } = await edge.get(main, path);
    const target = '/item/package/1/detail?tab=teachers';
    expect([status, headers['location'], text]).toEqual([301, target, '']);
  });

  it('falls back to a shell when rendering fails', async () => {
    const page = await edge.get(main, '/broken');
    expect(page.status).toBe(200);
    expect(page.text).toContain('<div id="root"></div>');
    expect(page.text).toContain('index.1111111111.js');
  });

  it('uses larger type for readers who have chosen it', async () => {
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

  it("is rendered by its area's release and makes its personal calls early", async () => {
    const { text, headers, status } = await edge.get(user, '/user/learn');
    expect(text).toMatch(/<div id="root"><main>user\.cme\.localhost\/user\/learn/);
    expect(text).toContain('id="state"');
    expect(text).toContain(
      `<script defer src="/static/user-centre/${edge.ids['user-centre']}/web/index.1111111111.js"`,
    );
    expect([status, headers['x-robots-tag']]).toEqual([200, 'noindex']);
    expect(new Set(callsOf(text).map(({ access }) => access))).toEqual(new Set(['learner']));
  });

  it('is a shell when its older release cannot render', async () => {
    const { text } = await edge.get('player.cme.localhost:8080', '/player/c1/play');
    expect(text).toContain(shell);
    expect(text).not.toContain('id="state"');
  });

  it('falls back to a shell when rendering fails', async () => {
    const { status, text } = await edge.get(user, '/user/broken');
    expect(status).toBe(200);
    expect(text).toContain(shell);
    expect(text).toContain('index.1111111111.js');
  });

  it('mounted on a customer domain is a shell and makes all its calls early', async () => {
    const { text } = await edge.get('clinic.localhost', '/user/learn');
    expect(text).toContain(shell);
    expect(callsOf(text)).toContainEqual(expect.objectContaining({ access: 'public' }));
  });
});

describe('the pages that a release declares', () => {
  it('come with what every call needs, of the application and of commons, if they call at once', async () => {
    const { text } = await edge.get('user.cme.localhost:8080', '/user/learn');
    const { chunks } = JSON.parse(/id="first">(.*?)<\/script>/.exec(text)?.[1] ?? '{}');
    expect(chunks).toEqual([
      `/commons/${edge.ids['commons']}/area/exposed.5555555555.js`,
      `/commons/${edge.ids['commons']}/area/play.6666666666.js`,
      `/static/user-centre/${edge.ids['user-centre']}/web/home.3333333333.js`,
      `/static/user-centre/${edge.ids['user-centre']}/web/play.9999999999.js`,
    ]);
  });

  it('are not rendered if it says so', async () => {
    const { text } = await edge.get(main, '/undrawn');
    expect(text).toContain('<div id="root"></div>');
    expect(text).toContain('main{margin:0}');
  });

  it('stay on a site that has ended if it says so; at every other address it shows one page', async () => {
    expect((await edge.get('ended.localhost', '/certificate/verify')).status).toBe(200);
    expect((await edge.get('records.localhost', '/records')).status).toBe(200);
    expect((await edge.get('records.localhost', '/news')).status).toBe(410);
    expect((await edge.get('ended.localhost', '/records')).status).toBe(410);
    const { status, text } = await edge.get('ended.localhost', '/news');
    expect(status).toBe(410);
    expect(text).toContain('ended.localhost/404');
  });
});

describe('an older release, which declares no pages', () => {
  let older: Awaited<ReturnType<typeof openEdge>>;
  beforeAll(async () => {
    older = await openEdge({ isOlder: true });
  });
  afterAll(() => older.close());

  it('is rendered with the chunks that its server build names', async () => {
    const { text } = await older.get(main, '/');
    expect(text).toContain('<main>cme.localhost/');
    expect(text).toContain('main{margin:0}');
  });

  it('is left to the browser with a query, whose meaning is unknown', async () => {
    const { status, text } = await older.get(main, '/news?page=2');
    expect(status).toBe(200);
    expect(text).toContain('<div id="root"></div>');
    expect(text).toContain('index.1111111111.js');
  });

  it('makes its first calls later', async () => {
    for (const host of ['user.cme.localhost', 'clinic.localhost']) {
      const { status, text } = await older.get(host, '/user/learn');
      expect([status, text.includes('id="first"')]).toEqual([200, false]);
    }
  });

  it('answers as before on a site that has ended', async () => {
    expect((await older.get('ended.localhost', '/')).status).toBe(410);
  });
});

describe('the cache of rendered pages', () => {
  const body = async (path: string, headers = {}, host = main) =>
    /<main>.*?<\/main>/.exec((await edge.get(host, path, headers)).text)?.[0];

  it('serves the same page again without rendering', async () => {
    expect(await body('/cached')).toBe(await body('/cached'));
  });

  it('ignores parameters that no page reads', async () => {
    const first = await body('/news?page=2');
    expect(await body('/news?page=2&utm=1&x=<script>')).toBe(first);
    expect(await body('/news?x=9&page=2')).toBe(first);
    expect(first).toContain('/news?page=2');
  });

  it('shares one page among all values of which only the presence shows', async () => {
    const user = 'user.cme.localhost:8080';
    const first = await body('/user/trainingclass?screen=a', {}, user);
    expect(await body('/user/trainingclass?screen=b', {}, user)).toBe(first);
    expect(await body('/user/trainingclass', {}, user)).not.toContain('screen');
  });

  it('keeps hosts, paths, known parameters and larger type apart', async () => {
    const pages = await Promise.all([
      body('/k'),
      body('/news?page=2'),
      body('/news'),
      body('/k/'),
      body('/k', { cookie: 'cme_care=1' }),
      body('/k', {}, 'clinic.localhost'),
      body('/k', {}, 'cme.localhost'),
    ]);
    expect(new Set(pages).size).toBe(pages.length);
    expect(pages[5]).toContain('clinic.localhost/k');
  });

  it('renders a page once for concurrent requests', async () => {
    const pages = await Promise.all(Array.from({ length: 20 }, () => body('/crowd')));
    expect(new Set(pages).size).toBe(1);
  });

  it('is bounded', async () => {
    for (let index = 0; index < 450; index += 1) await edge.get(main, `/many/${index}`);
    const { pages } = JSON.parse((await edge.get(main, '/healthz')).text) as { pages: number };
    expect(pages).toBeLessThanOrEqual(400);
  });
});

describe('browser caching', () => {
  it('pages are revalidated, and an unchanged one is not sent again', async () => {
    const page = await edge.get(main, '/login');
    expect(page.headers['cache-control']).toBe('no-cache');
    const again = await edge.get(main, '/login', { 'if-none-match': page.headers.etag ?? '' });
    expect(again.status).toBe(304);
    expect(again.headers['content-security-policy']).toBeUndefined();
  });

  it('files of a build are immutable and compressed as the client accepts', async () => {
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
  ])('files outside the public part of a build are not found and not cached: %s', async (file) => {
    const answer = await edge.get(main, `/static/portal/${edge.ids['portal']}/${file}`);
    expect(answer.status).toBe(404);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('a page address that ends like a file is still a page', async () => {
    const page = await edge.get('clinic.localhost', '/user/order/x.css');
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.headers['cache-control']).toBe('no-cache');
  });
});

/** The inline scripts of a page, and the policy that allows exactly them. */
function inlineScripts(text: string) {
  const scripts = [
    ...text.matchAll(/<script(?: type="speculationrules")?>([\s\S]*?)<\/script>/g),
  ].map(([, script = '']) => script);
  const hashes = scripts.map(
    (script) => ` 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return { scripts, policy: `script-src 'self'${hashes.join('')};` };
}

it('a rendered page keeps early input from its head on; a page without markup has none', async () => {
  const { text } = await edge.get(main, '/');
  const head = text.slice(0, text.indexOf('</head>'));
  expect(inlineScripts(head).scripts.join()).toContain('addEventListener(type, onEvent, true)');
  const shell = await edge.get('clinic.localhost:8080', '/player/c1/play');
  expect(shell.text).not.toContain('onEvent');
});

describe('every page has security headers', () => {
  it.each(['/', '/login', '/nowhere', '/broken'])('%s', async (path) => {
    const page = await edge.get(main, path);
    const { nonce } = blockOf(page);
    const policy = page.headers['content-security-policy'] as string;
    // The whole policy, so that no directive can be loosened unnoticed.
    expect(policy.split('; ')).toEqual([
      `default-src 'self'`,
      inlineScripts(page.text).policy.slice(0, -1),
      `style-src 'self' 'nonce-${nonce}'`,
      `style-src-attr 'unsafe-inline'`,
      `img-src 'self' data: blob:`,
      `media-src 'self' blob:`,
      `connect-src 'self'`,
      `worker-src 'self' blob:`,
      `font-src 'self' data:`,
      `object-src 'none'`,
      `base-uri 'none'`,
      `form-action 'self'`,
      `frame-ancestors 'none'`,
      'report-uri /edge/report',
    ]);
    expect(page.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
    expect(
      [...page.text.matchAll(/<style nonce="([^"]+)"/g)].every(([, given]) => given === nonce),
    ).toBe(true);
    expect(page.text).not.toMatch(
      /<script(?!>|[^>]*\b(src|type="(application\/json|speculationrules)"))/,
    );
  });

  it("pages of the main family may be prerendered, a customer's may not", async () => {
    const page = await edge.get(main, '/');
    expect(page.headers['supports-loading-mode']).toBe('credentialed-prerender');
    const [, rules = ''] = /<script type="speculationrules">(.*?)<\/script>/.exec(page.text) ?? [];
    expect(JSON.parse(rules)).toMatchObject({ prerender: [{ eagerness: 'moderate' }] });
    const customer = await edge.get('clinic.localhost', '/');
    expect(customer.headers['supports-loading-mode']).toBeUndefined();
    expect(customer.text).not.toContain('speculationrules');
  });

  it("a learner's page requests its entry before every other file, with a deferred script's priority", async () => {
    const { text } = await edge.get('clinic.localhost:8080', '/player/c1/play');
    const [first = ''] = /<(?:link rel="preload"|script[^>]* src=)[^>]*>/.exec(text) ?? [];
    const [, entry = ''] = /<script defer src="(\/static\/[^"]+)" integrity="/.exec(text) ?? [];
    expect(entry).not.toBe('');
    expect(first).toContain(
      `rel="preload" as="script" fetchpriority="low" href="${entry}" integrity=`,
    );
    expect((await edge.get(main, '/')).text).not.toContain('fetchpriority="low"');
  });
});

describe('releases', () => {
  it('a notice is shown before anything is published', async () => {
    const empty = await openEdge({ published: [] });
    const page = await empty.get(main, '/');
    expect(page.status).toBe(503);
    expect(page.text).toContain('页面尚未发布');
    await empty.close();
  });
});
