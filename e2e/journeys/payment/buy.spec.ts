import { codeIn, openItem, orderNow, paid, submitOrder } from '../../support/buy.ts';
import { expect, expectAccessible, test } from '../../support/journey.ts';
import { origins } from '../../support/origins.ts';
import { register } from '../../support/register.ts';

const channels = [
  {
    name: 'over the three domains',
    portal: origins.main,
    player: origins.player,
    course: '手卫生督导员一分钟课',
  },
  {
    name: 'on a customer domain',
    portal: origins.hospital,
    player: origins.hospital,
    course: '病区手卫生督导上岗课',
  },
];

for (const { name, portal, player, course } of channels) {
  test(`a course is bought directly, paid on the Alipay page and opened: ${name}`, async ({
    page,
    complaints,
  }) => {
    test.setTimeout(150_000);
    await register(page, portal);
    await openItem(page, portal, course);
    await page.getByRole('button', { name: '立即购买' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '确认订单' })).toBeVisible();
    await expect(page.getByRole('heading', { name: course })).toBeVisible();
    await expectAccessible(page, complaints);
    await submitOrder(page);
    const code = await codeIn(page);

    await page.getByRole('radio', { name: '支付宝' }).check();
    await expect(page.getByRole('timer', { name: '支付剩余时间' })).toHaveText(/^(30:00|29:\d\d)$/);
    await expectAccessible(page, complaints);
    await page.getByRole('link', { name: '前往支付宝付款' }).click();
    await expect(page.getByText('模拟收银台，不产生真实扣款')).toBeVisible();
    await page.getByRole('button', { name: '模拟支付成功' }).click();
    await page.getByRole('link', { name: '返回商户' }).click();
    await page.waitForURL(`${portal}/order/${code}/payment**`);
    await expect(paid(page)).toBeVisible({ timeout: 20_000 });
    await expectAccessible(page, complaints);
    await page.getByRole('link', { name: '去学习' }).click();
    await page.waitForURL(
      (address) => address.origin === player && address.pathname.endsWith('/play'),
    );
    await expect(page).toHaveTitle(new RegExp(course));

    await openItem(page, portal, course);
    await expect(page.getByRole('link', { name: /立即学习|继续学习/ })).toBeVisible();
    await expect(page.getByRole('button', { name: '立即购买' })).toHaveCount(0);
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a package page contains its description and its courses', async ({ page }) => {
    await page.goto(`${origins.main}/search?keyword=${encodeURIComponent('护士进阶学习包')}`);
    await page
      .getByRole('link', { name: /护士进阶学习包/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: '护士进阶学习包' })).toBeVisible();
    await expect(page).toHaveTitle(/^护士进阶学习包-/);
    await expect(page.getByRole('heading', { name: '静脉治疗规范与导管维护' })).toBeVisible();
  });
});

test('a package costs less for a learner who owns one of its courses, and opens the others', async ({
  page,
  complaints,
}) => {
  test.setTimeout(150_000);
  await register(page, origins.main);
  await openItem(page, origins.main, '手卫生督导员一分钟课');
  await orderNow(page);
  await page.getByRole('button', { name: '模拟支付成功' }).click();
  await expect(page.getByRole('link', { name: '去学习' })).toBeVisible({ timeout: 20_000 });

  await openItem(page, origins.main, '护士进阶学习包');
  await expect(page.getByText(/套餐价 ¥128\.00，已拥有课程抵减 ¥\d+\.\d\d/)).toBeVisible();
  await expect(
    page.getByRole('listitem').filter({ hasText: '手卫生督导员一分钟课' }),
  ).toContainText('已拥有');
  await expectAccessible(page, complaints);
  await orderNow(page);
  await page.getByRole('button', { name: '模拟支付成功' }).click();
  await expect(page.getByRole('link', { name: '去学习' })).toBeVisible({ timeout: 20_000 });
  await openItem(page, origins.main, '护士进阶学习包');
  await expect(page.getByRole('listitem').filter({ hasText: '已拥有' })).toHaveCount(4);
});

test('a study card pays part of an order, and a wrong card password is reported at its field', async ({
  page,
}, { retry }) => {
  test.setTimeout(120_000);
  // A card belongs to the first learner who binds it, so a retry needs another one.
  const cardNumber = retry === 0 ? 2 : 8;
  await register(page, origins.main);
  await openItem(page, origins.main, '危重症护理评估与沟通');
  await page.getByRole('button', { name: '立即购买' }).click();
  await page.getByRole('button', { name: '绑定学习卡' }).click();
  await page.getByLabel('学习卡卡号').fill(`KJ2600000${cardNumber}`);
  await page.getByLabel('学习卡密码').fill('wrong');
  await page.getByRole('button', { name: '绑定', exact: true }).click();
  await expect(page.getByText('输入的卡号或密码错误')).toBeVisible();
  await page.getByLabel('学习卡密码').fill(`2026000${cardNumber}`);
  await page.getByRole('button', { name: '绑定', exact: true }).click();
  await expect(
    page.getByRole('radio', { name: new RegExp(`^学习卡 KJ2600000${cardNumber}`) }),
  ).toBeChecked();
  await expect(page.getByText('学习卡抵扣')).toBeVisible();
});

test('two tabs, the back button and a reload create only one order', async ({ page, context }) => {
  test.setTimeout(120_000);
  await register(page, origins.main);
  await openItem(page, origins.main, '静脉治疗规范与导管维护');
  await page.getByRole('button', { name: '立即购买' }).click();
  await expect(page.getByRole('button', { name: '提交订单' })).toBeVisible();
  const confirm = page.url();
  await page.reload();
  // The first tab must load before the order exists: afterwards the page redirects to the payment.
  await expect(page.getByRole('button', { name: '提交订单' })).toBeEnabled();
  const otherTab = await context.newPage();
  await otherTab.goto(confirm);
  await submitOrder(otherTab);
  const code = await codeIn(otherTab);
  await page.getByRole('checkbox', { name: '我已阅读并同意' }).check();
  await page.getByRole('button', { name: '提交订单' }).dblclick();
  expect(await codeIn(page)).toBe(code);
  await page.goBack();
  await expect(
    page.getByRole('heading', { level: 1, name: '静脉治疗规范与导管维护' }),
  ).toBeVisible();
  await page.goto(confirm);
  await page.getByRole('main').getByRole('link', { name: '去支付' }).click();
  expect(await codeIn(page)).toBe(code);
});
