import type { Page } from '@playwright/test';
import { expect, test } from '../../support/journey.ts';
import { nurse, signIn } from '../../support/people.ts';
import { origins } from '../../support/origins.ts';

test('larger text and targets are chosen once and apply on all domains', async ({ page }) => {
  await signIn(page, nurse);
  await page.goto(origins.main);
  const fontSize = () =>
    page
      .getByRole('button', { name: '陈晓禾' })
      .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  const initialSize = await fontSize();
  await page.getByRole('button', { name: '关怀模式' }).first().click();
  await expect.poll(fontSize).toBeGreaterThan(initialSize);
  const larger = await fontSize();
  await page.goto(`${origins.user}/user/learn`);
  await expect.poll(fontSize).toBe(larger);
  await page.goto(`${origins.main}/publicneed`);
  await expect.poll(fontSize).toBe(larger);
  await page.getByRole('button', { name: '关怀模式' }).first().click();
  await expect.poll(fontSize).toBe(initialSize);
});

const widths = [1440, 768, 390];
const publicPaths = [
  '/',
  '/publicneed',
  '/search?keyword=护理',
  '/login',
  '/regist/person',
  '/forgetpwd',
  '/certificate/verify',
];
const ownPaths = ['learn', 'order', 'mycertificate', 'mycertificate?tab=credits', 'myexam'];

/** The horizontal overflow of a page, and the elements that cause it. */
const overflowing = (page: Page) =>
  page.evaluate(() => {
    const wide = document.documentElement.clientWidth;
    const over = document.documentElement.scrollWidth - wide;
    const widest =
      over <= 0
        ? []
        : [...document.querySelectorAll('main *')]
            .filter((element) => element.getBoundingClientRect().right > wide + 1)
            .map((element) => element.className)
            .slice(0, 3);
    return [Math.max(0, over), ...widest];
  });

/** The selected options that do not fit into their select, at the last width. */
const truncatedChoices = (page: Page) =>
  page.locator('main select:visible').evaluateAll((selects) => {
    const canvas = document.createElement('canvas').getContext('2d')!;
    const arrow = 20;
    return selects.flatMap((element) => {
      const select = element as HTMLSelectElement;
      const style = getComputedStyle(select);
      canvas.font = style.font;
      const text = select.selectedOptions[0]?.text ?? '';
      const room =
        select.clientWidth -
        Number.parseFloat(style.paddingLeft) -
        Number.parseFloat(style.paddingRight) -
        arrow;
      return canvas.measureText(text).width > room ? [text] : [];
    });
  });

test('in 关怀模式 no page scrolls sideways, and the read-aloud bar covers no content', async ({
  page,
  context,
}) => {
  test.setTimeout(180_000);
  await signIn(page, nurse);
  await page.goto(`${origins.main}/search?keyword=${encodeURIComponent('手卫生')}`);
  const course = await page
    .getByRole('main')
    .getByRole('link', { name: /手卫生：五个时刻/ })
    .first()
    .getAttribute('href');
  const addresses = [
    ...[...publicPaths, course, '/cart'].map((path) => new URL(path ?? '', origins.main).href),
    ...ownPaths.map((path) => `${origins.user}/user/${path}`),
  ];
  await context.addCookies([{ name: 'cme_care', value: '1', domain: '.cme.localhost', path: '/' }]);
  const faults: unknown[] = [];
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const [over, ...widest] = await overflowing(page);
      if (over !== 0) faults.push([address, width, over, ...widest]);
    }
    const cut = await truncatedChoices(page);
    if (cut.length > 0) faults.push([address, 'truncated', ...cut]);
    const isCovered = await page.getByRole('button', { name: '朗读正文' }).evaluate((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect();
      const isOnTop = (y: number) =>
        button.contains(document.elementFromPoint((left + right) / 2, y));
      return (
        getComputedStyle(button.parentElement!).position === 'fixed' ||
        !isOnTop(top + 2) ||
        !isOnTop(bottom - 2)
      );
    });
    if (isCovered) faults.push([address, 'read-aloud']);
  }
  expect(faults).toEqual([]);
});

test('the player shows its controls in one row on a phone, and every tab on a desktop, in 关怀模式 too', async ({
  page,
  context,
}) => {
  await signIn(page, nurse);
  await context.addCookies([{ name: 'cme_care', value: '1', domain: '.cme.localhost', path: '/' }]);
  await page.goto(`${origins.user}/user/learn`);
  await page.getByRole('link', { name: '继续学习' }).first().click();
  const tabs = page.getByRole('tablist');
  await expect(tabs.getByRole('tab', { name: '评价' })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 390, height: 844 });
  const rows = () =>
    page
      .locator('media-play-button, media-mute-button, media-fullscreen-button')
      .evaluateAll((buttons) => [
        ...new Set(buttons.map((button) => Math.round(button.getBoundingClientRect().top))),
      ]);
  const showLongTime = async () => {
    const time = page.locator('[data-time]');
    await time.evaluate((display) => {
      display.textContent = '1:02:03 / 1:30:00';
    });
  };
  await showLongTime();
  await expect.poll(async () => (await rows()).length).toBe(1);
  await context.clearCookies({ name: 'cme_care' });
  await page.reload();
  await expect(page.locator('html.care')).toHaveCount(0);
  await showLongTime();
  await expect.poll(async () => (await rows()).length).toBe(1);
});

/** The share of the viewport that fixed bars cover, and how much of the footer they hide. */
const measure = (page: Page) =>
  page.evaluate(() => {
    window.scrollTo(0, document.documentElement.scrollHeight);
    const bars = [...document.querySelectorAll('body *')]
      .filter((element) => ['fixed', 'sticky'].includes(getComputedStyle(element).position))
      .map((element) => element.getBoundingClientRect())
      .filter(({ width, height }) => width > innerWidth / 2 && height > 0);
    const barTops = bars.map(({ top }) => top).filter((top) => top > innerHeight / 2);
    return {
      share: bars.reduce((sum, { height }) => sum + height, 0) / innerHeight,
      hidden:
        document.querySelector('.records')!.getBoundingClientRect().bottom -
        Math.min(innerHeight, ...barTops),
    };
  });

test('on a short viewport fixed bars leave room for the page, and the end of the footer is readable on a phone', async ({
  page,
}) => {
  await page.goto(`${origins.main}/search?keyword=${encodeURIComponent('手卫生')}`);
  await page
    .getByRole('main')
    .getByRole('link', { name: /手卫生：五个时刻/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const [width, height] of [
    [640, 360],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    // Lazy parts may still be added to the page.
    await expect(async () => {
      const { share, hidden } = await measure(page);
      expect(share, `fixed bars at ${width} × ${height}`).toBeLessThan(0.25);
      expect(hidden, `the footer's end at ${width} × ${height}`).toBeLessThan(1);
    }).toPass({ timeout: 10_000 });
  }
});
