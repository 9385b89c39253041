import type { Locator, Page } from '@playwright/test';
import { eventId } from '@cme/sample/events';
import { createAccount } from '../../support/account.ts';
import { expect, test } from '../../support/journey.ts';
import { origins } from '../../support/origins.ts';
import { signIn } from '../../support/people.ts';

test.use({ allowed: /ERR_INTERNET_DISCONNECTED/ });

/** A live of its own: another journey ends the free one. */
const id = eventId('main', 'live-stroke-talk');

/** Enters the room of the live, and returns the text field of its chat. */
async function enterRoom(page: Page): Promise<Locator> {
  const { mobile } = await createAccount(origins.main, { level: 'B' });
  await signIn(page, mobile);
  await page.goto(`${origins.main}/item/live/${id}/detail`);
  await page.getByRole('button', { name: '进入直播' }).click();
  const field = page.getByRole('textbox', { name: '发言' });
  await expect(field).toBeVisible();
  return field;
}

test('the chat of a live stays in view on a desktop, also offline and in 关怀模式', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  await enterRoom(page);
  const count = page.getByText(/^\d+ \/ 200$/);
  const expectInView = async () => {
    for (const [width, height] of [
      [1440, 900],
      [1280, 720],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect(count).toBeInViewport({ ratio: 1 });
      const scrolled = () =>
        page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      await expect.poll(scrolled).toBe(0);
    }
  };
  await expectInView();
  await context.setOffline(true);
  await expect(page.getByText('网络已断开', { exact: true })).toBeVisible();
  await expectInView();
  await context.setOffline(false);
  await context.addCookies([{ name: 'cme_care', value: '1', domain: '.cme.localhost', path: '/' }]);
  await page.reload();
  await expect(page.locator('html.care')).toHaveCount(1);
  await expectInView();
  await context.setOffline(true);
  await expect(page.getByText('网络已断开', { exact: true })).toBeVisible();
  await expectInView();
});

test('on a phone the form of the chat stays at the bottom of the screen while messages arrive', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  const height = 844;
  const field = await enterRoom(page);
  // A repeated run finds its earlier messages in the room.
  const message = (text: string) => page.getByText(text, { exact: true }).last();
  await page.setViewportSize({ width: 390, height });
  const measure = () =>
    page.evaluate(() => [
      document.querySelector('form')?.getBoundingClientRect().bottom ?? 0,
      document.querySelector('form')?.getBoundingClientRect().width ?? 0,
      document.documentElement.scrollHeight,
    ]);
  await expect.poll(async () => (await measure())[2]).toBe(height);
  const [bottom = 0, width = 0] = await measure();
  expect(bottom).toBeGreaterThan(height - 40);
  expect(width).toBeGreaterThan(350);
  for (const text of ['老师好', '请问评分表在哪里下载？', '谢谢', '收到', '听得很清楚', '再见']) {
    await field.fill(text);
    await field.press('Enter');
    await expect(message(text)).toBeInViewport();
  }
  expect(await measure()).toEqual([bottom, width, height]);
  await context.setOffline(true);
  await expect(page.getByText('网络已断开', { exact: true })).toBeVisible();
  await expect(message('再见')).toBeInViewport({ ratio: 1 });
  await expect(message('老师好')).not.toBeInViewport();
});
