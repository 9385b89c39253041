import type { Browser, BrowserContext } from '@playwright/test';
import { readShownMarkup } from './static-pages.ts';

export interface LearnersView {
  paint: number;
  usable: number;
  /** Compressed bytes of scripts until the page was interactive. */
  scripts: number;
  /** Milliseconds until the first call was sent, and until the application's entry had loaded. */
  firstCall: number;
  scriptsThere: number;
  segments: number;
}

/** A visit in a new profile, on a phone. What it measures is read from the page afterwards: events
 * of the browser's network would cost the throttled page some 200 ms. */
export async function visitAs(
  browser: Browser,
  token: string,
  url: string,
  usableSelector: string,
  cpu: number,
): Promise<{ view: LearnersView; html: string }> {
  const context = await createContext(browser, token, new URL(url).origin);
  try {
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await client.send('Emulation.setCPUThrottlingRate', { rate: cpu });
    await page.addInitScript(watchPage, usableSelector);
    await page.goto(url, { waitUntil: 'commit', timeout: 60_000 });
    await page.waitForFunction(isMeasured, undefined, { timeout: 60_000 });
    await page.waitForTimeout(1500);
    const view = await page.evaluate(readView);
    const html = await page.evaluate(readShownMarkup);
    return { view, html };
  } finally {
    await context.close();
  }
}

const createContext = (browser: Browser, token: string, origin: string): Promise<BrowserContext> =>
  browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'zh-CN',
    storageState: {
      cookies: [],
      origins: token ? [{ origin, localStorage: [{ name: 'user_token', value: token }] }] : [],
    },
  });

/** Runs in the page from the start: time to interactive, and its largest contentful paint until
 * then. */
function watchPage(usableSelector: string): void {
  const page = globalThis as { usableAt?: number; largest?: number };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) page.largest = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  const checkUsable = () => {
    if (document.querySelector(usableSelector)) page.usableAt = performance.now();
    else requestAnimationFrame(checkUsable);
  };
  checkUsable();
}

/** The page is interactive and painted; a busy CPU reports the paint later. */
function isMeasured(): boolean {
  const { usableAt, largest } = globalThis as { usableAt?: number; largest?: number };
  return usableAt !== undefined && largest !== undefined;
}

/** Runs in the page: its times, and what its requests were. */
function readView(): LearnersView {
  const { usableAt = 0, largest = 0 } = globalThis as { usableAt?: number; largest?: number };
  const requests = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const find = (pattern: RegExp) => requests.filter(({ name }) => pattern.test(name));
  return {
    paint: largest,
    usable: usableAt,
    scripts: find(/\.js(\?|$)/)
      .filter(({ responseEnd }) => responseEnd <= usableAt)
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    firstCall: Math.min(...find(/\/qm\/api\//).map(({ startTime }) => startTime)),
    scriptsThere: find(/\/web\/index\.\w+\.js$/)[0]?.responseEnd ?? 0,
    segments: find(/\.(m4s|ts|mp4)(\?|$)/).length,
  };
}
