import { expect, expectAccessible, test } from '../../support/journey.ts';
import { fillSignIn, password } from '../../support/people.ts';
import { origins } from '../../support/origins.ts';
import { createAccount } from '../../support/account.ts';
import { proveMobile } from '../../support/register.ts';

test('sign-in by WeChat QR code binds the account once, and the settings unbind and rebind it', async ({
  page,
  complaints,
}) => {
  test.setTimeout(120_000);
  const person = await createAccount(origins.main);
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  await page.goto(`${origins.main}/login?targetUrl=%2Fpublicneed`);
  await page.getByRole('button', { name: '微信登录' }).click();
  await page.getByRole('link', { name: '模拟扫码并同意' }).click();
  await expect(page.getByRole('heading', { name: '绑定账号' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('?targetUrl=%2Fpublicneed');
  await expectAccessible(page, complaints);
  await fillSignIn(page, person.mobile);
  await expect(page).toHaveURL(`${origins.main}/publicneed`);
  await expect(page.getByText('已绑定微信，下次可直接用微信登录')).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('user_token') ?? '');
  expect(token).not.toBe('');
  expect(addresses.filter((url) => url.includes(token))).toEqual([]);

  await page.goto(`${origins.user}/user/setting`);
  await expect(page.getByText(/^已绑定微信，可以直接用微信登录。绑定于/)).toBeVisible();
  await page.goto(origins.main);
  // A page that is still restoring its session would store the token again.
  await expect(page.getByRole('button', { name: person.name })).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies({ name: 'cme_session' });
  await page.goto(`${origins.user}/robots.txt`);
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${origins.main}/login`);
  await page.getByRole('button', { name: '微信登录' }).click();
  await page.getByRole('link', { name: '模拟扫码并同意' }).click();
  await expect(page.getByRole('button', { name: person.name })).toBeVisible();

  await page.goto(`${origins.user}/user/setting`);
  await page.getByRole('link', { name: '管理微信绑定' }).click();
  const button = (name: string) => page.getByRole('button', { name });
  const proof = page.getByLabel('登录密码', { exact: true });
  await button('解除绑定').click();
  await expect(page.getByText('请输入登录密码')).toBeVisible();
  await expectAccessible(page, complaints);
  await proof.fill(password);
  await button('解除绑定').click();
  await expect(page.getByText(/^还没有绑定微信/)).toBeVisible();

  // A second click at the same place would be part of a double click, and is ignored.
  await page.mouse.move(0, 0);
  // Bind again from the settings: a refusal is reported, a consent returns to the settings.
  await proof.fill(password);
  await button('绑定微信').click();
  await page.getByRole('link', { name: '拒绝' }).click();
  await expect(page.getByRole('alert')).toHaveText('没有完成微信绑定');
  await page.goto(`${origins.user}/user/setting?view=wechat`);
  await proof.fill(password);
  await button('绑定微信').click();
  await page.getByRole('link', { name: '模拟扫码并同意' }).click();
  await expect(page.getByText(/^已绑定微信，可以直接用微信登录。绑定于/)).toBeVisible();
  expect(page.url()).toBe(`${origins.user}/user/setting?view=wechat`);
});

test('a reset of the password shows the binding of WeChat and ends it', async ({ page }) => {
  const person = await createAccount(origins.main);
  await page.goto(`${origins.main}/login`);
  await page.getByRole('button', { name: '微信登录' }).click();
  await page.getByRole('link', { name: '模拟扫码并同意' }).click();
  await fillSignIn(page, person.mobile);
  await expect(page.getByText('已绑定微信，下次可直接用微信登录')).toBeVisible();
  await page.goto(`${origins.main}/forgetpwd`);
  await proveMobile(page, person.mobile);
  await page.getByLabel('新密码', { exact: true }).fill('Changed2026Now');
  await page.getByLabel('确认密码', { exact: true }).fill('Changed2026Now');
  await page.getByRole('button', { name: '重置密码' }).click();
  await expect(page.getByText(/^该账号已绑定微信/)).toBeVisible();
  await expect(page.getByLabel('保留微信绑定')).not.toBeChecked();
  await page.getByRole('button', { name: '重置密码' }).click();
  await expect(page.getByText(/^微信绑定已解除/)).toBeVisible();
  // The session of this browser has ended too.
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${origins.main}/login`);
  await page.getByRole('button', { name: '微信登录' }).click();
  await page.getByRole('link', { name: '模拟扫码并同意' }).click();
  await expect(page.getByRole('heading', { name: '绑定账号' })).toBeVisible();
});

test('refusing at WeChat returns to the sign-in page, and a closed site offers no WeChat', async ({
  page,
}) => {
  await page.goto(`${origins.main}/login`);
  await page.getByRole('button', { name: '微信登录' }).click();
  await page.getByRole('link', { name: '拒绝' }).click();
  await expect(page.getByRole('alert')).toHaveText('没有完成微信登录');
  await page.getByRole('link', { name: '返回登录' }).click();
  await expect(page.getByRole('heading', { name: '登录' })).toBeVisible();
  await page.goto(`${origins.hospital}/login`);
  await expect(page.getByRole('button', { name: '短信登录' })).toBeVisible();
  await expect(page.getByRole('button', { name: '微信登录' })).toHaveCount(0);
});
