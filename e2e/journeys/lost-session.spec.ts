import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { nurse, ofHospital, signIn, tokenOf } from '../support/people.ts';
import { places } from '../support/places.ts';

test.use({ allowed: /status of 40[13]/ });

const envelope = (statusCode: number) => ({
  status: statusCode,
  contentType: 'application/json',
  body: JSON.stringify({ isSuccess: false, statusCode, message: 'refused', data: {} }),
});

/** From now on the API refuses every call but those that a signed-out page needs. */
const refuse = (page: Page, statusCode: number) =>
  page.route(/\/qm\/api\//, (route) => (/site\/|session\//.test(route.request().url()) ? route.continue() : route.fulfill(envelope(statusCode))));

/** Makes the page's own client ask fifty times at once. */
async function storm(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let turn = 0; turn < 50; turn += 1) globalThis.dispatchEvent(new Event('focus'));
  });
}

const dialog = (page: Page) => page.getByRole('dialog', { name: '提示' });

test('however many calls find the session gone, one dialog asks, and it leads to sign-in and back', async ({ page }) => {
  await signIn(page, nurse);
  await page.goto(`${places.main}/publicneed`);
  await expect(page.getByRole('button', { name: '陈晓禾' })).toBeVisible();
  await refuse(page, 401);
  await storm(page);
  await page.getByRole('group', { name: '价格' }).or(page.getByRole('radiogroup', { name: '价格' })).getByText('免费', { exact: true }).click();
  await page.getByRole('searchbox', { name: '搜索课程' }).fill('护理');
  await page.getByRole('searchbox', { name: '搜索课程' }).press('Enter');
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page)).toContainText('登录已失效，确定重新登录吗？');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  expect(await tokenOf(page)).toBeNull();
  await dialog(page).getByRole('button', { name: '确认' }).click();
  await page.waitForURL((address) => address.pathname === '/login');
  expect(new URL(page.url()).searchParams.get('targetUrl')).toContain('/search');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('on a customer domain with two mounted areas one dialog asks', async ({ page }) => {
  await signIn(page, ofHospital, places.hospital);
  await page.goto(`${places.hospital}/user/learn`);
  await expect(page.getByRole('heading', { level: 1, name: '我的课程' })).toBeVisible();
  await page.getByRole('link', { name: '继续学习' }).first().click();
  await page.waitForURL(/\/player\//);
  await refuse(page, 401);
  await page.goBack();
  await storm(page);
  await expect(dialog(page)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
});

test('no dialog asks on the sign-in page itself', async ({ page }) => {
  await page.goto(`${places.main}/login`);
  await page.evaluate(() => localStorage.setItem('user_token', 'a'.repeat(43)));
  const refused = page.waitForResponse((response) => response.url().includes('user_info') && response.status() === 401);
  await page.reload();
  await refused;
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/login/);
});

test('a refusal for lack of rights asks once and keeps the session', async ({ page }) => {
  await signIn(page, nurse);
  await page.goto(`${places.user}/user/learn`);
  await expect(page.getByRole('heading', { level: 1, name: '我的课程' })).toBeVisible();
  await refuse(page, 403);
  await page.getByRole('tab', { name: /已完成/ }).click();
  await expect(dialog(page)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  expect(await tokenOf(page)).toBeTruthy();
});
