import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { nurse, signIn } from '../support/people.ts';
import { places } from '../support/places.ts';

test('larger type and targets are chosen once and kept over all domains', async ({ page }) => {
  await signIn(page, nurse);
  const size = () => page.getByRole('button', { name: '陈晓禾' }).evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  const usual = await size();
  await page.getByRole('button', { name: '关怀模式' }).first().click();
  await expect.poll(size).toBeGreaterThan(usual);
  const larger = await size();
  await page.goto(`${places.user}/user/learn`);
  await expect.poll(size).toBe(larger);
  await page.goto(`${places.main}/publicneed`);
  await expect.poll(size).toBe(larger);
  await page.getByRole('button', { name: '关怀模式' }).first().click();
  await expect.poll(size).toBe(usual);
});

const widths = [1440, 768, 390];
const open = ['/', '/publicneed', '/search?keyword=护理', '/login', '/regist/person', '/forgetpwd', '/certificate/verify'];
const mine = ['learn', 'order', 'mycertificate', 'mycertificate?tab=credits', 'myexam'];

/** How far a page can be moved sideways, and what reaches beyond its right edge. */
const beyond = (page: Page) => page.evaluate(() => {
  const wide = document.documentElement.clientWidth;
  const over = document.documentElement.scrollWidth - wide;
  const widest = over <= 0 ? [] : [...document.querySelectorAll('main *')].filter((one) => one.getBoundingClientRect().right > wide + 1).map((one) => one.className).slice(0, 3);
  return [Math.max(0, over), ...widest];
});

test('in 关怀模式 no page moves sideways, and reading aloud covers nothing', async ({ page, context }) => {
  test.setTimeout(180_000);
  await signIn(page, nurse);
  await page.goto(`${places.main}/search?keyword=${encodeURIComponent('手卫生')}`);
  const course = await page.getByRole('main').getByRole('link', { name: /手卫生：五个时刻/ }).first().getAttribute('href');
  const addresses = [...[...open, course, '/cart'].map((path) => new URL(path ?? '', places.main).href), ...mine.map((path) => `${places.user}/user/${path}`)];
  await context.addCookies([{ name: 'cme_care', value: '1', domain: '.cme.localhost', path: '/' }]);
  const faults: unknown[] = [];
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const [over, ...widest] = await beyond(page);
      if (over !== 0) faults.push([address, width, over, ...widest]);
    }
    const stays = await page.getByRole('button', { name: '朗读正文' }).evaluateAll((buttons) => buttons.map((button) => getComputedStyle(button.parentElement!).position));
    if (stays.some((position) => position === 'fixed')) faults.push([address, 'fixed']);
  }
  expect(faults).toEqual([]);
});

test('a low view belongs to the page, and the last line of the footer can be read on a phone', async ({ page }) => {
  await page.goto(`${places.main}/search?keyword=${encodeURIComponent('手卫生')}`);
  await page.getByRole('main').getByRole('link', { name: /手卫生：五个时刻/ }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const [width, height] of [[640, 360], [390, 844]] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const seen = await page.evaluate(() => {
      const bars = [...document.querySelectorAll('body *')].filter((one) => ['fixed', 'sticky'].includes(getComputedStyle(one).position)).map((one) => one.getBoundingClientRect()).filter(({ width: wide, height: high }) => wide > innerWidth / 2 && high > 0);
      const last = document.querySelector('.records')!.getBoundingClientRect();
      return { share: bars.reduce((sum, { height: high }) => sum + high, 0) / innerHeight, last: last.bottom, top: Math.min(innerHeight, ...bars.filter(({ top }) => top > innerHeight / 2).map(({ top }) => top)) };
    });
    expect(seen.share, `fixed bars at ${width} × ${height}`).toBeLessThan(0.25);
    expect(Math.floor(seen.last), `the footer's end at ${width} × ${height}`).toBeLessThanOrEqual(Math.ceil(seen.top));
  }
});
