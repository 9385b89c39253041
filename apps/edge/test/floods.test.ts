import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEdge, sites } from './edge.ts';

const flooder = { 'x-forwarded-for': '203.0.113.9' };
const visitor = { 'x-forwarded-for': '198.51.100.1' };
const main = 'cme.localhost';
let edge: Awaited<ReturnType<typeof openEdge>>;
beforeEach(async () => {
  edge = await openEdge({
    env: { TRUSTED_PROXIES: 'loopback' },
    settings: { work: { burst: 20, perSecond: 0.5, atOnce: 4 } },
  });
});
afterEach(() => edge.close());

const isRendered = (text: string) => text.includes('id="state"');
const times = <Result>(count: number, run: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => run(index)));
const calls = (path: string) => edge.api.seen.filter(({ url }) => url.endsWith(path));
const pagesInCache = async () => {
  const { pages } = JSON.parse((await edge.get(main, '/healthz')).text) as { pages: number };
  return pages;
};

describe('unknown hosts', () => {
  it.each([
    ['random names', (index: number) => `r${index}.example`],
    ['subdomains of the main domain', (index: number) => `r${index}.${main}`],
    ['subdomains of a customer domain', (index: number) => `r${index}.clinic.localhost:8080`],
    ['mixed case and trailing dots', (index: number) => `R${index}.Example.:80`],
    ['addresses', (index: number) => `8.8.${index}.8`],
    ['long names', (index: number) => `${`${'x'.repeat(50)}.`.repeat(4)}r${index}`],
  ])('cost no call each: %s', async (_, hostOf) => {
    const answers = await times(100, (index) => edge.get(hostOf(index), '/', flooder));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]));
    expect(calls('/site/logo')).toEqual([]);
    expect(edge.api.domains.asked).toBe(1);
    expect(await pagesInCache()).toBe(0);
  });

  it('leave every site its settings, whatever else is asked for', async () => {
    await edge.get('clinic.localhost', '/', visitor);
    await times(600, (index) => edge.get(`r${index}.example`, '/', flooder));
    const before = calls('/site/logo').length;
    expect(isRendered((await edge.get('clinic.localhost', '/', visitor)).text)).toBe(true);
    expect(calls('/site/logo').length - before).toBeLessThanOrEqual(1);
  });

  it('become sites within seconds after they were created', async () => {
    expect((await edge.get('new.localhost', '/', visitor)).status).toBe(302);
    sites['new.localhost'] = { ...(sites['clinic.localhost'] as (typeof sites)[string]) };
    try {
      await expect
        .poll(async () => (await edge.get('new.localhost', '/', visitor)).status, { timeout: 3000 })
        .toBe(200);
    } finally {
      delete sites['new.localhost'];
    }
  });

  it('cost no call each while the API is unavailable', async () => {
    await edge.api.close();
    const began = performance.now();
    const answers = await times(200, (index) => edge.get(`r${index}.example`, '/', flooder));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    expect(performance.now() - began).toBeLessThan(3000);
  });

  it('of an edge that is newer than its API are looked up in the name of their visitor', async () => {
    edge.api.domains.isOlder = true;
    expect((await edge.get('r1.example', '/', flooder)).status).toBe(302);
    expect((await edge.get('r1.example', '/', flooder)).status).toBe(302);
    expect((await edge.get('clinic.localhost', '/', visitor)).status).toBe(200);
    const [unknown, known, ...more] = calls('/site/logo');
    expect(more).toEqual([]);
    expect(unknown?.headers['x-forwarded-for']).toBe('203.0.113.9');
    expect(known?.headers['x-forwarded-for']).toBe('198.51.100.1');
  });
});

describe('what a page does not read', () => {
  const course = '/item/course/c1/detail';
  it.each([
    [
      'parameters of other pages',
      (index: number) => `${course}?year=20${10 + index}&page=${index}`,
    ],
    ['unknown values', (index: number) => `${course}?tab=t${index}`],
    ['repeated ones', (index: number) => `${course}?tab=intro&tab=t${index}`],
    ['long ones', (index: number) => `${course}?tab=${'x'.repeat(1000)}${index}`],
    ['pages of a list that nobody reaches', (index: number) => `/news?page=9999${index}`],
    ['other notations of a number', (index: number) => `/news?page=2.${index}`],
    ['years that no list knows', (index: number) => `/publicneed?year=19${10 + index}`],
  ])('makes no page of its own: %s', async (_, pathOf) => {
    const answers = await times(60, (index) => edge.get(main, pathOf(index), flooder));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await pagesInCache()).toBe(1);
  });

  it('is no address of a closed site either', async () => {
    await times(60, (index) => edge.get('ended.localhost', `/item/${index}`, flooder));
    expect(await pagesInCache()).toBe(1);
  });
});

