import { expect, test } from '../../support/journey.ts';
import { origins } from '../../support/origins.ts';

test('filters are stored in the URL, change the count, and survive a reload and the back button', async ({
  page,
}) => {
  await page.goto(`${origins.main}/profession`);
  const count = page.getByText(/^共 \d+ 门课程$/);
  const allCount = await count.textContent();
  await page.getByRole('button', { name: /^筛选/ }).click();
  await page
    .getByRole('group', { name: '价格' })
    .or(page.getByRole('radiogroup', { name: '价格' }))
    .getByText('免费', { exact: true })
    .click();
  await expect(page).toHaveURL(/price_kind=free/);
  await expect(count).not.toHaveText(allCount ?? '');
  const free = await count.textContent();
  await page.reload();
  await expect(count).toHaveText(free ?? '');
  await page.goBack();
  await expect(count).toHaveText(allCount ?? '');
});

test('a search without results says so and offers alternatives', async ({ page }) => {
  await page.goto(`${origins.main}/search?keyword=没有这样的课程`);
  await expect(page.getByText('没有找到相关课程')).toBeVisible();
  await expect(page.getByText('共 0 门课程')).toBeVisible();
});

test('back restores the scroll position of the list, even after a reload or from another domain', async ({
  page,
}) => {
  const scrollTop = () => page.evaluate(() => Math.round(scrollY));
  await page.goto(`${origins.main}/profession`);
  await expect(page.getByText(/^共 \d+ 门课程$/)).toBeVisible();
  const course = page.getByRole('heading', { level: 2 }).nth(12).getByRole('link');
  await course.scrollIntoViewIfNeeded();
  const scrolledTo = await scrollTop();
  expect(scrolledTo).toBeGreaterThan(300);
  await course.click();
  await expect(page.getByRole('tab', { name: '介绍' })).toBeVisible();
  expect(await scrollTop()).toBe(0);
  await page.reload();
  await expect(page.getByRole('tab', { name: '介绍' })).toBeVisible();
  await page.goBack();
  await expect.poll(scrollTop).toBeGreaterThan(scrolledTo - 5);
  await page.goto('about:blank');
  await page.goBack();
  await expect.poll(scrollTop).toBeGreaterThan(scrolledTo - 5);
});

test('disciplines expand level by level and show the number of courses', async ({ page }) => {
  await page.goto(`${origins.main}/profession?discipline=03`);
  const count = page.getByText(/^共 \d+ 门课程$/);
  const broadCount = Number(/\d+/.exec((await count.textContent()) ?? '')?.[0]);
  await page
    .getByRole('group', { name: '临床内科学下的学科' })
    .getByRole('button', { name: '心血管病学' })
    .click();
  await expect(page).toHaveURL(/discipline=0301/);
  await expect
    .poll(async () => Number(/\d+/.exec((await count.textContent()) ?? '')?.[0]))
    .toBeLessThan(broadCount);
});
