import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

/** The current time of the video in seconds. */
export const readVideoSecond = (page: Page): Promise<number> =>
  page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);

export const isPlaying = (page: Page): Promise<boolean> =>
  page.locator('video').evaluate((video: HTMLVideoElement) => !video.paused && !video.ended);

/** `plays`, or what explains why it does not. */
const describeVideo = (page: Page): Promise<string> =>
  page.locator('video').evaluate((video: HTMLVideoElement) => {
    if (!video.paused && !video.ended) return 'plays';
    const { currentTime, seeking, ended, readyState, networkState, error } = video;
    const state = { currentTime, seeking, ended, readyState, networkState, error: error?.message };
    const text = document.querySelector('dialog[open]') ?? document.querySelector('main');
    return `${JSON.stringify(state)} ${text?.textContent?.slice(0, 200)}`;
  });

/** Presses the play button and waits until the video plays. */
export async function startVideo(
  page: Page,
  name: '开始播放' | '继续播放' | '从头播放' = '开始播放',
): Promise<void> {
  const button = page.getByRole('button', { name });
  await button.click({ timeout: 30_000 });
  // The video loads only now, which may take long on a busy machine.
  await expect.poll(() => describeVideo(page), { timeout: 30_000 }).toBe('plays');
  const from = await readVideoSecond(page);
  await expect
    .poll(() => readVideoSecond(page), { message: 'the picture moves', timeout: 20_000 })
    .toBeGreaterThan(from + 0.5);
}

/** Endless animations, also inside of controls: they keep the machine repainting. */
export const findEndlessAnimations = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const names: string[] = [];
    const collect = (root: Document | ShadowRoot) => {
      for (const animation of root.getAnimations())
        if (animation.effect?.getComputedTiming().iterations === Infinity)
          names.push((animation as CSSAnimation).animationName);
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot) collect(element.shadowRoot);
        if (element.localName.startsWith('animate') && element.closest('svg')?.checkVisibility())
          names.push(element.localName);
      }
    };
    collect(document);
    return names;
  });
