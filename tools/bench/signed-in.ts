import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { examStart, examIntro, learnList, login } from '@cme/contract';
import { openClient } from '@cme/commons/api-client';
import { fetchAs } from '@cme/commons/api-client/node';
import type { StaticPages } from './static-pages.ts';

const family = 'cme.localhost';
const learner = { account: '13800000001', password: 'Learner2026' };

/** A page of a learner, and by what it shows that it can be used. */
interface LearnersPage {
  name: string;
  area: 'player' | 'user';
  path: string;
  usable: string;
  kilobytes: number;
  /** Most milliseconds until it can be used, where it has an aim of its own. */
  usableIn?: number;
}

interface LearnersView {
  paint: number;
  usable: number;
  /** Compressed bytes of scripts until it could be used. */
  scripts: number;
  /** Milliseconds until the first call went out, and until the first application script was there. */
  firstCall: number;
  scriptsThere: number;
  segments: number;
}

/** Where the pages stand, beside their twins, and who is told what was measured. */
interface Bench {
  browser: Browser;
  home: string;
  plain: string;
  twins: StaticPages;
  cpu: number;
  runs: number;
  aim(name: string, value: number, limit: number, isGood: boolean, note?: string): void;
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** A page of a learner beside its static twin, in turns: what the page shows, written by hand. */
export async function compareLearnersPage(
  { browser, home, plain, twins, cpu, runs, aim }: Bench,
  token: string,
  wanted: LearnersPage,
): Promise<void> {
  const { name, area, path, usable, kilobytes, usableIn } = wanted;
  const url = home.replace('//', `//${area}.`) + path;
  const { html } = await visitAs(browser, token, url, usable, 1);
  const twin = plain + twinOf(twins, wanted, html);
  const ours: LearnersView[] = [];
  const limit: LearnersView[] = [];
  for (let run = 0; run < runs; run += 1) {
    ours.push((await visitAs(browser, token, url, usable, cpu)).view);
    limit.push((await visitAs(browser, '', twin, 'body', cpu)).view);
  }
  const of = (views: LearnersView[], key: keyof LearnersView) =>
    median(views.map((view) => view[key]));
  const [own, least] = [of(ours, 'paint'), of(limit, 'paint')];
  const times = own / least;
  const note = `   ${Math.round(own)} ms, static ${Math.round(least)}`;
  aim(`${name}: largest paint cold, × static`, times, 2, times <= 2, note);
  const [usableAt, firstCall] = [of(ours, 'usable'), of(ours, 'firstCall')];
  const scriptsThere = of(ours, 'scriptsThere');
  if (usableIn) aim(`${name}: can be used, ms`, usableAt, usableIn, usableAt <= usableIn);
  const isAhead = firstCall < scriptsThere;
  aim(`${name}: first call, ms; scripts there`, firstCall, scriptsThere, isAhead);
  const size = of(ours, 'scripts') / 1000;
  aim(`${name}: scripts until then, brotli, kB`, size, kilobytes, size <= kilobytes);
  const segments = of(ours, 'segments');
  aim(`${name}: pieces of video fetched unasked`, segments, 0, segments === 0);
}

/** Who learns, and the pages that are theirs. */
export async function openLearner(apiPort: number) {
  const client = { apiBase: `http://127.0.0.1:${apiPort}`, fullDomainName: family };
  const { sendForMessage } = openClient({ ...client, fetch: fetchAs(family) });
  const { message: token } = await sendForMessage(login, { login_kind: 'password', ...learner });
  const { send } = openClient({ ...client, token, fetch: fetchAs(family) });
  const { list } = await send(learnList, { tab: 'all', page: 1 });
  const studied = list.find(({ learn_status }) => learn_status === 'studying');
  const examined = list.find(({ exam_action }) => exam_action === 'can_start');
  if (!studied) throw new Error('the sample has no course under way');
  const pages: LearnersPage[] = [
    {
      name: 'player',
      area: 'player',
      path: `/player/${studied.course.id}/play`,
      usable: '[data-overlay] button:not([disabled])',
      kilobytes: 230,
      usableIn: 2500,
    },
    ...['learn', 'notice', 'myexam', 'order', 'mycertificate'].map((name) => ({
      name,
      area: 'user' as const,
      path: `/user/${name}`,
      usable: 'main h1',
      kilobytes: 230,
    })),
  ];
  if (examined) {
    const { paper_id } = await send(examIntro, { course_id: examined.course.id });
    const { learning_id } = examined;
    const { score_id } = await send(examStart, { paper_id, learning_id });
    pages.push({
      name: 'exam hall',
      area: 'player',
      path: `/player/${examined.course.id}/exam/online?score_id=${score_id}`,
      usable: '[data-hall] fieldset',
      kilobytes: 230,
      usableIn: 2500,
    });
  }
  return { token, pages };
}

/** A visit in a new profile, on a phone. */
async function visitAs(
  browser: Browser,
  token: string,
  url: string,
  usable: string,
  cpu: number,
): Promise<{ view: LearnersView; html: string }> {
  const context = await openContext(browser, token);
  try {
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await client.send('Network.enable');
    await client.send('Emulation.setCPUThrottlingRate', { rate: cpu });
    await page.addInitScript(watchPage, usable);
    const seen = watchNetwork(client);
    await page.goto(url, { waitUntil: 'commit', timeout: 60_000 });
    await page.waitForFunction(
      () => (globalThis as { usableAt?: number }).usableAt !== undefined,
      undefined,
      {
        timeout: 60_000,
      },
    );
    await page.waitForTimeout(1500);
    const { paint, usable: usableAt } = await page.evaluate(readPage);
    const html = await rootOf(page);
    return { view: { paint, usable: usableAt, ...seen(usableAt) }, html };
  } finally {
    await context.close();
  }
}

async function openContext(browser: Browser, token: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'zh-CN',
  });
  await context.addInitScript((own) => {
    if (own) localStorage.setItem('user_token', own);
  }, token);
  return context;
}

