import type { Page } from '@playwright/test';
import { expect, test } from '../../support/journey.ts';
import { origins } from '../../support/origins.ts';

const days = 86_400_000;

const searched = (page: Page) => page.getByRole('combobox', { name: '搜索课程' }).first();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const markPage = (page: Page) => page.evaluate(() => Object.assign(globalThis, { isMarked: true }));
const isMarked = (page: Page) => page.evaluate(() => 'isMarked' in globalThis);

test.use({ allowed: /404|ChunkLoadError|Loading (CSS )?chunk/ });

test('a page loaded 31 days ago reloads once at its next navigation and keeps its path and typed text', async ({
  page,
  context,
}) => {
  await page.clock.install();
  await page.goto(origins.main);
  const comes = page.waitForResponse(/\/edge\/health\.js/);
  await page.clock.fastForward(6000);
  await (await comes).finished();
  await page.clock.setSystemTime(Date.now() + 31 * days);

  // Files that this page has not loaded yet are no longer served.
  let isOld = true;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isOld = false;
  });
  await context.route(/\/static\/portal\/.*\.js$/, (route) =>
    isOld ? route.fulfill({ status: 404, body: '' }) : route.fallback(),
  );
  await markPage(page);
  await searched(page).fill('手卫生');
  await page.getByRole('link', { name: '专业科目' }).first().click();
  await expect(heading(page, '专业科目')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/profession');
  await expect.poll(() => isMarked(page), 'another document').toBe(false);
  await expect(searched(page)).toHaveValue('手卫生');

  await markPage(page);
  await page.getByRole('link', { name: '公需科目' }).first().click();
  await expect(heading(page, '公需科目')).toBeVisible();
  expect(await isMarked(page), 'the same page goes on').toBe(true);
});
