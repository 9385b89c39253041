import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

export const inHead = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: /^购物车/ });

/** Searches an item by its name and opens its page. */
export async function openItem(page: Page, origin: string, title: string): Promise<void> {
  await page.goto(`${origin}/search?keyword=${encodeURIComponent(title)}`);
  await page
    .getByRole('link', { name: new RegExp(title) })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

/** Orders the current item directly and returns the order code. */
export async function orderNow(page: Page): Promise<string> {
  await page.getByRole('button', { name: '立即购买' }).click();
  await submitOrder(page);
  return codeIn(page);
}

/** Accepts the terms and submits the current order. */
export async function submitOrder(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: '我已阅读并同意' }).check();
  await page.getByRole('button', { name: '提交订单' }).click();
}

/** The order code on the payment page. */
export async function codeIn(page: Page): Promise<string> {
  await page.waitForURL(/\/order\/\d{20}\/payment$/);
  await expect(page.getByRole('heading', { level: 1, name: '订单支付' })).toBeVisible();
  return /\d{20}/.exec(page.url())?.[0] ?? '';
}

export const paid = (page: Page) => page.getByRole('heading', { name: '支付成功' });
