import { expect, test } from '../../support/journey.ts';
import { fillSignIn, physician } from '../../support/people.ts';
import { origins } from '../../support/origins.ts';

const course = /成人基本生命支持/;

test('the action that the sign-in dialog interrupted continues after signing in', async ({
  page,
}) => {
  await page.goto(`${origins.main}/search?keyword=基本生命支持`);
  await page.getByRole('link', { name: course }).first().click();
  await page.getByRole('button', { name: '立即学习' }).click();
  const dialog = page.getByRole('dialog', { name: '登录' });
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL(/\/item\/course\//);
  await fillSignIn(page, physician);
  await page.waitForURL((address) => address.origin === origins.player);
  await expect(page.getByRole('heading', { level: 1, name: course })).toBeVisible();
});

test('the sign-in dialog closes on navigation and drops the interrupted action', async ({
  page,
}) => {
  await page.goto(`${origins.main}/publicneed`);
  await page.goto(`${origins.main}/search?keyword=乡村常见急症`);
  await page
    .getByRole('link', { name: /乡村常见急症/ })
    .first()
    .click();
  await page.getByRole('button', { name: '立即学习' }).click();
  await expect(page.getByRole('dialog', { name: '登录' })).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/^共 \d+ 门课程/)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a wrong password is reported in the form and keeps the input', async ({ page }) => {
  await page.goto(`${origins.main}/login`);
  await fillSignIn(page, '18800001234', 'Wrong2026');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('手机号', { exact: true })).toHaveValue('18800001234');
  await expect(page).toHaveURL(/\/login/);
});
