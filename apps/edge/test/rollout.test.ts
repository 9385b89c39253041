import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolloutToken, signForEdges } from '@cme/contract/site/rollout';
import { signRequested } from '@cme/release';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, blockOf, openEdge } from './edge.ts';
import { areaOf } from './rollout-api.ts';

const main = 'cme.localhost';
const hospital = 'hospital.localhost';
const secret = new TextEncoder().encode('a secret of tests, thirty-two characters or more');
let edge: Awaited<ReturnType<typeof openEdge>>;
let stable = '';
const open = async () => {
  edge = await openEdge();
  stable = edge.ids['portal'] ?? '';
};
const close = () => edge.close();

const release = async (host = main, headers: Record<string, string> = {}, area = 'portal') =>
  blockOf(await edge.get(host, area === 'player' ? '/player/c1/play' : '/', headers)).releases[
    area
  ];
const inBucket = (bucket: number) => ({ cookie: `cme_bucket=${bucket}` });
const cookieOf = ({ headers }: Answer) => String(headers['set-cookie'] ?? '');
/** Polls until a page comes from this release. */
const followed = (id: string, host = main, headers = {}) =>
  expect.poll(() => release(host, headers), { timeout: 5000, interval: 20 }).toBe(id);

describe('the state of a rollout', () => {
  beforeEach(open);
  afterEach(close);

  it('takes effect within two seconds without a restart, and files of earlier releases stay', async () => {
    const id = await edge.another('portal', '2');
    expect(await release()).toBe(stable);
    const begun = performance.now();
    edge.api.rollout.set({ portal: areaOf(id, { previous: [stable] }) });
    await followed(id);
    expect(performance.now() - begun).toBeLessThan(2000);
    const file = (of: string) => edge.get(main, `/static/portal/${of}/web/index.1111111111.js`);
    expect((await file(stable)).text).toBe('console.log(1)');
    expect((await file(id)).text).toBe('console.log(2)');
  });

  it('is requested with a token of this installation', async () => {
    expect(edge.api.rollout.tokens[0]).toBe(`Bearer ${await rolloutToken(secret, 'edge')}`);
  });

  it("is requested with the edge's own token where the secret is not shared", async () => {
    const other = await openEdge({ env: { EDGE_TOKEN: 'a token of its own', APP_SECRET: '' } });
    try {
      expect(other.api.rollout.tokens[0]).toBe('Bearer a token of its own');
    } finally {
      await other.close();
    }
  });

  it('with an invalid release leaves that area unchanged, reports it, and applies once it is valid', async () => {
    const id = await edge.another('portal', '2');
    const file = join(edge.releases, 'portal', id, 'web/index.1111111111.js');
    const good = readFileSync(file);
    writeFileSync(file, 'alert(1)');
    const player = await edge.another('player', '2');
    edge.api.rollout.set({ portal: areaOf(id), player: areaOf(player) });
    await expect
      .poll(() => release('player.cme.localhost', {}, 'player'), { timeout: 5000 })
      .toBe(player);
    expect(await release()).toBe(stable);
    await expect
      .poll(() => edge.api.rollout.follows.at(-1)?.refused)
      .toMatchObject([{ area: 'portal', release: id, reason: expect.stringContaining('改动') }]);
    writeFileSync(file, good);
    edge.api.rollout.set({});
    await followed(id);
  });

  it('with a candidate at the end of its duration has its files verified again, and reports altered ones', async () => {
    const id = await edge.another('portal', '2');
    const file = join(edge.releases, 'portal', id, 'web/index.1111111111.js');
    const candidate = { area: 'portal', release: id };
    const areas = (promoteAt: Date) => ({
      portal: areaOf(stable, { candidate: id, percent: 0, promote_at: promoteAt.toISOString() }),
    });
    const lastFollow = () => edge.api.rollout.follows.at(-1);
    edge.api.rollout.set(areas(new Date(Date.now() + 3_600_000)));
    await expect.poll(() => lastFollow()?.revision).toBe(edge.api.rollout.state().revision);
    expect(lastFollow()).toMatchObject({ verified: [] });
    edge.api.rollout.set(areas(new Date()));
    await expect.poll(lastFollow).toMatchObject({ verified: [candidate], refused: [] });
    writeFileSync(file, 'alert(1)');
    edge.api.rollout.set({});
    await expect.poll(lastFollow).toMatchObject({
      verified: [],
      refused: [{ ...candidate, reason: expect.stringContaining('改动') }],
    });
  });

  it('stays in effect while the API is unavailable, and is updated when it returns', async () => {
    const id = await edge.another('portal', '2');
    edge.api.rollout.setAway(true);
    edge.api.rollout.set({ portal: areaOf(id) });
    expect(await release()).toBe(stable);
    expect((await edge.get(main, '/')).status).toBe(200);
    edge.api.rollout.setAway(false);
    await followed(id);
  });

  it('is stored for a start without the API', async () => {
    const kept = join(edge.folder, 'rollout.json');
    expect(JSON.parse(readFileSync(kept, 'utf8'))).toMatchObject({
      areas: { portal: { stable } },
    });
    const restarted = await openEdge({ published: [], settings: {}, state: edge.folder });
    expect(blockOf(await restarted.get(main, '/')).releases['portal']).toBe(stable);
    await restarted.close();
    expect(existsSync(kept)).toBe(true);
    rmSync(kept);
  });
});

