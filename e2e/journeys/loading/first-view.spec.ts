import type { BrowserContext, Page, Request } from '@playwright/test';
import { courseId } from '@cme/sample/ids';
import { createAccount } from '../../support/account.ts';
import { expect, test } from '../../support/journey.ts';
import { nurse, signInByForm } from '../../support/people.ts';
import { direct, origins } from '../../support/origins.ts';
import { startVideo } from '../../support/video.ts';

/** Budget of compressed scripts in kilobytes for the first view of each public page, and the calls
 * it makes besides its embedded data. Before raising one, check what can load later: `lazyPart`,
 * and calls by `import()`. */
const budgets: {
  name: string;
  path: string;
  link?: RegExp;
  kilobytes: number;
  calls?: string[];
}[] = [
  { name: 'home', path: '/', kilobytes: 166.5 },
  { name: 'a course', path: '/', link: /\/item\/course\/\w+\/detail/, kilobytes: 170.5 },
  { name: 'news', path: '/news', kilobytes: 165.5 },
  {
    name: 'a news item',
    path: '/news',
    link: /\/news\/\w+\/detail/,
    kilobytes: 187.5,
    calls: ['news/view'],
  },
  { name: 'help', path: '/helpcenter/manual', kilobytes: 166 },
  { name: 'a catalogue', path: '/publicneed', kilobytes: 181.5 },
  { name: 'search', path: '/search?keyword=%E6%8A%A4%E7%90%86', kilobytes: 183.5 },
  { name: 'a training', path: '/xcys', kilobytes: 169 },
  { name: 'credit exchange', path: '/changecredits', kilobytes: 172 },
];

for (const { name, path, link, kilobytes, calls = [] } of budgets)
  test(`the first view of ${name} stays within its budget and does not refetch embedded data`, async ({
    page,
    request,
  }) => {
    const answered = await request.get(direct.address + path, {
      headers: { host: direct.hostOf(origins.main) },
    });
    const address = link ? link.exec(await answered.text())?.[0] : path;
    const traffic = recordTraffic(page);
    await page.goto(origins.main + address, { waitUntil: 'networkidle' });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.dataset['commons']))
      .toMatch(/\+commons$/);
    await page.waitForLoadState('networkidle');
    await expect.poll(() => traffic.calls).toEqual(calls);
    await expectWithin(traffic, kilobytes);
    expect(traffic.calls).toEqual(calls);
  });

/** The same for signed-in pages, which send their first calls before their scripts have loaded. */
const learnersBudgets: { name: string; path: string; kilobytes: number }[] = [
  { name: 'my courses', path: '/user/learn', kilobytes: 197.5 },
  { name: 'my orders', path: '/user/order', kilobytes: 193 },
  { name: 'my certificates', path: '/user/mycertificate', kilobytes: 198 },
];

for (const { name, path, kilobytes } of learnersBudgets)
  test(`the first view of ${name} stays within its budget and sends no duplicate request`, async ({
    context,
  }) => {
    const page = await openSignedIn(context);
    await saveData(page);
    const traffic = recordTraffic(page);
    await page.goto(origins.user + path);
    await expectFirstCallsUsed(page, traffic);
    await expectWithin(traffic, kilobytes);
  });

test('scripts that a page names are compiled while they download', async ({ request }) => {
  const host = direct.hostOf(origins.user);
  const readBody = async (path: string) =>
    (await request.get(direct.address + path, { headers: { host } })).text();
  const page = await readBody('/user/learn');
  const files = page.matchAll(/"(\/(?:static|commons)\/[^"]+\.js)"/g);
  const paths = new Set([...files].map(([, path = '']) => path));
  // Browsers of today do not load the polyfills.
  const loaded = [...paths].filter((path) => !path.includes('/polyfills.'));
  const texts = await Promise.all(loaded.map(readBody));
  expect(texts.length).toBeGreaterThan(4);
  for (const text of texts) expect(text).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
});

for (const { page: name, address, call } of [
  { page: 'my courses', address: async () => `${origins.user}/user/learn`, call: 'learn/list' },
  { page: 'the player', address: studiedCourse, call: 'player/enter' },
])
  test(`${name} sends its first calls before its scripts have loaded`, async ({ context }) => {
    const list = await openSignedIn(context);
    const url = await address(list);
    const page = await context.newPage();
    await list.close();
    await saveData(page);
    const traffic = recordTraffic(page);
    let sendScripts = () => {};
    const scriptsSent = new Promise<void>((resolve) => (sendScripts = resolve));
    await page.route('**/*.js*', async (route) => {
      await scriptsSent;
      await route.continue();
    });
    await page.goto(url, { waitUntil: 'commit' });
    await expect.poll(() => traffic.calls).toContain(call);
    expect(traffic.scripts).toEqual([]);
    sendScripts();
    await expectFirstCallsUsed(page, traffic);
  });

