import { expect, expectAccessible, test } from '../../support/journey.ts';
import { origins } from '../../support/origins.ts';
import { fillSignIn, password } from '../../support/people.ts';
import { register } from '../../support/register.ts';
import { fillStaffSignIn, withFreshCode } from '../../support/staff.ts';

test('a member of staff signs in with a code after the password', async ({ page, complaints }) => {
  test.setTimeout(300_000);
  await page.goto(`${origins.main}/login`);
  await fillStaffSignIn(page, async () => {
    await expect(page.getByLabel('动态验证码')).toBeFocused();
    await expectAccessible(page, complaints);
  });
  await page.waitForURL(({ pathname }) => pathname !== '/login');
  await expect(page.getByRole('button', { name: '沈知行' })).toBeVisible();
});

test('a learner turns two-step verification on, and needs it at the next sign-in', async ({
  page,
  complaints,
}) => {
  test.setTimeout(240_000);
  const person = await register(page, origins.main);
  await page.goto(`${origins.user}/user/setting`);
  await page.getByRole('link', { name: '管理两步验证' }).click();
  await page.getByRole('button', { name: '启用两步验证' }).click();
  await page.getByLabel('登录密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '下一步' }).click();
  await expect(page.getByRole('img', { name: '验证器应用的二维码' })).toBeVisible();
  await expectAccessible(page, complaints);
  const shown = await page.getByText(/^密钥：/).innerText();
  const secret = shown.replace(/[^A-Z2-7]/g, '');
  const first = await withFreshCode(
    async (code) => {
      await page.getByLabel('动态验证码').fill(code);
      await page.getByRole('button', { name: '确认启用' }).click();
      return page.getByRole('list', { name: '恢复码' }).innerText();
    },
    () => false,
    secret,
  );
  await expectAccessible(page, complaints);
  const [recovery = ''] = first.split('\n');
  await page.getByRole('button', { name: '我已保存' }).click();
  await expect(page.getByText('还有 10 个恢复码可用')).toBeVisible();

  // An open page would notice the missing cookie and leave for the sign-in page by itself.
  await page.goto('about:blank');
  await page.context().clearCookies();
  for (const origin of [origins.user, origins.main]) {
    await page.goto(`${origin}/robots.txt`);
    await page.evaluate(() => localStorage.clear());
  }
  await page.goto(`${origins.main}/login`);
  await fillSignIn(page, person.mobile);
  await page.getByRole('button', { name: '没有验证器？使用恢复码' }).click();
  await page.getByLabel('恢复码', { exact: true }).fill(recovery);
  await page.getByRole('button', { name: '验证', exact: true }).click();
  await page.waitForURL(({ pathname }) => pathname !== '/login');
});
