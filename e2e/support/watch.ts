import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

/** Seconds of the picture on the page. */
export const shownSecond = (page: Page): Promise<number> =>
  page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);

export const isPlaying = (page: Page): Promise<boolean> =>
  page.locator('video').evaluate((video: HTMLVideoElement) => !video.paused && !video.ended);

/** Presses the button over the picture and waits until pictures move. */
export async function play(
  page: Page,
  name: '开始播放' | '继续播放' | '从头播放' = '开始播放',
): Promise<void> {
  const button = page.getByRole('button', { name });
  await button.click({ timeout: 30_000 });
  // Only now is anything of the video fetched: how long that takes is the machine's affair.
  await expect.poll(() => isPlaying(page), { timeout: 30_000 }).toBe(true);
  const from = await shownSecond(page);
  await expect
    .poll(() => shownSecond(page), { message: 'the picture moves', timeout: 20_000 })
    .toBeGreaterThan(from + 0.5);
}
