import { inHead, openItem } from '../support/buy.ts';
import { expect, expectAccessible, test } from '../support/journey.ts';
import { fillSignIn } from '../support/people.ts';
import { places } from '../support/places.ts';
import { register } from '../support/register.ts';

const first = '静脉治疗规范与导管维护';
const second = '危重症护理评估与沟通';
const pack = '护士进阶学习包';

test('the cart of a guest is kept through sign-in, and its count shows on all three domains', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const other = await browser.newPage();
  const person = await register(other, places.main);
  await other.close();

  await openItem(page, places.main, first);
  await page.getByRole('button', { name: '加入购物车' }).click();
  await expect(page.getByRole('dialog', { name: '登录' })).toBeVisible();
  await fillSignIn(page, person.mobile);
  await expect(page.getByText('已加入购物车')).toBeVisible();
  await expect(inHead(page)).toHaveText(/1$/);
  await page.goto(`${places.user}/user/learn`);
  await expect(inHead(page)).toHaveText(/1$/);
  await inHead(page).click();
  await page.waitForURL(`${places.main}/cart`);
  await expect(page.getByRole('heading', { name: first })).toBeVisible();
});

test('items are added, removed, restored and cleared, and the total excludes unavailable items', async ({
  page,
  complaints,
}) => {
  test.setTimeout(120_000);
  await register(page, places.main);
  await page.goto(`${places.main}/cart`);
  await expect(page.getByText('购物车是空的')).toBeVisible();
  await expectAccessible(page, complaints);
  for (const title of [first, second, pack]) {
    await openItem(page, places.main, title);
    await page.getByRole('button', { name: '加入购物车' }).click();
    await expect(page.getByText('已加入购物车')).toBeVisible();
  }
  await page.getByRole('link', { name: '去购物车' }).click();

  const sum = page.getByRole('region', { name: '合计' });
  await expect(page.getByText('购物车中的套餐已包含')).toHaveCount(2);
  await expect(sum).toContainText('¥128.00');
  await expectAccessible(page, complaints);
  const line = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: pack }) });
  await line.getByRole('button', { name: '删除' }).click();
  await expect(page.getByText('购物车中的套餐已包含')).toHaveCount(0);
  await expect(sum).not.toContainText('¥128.00');
  await expect(inHead(page)).toHaveText(/2$/);
  await page.getByRole('checkbox', { name: `选择 ${first}` }).uncheck();
  await expect(page.getByRole('checkbox', { name: '全选' })).not.toBeChecked();
  await expect(sum).toContainText('已选 1 件');

  await page.getByRole('button', { name: '撤销' }).click();
  await expect(page.getByText('购物车中的套餐已包含')).toHaveCount(2);
  await page.getByRole('button', { name: '清空购物车' }).click();
  await expect(page.getByText('购物车是空的')).toBeVisible();
  await expect(inHead(page)).toHaveText('购物车');
});

test('a customer domain has a separate cart', async ({ page }) => {
  test.setTimeout(120_000);
  await register(page, places.hospital);
  await openItem(page, places.hospital, '病区手卫生督导上岗课');
  await page.getByRole('button', { name: '加入购物车' }).click();
  await expect(inHead(page)).toHaveText(/1$/);
  await page.goto(`${places.hospital}/user/learn`);
  await expect(inHead(page)).toHaveText(/1$/);
  await inHead(page).click();
  await expect(page.getByRole('heading', { name: '病区手卫生督导上岗课' })).toBeVisible();
  expect(new URL(page.url()).origin).toBe(places.hospital);
});
