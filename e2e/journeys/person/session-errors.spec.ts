import type { Page } from '@playwright/test';
import { expect, test } from '../../support/journey.ts';
import { nurse, hospitalLearner, signInByForm, tokenOf } from '../../support/people.ts';
import { origins } from '../../support/origins.ts';
import {
  callCount,
  findClients,
  serveNewerUserCentre,
  refuseCallsAtOnce,
} from '../../support/session-errors.ts';

test.use({ allowed: /status of 40[13]/ });

const dialog = (page: Page) => page.getByRole('dialog', { name: '提示' });
const repeatStatus = (statusCode: number) => Array.from({ length: callCount }, () => statusCode);

async function expectOneQuestion(page: Page): Promise<void> {
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page)).toContainText('登录已失效，确定重新登录吗？');
  await expect(page.getByRole('dialog')).toHaveCount(1);
}

/** One page of the customer domain with the player and the user centre mounted, of two releases:
 * so that each has its own copy of the session library. */
async function mountBoth(page: Page): Promise<void> {
  await serveNewerUserCentre(page);
  await signInByForm(page, hospitalLearner, origins.hospital);
  await page.goto(`${origins.hospital}/user/learn`);
  const study = await page.getByRole('link', { name: '继续学习' }).first().getAttribute('href');
  await page.goto(origins.hospital + study);
  await page.getByRole('link', { name: '返回课程' }).click();
  await page.getByRole('button', { name: '吴桐' }).click();
  await page.getByRole('link', { name: '我的课程' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '我的课程' })).toBeVisible();
  expect(Object.values(await findClients(page)).sort()).toEqual([
    ['portal_web', 'player'],
    ['user_centre'],
  ]);
}

test('fifty concurrent 401 responses in two mounted areas open one dialog', async ({ page }) => {
  await mountBoth(page);
  expect(await refuseCallsAtOnce(page, 401)).toEqual(repeatStatus(401));
  await expectOneQuestion(page);
  expect(await tokenOf(page)).toBeNull();
  expect(await refuseCallsAtOnce(page, 401)).toEqual(repeatStatus(401));
  await expectOneQuestion(page);
  await dialog(page).getByRole('button', { name: '确认' }).click();
  await page.waitForURL((address) => address.pathname === '/login');
  expect(new URL(page.url()).searchParams.get('targetUrl')).toBe('/user/learn');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await refuseCallsAtOnce(page, 401)).toEqual(repeatStatus(401));
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('fifty concurrent 403 responses in two mounted areas open one dialog and keep the session', async ({
  page,
}) => {
  await mountBoth(page);
  const token = await tokenOf(page);
  expect(await refuseCallsAtOnce(page, 403)).toEqual(repeatStatus(403));
  await expectOneQuestion(page);
  expect(await tokenOf(page)).toBe(token);
  await page.getByRole('button', { name: '关闭' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await refuseCallsAtOnce(page, 403)).toEqual(repeatStatus(403));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const list = page.waitForResponse(/learn\/list/);
  await page.getByRole('tab', { name: /已完成/ }).click();
  expect((await list).status()).toBe(200);
  expect(await tokenOf(page)).toBe(token);
});

test('fifty concurrent 401 responses on the main site open one dialog that leads to sign-in and back', async ({
  page,
}) => {
  await signInByForm(page, nurse);
  await page.goto(`${origins.main}/search?keyword=护理`);
  await expect(page.getByRole('button', { name: '陈晓禾' })).toBeVisible();
  const restored: string[] = [];
  await page.route(/session\/restore/, (route) => {
    restored.push(route.request().url());
    return route.fulfill({
      json: { isSuccess: true, statusCode: 200, message: '', data: { restored: 'N' } },
    });
  });
  expect(await refuseCallsAtOnce(page, 401)).toEqual(repeatStatus(401));
  await expectOneQuestion(page);
  // The fifty calls share one request for the session; the session watch sends another.
  expect(restored.length, "questions for the family's session").toBeLessThanOrEqual(2);
  expect(await tokenOf(page)).toBeNull();
  await dialog(page).getByRole('button', { name: '确认' }).click();
  await page.waitForURL((address) => address.pathname === '/login');
  expect(new URL(page.url()).searchParams.get('targetUrl')).toBe(
    `/search?keyword=${encodeURIComponent('护理')}`,
  );
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the sign-in page itself opens no dialog', async ({ page }) => {
  await page.goto(`${origins.main}/login`);
  await page.evaluate(() => localStorage.setItem('user_token', 'a'.repeat(43)));
  const refused = page.waitForResponse(
    (response) => response.url().includes('user_info') && response.status() === 401,
  );
  await page.reload();
  await refused;
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible();
  expect(await refuseCallsAtOnce(page, 401)).toEqual(repeatStatus(401));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/login/);
});