describe('a candidate', () => {
  let candidate = '';
  beforeAll(async () => {
    await open();
    candidate = await edge.another('portal', '2');
  });
  afterAll(close);
  beforeEach(async () => {
    edge.api.rollout.set({ portal: areaOf(stable, { candidate, percent: 30 }) });
    await followed(candidate, main, inBucket(0));
  });

  it.each([
    [0, true],
    [2999, true],
    [3000, false],
    [9999, false],
  ])('is served to bucket %i: %s', async (bucket, isIn) => {
    expect(await release(main, inBucket(bucket))).toBe(isIn ? candidate : stable);
  });

  it('reaches about its share of new browsers, which keep their bucket on all origins of the family', async () => {
    const seen = await Promise.all(Array.from({ length: 200 }, () => edge.get(main, '/')));
    const got = seen.filter((page) => blockOf(page).releases['portal'] === candidate).length;
    expect(got).toBeGreaterThan(30);
    expect(got).toBeLessThan(95);
    for (const page of seen.slice(0, 20)) {
      const cookie = cookieOf(page);
      expect(cookie).toMatch(
        /^cme_bucket=\d{1,4}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax; Domain=cme\.localhost$/,
      );
      const again = await edge.get(main, '/', { cookie: cookie.split(';')[0] ?? '' });
      expect(cookieOf(again)).toBe('');
      expect(blockOf(again).releases).toEqual(blockOf(page).releases);
    }
  });

  it('on a customer domain uses a bucket of that origin', async () => {
    expect(cookieOf(await edge.get(hospital, '/'))).toMatch(/SameSite=Lax$/);
  });

  it.each(['cme_bucket=abc', 'cme_bucket=99999', 'cme_bucket=-1', 'cme_bucket='])(
    'is not unlocked by a forged %s, which is replaced',
    async (cookie) => {
      expect(cookieOf(await edge.get(main, '/', { cookie }))).toMatch(/^cme_bucket=\d/);
    },
  );

  it('has its own page cache entries and validators', async () => {
    const pages = await Promise.all(
      Array.from({ length: 1000 }, (_, index) =>
        edge.get(main, `/?page=${index % 7}`, inBucket((index * 37) % 10_000)),
      ),
    );
    pages.forEach((page, index) => {
      const wanted = (index * 37) % 10_000 < 3000 ? candidate : stable;
      expect(blockOf(page).releases['portal']).toBe(wanted);
      expect(page.text).not.toContain(`/static/portal/${wanted === stable ? candidate : stable}/`);
    });
    const one = await edge.get(main, '/', inBucket(1));
    const other = await edge.get(main, '/', {
      ...inBucket(9000),
      'if-none-match': String(one.headers.etag),
    });
    expect(other.status).toBe(200);
    expect(one.headers['vary']).toContain('cookie');
  });

  it('never loses a browser while its share grows, and is served to nobody while paused', async () => {
    edge.api.rollout.set({ portal: areaOf(stable, { candidate, percent: 60 }) });
    await followed(candidate, main, inBucket(5999));
    for (const bucket of [0, 2999, 3000])
      expect(await release(main, inBucket(bucket))).toBe(candidate);
    edge.api.rollout.set({ portal: areaOf(stable, { candidate, percent: 60, paused: true }) });
    await followed(stable, main, inBucket(0));
    expect(cookieOf(await edge.get(main, '/'))).toBe('');
  });

  it('can go first on one domain while another stays behind', async () => {
    const own = { ...areaOf(stable), sites: undefined };
    edge.api.rollout.set({
      portal: areaOf(candidate, {
        sites: {
          [hospital]: { ...own, stable },
          'clinic.localhost': { ...own, stable: candidate },
        },
      }),
    });
    await followed(candidate, 'clinic.localhost');
    expect(await release(hospital)).toBe(stable);
    expect(await release(main)).toBe(candidate);
  });
});

