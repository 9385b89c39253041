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

/** What keeps the machine painting though nothing on the page moves: endless animations, those inside
 * of controls too. */
export const endlessAnimations = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const look = (root: Document | ShadowRoot) => {
      for (const animation of root.getAnimations())
        if (animation.effect?.getComputedTiming().iterations === Infinity)
          found.push((animation as CSSAnimation).animationName);
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot) look(element.shadowRoot);
        if (element.localName.startsWith('animate') && element.closest('svg')?.checkVisibility())
          found.push(element.localName);
      }
    };
    look(document);
    return found;
  });