test('the player becomes ready within its budget and loads no video before playback', async ({
  context,
}) => {
  // Nobody else plays with this account.
  const { mobile } = await createAccount(origins.main);
  const coursePage = await openSignedIn(context, mobile);
  await coursePage.goto(`${origins.main}/item/course/${courseId('main', 'hand-hygiene')}/detail`);
  await coursePage.getByRole('button', { name: '立即学习' }).click();
  await coursePage.waitForURL((address) => address.origin === origins.player);
  const url = coursePage.url();
  const page = await context.newPage();
  await coursePage.close();
  await saveData(page);
  // Finding the address has opened the player before.
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
  const traffic = recordTraffic(page);
  await page.goto(url);
  const button = page.getByRole('button', { name: /^(开始|继续)播放$/ });
  await expect(button).toBeEnabled();
  await expectFirstCallsUsed(page, traffic);
  await expectWithin(traffic, 196);
  expect(traffic.media).toEqual([]);
  await startVideo(page, (await button.textContent()) as '开始播放');
  expect(traffic.media.length).toBeGreaterThan(1);
});

/** A new page of a signed-in learner without calls: those that the sign-in page sends while it is
 * left must not be counted for the next page. */
async function openSignedIn(context: BrowserContext, mobile = nurse): Promise<Page> {
  const signInPage = await context.newPage();
  await signInByForm(signInPage, mobile);
  const page = await context.newPage();
  await signInPage.close();
  return page;
}

/** URL of the player for a course under way. */
async function studiedCourse(list: Page): Promise<string> {
  await list.goto(`${origins.user}/user/learn`);
  const studyLink = list.locator('a[href*="/player/"][href*="/play"]').first();
  return new URL((await studyLink.getAttribute('href')) ?? '', origins.player).href;
}

/** With data saving on, what a press needs (the video player, dialogs) is not loaded ahead of it. */
const saveData = (page: Page) =>
  page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );

/** Every call was made once, and the replies of preloaded calls were consumed. A preloaded call
 * leaves the list when its reply is awaited, so the list is complete only once the session is
 * resolved. */
async function expectFirstCallsUsed(page: Page, traffic: Traffic): Promise<void> {
  const unusedCalls = () =>
    page.evaluate(() => {
      const firstCalls = (globalThis as unknown as Record<symbol, Map<string, unknown>>)[
        Symbol.for('cme.first.1')
      ];
      return Array.from(firstCalls?.keys() ?? ['none was made']);
    });
  await expect.poll(() => traffic.answered).toContain('user_info');
  await expect.poll(unusedCalls).toEqual([]);
  await expect.poll(() => traffic.calls.length - traffic.answered.length).toBe(0);
  expect(traffic.calls.toSorted()).toEqual([...new Set(traffic.calls)].toSorted());
}

async function expectWithin(traffic: Traffic, kilobytes: number): Promise<void> {
  const files = await Promise.all(traffic.scripts.map(measureScript));
  const totalBytes = files.reduce((total, { bytes }) => total + bytes, 0);
  const list = files.map(({ file, bytes }) => `${bytes} ${file}`).join('\n');
  expect(files.length).toBeGreaterThan(4);
  // What comes from a cache transfers nothing.
  expect(Math.min(...files.map(({ bytes }) => bytes)), list).toBeGreaterThan(0);
  expect(totalBytes, list).toBeLessThanOrEqual(kilobytes * 1000);
}

interface Traffic {
  scripts: Request[];
  /** Calls in order, and which of them were answered; the long-polling call is answered only on
   * news. */
  calls: string[];
  answered: string[];
  media: string[];
}

function recordTraffic(page: Page): Traffic {
  const traffic: Traffic = { scripts: [], calls: [], answered: [], media: [] };
  const recordCall = (list: string[]) => (request: Request) => {
    const call = /^\/qm\/api\/(?:v5\/)?(.*)/.exec(new URL(request.url()).pathname)?.[1];
    if (call && call !== 'session/watch') list.push(call);
  };
  page.on('request', recordCall(traffic.calls));
  page.on('requestfinished', recordCall(traffic.answered));
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url());
    // The measuring script loads seconds after the first view.
    const isView = pathname !== '/edge/health.js';
    if (pathname.endsWith('.js') && isView) traffic.scripts.push(request);
    if (/\.(m3u8|m4s|mp4|ts)$/.test(pathname)) traffic.media.push(pathname);
  });
  return traffic;
}

/** Transferred bytes without response headers. */
async function measureScript(request: Request): Promise<{ file: string; bytes: number }> {
  const { responseBodySize } = await request.sizes();
  return { file: new URL(request.url()).pathname, bytes: responseBodySize };
}