describe('a client that has made too many pages necessary', () => {
  it('is told to wait, in Chinese, and others get rendered pages', async () => {
    const answers = await times(40, (index) => edge.get(main, `/a${index}`, flooder));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBe(20);
    expect(refused[0]?.text).toContain('访问过于频繁，请稍候再试');
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect(answers.filter(({ text }) => isRendered(text)).length).toBe(20);
    const page = await edge.get(main, '/a39', visitor);
    expect([page.status, isRendered(page.text)]).toEqual([200, true]);
  });

  it('still gets every page that is there already', async () => {
    await times(40, (index) => edge.get(main, `/b${index}`, flooder));
    await edge.get(main, '/shared', visitor);
    const answers = await times(100, () => edge.get(main, '/shared', flooder));
    expect(answers.every(({ status, text }) => status === 200 && isRendered(text))).toBe(true);
  });

  it('is its whole IPv6 network', async () => {
    const answers = await times(40, (index) =>
      edge.get(main, `/c${index}`, { 'x-forwarded-for': `2001:db8::${index}` }),
    );
    expect(answers.filter(({ status }) => status === 429).length).toBe(20);
  });

  it('is not served site maps of ever new ports', async () => {
    const answers = await times(40, (index) =>
      edge.get(`clinic.localhost:${1000 + index}`, '/sitemap.xml', flooder),
    );
    expect(answers.filter(({ status }) => status === 429).length).toBe(20);
    expect(calls('/site/map').length).toBe(1);
  });
});

describe('what a rendering asks the API', () => {
  it('is asked in the name of its visitor', async () => {
    await edge.get(main, '/asks/a', { ...visitor, authorization: 'Bearer own' });
    const [call] = calls('/home/index');
    expect(call?.headers['x-forwarded-for']).toBe('198.51.100.1');
    expect(call?.headers.authorization).toBeUndefined();
    expect(call?.body).toBe('a=1');
  });

  it('is refused to a visitor who asks for too much, and nobody else gets what came of it', async () => {
    edge.api.refused.add('203.0.113.9');
    const [refused, ...pages] = await Promise.all([
      edge.get(main, '/asks/b', flooder),
      ...Array.from({ length: 10 }, () => edge.get(main, '/asks/b', visitor)),
    ]);
    expect([refused?.status, refused?.headers['retry-after']]).toEqual([429, '10']);
    expect(pages.map(({ status, text }) => [status, isRendered(text)])).toEqual(
      pages.map(() => [200, true]),
    );
  });

  it('is not asked again for a while then, but what others have made is shown', async () => {
    edge.api.refused.add('203.0.113.9');
    await edge.get(main, '/asks/c', flooder);
    const before = calls('/home/index').length;
    await times(10, (index) => edge.get(main, `/asks/d${index}`, flooder));
    expect(calls('/home/index').length).toBe(before);
    await edge.get(main, '/asks/e', visitor);
    expect((await edge.get(main, '/asks/e', flooder)).status).toBe(200);
  });
});

it("an edge's own calls carry its token, so that no client's limit counts them", async () => {
  await edge.get('clinic.localhost', '/sitemap.xml', visitor);
  for (const path of ['/site/logo', '/site/map']) {
    const [call] = calls(path);
    expect(call?.headers.authorization).toBe(edge.api.rollout.tokens[0]);
    expect(call?.headers['x-forwarded-for']).toBeUndefined();
  }
});

it('parts of a site map that do not exist cost no call', async () => {
  const answers = await times(10, (index) =>
    edge.get('clinic.localhost', `/sitemap.xml?part=${index + 2}`, flooder),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  expect(calls('/site/map').length).toBe(1);
});

it('asking for the health of the edge asks the API once a second', async () => {
  const before = edge.api.seen.length;
  await times(50, () => edge.get(main, '/healthz', flooder));
  expect(edge.api.seen.length - before).toBe(1);
});
