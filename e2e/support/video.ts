import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

/** The current time of the video in seconds. */
export const readVideoSecond = (page: Page): Promise<number> =>
  page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);

export const isPlaying = (page: Page): Promise<boolean> =>
  page.locator('video').evaluate((video: HTMLVideoElement) => !video.paused && !video.ended);

/** What explains why a video does not play. */
const describeVideo = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => ({
    paused: video.paused,
    ended: video.ended,
    seeking: video.seeking,
    second: video.currentTime,
    readyState: video.readyState,
    networkState: video.networkState,
    error: video.error?.message,
    buffered: Array.from({ length: video.buffered.length }, (_, index) => [
      video.buffered.start(index),
      video.buffered.end(index),
    ]),
    stage: video.closest('main')?.textContent?.slice(0, 200),
  }));

/** Presses the play button and waits until the video plays. */
export async function startVideo(
  page: Page,
  name: '开始播放' | '继续播放' | '从头播放' = '开始播放',
): Promise<void> {
  const button = page.getByRole('button', { name });
  await button.click({ timeout: 30_000 });
  // The video loads only now, which may take long on a busy machine.
  await expect
    .poll(() => describeVideo(page), { timeout: 30_000 })
    .toMatchObject({ paused: false, ended: false });
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
