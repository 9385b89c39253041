import { type IncomingMessage, request as ask } from 'node:http';
import { sampleId } from '@cme/sample/ids';
import type { Page } from '@playwright/test';
import { expect, test } from '../../support/journey.ts';
import { nurse, signIn } from '../../support/people.ts';
import { direct, origins } from '../../support/origins.ts';

const pages = [
  ['home', '/', '推荐课程'],
  ['a catalogue', '/publicneed', '公需科目'],
  ['a catalogue with filters', '/profession?level=A&sort=hot', '专业科目'],
] as const;

/** Signed-in pages: path, heading, and an element that appears with the learner's data. */
const learnersPages = [
  ['/user/learn', '我的课程', '累计学习'],
  ['/user/notice', '我的消息', '压力性损伤的预防与分期护理'],
  ['/user/setting', '账号设置', '省人民医院'],
] as const;

/** Query parameters change the first view. */
const withQuery = [
  ['/user/learn?show=month', '我的课程', '累计学习'],
  ['/user/setting?view=identity', '实名认证', '由培训中心审核后更正'],
] as const;

const course = sampleId('course', 'main', 'pressure-injury');
const courseTitle = '压力性损伤的预防与分期护理';
const hydratedPages = [
  ...[...learnersPages, ...withQuery].map(
    ([path, heading, content]) => [origins.user + path, heading, content] as const,
  ),
  [`${origins.player}/player/${course}/play`, courseTitle, /^(开始|继续)播放$/],
] as const;

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  for (const [name, path, heading] of pages)
    test(`${name} is rendered with its content, its data and its title`, async ({ page }) => {
      await page.goto(origins.main + path);
      await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
      await expect(page.locator('a[href*="/item/course/"]').first()).toBeVisible();
      await expect(page).toHaveTitle(/^.+-康教在线/);
    });

  test('a course page is rendered with its content', async ({ page }) => {
    await page.goto(`${origins.main}/publicneed`);
    await page.locator('a[href*="/item/course/"]').first().click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('页面不存在');
  });

  test('a signed-in page is rendered with its frame, menus and heading before the learner is known', async ({
    page,
  }) => {
    for (const [path, heading] of learnersPages) {
      await page.goto(origins.user + path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      const menu = page.getByRole('navigation', { name: '个人中心菜单' });
      await expect(menu.getByRole('link', { name: '我的证书' })).toBeVisible();
      await expect(page.getByRole('navigation', { name: '主菜单' })).toContainText('公需科目');
      await expect(page).toHaveTitle(new RegExp(`^${heading}-康教在线`));
    }
    await page.goto(`${origins.user}/user/order`);
    await expect(page.getByText('未在支付期限内付款的订单会自动取消')).toBeVisible();
  });
});

test.describe('the player, before the learner is known', () => {
  test.use({ javaScriptEnabled: false });

  test('is rendered with the course, its outline and a disabled button', async ({ page }) => {
    await page.goto(`${origins.player}/player/${course}/play`);
    await expect(page.getByRole('heading', { level: 1, name: courseTitle })).toBeVisible();
    await expect(page.getByRole('button', { name: '正在准备…' })).toBeDisabled();
    const outline = page.getByRole('navigation', { name: '目录' });
    await expect(outline.getByRole('link').first()).toBeVisible();
    await expect(outline).not.toContainText('未学习');
    await expect(page).toHaveTitle(new RegExp(`^${courseTitle}-康教在线`));
    await page.goto(`${origins.player}/player/${course}/exam/online?score_id=any`);
    await expect(page.getByRole('heading', { level: 1, name: courseTitle })).toBeVisible();
    await expect(page.getByRole('heading', { name: '答题卡' })).toBeVisible();
    await page.goto(`${origins.player}/player/${course}/exam/online`);
    await expect(page.getByRole('heading', { level: 1, name: '考试须知' })).toBeVisible();
  });
});

test("a signed-in page hydrates its elements and adds the learner's data", async ({ page }) => {
  await signIn(page, nurse);
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () =>
      Object.assign(globalThis, { firstHeading: document.querySelector('h1') }),
    ),
  );
  for (const [address, heading, content] of hydratedPages) {
    await page.goto(address);
    await expect(page.getByRole('main').getByText(content).first()).toBeVisible();
    const isSameElement = await page.evaluate(
      () =>
        (globalThis as { firstHeading?: Element }).firstHeading === document.querySelector('h1'),
    );
    expect(isSameElement, heading).toBe(true);
    expect(await movedOn(page), address).toBeLessThan(0.01);
  }
});

for (const [name, path] of pages)
  test(`${name} hydrates without refetching data and without layout shift`, async ({ page }) => {
    const requests: string[] = [];
    page.on(
      'request',
      (request) =>
        void (/\/qm\/api\//.test(request.url()) && requests.push(new URL(request.url()).pathname)),
    );
    await page.goto(origins.main + path);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.dataset['commons']))
      .toMatch(/\+commons$/);
    await page.getByRole('button', { name: '关怀模式' }).click();
    await expect(page.locator('html')).toHaveClass(/care/);
    expect(requests.filter((url) => !/session|site\/config/.test(url))).toEqual([]);
    expect(await movedOn(page)).toBeLessThan(0.02);
  });

test('an unknown page answers 404, and a moved page redirects', async () => {
  const requestHead = (path: string) =>
    new Promise<IncomingMessage>((resolve, reject) =>
      ask(direct.address + path, { headers: { host: direct.hostOf(origins.main) } }, (reply) =>
        reply.resume().on('end', () => resolve(reply)),
      )
        .on('error', reject)
        .end(),
    );
  const getStatus = async (path: string) => (await requestHead(path)).statusCode;
  expect(await getStatus('/nothing-here')).toBe(404);
  expect(await getStatus('/item/course/01JGFJJZ00BFFQ53T5RCYHTXXX/detail')).toBe(404);
  expect(await getStatus('/')).toBe(200);
  const id = sampleId('class', 'main', 'xcys-1');
  const { statusCode, headers } = await requestHead(`/item/course/${id}/detail`);
  expect([statusCode, headers.location]).toEqual([301, `/item/package/${id}/detail`]);
});

/** Cumulative layout shift without user input. */
const movedOn = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>(
        (resolve) =>
          new PerformanceObserver((list) =>
            resolve(
              list
                .getEntries()
                .reduce(
                  (sum, entry) =>
                    sum +
                    ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput
                      ? Number(entry.value)
                      : 0),
                  0,
                ),
            ),
          ).observe({ type: 'layout-shift', buffered: true }) ?? setTimeout(resolve, 500, 0),
      ),
  );
