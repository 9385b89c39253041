import { expect, test } from '../../support/journey.ts';
import { origins } from '../../support/origins.ts';

test('an unknown domain leads to the main site', async ({ page }) => {
  await page.goto(`${origins.unknown}/publicneed`);
  expect(new URL(page.url()).origin).toBe(origins.main);
});

test.describe('a site whose service has ended', () => {
  test.use({ allowed: /410 \(Gone\)|404 \(Not Found\) .*certificate\/verify/ });

  test('shows a notice and no courses', async ({ page }) => {
    await page.goto(origins.ended);
    await expect(page.getByRole('heading', { name: '本站已停止服务' })).toBeVisible();
    await expect(page.getByText(/仍然保留，可登录查阅、下载和导出，至20\d\d年/)).toBeVisible();
    await expect(page.getByRole('link', { name: '验证证书' })).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
  });

  test('shows its learners their certificates, courses and orders', async ({ page }) => {
    await page.goto(origins.ended);
    await page.getByRole('link', { name: '登录查阅我的记录' }).click();
    await page.getByLabel('手机号', { exact: true }).fill('13800000061');
    await page.getByLabel('密码', { exact: true }).fill('Learner2026');
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.waitForURL('**/user/mycertificate*');
    await expect(page.getByText(/本站服务已结束，以下记录只供查阅/)).toBeVisible();
    await expect(page.getByText('医学伦理与职业道德').first()).toBeVisible();
    await page.getByRole('link', { name: '我的课程', exact: true }).click();
    await expect(page.getByRole('link', { name: '手卫生' }).first()).toBeVisible();
    await page.getByRole('link', { name: '我的订单', exact: true }).click();
    await expect(page.getByRole('heading', { name: '我的订单' })).toBeVisible();
    await page.getByRole('button', { name: '退出登录' }).click();
    await page.waitForURL((address) => !address.pathname.startsWith('/user'));
  });

  test('still verifies certificates', async ({ page }) => {
    await page.goto(`${origins.ended}/certificate/verify`);
    await page.getByLabel('证书编号').fill('2026-0351-P-0001234-6');
    await page.getByLabel('身份证号后四位').fill('1234');
    await page.getByRole('button', { name: '验证证书' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
  });
});

test('localhost serves the test site with its own name and courses', async ({ page }) => {
  await page.goto(origins.main);
  const main = await page.title();
  await page.goto(origins.test);
  await expect(page).toHaveTitle(/-/);
  expect(await page.title()).not.toBe(main);
});

test('each site has its own logo', async ({ page }) => {
  const logos: (string | null)[] = [];
  for (const origin of [origins.main, `${origins.hospital}/login`, origins.test]) {
    await page.goto(origin);
    logos.push(await page.getByRole('banner').getByRole('img').first().getAttribute('alt'));
  }
  expect(new Set(logos).size).toBe(3);
});
