// Network traffic of a learner: home page, sign-in, my courses and player, then the video, which is
// watched for a while and extrapolated to an hour.
import { existsSync } from 'node:fs';
import { chromium, type Page, type Request } from '@playwright/test';
import startStackForAll from '../../e2e/stack.ts';
import { requireProgram } from '../programs/packages.ts';
import { freePort } from '../programs/free-port.ts';

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

function getKind(request: Request): Kind {
  const { pathname } = new URL(request.url());
  if (pathname.endsWith('/player/beat')) return 'beats';
  if (pathname.endsWith('/session/watch')) return 'news';
  if (pathname.startsWith('/qm/api/') || pathname.startsWith('/edge/')) return 'other calls';
  if (/\.(m3u8|m4s|mp4|ts)$/.test(pathname)) return 'video';
  if (/\.(js|css|json)$/.test(pathname)) return 'scripts and styles';
  return request.resourceType() === 'document' ? 'pages' : 'pictures';
}

/** Counts the bytes that a page sends and receives, headers included; reading resets the
 * counters. */
function countTraffic(page: Page): () => Promise<Map<Kind, Sum>> {
  let finishedRequests: Request[] = [];
  page.on('requestfinished', (request) => {
    if (request.url().startsWith('http')) finishedRequests.push(request);
  });
  return async () => {
    const [finished, sumsByKind] = [finishedRequests, new Map<Kind, Sum>()];
    finishedRequests = [];
    for (const request of finished) {
      const sum = sumsByKind.get(getKind(request)) ?? { requests: 0, up: 0, down: 0 };
      const { requestHeadersSize, requestBodySize, responseHeadersSize, responseBodySize } =
        await request.sizes();
      sum.requests += 1;
      sum.up += requestHeadersSize + requestBodySize;
      sum.down += responseHeadersSize + responseBodySize;
      sumsByKind.set(getKind(request), sum);
    }
    return sumsByKind;
  };
}

const formatKb = (bytes: number) => (bytes / 1000).toFixed(1).padStart(10);

function printSums(name: string, sumsByKind: Map<Kind, Sum>): Sum {
  console.log(`\n${name.padEnd(48)} requests     kB up   kB down`);
  const all = { requests: 0, up: 0, down: 0 };
  for (const kind of kinds) {
    const sum = sumsByKind.get(kind);
    if (!sum) continue;
    for (const key of ['requests', 'up', 'down'] as const) all[key] += sum[key];
    console.log(formatLine(`  ${kind}`, sum));
  }
  console.log(formatLine('  all', all));
  return all;
}

/** Extrapolates the same kinds to an hour. */
const toHourlySums = (sumsByKind: Map<Kind, Sum>): Map<Kind, Sum> =>
  new Map(
    [...sumsByKind].map(([kind, { requests, up, down }]) => {
      const times = (perHour[kind] ?? requests) / requests;
      return [kind, { requests: requests * times, up: up * times, down: down * times }];
    }),
  );

const formatLine = (name: string, { requests, up, down }: Sum) =>
  `${name.padEnd(48)}${Math.round(requests).toString().padStart(9)}${formatKb(up)}${formatKb(down)}`;

/** From the first page to an enabled play button. */
async function signInAndOpenPlayer(page: Page, originOf: (host: string) => string): Promise<void> {
  await page.goto(originOf('cme.localhost'), { waitUntil: 'networkidle' });
  await page.goto(`${originOf('cme.localhost')}/login`);
  await page.getByLabel('手机号', { exact: true }).fill(learner.mobile);
  await page.getByLabel('密码', { exact: true }).fill(learner.password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.waitForURL(({ pathname }) => pathname !== '/login');
  await page.goto(`${originOf('user.cme.localhost')}/user/learn`);
  const studyLink = page.locator('a[href*="/player/"][href*="/play"]').first();
  await page.goto((await studyLink.getAttribute('href')) ?? '');
  await page.getByRole('button', { name: /^(开始|继续)播放$/ }).waitFor();
}

const readVideoSecond = (page: Page) =>
  page.locator('video').evaluate(({ currentTime }: HTMLVideoElement) => currentTime);

const waitForSecond = (page: Page, targetSecond: number) =>
  page.waitForFunction(
    (from) => (document.querySelector('video')?.currentTime ?? 0) > from,
    targetSecond,
    {
      timeout: 60_000 + seconds * 3000,
    },
  );

/** Starts the video; its cost is one-time. */
async function startVideo(page: Page): Promise<number> {
  const secondBefore = await readVideoSecond(page);
  await page.getByRole('button', { name: /^(开始|继续)播放$/ }).click();
  await waitForSecond(page, secondBefore + 1);
  return readVideoSecond(page);
}

/** Seconds of video that were fetched, which is more than was watched. */
const countBufferedSeconds = (page: Page) =>
  page
    .locator('video')
    .evaluate(({ buffered }: HTMLVideoElement) =>
      Array.from({ length: buffered.length }).reduce<number>(
        (sum, _, index) => sum + buffered.end(index) - buffered.start(index),
        0,
      ),
    );

process.env['STACK_PORT'] ??= String(await freePort());
process.env['STACK_API_PORT'] ??= String(await freePort());
const close = await startStackForAll();
const executablePath = requireProgram(
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
  const read = countTraffic(page);
  await signInAndOpenPlayer(page, (host) => `http://${host}:${process.env['STACK_PORT']}`);
  const opened = printSums('coming in, with nothing cached', await read());
  const from = await startVideo(page);
  const arrival = await read();
  printSums('starting the video', arrival);
  await waitForSecond(page, from + seconds);
  const bufferedSeconds = await countBufferedSeconds(page);
  const sumsByKind = await read();
  const bytes = (arrival.get('video')?.down ?? 0) + (sumsByKind.get('video')?.down ?? 0);
  sumsByKind.delete('video');
  const hourly = printSums('an hour of study, beside the video', toHourlySums(sumsByKind));
  console.log(
    `video: ${((bytes * 8) / bufferedSeconds / 1000).toFixed(0)} kbit for a second of this one, from ${Math.round(bufferedSeconds)} s of it`,
  );
  const formatMb = (bytes: number) => (bytes / 1e6).toFixed(1);
  console.log(
    `1,000 learners: ${formatMb(opened.down)} GB to come in, then each hour ${formatMb(hourly.down)} GB beside the video, ${formatMb((bytes * 3600) / bufferedSeconds)} GB of video, and ${Math.round((hourly.requests * 1000) / 3600)} requests a second beside it`,
  );
  await browser.close();
} finally {
  await close?.();
}
