import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { openClient } from '@cme/commons/api-client';
import { fetchAs } from '@cme/commons/api-client/node';
import { login } from '@cme/contract/person';
import { applications, type OwnApplication } from '@cme/contract/site/rollout';
import { signRequested } from '@cme/release';
import { recordComplaints } from '../../support/journey.ts';
import { nurse, hospitalLearner, password } from '../../support/people.ts';
import {
  type AreaName,
  type AreaPage,
  customerHost,
  mountedPages,
  openedPage,
  ownDomainPages,
  passwordPage,
  resetPage,
} from './area-pages.ts';
import { copies } from './copies.ts';
import type { Releases, Version } from './installation.ts';
import { greeting as fourth } from './fourth-area.ts';
import { greeting, nextMinor } from './next-edits.ts';

export const domains = ['portal', 'player', 'user-centre', 'commons', 'edge', 'api'] as const;
export type Combination = Record<(typeof domains)[number], Version>;

/** All 64 combinations. */
export const allCombinations = (): Combination[] =>
  domains.reduce<Combination[]>(
    (combinations, domain) =>
      combinations.flatMap((combination) => [
        { ...combination, [domain]: 'last' },
        { ...combination, [domain]: 'next' },
      ]),
    [toCombination([])],
  );

const toCombination = (next: (keyof Combination)[]): Combination =>
  Object.fromEntries(
    domains.map((domain) => [domain, next.includes(domain) ? 'next' : 'last']),
  ) as Combination;

/** Front ends before the API, areas before their dependencies, the portal before the areas, commons
 * alone, the edge before or after what it serves, and each the other way round. */
export const testedCombinations: Combination[] = [
  toCombination(['portal', 'player', 'user-centre', 'commons']),
  toCombination(['player', 'user-centre']),
  toCombination(['portal', 'edge']),
  toCombination(['edge']),
  toCombination(['portal', 'commons', 'api']),
  toCombination(['commons', 'edge', 'api']),
  toCombination(['player', 'user-centre', 'edge', 'api']),
];

/** Session tokens of a learner of the main site and of one of the customer domain, by host. */
export async function signInAll(port: number): Promise<Record<string, string>> {
  const signIn = async (host: string, account: string) => {
    const client = openClient({
      apiBase: `http://127.0.0.1:${port}`,
      fullDomainName: host,
      fetch: fetchAs(`${host}:${port}`),
    });
    const body = { login_kind: 'password' as const, account, password };
    return (await client.sendForMessage(login, body)).message;
  };
  const main = await signIn('cme.localhost', nurse);
  return {
    'player.cme.localhost': main,
    'user.cme.localhost': main,
    'lab.cme.localhost': main,
    'hospital.localhost': await signIn('hospital.localhost', hospitalLearner),
  };
}

const { version } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../libs/commons/package.json'), 'utf8'),
) as { version: string };

export interface SkewedStack {
  port: number;
  releases: Releases;
  tokens: Record<string, string>;
  edgeToken(): Promise<string>;
}

/** Errors in a browser with this combination; empty if all pages work. An area on its own domain
 * meets only commons and API, so it is checked once with each of them. */
export async function findFaults(
  browser: Browser,
  combination: Combination,
  stack: SkewedStack,
): Promise<string[]> {
  const context = await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai' });
  const faults: string[] = [];
  try {
    await prepareContext(context, combination, stack);
    const complaints: string[] = [];
    recordComplaints(context, complaints);
    const page = await context.newPage();
    const recordFaults = async (description: string, check: Promise<void>) => {
      await check.catch((fault: unknown) =>
        faults.push(`${description}: ${fault instanceof Error ? fault.message : String(fault)}`),
      );
      faults.push(...complaints.splice(0).map((text) => `${description}: ${text}`));
    };
    await recordFaults(customerHost, checkCustomerDomain(page, combination, stack));
    for (const [host, areaPage] of Object.values(ownDomainPages))
      if (
        otherAreas(areaPage.area).every((name) => combination[name] === combination[areaPage.area])
      )
        await recordFaults(host, checkOwnDomain(page, host, areaPage, combination, stack));
  } finally {
    await context.close();
  }
  return faults;
}

const otherAreas = (area: AreaName) =>
  (['portal', 'player', 'user-centre'] as const).filter((name) => name !== area);

/** The tester cookie selects the releases, and the browser is signed in on every origin. */
async function prepareContext(
  context: BrowserContext,
  combination: Combination,
  { releases, tokens, edgeToken }: SkewedStack,
) {
  const requested = new Map(applications.map((name) => [name, releases[combination[name]][name]]));
  const value = await signRequested(requested, await edgeToken(), new Date());
  await context.addCookies(
    ['.cme.localhost', customerHost].map((domain) => ({
      name: 'cme_release',
      value,
      domain,
      path: '/',
    })),
  );
  await context.addInitScript((tokensByHost) => {
    const token = tokensByHost[location.hostname];
    if (token) localStorage.setItem('user_token', token);
  }, tokens);
}

