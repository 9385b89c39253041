import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type CDPSession, chromium } from '@playwright/test';
import { helpList, homeIndex, newsList } from '@cme/contract';
import { openClient } from '@cme/commons/api-client';
import { fetchAs } from '@cme/commons/api-client/node';
import startStackForAll from '../../e2e/stack.ts';
import { measure, request } from '../../apps/api/test/load/load.ts';
import { need } from '../packages.ts';
import { freePort } from '../postgres.ts';
import { measureHops } from './hop.ts';
import { openShapedLink } from './shaped-link.ts';
import { compareLearnersPage, openLearner } from './signed-in.ts';
import { serveStaticPages } from './static-pages.ts';

/** A slow phone on a slow link, and the same twice as wide for what must not move. */
const link = { roundTrip: 150, bitsPerSecond: 1.6e6 };
const cpu = 4;
const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };
const runs = Number(process.env.BENCH_RUNS ?? 3);
const seconds = Number(process.env.BENCH_SECONDS ?? 8);
/** Measures these alone: names of pages, with commas. */
const only = process.env.BENCH_ONLY?.split(',');
const isWanted = ({ name }: { name: string }) => !only || only.includes(name);

const host = 'cme.localhost';
const missed: string[] = [];
const number = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 3 });

/** One line of the report; a missed aim is marked and named at the end. */
function aim(name: string, value: number, limit: number, isGood: boolean, note = ''): void {
  console.log(
    `${isGood ? '  ' : '! '}${name.padEnd(44)}${number(value).padStart(12)}   aim ${number(limit)}${note}`,
  );
  if (!isGood) missed.push(name);
}

interface View {
  paint: number;
  shift: number;
  /** Compressed bytes of scripts, heads of answers left out. */
  scripts: number;
  complaints: number;
  /** Calls of data that the rendered page had already. */
  again: number;
}

/** One visit; the second one of a context finds what the first has cached. */
async function visit(context: BrowserContext, url: string): Promise<View> {
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  const [counts, bytes] = [{ complaints: 0, again: 0 }, countScripts(client)];
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
  const seen = await page.evaluate(inPage);
  await page.close();
  return { ...seen, scripts: bytes(), ...counts };
}

/** Runs in the page: its largest paint, and how far it moved. */
function inPage(): Promise<{ paint: number; shift: number }> {
  return new Promise((resolve) => {
    let paint = 0;
    let shift = 0;
    new PerformanceObserver((list) =>
      list.getEntries().forEach((entry) => (paint = entry.startTime)),
    ).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) =>
      list
        .getEntries()
        .forEach((entry) => (shift += (entry as PerformanceEntry & { value: number }).value)),
    ).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve({ paint, shift }), 500);
  });
}

function countScripts(client: CDPSession): () => number {
  const heads = new Map<string, number>();
  let all = 0;
  client.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script' || /javascript/.test(response.mimeType))
      heads.set(requestId, response.encodedDataLength);
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const head = heads.get(requestId);
    if (head !== undefined) all += encodedDataLength - head;
  });
  return () => all;
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const range = (values: number[]) =>
  `${Math.round(Math.min(...values))}–${Math.round(Math.max(...values))}`;

/** A cold visit in a new profile, and the next one in the same. */
async function visitTwice(browser: Browser, url: string, viewport = phone): Promise<[View, View]> {
  const context = await browser.newContext({ viewport, locale: 'zh-CN' });
  const views: [View, View] = [await visit(context, url), await visit(context, url)];
  await context.close();
  return views;
}

interface Bench {
  browser: Browser;
  home: string;
  plain: string;
}

interface Wanted {
  name: string;
  path: string;
  /** Largest paint of ours as a multiple of the static page's. */
  ratio: number;
  kilobytes: number;
}

