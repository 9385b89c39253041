import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../support/journey.ts';
import { nurse, signInByForm } from '../../support/people.ts';
import { origins } from '../../support/origins.ts';

/** Resolves when the page starts to load the sign-in page. */
const whenLeaving = (page: Page) => page.waitForRequest(/\/login\?targetUrl=/, { timeout: 0 });

/** Within two seconds the page hides what only a learner sees, or starts to leave: while a document
 * loads, its content cannot be read. */
const expectSignedOut = (onlySignedIn: Locator, leaving: Promise<unknown>) =>
  Promise.race([expect(onlySignedIn).toBeHidden({ timeout: 2000 }), leaving]);

test.describe('while a player is open', () => {
  // A beat may be in flight when the session ends, and is then refused as expected.
  test.use({ allowed: /status of 401 .*\/player\/beat\)$/ });

  test('signing out on one domain reaches visible pages of the others within two seconds', async ({
    page,
    context,
  }) => {
    test.setTimeout(120_000);
    await signInByForm(page, nurse);
    const user = await context.newPage();
    await user.goto(`${origins.user}/user/trainingclass`);
    await expect(user.getByRole('button', { name: '陈晓禾' })).toBeVisible();
    const home = await context.newPage();
    await home.goto(origins.main);
    await expect(home.getByRole('button', { name: '陈晓禾' })).toBeVisible();
    const player = await context.newPage();
    await player.goto(`${origins.user}/user/learn`);
    await player.getByRole('link', { name: '继续学习' }).first().click();
    await player.waitForURL((address) => address.origin === origins.player);
    await expect(player.getByRole('button', { name: /开始播放|继续播放/ })).toBeVisible();

    await page.getByRole('button', { name: '陈晓禾' }).click();
    const ended = page.waitForResponse(/\/logout/);
    const leaving = {
      home: whenLeaving(home),
      user: whenLeaving(user),
      player: whenLeaving(player),
    };
    await page.getByRole('button', { name: '退出登录' }).click();
    await ended;
    await Promise.all([
      expectSignedOut(home.getByRole('button', { name: '陈晓禾' }), leaving.home),
      expectSignedOut(user.getByRole('button', { name: '陈晓禾' }), leaving.user),
      expectSignedOut(player.getByRole('button', { name: /开始播放|继续播放/ }), leaving.player),
    ]);
    await expect(page).toHaveURL(/\/login\?targetUrl=/);
    // The other pages may still be navigating to the sign-in page.
    for (const openedPage of [page, user, home])
      await openedPage.waitForFunction(() => localStorage.getItem('user_token') === null);
  });
});

test('signing in after signing out returns to the page that was left', async ({ page }) => {
  await signInByForm(page, nurse);
  await page.goto(`${origins.main}/publicneed?sort=hot`);
  await page.getByRole('button', { name: '陈晓禾' }).click();
  await page.getByRole('button', { name: '退出登录' }).click();
  await page.waitForURL((address) => address.pathname === '/login');
  await page.getByLabel('手机号', { exact: true }).fill(nurse);
  await page.getByLabel('密码', { exact: true }).fill('Learner2026');
  await page.getByRole('main').getByRole('button', { name: '登录', exact: true }).click();
  await expect(page).toHaveURL(`${origins.main}/publicneed?sort=hot`);
});