/** The next version with its fourth area: mounted on a customer domain, and on its own domain. */
export async function findFourthAreaFaults(
  browser: Browser,
  stack: SkewedStack,
): Promise<string[]> {
  const context = await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai' });
  const faults: string[] = [];
  recordComplaints(context, faults);
  try {
    const next = {
      portal: 'next',
      player: 'next',
      'user-centre': 'next',
      commons: 'next',
    } as const;
    await prepareContext(context, { ...next, edge: 'next', api: 'next' }, stack);
    const page = await context.newPage();
    for (const host of [customerHost, 'lab.cme.localhost']) {
      await page.goto(`http://${host}:${stack.port}/lab/hello`);
      await expect(page.getByRole('heading', { level: 1, name: fourth })).toBeVisible();
      await expect(page.getByRole('link', { name: '本页' })).toHaveAttribute('href', '/lab/hello');
      await expectOneCopy(page);
    }
  } finally {
    await context.close();
  }
  return faults;
}

async function checkOwnDomain(
  page: Page,
  host: string,
  areaPage: AreaPage,
  combination: Combination,
  stack: SkewedStack,
) {
  await openPage(page, `http://${host}:${stack.port}${areaPage.path}`, areaPage);
  await expectReleases(page, combination, stack, [areaPage.area, 'commons']);
  await expectEdition(page, areaPage, combination);
  await expectOneCopy(page);
}

async function checkCustomerDomain(page: Page, combination: Combination, stack: SkewedStack) {
  const [first, second] = mountedPages;
  await openPage(page, `http://${customerHost}:${stack.port}${first.path}`, first);
  await expectReleases(page, combination, stack, ['portal', 'player', 'user-centre', 'commons']);
  await expectEdition(page, first, combination);
  await goBackTo(page, second.path);
  await expect(second.shows(page)).toBeVisible();
  await expectEdition(page, second, combination);
  await expectOneCopy(page);
  await openPage(page, `http://${customerHost}:${stack.port}${openedPage.path}`, openedPage);
  await expectOneCopy(page);
  await checkInputs(page, stack.port);
}

/** Inputs of an area, and then those of the portal, which find no theme if they come from another
 * build than the theme. */
async function checkInputs(page: Page, port: number): Promise<void> {
  await openPage(page, `http://${customerHost}:${port}${passwordPage.path}`, passwordPage);
  await goBackTo(page, resetPage.path);
  await expect(resetPage.shows(page)).toBeVisible();
}

/** Client-side navigation as with the back button: the page stays. */
const goBackTo = (page: Page, path: string) =>
  page.evaluate((path) => {
    history.pushState({}, '', path);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);

/** On a busy machine commons may time out, and the page falls back to its bundled copy. That says
 * nothing about the combination, so the page is opened again. */
async function openPage(page: Page, address: string, areaPage: AreaPage): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await page.goto(address);
    await expect(areaPage.shows(page)).toBeVisible();
    const commons = await page.evaluate(() => document.documentElement.dataset['commons']);
    if (commons !== 'own copy' || attempt === 3) return;
  }
}

async function expectReleases(
  page: Page,
  combination: Combination,
  { releases }: SkewedStack,
  names: OwnApplication[],
) {
  const reported = await page.evaluate(() => ({
    releases: JSON.parse(document.getElementById('site')?.textContent ?? '{}').releases,
    commons: document.documentElement.dataset['commons'],
  }));
  for (const name of names)
    expect(reported.releases[name], `release of ${name}`).toBe(releases[combination[name]][name]);
  expect(reported.commons).toBe(
    `${combination.commons === 'next' ? nextMinor(version) : version}+commons`,
  );
}

/** The next version of an area uses additions of the shared UI, commons and the API if they are
 * available. */
async function expectEdition(
  page: Page,
  { area }: AreaPage,
  combination: Combination,
): Promise<void> {
  const greetingElement = page.locator('[data-next]');
  if (combination[area] === 'last') return expect(greetingElement).toHaveCount(0);
  await expect(greetingElement).toHaveAttribute('data-next', area);
  await expect(greetingElement).toHaveAttribute('data-edition', 'next');
  await expect(greetingElement, 'the call that only the next API has').toHaveText(
    combination.api === 'next' ? greeting : '',
  );
}

async function expectOneCopy(page: Page): Promise<void> {
  const versions = await copies(page);
  for (const name of ['react', 'react-dom', '@cme/ui/router', '@tanstack/react-query'])
    expect(versions[name], `copies of ${name}`).toHaveLength(1);
}
