import { existsSync } from 'node:fs';
import { chromium, type Browser, type CDPSession } from '@playwright/test';
import startStackForAll from '../../e2e/stack.ts';
import { measureHops } from './hop.ts';
import { measure, request } from '../../apps/api/test/load/load.ts';
import { need } from '../packages.ts';
import { freePort } from '../postgres.ts';

/** A slow phone on a slow link. */
const profile = {
  latency: 562,
  downloadThroughput: 1.44e6 / 8,
  uploadThroughput: 1.44e6 / 8,
  offline: false,
};
const cpu = 4;
const runs = Number(process.env.BENCH_RUNS ?? 3);
const seconds = Number(process.env.BENCH_SECONDS ?? 8);

interface View {
  paint: number;
  /** Compressed bytes, without and for the heads of the answers. */
  scripts: number;
  heads: number;
  shift: number;
  /** Complaints of the browser, hydration among them. */
  complaints: number;
  /** Calls of data that the rendered page had already. */
  again: number;
}

/** One cold visit in the profile. */
async function visit(browser: Browser, url: string): Promise<View> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'zh-CN',
  });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', profile);
  await client.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  let complaints = 0;
  page.on('console', (message) => (complaints += message.type() === 'error' ? 1 : 0));
  page.on('pageerror', () => (complaints += 1));
  const bytes = countScripts(client);
  let again = 0;
  page.on(
    'request',
    (sent) => (again += /\/qm\/api\/v5\/(home|content)\//.test(sent.url()) ? 1 : 0),
  );
  await page.goto(url, { waitUntil: 'networkidle', timeout: 60_000 });
  const { paint, shift } = await page.evaluate(
    () =>
      new Promise<{ paint: number; shift: number }>((resolve) => {
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
      }),
  );
  await context.close();
  return { paint, shift, ...bytes(), complaints, again };
}

/** Bytes of scripts as they came over the wire: what they weigh compressed, and the heads of
 * their answers. */
function countScripts(client: CDPSession): () => { scripts: number; heads: number } {
  const heads = new Map<string, number>();
  let all = 0;
  client.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script' || /javascript/.test(response.mimeType))
      heads.set(requestId, response.encodedDataLength);
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (heads.has(requestId)) all += encodedDataLength;
  });
  return () => {
    const sum = [...heads.values()].reduce((before, bytes) => before + bytes, 0);
    return { scripts: all - sum, heads: sum };
  };
}

const median = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

process.env.STACK_PORT ??= String(await freePort());
process.env.STACK_API_PORT ??= String(await freePort());
const close = await startStackForAll();
const port = Number(process.env.STACK_PORT);
const executablePath = need(
  () => ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync),
  ['chromium'],
);
const home = `http://cme.localhost:${port}`;
const missed: string[] = [];
const aim = (name: string, value: number, limit: number, isGood: boolean) => {
  console.log(
    `${isGood ? '  ' : '! '}${name.padEnd(44)}${value.toLocaleString('en', { maximumFractionDigits: 3 }).padStart(12)}   aim ${limit.toLocaleString('en')}`,
  );
  if (!isGood) missed.push(name);
};

try {
  const answer = await fetch(
    `http://127.0.0.1:${process.env.STACK_API_PORT}/qm/api/v5/content/list`,
    {
      method: 'POST',
      body: new URLSearchParams({ full_domain_name: 'cme.localhost', price_kind: 'free' }),
    },
  );
  const { data } = (await answer.json()) as { data: { list: { id: string }[] } };
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  console.log(
    `first views: ${profile.latency} ms round trip, 1.44 Mbit/s, CPU ${cpu}x, cold, median of ${runs}`,
  );
  for (const [name, path] of [
    ['home', '/'],
    ['catalogue', '/publicneed'],
    ['course', `/item/course/${data.list[0]?.id}/detail`],
  ] as const) {
    const views: View[] = [];
    for (let run = 0; run < runs; run += 1) views.push(await visit(browser, home + path));
    const of = (key: keyof View) => median(views.map((view) => view[key]));
    aim(`${name}: largest paint, ms`, of('paint'), 1200, of('paint') <= 1200);
    aim(`${name}: scripts, brotli, kB`, of('scripts') / 1000, 190, of('scripts') <= 190_000);
    console.log(
      `  ${`${name}: heads of their answers, kB`.padEnd(44)}${(of('heads') / 1000).toFixed(3).padStart(12)}`,
    );
    aim(`${name}: layout shift`, of('shift'), 0, of('shift') < 0.005);
    aim(`${name}: complaints of the browser`, of('complaints'), 0, of('complaints') === 0);
    aim(`${name}: data fetched again`, of('again'), 0, of('again') === 0);
  }
  await browser.close();

  console.log('hop from the portal to the player, unthrottled: click to first frame, median of 3');
  const hops = await measureHops(executablePath, port);
  aim('prerendered, ms', hops.prerendered, 350, hops.prerendered <= 350);
  console.log(`  ${'without prerendering, ms'.padEnd(44)}${hops.plain.toFixed(0).padStart(12)}`);

  const page = request('/', `cme.localhost:${port}`, {
    'Accept-Encoding': 'br',
    Accept: 'text/html',
  });
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
