import type { Browser, BrowserContext, CDPSession } from '@playwright/test';
import { readShownMarkup } from './static-pages.ts';

export interface LearnersView {
  paint: number;
  usable: number;
  /** Compressed bytes of scripts until the page was interactive. */
  scripts: number;
  /** Milliseconds until the first call was sent, and until the first application script had
   * loaded. */
  firstCall: number;
  scriptsThere: number;
  segments: number;
}

/** A visit in a new profile, on a phone. */
export async function visitAs(
  browser: Browser,
  token: string,
  url: string,
  usableSelector: string,
  cpu: number,
): Promise<{ view: LearnersView; html: string }> {
  const context = await createContext(browser, token);
  try {
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await client.send('Network.enable');
    await client.send('Emulation.setCPUThrottlingRate', { rate: cpu });
    await page.addInitScript(watchPage, usableSelector);
    const network = watchNetwork(client);
    await page.goto(url, { waitUntil: 'commit', timeout: 60_000 });
    await page.waitForFunction(isMeasured, undefined, { timeout: 60_000 });
    await page.waitForTimeout(1500);
    const { paint, usable: usableAt } = await page.evaluate(readPageTimes);
    const html = await page.evaluate(readShownMarkup);
    return { view: { paint, usable: usableAt, ...network(usableAt) }, html };
  } finally {
    await context.close();
  }
}

async function createContext(browser: Browser, token: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'zh-CN',
  });
  await context.addInitScript((token) => {
    if (token) localStorage.setItem('user_token', token);
  }, token);
  return context;
}

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

function readPageTimes(): { paint: number; usable: number } {
  const { usableAt = 0, largest = 0 } = globalThis as { usableAt?: number; largest?: number };
  return { paint: largest, usable: usableAt };
}

/** Network traffic of the page up to a given time. */
function watchNetwork(client: CDPSession) {
  const requests = new Map<string, { url: string; at: number; head: number; isScript: boolean }>();
  const finished: { url: string; at: number; bytes: number; isScript: boolean }[] = [];
  let startTimestamp: number | undefined;
  client.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    startTimestamp ??= timestamp;
    const sentAt = (timestamp - startTimestamp) * 1000;
    requests.set(requestId, { url: request.url, at: sentAt, head: 0, isScript: false });
  });
  client.on('Network.responseReceived', ({ requestId, response }) => {
    const request = requests.get(requestId);
    if (request)
      Object.assign(request, {
        head: response.encodedDataLength,
        isScript: /javascript/.test(response.mimeType),
      });
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    const request = requests.get(requestId);
    const finishedAt = (timestamp - (startTimestamp ?? timestamp)) * 1000;
    if (request)
      finished.push({
        url: request.url,
        at: finishedAt,
        bytes: encodedDataLength - request.head,
        isScript: request.isScript,
      });
  });
  return (until: number) => {
    const scripts = finished.filter(({ isScript, at }) => isScript && at <= until);
    const calls = [...requests.values()].filter(({ url }) => url.includes('/qm/api/'));
    return {
      scripts: scripts.reduce((sum, { bytes }) => sum + bytes, 0),
      firstCall: Math.min(...calls.map(({ at }) => at)),
      scriptsThere: finished.find(({ url }) => /\/web\/index\.\w+\.js$/.test(url))?.at ?? 0,
      segments: [...requests.values()].filter(({ url }) => /\.(m4s|ts|mp4)(\?|$)/.test(url)).length,
    };
  };
}
