import type { Page } from '@playwright/test';
import { expect, test } from '../../support/journey.ts';
import { origins } from '../../support/origins.ts';

/** Indexable pages and the types of their structured data. */
const pages: [path: string, types: string[]][] = [
  ['/', ['Organization']],
  ['/publicneed', []],
  ['/profession', []],
  ['/news', []],
  ['/news?type=N', []],
  ['/helpcenter/manual', []],
  ['/helpcenter/manual?article=refund', ['BreadcrumbList']],
  ['/helpcenter/certificate', ['BreadcrumbList', 'FAQPage']],
  ['/certificate/verify', []],
  ['/login', []],
];

const attribute = (page: Page, selector: string, name: string) =>
  page.locator(`head ${selector}`).getAttribute(name);

/** Lighthouse's SEO requirements. */
async function expectFindable(page: Page, address: string, types: readonly string[]) {
  const answer = await page.goto(address);
  expect(answer?.status()).toBe(200);
  const source = (await answer?.text()) ?? '';
  expect(source, 'title in the source').toMatch(/<title>[^<]{2,}-[^<]+<\/title>/);
  expect(source, 'description in the source').toMatch(
    /<meta name="description" content="[^"]{10,}"/,
  );
  expect(source, 'canonical in the source').toContain('<link rel="canonical"');
  await expect(page.getByRole('main')).toBeVisible();
  expect(await page.title()).toMatch(/.+-.+/);
  for (const [selector, name] of [
    ['meta[name=description]', 'content'],
    ['link[rel=canonical]', 'href'],
    ['meta[property="og:title"]', 'content'],
    ['meta[property="og:image"]', 'content'],
  ] as const) {
    await expect(page.locator(`head ${selector}`)).toHaveCount(1);
    expect(await attribute(page, selector, name)).toBeTruthy();
  }
  const picture = (await attribute(page, 'meta[property="og:image"]', 'content')) ?? '';
  const image = await page.evaluate(async (address) => {
    const { status, headers } = await fetch(address);
    return [status, headers.get('content-type')];
  }, picture);
  expect(image).toEqual([200, 'image/png']);
  await expect(page.locator('head meta[name=robots]')).toHaveCount(0);
  expect(answer?.headers()['x-robots-tag']).toBeUndefined();
  expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
  await expect(page.locator('meta[name=viewport]')).toHaveCount(1);
  await expect(page.locator('a:not([href]), a[href=""], a[href^="javascript:"]')).toHaveCount(0);
  await expect(page.locator('img:not([alt])')).toHaveCount(0);
  const data = await page.locator('script[type="application/ld+json"]').allTextContents();
  const entities = data.map((text) => JSON.parse(text) as Record<string, unknown>);
  for (const entity of entities) expect(entity['@context']).toBe('https://schema.org');
  expect(entities.map((entity) => entity['@type']).sort()).toEqual([...types].sort());
}

test('every public page has a title, a description and metadata', async ({ page }) => {
  test.setTimeout(120_000);
  for (const [path, types] of pages) {
    await test.step(path, () => expectFindable(page, origins.main + path, types));
    expect(await attribute(page, 'link[rel=canonical]', 'href')).toBe(origins.main + path);
  }
});

test('detail pages carry structured data, and client-side navigation updates the head', async ({
  page,
}) => {
  await page.goto(`${origins.main}/publicneed?sort=hot&page=1`);
  expect(await attribute(page, 'link[rel=canonical]', 'href')).toBe(`${origins.main}/publicneed`);
  await page.getByRole('main').getByRole('link').first().click();
  await page.waitForURL(/\/item\/course\//);
  const course = page.url();
  await expect
    .poll(() => attribute(page, 'link[rel=canonical]', 'href'))
    .toBe(course.split('?')[0]);
  await expectFindable(page, course, ['BreadcrumbList', 'Course']);
  await page.goto(`${origins.main}/news?type=B`);
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
  await page.waitForURL(/\/news\/.+\/detail/);
  await expect.poll(() => attribute(page, 'meta[property="og:type"]', 'content')).toBe('article');
  await expectFindable(page, page.url(), ['BreadcrumbList', 'NewsArticle']);
});

test.describe('pages excluded from search engines', () => {
  test.use({ allowed: /status of 404 .*\/404\)$/ });

  test('personal pages and search results are marked noindex', async ({ page }) => {
    for (const path of ['/search?keyword=手卫生', '/cart', '/404']) {
      await page.goto(origins.main + path);
      await expect(page.locator('head meta[name=robots]')).toHaveAttribute('content', 'noindex');
      await expect(page.locator('head link[rel=canonical]')).toHaveCount(0);
    }
  });
});

test('robots.txt and the sitemap list public pages, and nothing on a closed site', async ({
  page,
}) => {
  const robots = await page.goto(`${origins.main}/robots.txt`);
  expect(await robots?.text()).toContain(`Sitemap: ${origins.main}/sitemap.xml`);
  const sitemap = (await (await page.goto(`${origins.main}/sitemap.xml`))?.text()) ?? '';
  const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) =>
    address.replaceAll('&amp;', '&'),
  );
  expect(addresses.length).toBeGreaterThan(60);
  for (const path of ['/news/', '/item/course/', '/item/package/', '/helpcenter/manual?article='])
    expect(addresses.some((address) => address.startsWith(origins.main + path))).toBe(true);
  for (const origin of [origins.hospital, origins.ended]) {
    const robots = await page.goto(`${origin}/robots.txt`);
    expect(await robots?.text()).toBe('User-agent: *\nDisallow: /\n');
  }
});
