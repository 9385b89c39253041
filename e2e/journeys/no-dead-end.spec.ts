import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { nurse, ofHospital, signIn } from '../support/people.ts';
import { places } from '../support/places.ts';

/** URLs of one kind differ only in their id. */
const kindOf = (address: string) => {
  const { host, pathname } = new URL(address);
  return host + pathname.replace(/[0-9A-HJKMNP-TV-Z]{26}|\d{8,}/g, ':id');
};

/** Every URL of this site's hosts that a page links to, without fragments. */
const linksOf = (page: Page, hosts: readonly string[]): Promise<string[]> =>
  page.evaluate(
    (known) =>
      [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
        .filter(({ host, download }) => known.includes(host) && !download)
        .map(({ href }) => href.split('#')[0] ?? ''),
    hosts,
  );

/** URLs on the page's own origin whose status is not 200. */
const lostOf = (page: Page, addresses: string[]): Promise<string[]> =>
  page.evaluate(async (all) => {
    const statuses = await Promise.all(
      all.map(async (address) => [address, (await fetch(address)).status] as const),
    );
    return statuses.filter(([, status]) => status !== 200).map(([address]) => address);
  }, addresses);

/** Opens one URL of every kind that can be reached, and requests all others that a page of the same
 * origin links to; returns the broken ones. */
async function deadEndsFrom(page: Page, start: string, hosts: string[]): Promise<string[]> {
  const found = new Set([start]);
  const kinds = new Set<string>();
  const lost: string[] = [];
  for (const address of found) {
    const kind = kindOf(address);
    if (kinds.has(kind)) continue;
    kinds.add(kind);
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 }).first(), address).toBeVisible();
    if (await page.getByRole('heading', { name: '页面不存在' }).isVisible()) lost.push(address);
    const links = await linksOf(page, hosts);
    const others = links.filter(
      (link) => !found.has(link) && link.startsWith(new URL(address).origin),
    );
    lost.push(...(await lostOf(page, [...new Set(others)])));
    for (const link of links) found.add(link);
  }
  expect(kinds.size, 'kinds of pages').toBeGreaterThan(15);
  return lost;
}

const hostOf = (...origins: string[]) => origins.map((origin) => new URL(origin).host);
const siteHosts = hostOf(places.main, places.user, places.player);

test.describe.configure({ timeout: 240_000 });

test('there are no broken links for a guest of the main domain', async ({ page }) => {
  expect(await deadEndsFrom(page, `${places.main}/`, siteHosts)).toEqual([]);
});

test('there are no broken links for a learner of the main domain', async ({ page }) => {
  await signIn(page, nurse, places.main);
  expect(await deadEndsFrom(page, `${places.main}/`, siteHosts)).toEqual([]);
});

test('there are no broken links for a learner of a customer domain', async ({ page }) => {
  await signIn(page, ofHospital, places.hospital);
  expect(await deadEndsFrom(page, `${places.hospital}/`, hostOf(places.hospital))).toEqual([]);
});
