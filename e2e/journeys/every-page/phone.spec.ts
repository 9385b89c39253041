import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../../support/journey.ts';
import { origins } from '../../support/origins.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

const publicPaths = [
  '/',
  '/publicneed',
  '/profession',
  '/search?keyword=护理',
  '/login',
  '/regist/person',
  '/forgetpwd',
  '/certificate/verify',
  '/cart',
];

test('no page scrolls sideways on a phone of any width', async ({ page }) => {
  test.setTimeout(120_000);
  const wide: string[] = [];
  for (const path of publicPaths) {
    await page.goto(origins.city + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const width of [360, 390, 430]) {
      await page.setViewportSize({ width, height: 844 });
      const overflow = await sideways(page);
      if (overflow > 0) wide.push(`${path} at ${width}: ${overflow}`);
    }
  }
  expect(wide).toEqual([]);
});

for (const [style, origin] of [
  ['a list from the side', origins.main],
  ['a grid from below', origins.city],
] as const) {
  test(`the menu is ${style}, traps the focus, and back closes it without leaving the page`, async ({
    page,
    complaints,
  }) => {
    await page.goto(`${origin}/publicneed`);
    const button = page.getByRole('button', { name: '菜单' });
    const menu = page.getByRole('dialog', { name: '菜单' });
    await button.click();
    await expect(menu.getByRole('link', { name: /^公需/ })).toHaveAttribute('aria-current', 'page');
    await expectAccessible(page, complaints);
    for (let presses = 0; presses < 30; presses += 1) await page.keyboard.press('Tab');
    expect(
      await page.evaluate(() => document.activeElement?.closest('[role="dialog"]') !== null),
    ).toBe(true);
    await page.goBack();
    await expect(menu).toBeHidden();
    expect(new URL(page.url()).pathname).toBe('/publicneed');
    await button.click();
    await expect(menu.getByRole('link', { name: '首页' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
    await button.click();
    await menu.getByRole('link', { name: '首页' }).click();
    await expect(page).toHaveURL(`${origin}/`);
    await page.goBack();
    await expect(page).toHaveURL(`${origin}/publicneed`);
    await expect(menu).toBeHidden();
  });
}

test('the home page shows the menu as a grid where the site has chosen that', async ({ page }) => {
  await page.goto(origins.main);
  await expect(page.getByRole('navigation', { name: '快捷入口' })).toHaveCount(0);
  await page.goto(origins.city);
  const grid = page.getByRole('navigation', { name: '快捷入口' });
  await expect(grid.getByRole('link', { name: '证书查询' })).toBeVisible();
  await grid.getByRole('link', { name: '证书查询' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '证书查询' })).toBeVisible();
});

test('the search page focuses its field, and back from the results returns to the previous page', async ({
  page,
  complaints,
}) => {
  await page.goto(`${origins.main}/publicneed`);
  await page.getByRole('button', { name: '打开搜索' }).click();
  const field = page.getByRole('dialog').getByRole('combobox', { name: '搜索课程' });
  await expect(field).toBeFocused();
  await expectAccessible(page, complaints);
  await field.fill('心肺复苏');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/search\?keyword=/);
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(`${origins.main}/publicneed`);
});

test('the tab bar is configured per site and marks the current tab', async ({ page }) => {
  await page.goto(`${origins.city}/publicneed`);
  const tabs = page.getByRole('navigation', { name: '底部导航' });
  await expect(tabs.getByRole('link')).toHaveText(['首页', '公需', '公告', '我的']);
  await expect(tabs.getByRole('link', { name: '公需' })).toHaveAttribute('aria-current', 'page');
});