/** One page beside its static twin, in turns. */
async function comparePage({ browser, home, plain }: Bench, wanted: Wanted): Promise<void> {
  const { name, path, ratio, kilobytes } = wanted;
  const ours: [View, View][] = [];
  const limit: [View, View][] = [];
  for (let run = 0; run < runs; run += 1) {
    ours.push(await visitTwice(browser, home + path));
    limit.push(await visitTwice(browser, plain + path));
  }
  for (const [at, when] of ['cold', 'again'].entries()) {
    const paints = (views: [View, View][]) => views.map((pair) => pair[at]?.paint ?? 0);
    const [own, least] = [paints(ours), paints(limit)];
    const times = median(own) / median(least);
    const note = `   ${Math.round(median(own))} ms (${range(own)}), static ${Math.round(median(least))} (${range(least)})`;
    aim(`${name}: largest paint ${when}, × static`, times, ratio, times <= ratio, note);
  }
  const of = (key: keyof View) => median(ours.map(([cold]) => cold[key]));
  const size = of('scripts') / 1000;
  aim(`${name}: scripts, brotli, kB`, size, kilobytes, size <= kilobytes);
  const [wide] = await visitTwice(browser, home + path, desktop);
  const shift = Math.max(of('shift'), wide.shift);
  aim(`${name}: layout shift, both widths`, shift, 0.01, shift <= 0.01);
  aim(`${name}: complaints of the browser`, of('complaints'), 0, of('complaints') === 0);
  aim(`${name}: data fetched again`, of('again'), 0, of('again') === 0);
}

/** The public pages, with an address of each kind. */
async function pagesOf(apiPort: number): Promise<Wanted[]> {
  const { send } = openClient({
    apiBase: `http://127.0.0.1:${apiPort}`,
    fullDomainName: host,
    fetch: fetchAs(host),
  });
  const [{ recommend }, news, help] = await Promise.all([
    send(homeIndex, {}),
    send(newsList, {}),
    send(helpList, {}),
  ]);
  const article = help.groups.flatMap(({ articles }) => articles)[0];
  return [
    { name: 'home', path: '/', ratio: 1.25, kilobytes: 165 },
    {
      name: 'course',
      path: `/item/course/${recommend[0]?.id}/detail`,
      ratio: 1.25,
      kilobytes: 190,
    },
    { name: 'news', path: '/news', ratio: 1.25, kilobytes: 190 },
    { name: 'news item', path: `/news/${news.list[0]?.id}/detail`, ratio: 1.25, kilobytes: 190 },
    { name: 'help', path: `/helpcenter/manual?id=${article?.id}`, ratio: 1.25, kilobytes: 190 },
    { name: 'publicneed', path: '/publicneed', ratio: 1.4, kilobytes: 190 },
    { name: 'profession', path: '/profession', ratio: 1.4, kilobytes: 190 },
    { name: 'search', path: '/search?keyword=%E6%8A%A4%E7%90%86', ratio: 1.4, kilobytes: 190 },
  ];
}

process.env.STACK_PORT ??= String(await freePort());
process.env.STACK_API_PORT ??= String(await freePort());
const close = await startStackForAll();
const port = Number(process.env.STACK_PORT);
const executablePath = need(
  () => ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync),
  ['chromium'],
);
try {
  const pages = await pagesOf(Number(process.env.STACK_API_PORT));
  const twins = await serveStaticPages(port, host);
  const links = [await openShapedLink(port, link), await openShapedLink(twins.port, link)] as const;
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      `--host-resolver-rules=MAP *:${port} 127.0.0.1:${links[0].port}, MAP *:${twins.port} 127.0.0.1:${links[1].port}`,
    ],
  });
  console.log(
    `first and second views: ${link.roundTrip} ms round trip, ${link.bitsPerSecond / 1e6} Mbit/s, CPU ${cpu}x, ${phone.width} px, median of ${runs}`,
  );
  const bench = { browser, home: `http://${host}:${port}`, plain: `http://${host}:${twins.port}` };
  for (const page of pages.filter(isWanted)) await comparePage(bench, page);
  const learner = await openLearner(Number(process.env.STACK_API_PORT));
  for (const page of learner.pages.filter(isWanted))
    await compareLearnersPage({ ...bench, twins, cpu, runs, aim }, learner.token, page);
  await browser.close();
  for (const one of [...links, twins]) one.close();

  console.log('hop from the portal to the player, unthrottled: click to first frame, median of 3');
  const hops = await measureHops(executablePath, port);
  aim('prerendered, ms', hops.prerendered, 350, hops.prerendered <= 350);
  console.log(`  ${'without prerendering, ms'.padEnd(44)}${hops.plain.toFixed(0).padStart(12)}`);

  const page = request('/', `${host}:${port}`, { 'Accept-Encoding': 'br', Accept: 'text/html' });
  const rate = await measure({ port, host: '127.0.0.1' }, 8, seconds, () => page);
  aim(
    'rendered home from the cache, per second',
    rate.perSecond,
    2000,
    rate.perSecond >= 2000 && rate.failed === 0,
  );
} finally {
  await close?.();
}
if (missed.length > 0) {
  console.error(`missed: ${missed.join(' · ')}`);
  process.exitCode = 1;
}
