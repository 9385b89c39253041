import type { Page } from '@playwright/test';
import { openItem, orderNow, paid, submitOrder } from '../../support/buy.ts';
import { expect, expectAccessible, test } from '../../support/journey.ts';
import { origins } from '../../support/origins.ts';
import { register } from '../../support/register.ts';

async function openPayment(page: Page, title = '手卫生督导员一分钟课'): Promise<string> {
  await register(page, origins.main);
  await openItem(page, origins.main, title);
  const code = await orderNow(page);
  await expect(page.getByRole('img', { name: '支付二维码' })).toBeVisible();
  return code;
}

const leaveIn = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: '前往支付宝付款' }).click();
  await expect(page.getByText('模拟收银台，不产生真实扣款')).toBeVisible();
};

test('a payment that fails leaves the order open, and the next one pays it', async ({
  page,
  complaints,
}) => {
  test.setTimeout(120_000);
  await openPayment(page);
  await page.getByRole('button', { name: '模拟支付失败' }).click();
  await expect(page.getByRole('alert').getByText('支付未完成')).toBeVisible();
  await expectAccessible(page, complaints);
  await page.reload();
  await expect(page.getByRole('button', { name: '重新支付' })).toBeVisible();
  await page.getByRole('button', { name: '重新支付' }).click();
  await page.getByRole('button', { name: '模拟支付成功' }).click();
  await expect(paid(page)).toBeVisible({ timeout: 20_000 });
});

test('a payment in one tab shows in the other tab automatically, even after a reload', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  await openPayment(page);
  const otherTab = await context.newPage();
  await otherTab.goto(page.url());
  await expect(otherTab.getByRole('img', { name: '支付二维码' })).toBeVisible();
  await otherTab.getByRole('button', { name: '模拟支付成功' }).click();
  await expect(paid(otherTab)).toBeVisible({ timeout: 20_000 });
  await page.bringToFront();
  await expect(paid(page)).toBeVisible({ timeout: 20_000 });
  await page.reload();
  await expect(paid(page)).toBeVisible();
  await expect(page.getByRole('link', { name: '去学习' })).toBeVisible({ timeout: 20_000 });
});

test('paying by a second channel in another tab pays the order only once', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  await openPayment(page);
  const otherTab = await context.newPage();
  await otherTab.goto(page.url());
  await otherTab.getByRole('radio', { name: '支付宝' }).check();
  await leaveIn(otherTab);
  await page.getByRole('button', { name: '模拟支付成功' }).click();
  await expect(paid(page)).toBeVisible({ timeout: 20_000 });
  await otherTab.getByRole('button', { name: '模拟支付成功' }).click();
  await otherTab.getByRole('link', { name: '返回商户' }).click();
  await expect(paid(otherTab)).toBeVisible({ timeout: 20_000 });
  await otherTab.getByRole('link', { name: '查看订单' }).click();
  await otherTab.waitForURL((address) => address.pathname === '/user/order');
});

test('an order that was cancelled elsewhere says so and can be placed again', async ({
  page,
  context,
  complaints,
}) => {
  test.setTimeout(120_000);
  const code = await openPayment(page);
  const otherTab = await context.newPage();
  await otherTab.goto(`${origins.user}/user/order`);
  await otherTab
    .getByRole('listitem')
    .filter({ hasText: code })
    .getByRole('button', { name: '取消订单' })
    .first()
    .click();
  await otherTab
    .getByRole('dialog', { name: '取消订单' })
    .getByRole('button', { name: '取消订单' })
    .click();
  await page.bringToFront();
  await expect(page.getByRole('heading', { name: '订单已取消' })).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page, complaints);
  await page.getByRole('button', { name: '重新下单' }).click();
  await submitOrder(page);
  await page.waitForURL(
    (address) =>
      /\/order\/\d{20}\/payment$/.test(address.pathname) && !address.pathname.includes(code),
  );
});

test('a late payment of a closed order opens the course and says so', async ({ page, context }) => {
  test.setTimeout(150_000);
  const code = await openPayment(page);
  await page.getByRole('radio', { name: '支付宝' }).check();
  await leaveIn(page);
  await page.getByRole('button', { name: '延迟支付' }).click();
  await page.getByRole('link', { name: '返回商户' }).click();
  await expect(page.getByRole('timer', { name: '支付剩余时间' })).toBeVisible();
  const otherTab = await context.newPage();
  await otherTab.goto(`${origins.user}/user/order`);
  await otherTab
    .getByRole('listitem')
    .filter({ hasText: code })
    .getByRole('button', { name: '取消订单' })
    .first()
    .click();
  await otherTab
    .getByRole('dialog', { name: '取消订单' })
    .getByRole('button', { name: '取消订单' })
    .click();
  await page.bringToFront();
  await expect(paid(page)).toBeVisible({ timeout: 60_000 });
});

test.describe('offline', () => {
  test.use({ allowed: /ERR_INTERNET_DISCONNECTED|Failed to fetch/ });

  test('the payment page reports it, keeps its content and recovers automatically', async ({
    page,
    context,
  }) => {
    test.setTimeout(120_000);
    await openPayment(page);
    await context.setOffline(true);
    await expect(page.getByText('网络已断开')).toBeVisible();
    await expect(page.getByRole('img', { name: '支付二维码' })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('网络已断开')).toBeHidden();
    await page.getByRole('button', { name: '模拟支付成功' }).click();
    await expect(paid(page)).toBeVisible({ timeout: 20_000 });
  });
});
