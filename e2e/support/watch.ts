import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

/** The current time of the video in seconds. */
export const shownSecond = (page: Page): Promise<number> =>
  page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);

export const isPlaying = (page: Page): Promise<boolean> =>
  page.locator('video').evaluate((video: HTMLVideoElement) => !video.paused && !video.ended);

/** Presses the play button and waits until the video plays. */
export async function play(
  page: Page,
  name: '开始播放' | '继续播放' | '从头播放' = '开始播放',
): Promise<void> {
  const button = page.getByRole('button', { name });
  await button.click({ timeout: 30_000 });
  // The video loads only now, which may take long on a busy machine.
  await expect.poll(() => isPlaying(page), { timeout: 30_000 }).toBe(true);
  const from = await shownSecond(page);
  await expect
    .poll(() => shownSecond(page), { message: 'the picture moves', timeout: 20_000 })
    .toBeGreaterThan(from + 0.5);
}

/** Endless animations, also inside of controls: they keep the machine repainting. */
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
