import { chromium } from '@playwright/test';
import { helpList, homeIndex, newsList } from '@cme/contract/content';
import { openClient } from '@cme/commons/api-client';
import { fetchAs } from '@cme/commons/api-client/node';
import { measure, request } from '@cme/api/load';
import { checkTarget, reportMissed } from '../targets.ts';
import { chromiumPath, withStack } from '../browser-stack.ts';
import { comparePage, type PublicPage } from './public-pages.ts';
import { startShapedLink } from './shaped-link.ts';
import { compareLearnersPage, signInLearner } from './signed-in.ts';
import { serveStaticPages } from './static-pages.ts';

/** A slow phone on a slow link. */
const link = { roundTrip: 150, bitsPerSecond: 1.6e6 };
const cpu = 4;
const runs = Number(process.env.BENCH_RUNS ?? 3);
const seconds = Number(process.env.BENCH_SECONDS ?? 8);
/** Only these pages, separated by commas. */
const onlyNames = process.env.BENCH_ONLY?.split(',');
const isSelected = ({ name }: { name: string }) => !onlyNames || onlyNames.includes(name);

const host = 'cme.localhost';

/** The public pages, with one URL of each kind. */
async function listPages(apiPort: number): Promise<PublicPage[]> {
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
      kilobytes: 170,
    },
    { name: 'news', path: '/news', ratio: 1.25, kilobytes: 165 },
    { name: 'news item', path: `/news/${news.list[0]?.id}/detail`, ratio: 1.25, kilobytes: 187 },
    { name: 'help', path: `/helpcenter/manual?id=${article?.id}`, ratio: 1.25, kilobytes: 166 },
    { name: 'publicneed', path: '/publicneed', ratio: 1.4, kilobytes: 180 },
    { name: 'search', path: '/search?keyword=%E6%8A%A4%E7%90%86', ratio: 1.4, kilobytes: 183 },
  ];
}

/** Measures every page against a static copy, both over the shaped link. */
async function comparePages(port: number, apiPort: number): Promise<void> {
  const pages = await listPages(apiPort);
  const staticServer = await serveStaticPages(port, host);
  const links = [
    await startShapedLink(port, link),
    await startShapedLink(staticServer.port, link),
  ] as const;
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      `--host-resolver-rules=MAP *:${port} 127.0.0.1:${links[0].port}, MAP *:${staticServer.port} 127.0.0.1:${links[1].port}`,
    ],
  });
  console.log(
    `${link.roundTrip} ms round trip, ${link.bitsPerSecond / 1e6} Mbit/s, CPU ${cpu}x, 390 px, median of ${runs} (least–greatest)`,
  );
  const addresses = {
    home: `http://${host}:${port}`,
    plain: `http://${host}:${staticServer.port}`,
  };
  const bench = { browser, ...addresses, staticServer, cpu, runs };
  for (const page of pages.filter(isSelected)) await comparePage(bench, page);
  const learner = await signInLearner(apiPort);
  for (const page of learner.pages.filter(isSelected))
    await compareLearnersPage(bench, learner.token, page);
  await browser.close();
  for (const server of [...links, staticServer]) server.close();
}

await withStack(async ({ port, apiPort }) => {
  await comparePages(port, apiPort);
  if (onlyNames) return;
  const page = request('/', `${host}:${port}`, { 'Accept-Encoding': 'br', Accept: 'text/html' });
  const { perSecond, failed } = await measure({ port, host: '127.0.0.1' }, 8, seconds, () => page);
  const isGood = perSecond >= 2000 && failed === 0;
  checkTarget('rendered home from the cache, per second', perSecond, 2000, isGood);
});
reportMissed();
