import { expect, test } from '../../support/journey.ts';
import { origins } from '../../support/origins.ts';
import { register } from '../../support/register.ts';
import { findEndlessAnimations, startVideo, readVideoSecond } from '../../support/video.ts';

test('a reload resumes a section at its position, and unwatched parts cannot be sought', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await register(page, origins.main);
  await page.goto(`${origins.main}/search?keyword=手卫生`);
  await page
    .getByRole('link', { name: /手卫生：五个时刻与七步洗手/ })
    .first()
    .click();
  await page.getByRole('button', { name: '立即学习' }).click();
  await page.waitForURL((address) => address.origin === origins.player);
  await startVideo(page);
  await expect.poll(() => readVideoSecond(page), { timeout: 40_000 }).toBeGreaterThan(20);

  await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause());
  await expect.poll(() => findEndlessAnimations(page)).toEqual([]);
  // Firefox has no frame at this position: the segment's first one is presented later.
  const video = page.locator('video');
  await video.evaluate((element: HTMLVideoElement) => (element.currentTime = 20.067));
  await expect.poll(() => video.evaluate((v: HTMLVideoElement) => v.seeking)).toBe(false);
  const secondBefore = await readVideoSecond(page);
  await page.reload();
  await expect(page.getByText(/上次学到/)).toBeVisible();
  await startVideo(page, '继续播放');
  const secondAfter = await readVideoSecond(page);
  expect(secondAfter).toBeGreaterThan(secondBefore - 16);
  expect(secondAfter).toBeLessThan(secondBefore + 8);

  await page.locator('video').evaluate((video: HTMLVideoElement) => (video.currentTime = 55));
  await expect(page.getByText('首次学习禁止快进')).toBeVisible();
  await expect.poll(() => readVideoSecond(page)).toBeLessThan(50);
});
