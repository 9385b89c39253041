import type { Page } from '@playwright/test';
import { courseId } from '@cme/sample/ids';
import { expect, test } from '../../support/journey.ts';
import { origins } from '../../support/origins.ts';

/** Opens a page whose scripts wait; resolves with a function that lets them load. */
async function openBeforeScripts(page: Page, path: string): Promise<() => Promise<void>> {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/*.js*', async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto(origins.main + path, { waitUntil: 'commit' });
  await page.waitForFunction(() => document.readyState === 'interactive');
  return async () => {
    await expect(page.locator('html[data-started]')).not.toBeAttached();
    release();
    await expect(page.locator('html[data-started]')).toBeAttached();
  };
}

test('a search typed and a button pressed before the page has started are not lost', async ({
  page,
}) => {
  const start = await openBeforeScripts(page, '/');
  const care = page.getByRole('button', { name: '关怀模式' });
  await care.click();
  await care.click();
  await expect(care).toHaveAttribute('aria-busy', 'true');
  const field = page.getByRole('banner').getByRole('combobox', { name: '搜索' });
  await field.click();
  await page.keyboard.type('护理');
  await page.keyboard.press('ArrowLeft');
  await start();
  // Two clicks on a button that did not answer are one.
  await expect(page.locator('html')).toHaveClass(/care/);
  await expect(care).not.toHaveAttribute('aria-busy');
  await expect(field).toHaveValue('护理');
  await expect(page.getByRole('listbox', { name: '搜索建议' })).toBeVisible();
  await page.keyboard.type('士');
  await expect(field).toHaveValue('护士理');
});

test('filters chosen before a list has started are applied, and the profile is asked for', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const start = await openBeforeScripts(page, '/publicneed');
  await page.getByRole('combobox', { name: '排序' }).selectOption({ label: '最新' });
  await page.getByRole('button', { name: '适合我' }).click();
  await start();
  await expect(page).toHaveURL(/sort=new/);
  await expect(page.getByRole('combobox', { name: '排序' })).toHaveValue('new');
  await expect(page.getByLabel('手机号', { exact: true })).toBeVisible();
});

test('a form submitted by Enter before the page has started searches for what was typed', async ({
  page,
}) => {
  const start = await openBeforeScripts(page, '/helpcenter/manual');
  const field = page.getByRole('searchbox', { name: '在帮助手册中查找' });
  await field.fill('红冲');
  await field.press('Enter');
  await start();
  await expect(page.getByText(/找到 \d+ 篇/)).toBeVisible();
  await expect(field).toHaveValue('红冲');
});

test('a purchase begun before the page has started continues with signing in', async ({ page }) => {
  const path = `/item/course/${courseId('main', 'hand-hygiene-pro')}/detail`;
  const start = await openBeforeScripts(page, path);
  await page.getByRole('button', { name: '加入购物车' }).click();
  await start();
  await expect(page.getByLabel('手机号', { exact: true })).toBeVisible();
});
