import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { openClient } from '@cme/commons/api-client';
import { fetchAs } from '@cme/commons/api-client/node';
import { login } from '@cme/contract';
import { type Application, applications } from '@cme/contract/site/rollout';
import { courseId } from '../../../apps/api/src/sample/ids.ts';
import { listen } from '../../support/journey.ts';
import { nurse, ofHospital, password } from '../../support/people.ts';
import { copies } from './copies.ts';
import type { Releases, Version } from './installation.ts';
import { greeting as fourth } from './fourth-area.ts';
import { greeting, nextMinor } from './next-edits.ts';

export const domains = ['portal', 'player', 'user-centre', 'commons', 'api'] as const;
export type Pair = Record<(typeof domains)[number], Version>;

/** All 32 combinations. */
export const allPairs = (): Pair[] =>
  domains.reduce<Pair[]>(
    (pairs, domain) =>
      pairs.flatMap((pair) => [
        { ...pair, [domain]: 'last' },
        { ...pair, [domain]: 'next' },
      ]),
    [pairOf([])],
  );

const pairOf = (next: (keyof Pair)[]): Pair =>
  Object.fromEntries(
    domains.map((domain) => [domain, next.includes(domain) ? 'next' : 'last']),
  ) as Pair;

/** Front ends before the API, areas before their dependencies, the portal before the areas, commons
 * alone, and each the other way round. */
export const telling: Pair[] = [
  pairOf(['portal', 'player', 'user-centre', 'commons']),
  pairOf(['player', 'user-centre']),
  pairOf(['portal']),
  pairOf(['commons', 'api']),
  pairOf(['portal', 'commons', 'api']),
  pairOf(['player', 'user-centre', 'api']),
];

type AreaName = 'portal' | 'player' | 'user-centre';

/** A page of an area, and an element that appears after its calls. */
interface Place {
  area: AreaName;
  path: string;
  shows: (page: Page) => ReturnType<Page['getByRole']>;
}

const home: Place = {
  area: 'portal',
  path: '/',
  shows: (page) => page.getByRole('heading', { name: '推荐课程' }).first(),
};
const learn: Place = {
  area: 'user-centre',
  path: '/user/learn',
  shows: (page) => page.getByRole('heading', { level: 1, name: '我的课程' }),
};
const exam = (site: 'main' | 'hospital', course: string): Place => ({
  area: 'player',
  path: `/player/${courseId(site, course)}/exam/online`,
  shows: (page) => page.getByRole('button', { name: '开始考试' }),
});

/** Each area on its own domain of the main site. */
const alone: Record<AreaName, [host: string, place: Place]> = {
  portal: ['cme.localhost', home],
  player: ['player.cme.localhost', exam('main', 'ai-health')],
  'user-centre': ['user.cme.localhost', learn],
};
/** One page of a customer domain on which the portal mounts one area and then the other. */
const customer = 'hospital.localhost';
const mounted = [learn, exam('hospital', 'infection-control')] as const;

/** Session tokens of a learner of the main site and of one of the customer domain, by host. */
export async function signedIn(port: number): Promise<Record<string, string>> {
  const token = async (host: string, account: string) => {
    const client = openClient({
      apiBase: `http://127.0.0.1:${port}`,
      fullDomainName: host,
      fetch: fetchAs(`${host}:${port}`),
    });
    const body = { login_kind: 'password' as const, account, password };
    return (await client.sendForMessage(login, body)).message;
  };
  const main = await token('cme.localhost', nurse);
  return {
    'player.cme.localhost': main,
    'user.cme.localhost': main,
    'lab.cme.localhost': main,
    'hospital.localhost': await token('hospital.localhost', ofHospital),
  };
}

const { version } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../libs/commons/package.json'), 'utf8'),
) as { version: string };

export interface Skewed {
  port: number;
  releases: Releases;
  tokens: Record<string, string>;
}

/** Errors in a browser with this combination; empty if all pages work. An area on its own domain
 * meets only commons and API, so it is checked once with each of them. */
export async function faultsOf(browser: Browser, pair: Pair, on: Skewed): Promise<string[]> {
  const context = await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai' });
  const faults: string[] = [];
  try {
    await prepare(context, pair, on);
    const complaints: string[] = [];
    listen(context, complaints);
    const page = await context.newPage();
    const note = async (what: string, looked: Promise<void>) => {
      await looked.catch((fault: unknown) =>
        faults.push(`${what}: ${fault instanceof Error ? fault.message : String(fault)}`),
      );
      faults.push(...complaints.splice(0).map((text) => `${what}: ${text}`));
    };
    await note(customer, lookAtCustomer(page, pair, on));
    for (const [host, place] of Object.values(alone))
      if (others(place.area).every((name) => pair[name] === pair[place.area]))
        await note(host, lookAlone(page, host, place, pair, on));
  } finally {
    await context.close();
  }
  return faults;
}