describe('a tester', () => {
  beforeAll(open);
  afterAll(close);
  let token = '';
  beforeAll(async () => {
    token = await rolloutToken(secret, 'edge');
  });

  const fetchPage = (query: string, cookie = '') =>
    edge.get(main, `/edge/release?${query}`, cookie ? { cookie } : {});
  /** A link as the API signs it for an operator. */
  const link = async (area: string, word = 'candidate', minutes = 5) => {
    const until = new Date(Date.now() + minutes * 60_000).toISOString();
    const proof = await signForEdges(token, 'tester link', `${area} ${until}`);
    return `${new URLSearchParams({ [area]: word, until, proof })}`;
  };
  const cookiePart = (page: Answer) => cookieOf(page).split(';')[0] ?? '';

  it('gets the candidate on all origins of the family, and can go back', async () => {
    const candidate = await edge.another('portal', '2');
    edge.api.rollout.set({ portal: areaOf(stable, { candidate, percent: 0 }) });
    const query = await link('portal');
    await expect.poll(async () => (await fetchPage(query)).status).toBe(302);
    const given = await fetchPage(query);
    expect(cookieOf(given)).toMatch(
      /^cme_release=\d+\.portal_[0-9a-f]{12}~[0-9a-f]{32}; .*HttpOnly.*Domain=cme\.localhost/,
    );
    const cookie = cookiePart(given);
    expect(await release(main, { cookie })).toBe(candidate);
    expect(await release(main)).toBe(stable);
    const back = await fetchPage(await link('portal', 'stable'), cookie);
    expect(await release(main, { cookie: cookiePart(back) })).toBe(stable);
    expect(cookieOf(await fetchPage('portal=', cookie))).toMatch(/^cme_release=; .*Max-Age=0/);
  });

  it('without a valid link gets 403 and no cookie', async () => {
    const candidate = await edge.another('portal', '2');
    edge.api.rollout.set({ portal: areaOf(stable, { candidate, percent: 0 }) });
    const good = await link('portal');
    await expect.poll(async () => (await fetchPage(good)).status).toBe(302);
    const altered = good.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));
    for (const query of [
      'portal=candidate',
      'portal=stable',
      'portal=candidate&until=2099-01-01T00:00:00.000Z&proof=',
      'portal=candidate&until=2099-01-01T00:00:00.000Z&proof=a&proof=b',
      altered,
      good.replace('portal=', 'player='),
      `${good}&player=candidate`,
      await link('portal', 'candidate', -1),
    ]) {
      const refused = await fetchPage(query);
      expect(refused.status, query).toBe(403);
      expect(refused.headers['set-cookie'], query).toBeUndefined();
      expect(refused.text).toMatch(/npm run rollout -- tester/);
    }
  });

  it('cannot write or change the cookie', async () => {
    const candidate = await edge.another('portal', '2');
    edge.api.rollout.set({ portal: areaOf(stable, { candidate, percent: 0 }) });
    const query = await link('portal');
    await expect.poll(async () => (await fetchPage(query)).status).toBe(302);
    const cookie = cookiePart(await fetchPage(query));
    const [, signature = ''] = cookie.split('~');
    const expired = `${Date.now() - 1}.portal_${candidate}`;
    const key = await signForEdges(token, 'tester cookie', expired);
    for (const forged of [
      `cme_release=portal_${candidate}`,
      `cme_release=${Date.now() + 9e9}.portal_${candidate}~${signature}`,
      cookie.replace(/~.*/, ''),
      `cme_release=${expired}~${key}`,
    ])
      expect(await release(main, { cookie: forged }), forged).toBe(stable);
    expect(await release(main, { cookie })).toBe(candidate);
  });

  it('gets nothing that operators have not named', async () => {
    const old = await edge.another('portal', '3');
    const requested = await signRequested(new Map([['portal', old]]), token, new Date());
    expect(await release(main, { cookie: `cme_release=${requested}` })).toBe(stable);
    edge.api.rollout.set({ portal: areaOf(stable) });
    const query = await link('portal');
    await expect.poll(async () => (await fetchPage(query)).status).toBe(400);
    for (const wrong of [query, 'portal=123', 'console=stable', 'portal[x]=1']) {
      const refused = await fetchPage(wrong);
      expect(refused.status).toBe(400);
      expect(refused.text).toMatch(/没有候选版本|用法/);
    }
  });
});

