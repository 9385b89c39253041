import type { Page, Request } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { direct, places } from '../support/places.ts';

/** Most kilobytes of compressed scripts that the first view of a public page may take, and the
 * calls that it makes after having come with its data. Whoever adds to a page looks first for what
 * may come later: `lazyPart`, and calls by `import()`. */
const budgets: {
  name: string;
  path: string;
  link?: RegExp;
  kilobytes: number;
  calls?: string[];
}[] = [
  { name: 'home', path: '/', kilobytes: 178 },
  { name: 'a course', path: '/', link: /\/item\/course\/\w+\/detail/, kilobytes: 182 },
  { name: 'news', path: '/news', kilobytes: 177 },
  {
    name: 'a news item',
    path: '/news',
    link: /\/news\/\w+\/detail/,
    kilobytes: 199,
    calls: ['news/view'],
  },
  { name: 'help', path: '/helpcenter/manual', kilobytes: 178 },
  { name: 'a catalogue', path: '/publicneed', kilobytes: 192 },
  { name: 'search', path: '/search?keyword=%E6%8A%A4%E7%90%86', kilobytes: 194 },
  { name: 'a training', path: '/xcys', kilobytes: 181 },
  { name: 'credit exchange', path: '/changecredits', kilobytes: 185 },
];

for (const { name, path, link, kilobytes, calls = [] } of budgets)
  test(`the first view of ${name} keeps its budget and fetches nothing that it came with`, async ({
    page,
    request,
  }) => {
    const answered = await request.get(direct.address + path, {
      headers: { host: direct.hostOf(places.main) },
    });
    const address = link ? link.exec(await answered.text())?.[0] : path;
    const seen = listen(page);
    await page.goto(places.main + address, { waitUntil: 'networkidle' });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.dataset['commons']))
      .toMatch(/\+commons$/);
    await page.waitForLoadState('networkidle');
    await expect.poll(() => seen.calls).toEqual(calls);
    const weights = await Promise.all(seen.scripts.map(weigh));
    const sum = weights.reduce((whole, { bytes }) => whole + bytes, 0);
    const list = weights.map(({ file, bytes }) => `${bytes} ${file}`).join('\n');
    expect(weights.length).toBeGreaterThan(4);
    expect(sum, list).toBeLessThanOrEqual(kilobytes * 1000);
    expect(seen.calls).toEqual(calls);
  });

function listen(page: Page): { scripts: Request[]; calls: string[] } {
  const seen = { scripts: [] as Request[], calls: [] as string[] };
  page.on('requestfinished', (sent) => {
    const { pathname } = new URL(sent.url());
    const call = /^\/qm\/api\/(?:v5\/)?(.*)/.exec(pathname)?.[1];
    if (call) seen.calls.push(call);
    if (pathname.endsWith('.js')) seen.scripts.push(sent);
  });
  return seen;
}

/** What came over the wire, heads of answers left out. */
async function weigh(sent: Request): Promise<{ file: string; bytes: number }> {
  const { responseBodySize } = await sent.sizes();
  return { file: new URL(sent.url()).pathname, bytes: responseBodySize };
}