const others = (area: AreaName) =>
  (['portal', 'player', 'user-centre'] as const).filter((name) => name !== area);

/** The tester cookie selects the releases, and the browser is signed in on every origin. */
async function prepare(context: BrowserContext, pair: Pair, { releases, tokens }: Skewed) {
  const chosen = applications.map((name) => `${name}_${releases[pair[name]][name]}`);
  await context.addCookies(
    ['.cme.localhost', customer].map((domain) => ({
      name: 'cme_release',
      value: chosen.join('.'),
      domain,
      path: '/',
    })),
  );
  await context.addInitScript((known) => {
    const token = known[location.hostname];
    if (token) localStorage.setItem('user_token', token);
  }, tokens);
}

/** The next version with its fourth area: mounted on a customer domain, and on its own domain. */
export async function faultsOfFourth(browser: Browser, on: Skewed): Promise<string[]> {
  const context = await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai' });
  const faults: string[] = [];
  listen(context, faults);
  try {
    const next = {
      portal: 'next',
      player: 'next',
      'user-centre': 'next',
      commons: 'next',
    } as const;
    await prepare(context, { ...next, api: 'next' }, on);
    const page = await context.newPage();
    for (const host of [customer, 'lab.cme.localhost']) {
      await page.goto(`http://${host}:${on.port}/lab/hello`);
      await expect(page.getByRole('heading', { level: 1, name: fourth })).toBeVisible();
      await expectOneCopy(page);
    }
  } finally {
    await context.close();
  }
  return faults;
}

async function lookAlone(page: Page, host: string, place: Place, pair: Pair, on: Skewed) {
  await open(page, `http://${host}:${on.port}${place.path}`, place);
  await expectPair(page, pair, on, [place.area, 'commons']);
  await expectEdition(page, place, pair);
  await expectOneCopy(page);
}

async function lookAtCustomer(page: Page, pair: Pair, on: Skewed) {
  const [first, second] = mounted;
  await open(page, `http://${customer}:${on.port}${first.path}`, first);
  await expectPair(page, pair, on, ['portal', 'player', 'user-centre', 'commons']);
  await expectEdition(page, first, pair);
  // Client-side navigation as with the back button: the page stays, and the second area is mounted.
  await page.evaluate((path) => {
    history.pushState({}, '', path);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, second.path);
  await expect(second.shows(page)).toBeVisible();
  await expectEdition(page, second, pair);
  await expectOneCopy(page);
}

/** On a busy machine commons may time out, and the page falls back to its bundled copy. That says
 * nothing about the combination, so the page is opened again. */
async function open(page: Page, address: string, place: Place): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await page.goto(address);
    await expect(place.shows(page)).toBeVisible();
    const used = await page.evaluate(() => document.documentElement.dataset['commons']);
    if (used !== 'own copy' || tries === 3) return;
  }
}

async function expectPair(page: Page, pair: Pair, { releases }: Skewed, names: Application[]) {
  const told = await page.evaluate(() => ({
    releases: JSON.parse(document.getElementById('site')?.textContent ?? '{}').releases,
    commons: document.documentElement.dataset['commons'],
  }));
  for (const name of names)
    expect(told.releases[name], `release of ${name}`).toBe(releases[pair[name]][name]);
  expect(told.commons).toBe(`${pair.commons === 'next' ? nextMinor(version) : version}+commons`);
}

/** The next version of an area uses additions of the shared UI, commons and the API if they are
 * available. */
async function expectEdition(page: Page, { area }: Place, pair: Pair): Promise<void> {
  const mark = page.locator('[data-next]');
  if (pair[area] === 'last') return expect(mark).toHaveCount(0);
  await expect(mark).toHaveAttribute('data-next', area);
  await expect(mark).toHaveAttribute('data-edition', 'next');
  await expect(mark, 'the call that only the next API has').toHaveText(
    pair.api === 'next' ? greeting : '',
  );
}

async function expectOneCopy(page: Page): Promise<void> {
  const found = await copies(page);
  for (const name of ['react', 'react-dom', '@cme/ui/router', '@tanstack/react-query'])
    expect(found[name], `copies of ${name}`).toHaveLength(1);
}
