import type { Page } from '@playwright/test';
import { expect, test } from '../../support/journey.ts';
import { nurse, hospitalLearner, signIn } from '../../support/people.ts';
import { origins } from '../../support/origins.ts';

/** URLs of one kind differ only in their id. */
const pageKind = (address: string) => {
  const { host, pathname } = new URL(address);
  return host + pathname.replace(/[0-9A-HJKMNP-TV-Z]{26}|\d{8,}/g, ':id');
};

/** Every URL of this site's hosts that a page links to, without fragments. */
const findLinks = (page: Page, hosts: readonly string[]): Promise<string[]> =>
  page.evaluate(
    (hosts) =>
      [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
        .filter(({ host, download }) => hosts.includes(host) && !download)
        .map(({ href }) => href.split('#')[0] ?? ''),
    hosts,
  );

/** URLs on the page's own origin whose status is not 200. */
const findBrokenLinks = (page: Page, addresses: string[]): Promise<string[]> =>
  page.evaluate(async (addresses) => {
    const statuses = await Promise.all(
      addresses.map(async (address) => [address, (await fetch(address)).status] as const),
    );
    return statuses.filter(([, status]) => status !== 200).map(([address]) => address);
  }, addresses);

/** Opens one URL of every kind that can be reached, and requests all others that a page of the same
 * origin links to; returns the broken ones. */
async function crawlPages(page: Page, start: string, hosts: string[]): Promise<string[]> {
  const addresses = new Set([start]);
  const kinds = new Set<string>();
  const broken: string[] = [];
  for (const address of addresses) {
    const kind = pageKind(address);
    if (kinds.has(kind)) continue;
    kinds.add(kind);
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 }).first(), address).toBeVisible();
    if (await page.getByRole('heading', { name: '页面不存在' }).isVisible()) broken.push(address);
    const links = await findLinks(page, hosts);
    const newLinks = links.filter(
      (link) => !addresses.has(link) && link.startsWith(new URL(address).origin),
    );
    broken.push(...(await findBrokenLinks(page, [...new Set(newLinks)])));
    for (const link of links) addresses.add(link);
  }
  expect(kinds.size, 'kinds of pages').toBeGreaterThan(15);
  return broken;
}

const hostsOf = (...origins: string[]) => origins.map((origin) => new URL(origin).host);
const siteHosts = hostsOf(origins.main, origins.user, origins.player);

test.describe.configure({ timeout: 240_000 });

test('there are no broken links for a guest of the main domain', async ({ page }) => {
  expect(await crawlPages(page, `${origins.main}/`, siteHosts)).toEqual([]);
});

test('there are no broken links for a learner of the main domain', async ({ page }) => {
  await signIn(page, nurse, origins.main);
  expect(await crawlPages(page, `${origins.main}/`, siteHosts)).toEqual([]);
});

test('there are no broken links for a learner of a customer domain', async ({ page }) => {
  await signIn(page, hospitalLearner, origins.hospital);
  expect(await crawlPages(page, `${origins.hospital}/`, hostsOf(origins.hospital))).toEqual([]);
});
