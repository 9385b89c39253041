import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { vi } from 'vitest';

// happy-dom cannot parse this selector, which the media controls insert.
const { insertRule } = CSSStyleSheet.prototype;
CSSStyleSheet.prototype.insertRule = function (rule, at) {
  return insertRule.call(this, rule.replaceAll(/::slotted\(.*?\)/g, 'i'), at);
};

// happy-dom has no remote playback and cannot resolve the tooltips of the controls.
Object.defineProperty(HTMLMediaElement.prototype, 'remote', {
  configurable: true,
  value: undefined,
});
const { querySelector } = ShadowRoot.prototype;
ShadowRoot.prototype.querySelector = function (selectors: string) {
  const elements = querySelector.call(this, selectors);
  return (
    elements ?? (selectors.includes('tooltip-content') ? document.createElement('slot') : null)
  );
};

export const video = () => document.querySelector('video')!;

/** Replaces decoding: fires the media events that a browser fires while playing. */
export function mockPlayback(answer: () => Promise<void>) {
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('maybe');
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue();
  vi.spyOn(HTMLMediaElement.prototype, 'src', 'set').mockReturnValue();
  return vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(answer);
}

export const fireMediaEvent = async (name: string) =>
  act(() => void fireEvent(video(), new Event(name)));
/** Plays to the end of the video. */
export async function endPlayback() {
  vi.spyOn(HTMLMediaElement.prototype, 'ended', 'get').mockReturnValue(true);
  await fireMediaEvent('ended');
}
export const canPlay = () => fireMediaEvent('canplay');

/** Waits for the play button over the video to be enabled. */
export async function findPlayButton(name: string | RegExp = '开始播放') {
  const button = await screen.findByRole('button', { name });
  await waitFor(() => {
    if ((button as HTMLButtonElement).disabled) throw new Error('not ready');
  });
  return button;
}

/** Presses the play button and waits until the video plays. */
export async function startPlayback(user: UserEvent, name: string | RegExp = /^(开始|继续)播放$/) {
  await user.click(await findPlayButton(name));
  await waitForPlayback();
}

/** Waits until the video has loaded and plays. */
export async function waitForPlayback() {
  const played = vi.mocked(HTMLMediaElement.prototype.play);
  const callsBefore = played.mock.calls.length;
  await waitFor(async () => {
    await canPlay();
    if (played.mock.calls.length === callsBefore) throw new Error('does not play yet');
  });
}
