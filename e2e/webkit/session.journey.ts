import { nurse } from '../support/people.ts';
import { places } from '../support/places.ts';
import { expect, signIn, test, tokenOf } from './journey.ts';

const learner = '陈晓禾';

test('signing in on one domain signs in on all three, each with its own token', async ({
  page,
}) => {
  await signIn(page, nurse);
  await page.find('button', learner);
  const tokens = [await tokenOf(page)];
  await page.open(`${places.user}/user/learn`);
  await page.find('heading', '我的课程');
  await page.find('button', learner);
  tokens.push(await tokenOf(page));
  await page.click('link', '继续学习');
  await page.arrive(({ origin }) => origin === places.player);
  await page.find('button', /开始播放|继续播放/);
  tokens.push(await tokenOf(page));
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
  expect(new Set(tokens).size).toBe(3);
});

test('signing out on one domain reaches the open pages of the others', async ({ page }) => {
  await signIn(page, nurse);
  const first = await page.window();
  const others: string[] = [];
  for (const address of [`${places.user}/user/learn`, `${places.main}/publicneed`]) {
    const handle = await page.openWindow();
    others.push(handle);
    await page.goTo(handle);
    await page.open(address);
    await page.find('button', learner);
  }
  await page.goTo(first);
  await page.click('button', learner);
  await page.click('button', '退出登录');
  await page.find('button', '登录');
  expect(await tokenOf(page)).toBeNull();
  for (const handle of others) {
    await page.goTo(handle);
    await page.gone('button', learner, 3000);
    expect(await tokenOf(page)).toBeNull();
  }
});

test('a guarded page asks for sign-in and returns to the page', async ({ page }) => {
  await page.open(`${places.user}/user/learn?tab=completed`);
  await page.arrive(({ origin, pathname }) => origin === places.main && pathname === '/login');
  await page.fill('手机号', nurse);
  await page.fill('密码', 'Learner2026');
  await page.click('button', '登录');
  const { href } = await page.arrive(({ pathname }) => pathname === '/user/learn');
  expect(href).toBe(`${places.user}/user/learn?tab=completed`);
  await page.find('button', learner);
});