const rootOf = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      `<title>${document.title}</title><div id="root">${document.getElementById('root')?.innerHTML ?? document.body.innerHTML}</div>`,
  );

/** Runs in the page from its beginning: when it can be used, and its largest paint until then. */
function watchPage(usable: string): void {
  const page = globalThis as { usableAt?: number; largest?: number };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) page.largest = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  const look = () => {
    if (document.querySelector(usable)) page.usableAt = performance.now();
    else requestAnimationFrame(look);
  };
  look();
}

function readPage(): { paint: number; usable: number } {
  const { usableAt = 0, largest = 0 } = globalThis as { usableAt?: number; largest?: number };
  return { paint: largest, usable: usableAt };
}

/** What went over the wire; answers for a moment of the page's own time. */
function watchNetwork(client: CDPSession) {
  const sent = new Map<string, { url: string; at: number; head: number; isScript: boolean }>();
  const done: { url: string; at: number; bytes: number; isScript: boolean }[] = [];
  let begun: number | undefined;
  client.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    begun ??= timestamp;
    const at = (timestamp - begun) * 1000;
    sent.set(requestId, { url: request.url, at, head: 0, isScript: false });
  });
  client.on('Network.responseReceived', ({ requestId, response }) => {
    const one = sent.get(requestId);
    if (one)
      Object.assign(one, {
        head: response.encodedDataLength,
        isScript: /javascript/.test(response.mimeType),
      });
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    const one = sent.get(requestId);
    const at = (timestamp - (begun ?? timestamp)) * 1000;
    if (one)
      done.push({ url: one.url, at, bytes: encodedDataLength - one.head, isScript: one.isScript });
  });
  return (until: number) => {
    const scripts = done.filter(({ isScript, at }) => isScript && at <= until);
    const calls = [...sent.values()].filter(({ url }) => url.includes('/qm/api/'));
    return {
      scripts: scripts.reduce((sum, { bytes }) => sum + bytes, 0),
      firstCall: Math.min(...calls.map(({ at }) => at)),
      scriptsThere: done.find(({ url }) => /\/web\/index\.\w+\.js$/.test(url))?.at ?? 0,
      segments: [...sent.values()].filter(({ url }) => /\.(m4s|ts|mp4)(\?|$)/.test(url)).length,
    };
  };
}

/** Puts the words and pictures of a learner's page up as a static one. */
const twinOf = (twins: StaticPages, { area, path }: LearnersPage, html: string): string => {
  const address = `/twin/${area}${path.split('?')[0]}`;
  twins.put(address, html);
  return address;
};
