import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolloutToken } from '@cme/contract/site/rollout';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, blockOf, openEdge } from './edge.ts';
import { areaOf } from './rollout-api.ts';

const main = 'cme.localhost';
const hospital = 'hospital.localhost';
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
    const secret = new TextEncoder().encode('a secret of tests, thirty-two characters or more');
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
    const areas = (promote_at: Date) => ({
      portal: areaOf(stable, { candidate: id, percent: 0, promote_at: promote_at.toISOString() }),
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

  it('gets the candidate on all origins of the family, and can go back', async () => {
    const candidate = await edge.another('portal', '2');
    edge.api.rollout.set({ portal: areaOf(stable, { candidate, percent: 0 }) });
    const ask = (query: string, cookie = '') =>
      edge.get(main, `/edge/release?${query}`, cookie ? { cookie } : {});
    await expect.poll(async () => (await ask('portal=candidate')).status).toBe(302);
    const given = cookieOf(await ask('portal=candidate'));
    expect(given).toMatch(/^cme_release=portal_[0-9a-f]{12}; .*HttpOnly.*Domain=cme\.localhost/);
    const cookie = given.split(';')[0] ?? '';
    expect(await release(main, { cookie })).toBe(candidate);
    expect(await release(main)).toBe(stable);
    expect(cookieOf(await ask('portal=', cookie))).toMatch(/^cme_release=; .*Max-Age=0/);
  });

  it('gets nothing that operators have not named', async () => {
    const old = await edge.another('portal', '3');
    expect(await release(main, { cookie: `cme_release=portal_${old}` })).toBe(stable);
    edge.api.rollout.set({ portal: areaOf(stable) });
    await expect
      .poll(async () => (await edge.get(main, '/edge/release?portal=candidate')).status)
      .toBe(400);
    for (const query of ['portal=candidate', 'portal=123', 'console=stable', 'portal[x]=1']) {
      const refused = await edge.get(main, `/edge/release?${query}`);
      expect(refused.status).toBe(400);
      expect(refused.text).toMatch(/没有候选版本|用法/);
    }
  });
});

describe('page health', () => {
  beforeAll(open);
  afterAll(close);

  const tell = (body: object | string, host = main) =>
    edge.get(
      host,
      '/edge/health',
      {},
      'POST',
      typeof body === 'string' ? body : JSON.stringify(body),
    );
  const rows = () =>
    edge.api.rollout.counts.flatMap((count) => count.rows).filter(({ area }) => area === 'portal');

  it('is summed by release and sent to the API, and buffered while that is unavailable', async () => {
    const portal = `portal/${stable}`;
    edge.api.rollout.setAway(true);
    await tell({ started: portal, pages: [portal, portal], lcp: 'poor' });
    await tell({ started: portal, pages: [portal], errors: [portal], cls: 'good' });
    await new Promise((resolve) => setTimeout(resolve, 2500));
    edge.api.rollout.setAway(false);
    await expect
      .poll(() => rows().at(-1), { timeout: 10_000 })
      .toMatchObject({
        area: 'portal',
        release: stable,
        pages: 2,
        errors: 1,
        lcp: 1,
        lcp_poor: 1,
        cls: 1,
        cls_poor: 0,
      });
  });

  it('is also counted by domain where a domain has its own rollout', async () => {
    const player = edge.ids['player'] ?? '';
    const own = { ...areaOf(player), sites: undefined };
    edge.api.rollout.set({ player: areaOf(player, { sites: { [hospital]: own } }) });
    await expect
      .poll(() => edge.api.rollout.follows.at(-1)?.revision, { timeout: 5000 })
      .toBe(edge.api.rollout.state().revision);
    const page = `player/${player}`;
    for (const host of [hospital, 'city.localhost', 'player.cme.localhost'])
      await tell({ started: page, pages: [page] }, host);
    await expect
      .poll(() => edge.api.rollout.counts.at(-1), { timeout: 10_000 })
      .toMatchObject({
        rows: [{ area: 'player', release: player, pages: 3 }],
        of_sites: [{ area: 'player', release: player, site: hospital, pages: 1 }],
      });
  });

  it.each([
    '',
    '{',
    '[]',
    '{"started":"x"}',
    '{"started":"portal/zz"}',
    '{"started":"","pages":[1]}',
  ])('rejects %j', async (body) => expect((await tell(body)).status).toBe(400));

  it('ignores releases that are not in use, and limits reports by address', async () => {
    const portal = `portal/${stable}`;
    expect((await tell({ started: '', pages: ['portal/000000000000'] })).status).toBe(204);
    for (let index = 0; index < 80; index += 1)
      await tell({ started: portal, pages: [portal], errors: [portal] });
    await expect.poll(() => rows().length, { timeout: 10_000 }).toBeGreaterThan(0);
    expect(rows().every(({ release: of }) => of === stable)).toBe(true);
    expect(Math.max(...rows().map(({ pages }) => pages))).toBeLessThan(60);
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
