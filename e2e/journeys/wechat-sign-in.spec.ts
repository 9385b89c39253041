import { expect, expectAccessible, test } from '../support/journey.ts';
import { fillSignIn } from '../support/people.ts';
import { origins } from '../support/origins.ts';
import { createAccount } from '../support/account.ts';

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
  await expect(page.getByText('已绑定微信，可以直接用微信登录。')).toBeVisible();
  await page.goto(origins.main);
  // A page that is still restoring its session would store the token again.
  await expect(page.getByRole('button', { name: person.name })).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies({ name: 'cme_session' });
  await page.goto(`${origins.main}/login`);
  await page.getByRole('button', { name: '微信登录' }).click();
  await page.getByRole('link', { name: '模拟扫码并同意' }).click();
  await expect(page.getByRole('button', { name: person.name })).toBeVisible();

  await page.goto(`${origins.user}/user/setting`);
  await page.getByRole('button', { name: '解除绑定' }).click();
  await expect(page.getByText(/^还没有绑定微信/)).toBeVisible();

  // A second click at the same place would be part of a double click, and is ignored.
  await page.mouse.move(0, 0);
  // Bind again from the settings: a refusal is reported, a consent returns to the settings.
  await page.getByRole('button', { name: '绑定微信' }).click();
  await page.getByRole('link', { name: '拒绝' }).click();
  await expect(page.getByRole('alert')).toHaveText('没有完成微信绑定');
  await page.getByRole('link', { name: '返回账号设置' }).click();
  await page.getByRole('button', { name: '绑定微信' }).click();
  await page.getByRole('link', { name: '模拟扫码并同意' }).click();
  await expect(page.getByText('已绑定微信，可以直接用微信登录。')).toBeVisible();
  expect(page.url()).toBe(`${origins.user}/user/setting`);
  await page.reload();
  await expect(page.getByRole('button', { name: '解除绑定' })).toBeVisible();
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
