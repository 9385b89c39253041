// Network traffic of a learner: home page, sign-in, my courses and player, then the video, which is
// watched for a while and extrapolated to an hour.
import { existsSync } from 'node:fs';
import { chromium, type Page, type Request } from '@playwright/test';
import startStackForAll from '../../e2e/stack.ts';
import { need } from '../packages.ts';
import { freePort } from '../postgres.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 45);
const learner = { mobile: '13800000001', password: 'Learner2026' };

const kinds = ['pages', 'scripts and styles', 'pictures', 'video', 'beats', 'news', 'other calls'];
type Kind = (typeof kinds)[number];

/** Requests per hour: a beat each 15 s, and a long-polling call that is answered after 25 s. All
 * other requests during playback are sent once. */
const perHour: Partial<Record<Kind, number>> = { beats: 240, news: 144 };

interface Sum {
  requests: number;
  up: number;
  down: number;
}

function kindOf(sent: Request): Kind {
  const { pathname } = new URL(sent.url());
  if (pathname.endsWith('/player/beat')) return 'beats';
  if (pathname.endsWith('/session/watch')) return 'news';
  if (pathname.startsWith('/qm/api/') || pathname.startsWith('/edge/')) return 'other calls';
  if (/\.(m3u8|m4s|mp4|ts)$/.test(pathname)) return 'video';
  if (/\.(js|css|json)$/.test(pathname)) return 'scripts and styles';
  return sent.resourceType() === 'document' ? 'pages' : 'pictures';
}

/** Counts the bytes that a page sends and receives, headers included; reading resets the
 * counters. */
function count(page: Page): () => Promise<Map<Kind, Sum>> {
  let done: Request[] = [];
  page.on('requestfinished', (sent) => {
    if (sent.url().startsWith('http')) done.push(sent);
  });
  return async () => {
    const [finished, sums] = [done, new Map<Kind, Sum>()];
    done = [];
    for (const sent of finished) {
      const sum = sums.get(kindOf(sent)) ?? { requests: 0, up: 0, down: 0 };
      const { requestHeadersSize, requestBodySize, responseHeadersSize, responseBodySize } =
        await sent.sizes();
      sum.requests += 1;
      sum.up += requestHeadersSize + requestBodySize;
      sum.down += responseHeadersSize + responseBodySize;
      sums.set(kindOf(sent), sum);
    }
    return sums;
  };
}

const kB = (bytes: number) => (bytes / 1000).toFixed(1).padStart(10);

function print(name: string, sums: Map<Kind, Sum>): Sum {
  console.log(`\n${name.padEnd(48)} requests     kB up   kB down`);
  const all = { requests: 0, up: 0, down: 0 };
  for (const kind of kinds) {
    const sum = sums.get(kind);
    if (!sum) continue;
    for (const key of ['requests', 'up', 'down'] as const) all[key] += sum[key];
    console.log(line(`  ${kind}`, sum));
  }
  console.log(line('  all', all));
  return all;
}

/** Extrapolates the same kinds to an hour. */
const inAnHour = (sums: Map<Kind, Sum>): Map<Kind, Sum> =>
  new Map(
    [...sums].map(([kind, { requests, up, down }]) => {
      const times = (perHour[kind] ?? requests) / requests;
      return [kind, { requests: requests * times, up: up * times, down: down * times }];
    }),
  );

const line = (name: string, { requests, up, down }: Sum) =>
  `${name.padEnd(48)}${Math.round(requests).toString().padStart(9)}${kB(up)}${kB(down)}`;

/** From the first page to an enabled play button. */
async function comeIn(page: Page, at: (host: string) => string): Promise<void> {
  await page.goto(at('cme.localhost'), { waitUntil: 'networkidle' });
  await page.goto(`${at('cme.localhost')}/login`);
  await page.getByLabel('手机号', { exact: true }).fill(learner.mobile);
  await page.getByLabel('密码', { exact: true }).fill(learner.password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.waitForURL(({ pathname }) => pathname !== '/login');
  await page.goto(`${at('user.cme.localhost')}/user/learn`);
  const way = page.locator('a[href*="/player/"][href*="/play"]').first();
  await page.goto((await way.getAttribute('href')) ?? '');
  await page.getByRole('button', { name: /^(开始|继续)播放$/ }).waitFor();
}

const second = (page: Page) =>
  page.locator('video').evaluate(({ currentTime }: HTMLVideoElement) => currentTime);

const until = (page: Page, end: number) =>
  page.waitForFunction((from) => (document.querySelector('video')?.currentTime ?? 0) > from, end, {
    timeout: 60_000 + seconds * 3000,
  });

/** Starts the video; its cost is one-time. */
async function press(page: Page): Promise<number> {
  const before = await second(page);
  await page.getByRole('button', { name: /^(开始|继续)播放$/ }).click();
  await until(page, before + 1);
  return second(page);
}

/** Seconds of video that were fetched, which is more than was watched. */
const fetched = (page: Page) =>
  page
    .locator('video')
    .evaluate(({ buffered }: HTMLVideoElement) =>
      Array.from({ length: buffered.length }).reduce<number>(
        (sum, _, at) => sum + buffered.end(at) - buffered.start(at),
        0,
      ),
    );

process.env['STACK_PORT'] ??= String(await freePort());
process.env['STACK_API_PORT'] ??= String(await freePort());
const close = await startStackForAll();
const executablePath = need(
  () => ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync),
  ['chromium'],
);
try {
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--autoplay-policy=no-user-gesture-required',
      '--host-resolver-rules=MAP *.localhost 127.0.0.1',
    ],
  });
  const context = await browser.newContext({ locale: 'zh-CN' });
  const page = await context.newPage();
  const read = count(page);
  await comeIn(page, (host) => `http://${host}:${process.env['STACK_PORT']}`);
  const opened = print('coming in, with nothing cached', await read());
  const from = await press(page);
  const begun = await read();
  print('starting the video', begun);
  await until(page, from + seconds);
  const seen = await fetched(page);
  const sums = await read();
  const bytes = (begun.get('video')?.down ?? 0) + (sums.get('video')?.down ?? 0);
  sums.delete('video');
  const hour = print('an hour of study, beside the video', inAnHour(sums));
  console.log(
    `video: ${((bytes * 8) / seen / 1000).toFixed(0)} kbit for a second of this one, from ${Math.round(seen)} s of it`,
  );
  const thousand = (bytes: number) => (bytes / 1e6).toFixed(1);
  console.log(
    `1,000 learners: ${thousand(opened.down)} GB to come in, then each hour ${thousand(hour.down)} GB beside the video, ${thousand((bytes * 3600) / seen)} GB of video, and ${Math.round((hour.requests * 1000) / 3600)} requests a second beside it`,
  );
  await browser.close();
} finally {
  await close?.();
}