describe('page health', () => {
  beforeAll(open);
  afterAll(close);

  const ticketOf = ({ headers }: Answer) =>
    /^ticket;desc="([^"]+)"$/.exec(String(headers['server-timing'] ?? ''))?.[1] ?? '';
  const load = async (host = main, headers: Record<string, string> = {}) =>
    ticketOf(await edge.get(host, host.startsWith('player.') ? '/player/c1/play' : '/', headers));
  const sendReports = (body: object | string, host = main, headers: Record<string, string> = {}) =>
    edge.get(
      host,
      '/edge/health',
      { origin: `http://${host}`, ...headers },
      'POST',
      typeof body === 'string' ? body : JSON.stringify(body),
    );
  const reports = () => edge.api.rollout.counts.flatMap((count) => count.reports ?? []);
  const newReports = (ticket: string) => {
    const [id] = JSON.parse(Buffer.from(ticket.split('.')[0] ?? '', 'base64url').toString());
    return reports().filter((report) => report.ticket === id);
  };
  /** Until the edge has sent everything that it was told before. */
  const sent = async () => {
    const ticket = await load();
    const portal = `portal/${stable}`;
    await sendReports({ ticket, started: portal, pages: [portal] });
    await expect.poll(() => newReports(ticket).length, { timeout: 10_000 }).toBe(1);
  };

  it('is sent to the API with the ticket of the page, and buffered while that is unavailable', async () => {
    const portal = `portal/${stable}`;
    const tickets = [await load(), await load()];
    expect(new Set(tickets).size).toBe(2);
    edge.api.rollout.setAway(true);
    await sendReports({
      ticket: tickets[0],
      started: portal,
      pages: [portal, portal],
      lcp: 'poor',
    });
    await sendReports({ ticket: tickets[1], started: portal, pages: [portal], errors: [portal] });
    const isTried = () => edge.api.rollout.failed.some((path) => path.endsWith('/counts'));
    await expect.poll(isTried, { timeout: 10_000 }).toBe(true);
    edge.api.rollout.setAway(false);
    await sent();
    const named = { area: 'portal', release: stable, site: main };
    expect(tickets.flatMap(newReports)).toMatchObject([
      { ...named, metrics: ['pages', 'lcp', 'lcp_poor'] },
      { ...named, metrics: ['pages', 'errors'] },
    ]);
  });

  it('counts once for each ticket, also of a page that is cached or unchanged', async () => {
    const portal = `portal/${stable}`;
    const first = await edge.get(main, '/');
    const unchanged = await edge.get(main, '/', { 'if-none-match': String(first.headers.etag) });
    expect(unchanged.status).toBe(304);
    expect(ticketOf(unchanged)).not.toBe(ticketOf(first));
    const ticket = ticketOf(unchanged);
    for (let index = 0; index < 5; index += 1)
      await sendReports({ ticket, started: portal, pages: [portal] });
    await sendReports({ ticket, started: portal, pages: [portal], errors: [portal] });
    await sent();
    expect(newReports(ticket).flatMap(({ metrics }) => metrics)).toEqual(['pages', 'errors']);
  });

  it('without a ticket, with a forged or an expired one is ignored, as of pages opened long ago', async () => {
    const portal = `portal/${stable}`;
    const ticket = await load();
    const [text = '', signature = ''] = ticket.split('.');
    const content = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    const token = await rolloutToken(secret, 'edge');
    const old = Buffer.from(JSON.stringify(content.with(1, Date.now() - 31 * 60_000))).toString(
      'base64url',
    );
    const other = Buffer.from(JSON.stringify(content.with(3, 'ffff'))).toString('base64url');
    const before = reports().length;
    for (const forged of [
      undefined,
      '',
      'x.y',
      text,
      `${other}.${signature}`,
      `${old}.${await signForEdges(token, 'ticket', old)}`,
    ]) {
      const told = await sendReports({ ticket: forged, started: portal, pages: [portal] });
      expect(told.status, forged).toBe(204);
    }
    await sent();
    expect(reports()).toHaveLength(before + 1);
  });

  it('counts for the releases of its own page only', async () => {
    const [portal, player] = [`portal/${stable}`, `player/${edge.ids['player']}`];
    const ofPortal = await load();
    const ofPlayer = await load('player.cme.localhost');
    const ofCustomer = await load(hospital);
    for (const [host, ticket] of [
      [main, ofPortal],
      ['player.cme.localhost', ofPlayer],
      [hospital, ofCustomer],
    ] as const)
      await sendReports(
        { ticket, started: portal, pages: [portal], errors: [player, 'player/000000000000'] },
        host,
      );
    await sent();
    expect(newReports(ofPortal)).toMatchObject([{ area: 'portal', metrics: ['pages'] }]);
    expect(newReports(ofPlayer)).toMatchObject([{ area: 'player', metrics: ['errors'] }]);
    expect(newReports(ofCustomer)).toMatchObject([
      { area: 'portal', site: hospital, metrics: ['pages'] },
      { area: 'player', site: hospital, metrics: ['errors'] },
    ]);
  });

  it.each([
    ['no origin', { origin: '' }],
    ['another origin', { origin: 'http://hospital.localhost' }],
    ['an opaque origin', { origin: 'null' }],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['another origin of the family', { 'sec-fetch-site': 'same-site' }],
  ])('is refused from %s', async (_name, headers) => {
    const portal = `portal/${stable}`;
    const body = { ticket: await load(), started: portal, pages: [portal] };
    expect((await sendReports(body, main, headers)).status).toBe(403);
    expect((await sendReports(body, main, { 'sec-fetch-site': 'same-origin' })).status).toBe(204);
  });

  it('counts for the network that loaded the page: an IPv4 address, or an IPv6 /64', async () => {
    const proxied = await openEdge({ env: { TRUSTED_PROXIES: 'loopback' } });
    try {
      const networkFrom = async (address: string) => {
        const page = await proxied.get(main, '/', { 'x-forwarded-for': address });
        const [text = ''] = ticketOf(page).split('.');
        return (JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[])[3];
      };
      const same = [
        ['203.0.113.7', '::ffff:203.0.113.7'],
        ['2001:db8:1:2::1', '2001:DB8:1:2:ffff:ffff:ffff:ffff'],
      ];
      for (const [one = '', other = ''] of same)
        expect(await networkFrom(one), other).toBe(await networkFrom(other));
      const different = ['203.0.113.7', '203.0.113.8', '2001:db8:1:2::1', '2001:db8:1:3::1'];
      const networks = await Promise.all(different.map(networkFrom));
      expect(new Set(networks).size).toBe(4);
      expect(networks).toEqual(networks.map(() => expect.stringMatching(/^[0-9a-f]{4}$/)));
    } finally {
      await proxied.close();
    }
  });

  it.each([
    '',
    '{',
    '[]',
    '{"started":"x"}',
    '{"started":"portal/zz"}',
    '{"started":"","pages":[1]}',
  ])('rejects %j', async (body) => expect((await sendReports(body)).status).toBe(400));

  it('is limited for each network', async () => {
    const portal = `portal/${stable}`;
    const before = reports().length;
    for (let index = 0; index < 80; index += 1)
      await sendReports({ ticket: await load(), started: portal, pages: [portal] });
    await expect.poll(() => reports().length, { timeout: 10_000 }).toBeGreaterThan(before);
    expect(reports().length - before).toBeLessThanOrEqual(60);
  });

  it('is measured by a script that is loaded after the page with its hash', async () => {
    const started = await edge.get(main, '/edge/browser.js');
    const [src = '', integrity = ''] = [
      /src = '(\/edge\/health\.js\?[\w-]+)'/.exec(started.text)?.[1],
      /integrity = '(sha256-[^']+)'/.exec(started.text)?.[1],
    ];
    const script = await edge.get(main, src);
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script.text));
    expect(`sha256-${Buffer.from(digest).toString('base64')}`).toBe(integrity);
    expect(script.text).toContain('onLCP');
  });
});
