import { expect, test } from '../support/journey.ts';
import { places } from '../support/places.ts';
import { register } from '../support/register.ts';
import { endlessAnimations, play, shownSecond } from '../support/watch.ts';

test('a reload resumes a section at its position, and unwatched parts cannot be sought', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await register(page, places.main);
  await page.goto(`${places.main}/search?keyword=手卫生`);
  await page
    .getByRole('link', { name: /手卫生：五个时刻与七步洗手/ })
    .first()
    .click();
  await page.getByRole('button', { name: '立即学习' }).click();
  await page.waitForURL((address) => address.origin === places.player);
  await play(page);
  await expect.poll(() => shownSecond(page), { timeout: 40_000 }).toBeGreaterThan(20);

  await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause());
  await expect.poll(() => endlessAnimations(page)).toEqual([]);
  const before = await shownSecond(page);
  await page.reload();
  await expect(page.getByText(/上次学到/)).toBeVisible();
  await play(page, '继续播放');
  const after = await shownSecond(page);
  expect(after).toBeGreaterThan(before - 16);
  expect(after).toBeLessThan(before + 8);

  await page.locator('video').evaluate((video: HTMLVideoElement) => (video.currentTime = 55));
  await expect(page.getByText('首次学习禁止快进')).toBeVisible();
  await expect.poll(() => shownSecond(page)).toBeLessThan(50);
});
