import { inHead, openItem } from '../../support/buy.ts';
import { expect, expectAccessible, test } from '../../support/journey.ts';
import { fillSignIn } from '../../support/people.ts';
import { origins } from '../../support/origins.ts';
import { register } from '../../support/register.ts';

const firstCourse = '静脉治疗规范与导管维护';
const secondCourse = '危重症护理评估与沟通';
const packageTitle = '护士进阶学习包';

test('the cart of a guest is kept through sign-in, and its count shows on all three domains', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const otherPage = await browser.newPage();
  const person = await register(otherPage, origins.main);
  await otherPage.close();

  await openItem(page, origins.main, firstCourse);
  await page.getByRole('button', { name: '加入购物车' }).click();
  await expect(page.getByRole('dialog', { name: '登录' })).toBeVisible();
  await fillSignIn(page, person.mobile);
  await expect(page.getByText('已加入购物车')).toBeVisible();
  await expect(inHead(page)).toHaveText(/1$/);
  await page.goto(`${origins.user}/user/learn`);
  await expect(inHead(page)).toHaveText(/1$/);
  await inHead(page).click();
  await page.waitForURL(`${origins.main}/cart`);
  await expect(page.getByRole('heading', { name: firstCourse })).toBeVisible();
});

test('items are added, removed, restored and cleared, and the total excludes unavailable items', async ({
  page,
  complaints,
}) => {
  test.setTimeout(120_000);
  await register(page, origins.main);
  await page.goto(`${origins.main}/cart`);
  await expect(page.getByText('购物车是空的')).toBeVisible();
  await expectAccessible(page, complaints);
  for (const title of [firstCourse, secondCourse, packageTitle]) {
    await openItem(page, origins.main, title);
    await page.getByRole('button', { name: '加入购物车' }).click();
    await expect(page.getByText('已加入购物车')).toBeVisible();
  }
  await page.getByRole('link', { name: '去购物车' }).click();

  const total = page.getByRole('region', { name: '合计' });
  await expect(page.getByText('购物车中的套餐已包含')).toHaveCount(2);
  await expect(total).toContainText('¥128.00');
  await expectAccessible(page, complaints);
  const line = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: packageTitle }) });
  // Only this one goes, and undo stays unpressed.
  await line.getByRole('button', { name: '删除' }).dblclick();
  await expect(page.getByText('购物车中的套餐已包含')).toHaveCount(0);
  await expect(total).not.toContainText('¥128.00');
  await expect(inHead(page)).toHaveText(/2$/);
  await page.getByRole('checkbox', { name: `选择 ${firstCourse}` }).uncheck();
  await expect(page.getByRole('checkbox', { name: '全选' })).not.toBeChecked();
  await expect(total).toContainText('已选 1 件');

  await page.getByRole('button', { name: '撤销' }).click();
  await expect(page.getByText('购物车中的套餐已包含')).toHaveCount(2);
  await page.getByRole('button', { name: '清空购物车' }).dblclick();
  const dialog = page.getByRole('dialog', { name: '清空购物车' });
  await expect(dialog.getByText('将移除购物车中的 3 件')).toBeVisible();
  await dialog.getByRole('button', { name: '清空购物车' }).click();
  await expect(page.getByText('购物车是空的')).toBeVisible();
  await expect(inHead(page)).toHaveText('购物车');
});

test('a customer domain has a separate cart', async ({ page }) => {
  test.setTimeout(120_000);
  await register(page, origins.hospital);
  await openItem(page, origins.hospital, '病区手卫生督导上岗课');
  await page.getByRole('button', { name: '加入购物车' }).click();
  await expect(inHead(page)).toHaveText(/1$/);
  await page.goto(`${origins.hospital}/user/learn`);
  await expect(inHead(page)).toHaveText(/1$/);
  await inHead(page).click();
  await expect(page.getByRole('heading', { name: '病区手卫生督导上岗课' })).toBeVisible();
  expect(new URL(page.url()).origin).toBe(origins.hospital);
});
