import { nurse } from '../support/people.ts';
import { origins } from '../support/origins.ts';
import { expect, signIn, test, tokenOf } from './journey.ts';

const learner = '陈晓禾';

test('signing in on one domain signs in on all three, each with its own token', async ({
  page,
}) => {
  await signIn(page, nurse);
  await page.find('button', learner);
  const tokens = [await tokenOf(page)];
  await page.open(`${origins.user}/user/learn`);
  await page.find('heading', '我的课程');
  await page.find('button', learner);
  tokens.push(await tokenOf(page));
  await page.click('link', '继续学习');
  await page.waitForUrl(({ origin }) => origin === origins.player);
  await page.find('button', /开始播放|继续播放/);
  tokens.push(await tokenOf(page));
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
  expect(new Set(tokens).size).toBe(3);
});

test('signing out on one domain reaches the open pages of the others', async ({ page }) => {
  await signIn(page, nurse);
  const firstWindow = await page.window();
  const otherWindows: string[] = [];
  for (const address of [`${origins.user}/user/learn`, `${origins.main}/publicneed`]) {
    const handle = await page.openWindow();
    otherWindows.push(handle);
    await page.switchWindow(handle);
    await page.open(address);
    await page.find('button', learner);
  }
  await page.switchWindow(firstWindow);
  await page.click('button', learner);
  await page.click('button', '退出登录');
  await page.find('button', '登录');
  expect(await tokenOf(page)).toBeNull();
  for (const handle of otherWindows) {
    await page.switchWindow(handle);
    await page.gone('button', learner, 3000);
    expect(await tokenOf(page)).toBeNull();
  }
});

test('a guarded page asks for sign-in and returns to the page', async ({ page }) => {
  await page.open(`${origins.user}/user/learn?tab=completed`);
  await page.waitForUrl(({ origin, pathname }) => origin === origins.main && pathname === '/login');
  await page.fill('手机号', nurse);
  await page.fill('密码', 'Learner2026');
  await page.click('button', '登录');
  const { href } = await page.waitForUrl(({ pathname }) => pathname === '/user/learn');
  expect(href).toBe(`${origins.user}/user/learn?tab=completed`);
  await page.find('button', learner);
});
