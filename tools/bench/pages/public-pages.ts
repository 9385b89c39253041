import type { Browser, BrowserContext, CDPSession } from '@playwright/test';
import { readShownMarkup, type StaticPages } from './static-pages.ts';
import { checkTarget, median, formatSpread } from '../targets.ts';

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

interface View {
  paint: number;
  /** Tag of the element with the largest contentful paint. */
  largest: string;
  shift: number;
  /** Compressed bytes of scripts without response headers. */
  scripts: number;
  complaints: number;
  /** Calls for data that the rendered page already contained. */
  again: number;
}

/** One visit; the second one of a context uses the cache of the first. */
async function visit(context: BrowserContext, url: string, cpu: number): Promise<View> {
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  const counts = { complaints: 0, again: 0 };
  const bytes = countScripts(client);
  page.on('console', (message) => (counts.complaints += message.type() === 'error' ? 1 : 0));
  page.on('pageerror', () => (counts.complaints += 1));
  page.on(
    'request',
    (sent) =>
      (counts.again += /\/qm\/api\/v5\/(home|content|news(?!\/view)|help|search)\//.test(sent.url())
        ? 1
        : 0),
  );
  await page.goto(url, { waitUntil: 'networkidle', timeout: 60_000 });
  const times = await page.evaluate(readPaintTimes);
  await page.close();
  return { ...times, scripts: bytes(), ...counts };
}

/** Runs in the page: largest contentful paint and cumulative layout shift. */
function readPaintTimes(): Promise<Pick<View, 'paint' | 'largest' | 'shift'>> {
  return new Promise((resolve) => {
    let paint = 0;
    let largest = '';
    let shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element })[]) {
        paint = entry.startTime;
        largest = entry.element?.localName ?? '';
      }
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) =>
      list
        .getEntries()
        .forEach((entry) => (shift += (entry as PerformanceEntry & { value: number }).value)),
    ).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve({ paint, largest, shift }), 500);
  });
}

function countScripts(client: CDPSession): () => number {
  const headerSizes = new Map<string, number>();
  let all = 0;
  client.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script' || /javascript/.test(response.mimeType))
      headerSizes.set(requestId, response.encodedDataLength);
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const head = headerSizes.get(requestId);
    if (head !== undefined) all += encodedDataLength - head;
  });
  return () => all;
}

/** A visit with an empty cache, and a second one in the same profile. */
async function visitTwice(
  { browser, cpu }: Bench,
  url: string,
  viewport = phone,
): Promise<[View, View]> {
  const context = await browser.newContext({ viewport, locale: 'zh-CN' });
  const views: [View, View] = [await visit(context, url, cpu), await visit(context, url, cpu)];
  await context.close();
  return views;
}

/** The browser, and the base URLs of the pages and of their static copies. */
interface Bench {
  browser: Browser;
  home: string;
  plain: string;
  staticServer: StaticPages;
  /** CPU throttling rate, and visits per page. */
  cpu: number;
  runs: number;
}

export interface PublicPage {
  name: string;
  path: string;
  /** Largest contentful paint as a multiple of the static copy's. */
  ratio: number;
  kilobytes: number;
}

/** What a page shows on a phone. */
async function readPage(browser: Browser, url: string): Promise<string> {
  const page = await browser.newPage({ viewport: phone, locale: 'zh-CN' });
  try {
    await page.goto(url, { waitUntil: 'networkidle' });
    return await page.evaluate(readShownMarkup);
  } finally {
    await page.close();
  }
}

/** Measures a page and its static copy alternately. */
export async function comparePage(bench: Bench, page: PublicPage): Promise<void> {
  const { browser, home, plain: staticPages, staticServer, runs } = bench;
  const { name, path, ratio, kilobytes } = page;
  staticServer.put(path, await readPage(browser, home + path));
  const ownViews: [View, View][] = [];
  const limit: [View, View][] = [];
  for (let run = 0; run < runs; run += 1) {
    ownViews.push(await visitTwice(bench, home + path));
    limit.push(await visitTwice(bench, staticPages + path));
  }
  for (const [index, when] of ['cold', 'again'].entries()) {
    const paintTimes = (views: [View, View][]) => views.map((pair) => pair[index]?.paint ?? 0);
    const ownPaints = paintTimes(ownViews);
    const least = paintTimes(limit);
    const times = median(ownPaints) / median(least);
    const tagsOf = (views: [View, View][]) =>
      [...new Set(views.map((pair) => pair[index]?.largest))].join(' or ');
    const note = `   ${formatSpread(ownPaints)} of ${tagsOf(ownViews)}, static ${formatSpread(least)} of ${tagsOf(limit)}`;
    checkTarget(`${name}: largest paint ${when}, × static`, times, ratio, times <= ratio, note);
  }
  const medianOf = (key: Exclude<keyof View, 'largest'>) =>
    median(ownViews.map(([cold]) => cold[key]));
  const size = medianOf('scripts') / 1000;
  checkTarget(`${name}: scripts, brotli, kB`, size, kilobytes, size <= kilobytes);
  const [wide] = await visitTwice(bench, home + path, desktop);
  const shift = Math.max(medianOf('shift'), wide.shift);
  checkTarget(`${name}: layout shift, both widths`, shift, 0.01, shift <= 0.01);
  checkTarget(
    `${name}: complaints of the browser`,
    medianOf('complaints'),
    0,
    medianOf('complaints') === 0,
  );
  checkTarget(`${name}: data fetched again`, medianOf('again'), 0, medianOf('again') === 0);
}
