import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../../support/journey.ts';
import { origins } from '../../support/origins.ts';

const colourOf = (page: Page) =>
  page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--mantine-color-site-6').trim(),
  );
const menuOf = (page: Page) =>
  page.getByRole('navigation', { name: '主菜单' }).getByRole('link').allTextContents();
const headingsOf = (page: Page) =>
  page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();

test('three sites of one installation have their own colours, menus and block order', async ({
  page,
  complaints,
}) => {
  test.setTimeout(90_000);
  const siteLooks: { colour: string; menu: string[]; headings: string[] }[] = [];
  for (const origin of [origins.main, origins.city]) {
    await page.goto(origin);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    siteLooks.push({
      colour: await colourOf(page),
      menu: await menuOf(page),
      headings: await headingsOf(page),
    });
  }
  await page.goto(`${origins.hospital}/login`);
  siteLooks.push({ colour: await colourOf(page), menu: [], headings: [] });
  expect(new Set(siteLooks.map(({ colour }) => colour)).size).toBe(3);
  const [main, city] = siteLooks as [(typeof siteLooks)[0], (typeof siteLooks)[0]];
  expect(city.menu).toContain('政务公告');
  expect(main.menu).not.toContain('政务公告');
  expect(main.headings[0]).not.toBe('通知公告');
  expect(city.headings[0]).toBe('通知公告');
  expect(city.headings).toContain('市级免费课程');
  expect(main.headings).toContain('合作单位');
  expect(city.headings).not.toContain('合作单位');
  await page.goto(origins.city);
  await expectAccessible(page, complaints);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, complaints);
});

test('a city shows the whole catalogue of the centre under its own name and news', async ({
  page,
}) => {
  const countCourses = async (origin: string) => {
    await page.goto(`${origin}/profession`);
    const line = page.getByText(/^共 \d+ 门/).first();
    await expect(line).toBeVisible();
    return line.textContent();
  };
  expect(await countCourses(origins.city)).toBe(await countCourses(origins.main));
  await page.goto(origins.city);
  await expect(page).toHaveTitle(/-清渚市卫生健康在线学堂$/);
  await expect(page.getByRole('link', { name: /全市卫生健康专业技术人员/ })).toBeVisible();
  await page.goto(origins.main);
  await expect(page.getByRole('link', { name: /全市卫生健康专业技术人员/ })).toHaveCount(0);
});

test.describe('a site whose service has not begun', () => {
  test.use({ allowed: /403 \(Forbidden\)/ });

  test('shows its opening date at every URL and is accessible', async ({ page, complaints }) => {
    for (const path of ['/', '/publicneed', '/user/learn', '/no/such/page']) {
      const reply = await page.goto(origins.opening + path);
      expect(reply?.status()).toBe(403);
      await expect(page.getByRole('heading', { name: '本站尚未开放' })).toBeVisible();
      await expect(page.getByText(/将于\d{4}年\d+月\d+日开放/)).toBeVisible();
    }
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expectAccessible(page, complaints);
  });
});
