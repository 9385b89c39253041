import { afterEach, describe, expect, it, vi } from 'vitest';
import { attach, beginning } from './hls.ts';

function createElement() {
  const video = document.createElement('video');
  const seekTimes: number[] = [];
  vi.spyOn(video, 'canPlayType').mockReturnValue('maybe');
  vi.spyOn(video, 'load').mockReturnValue();
  vi.spyOn(video, 'src', 'set').mockReturnValue();
  Object.defineProperty(video, 'currentTime', {
    get: () => seekTimes.at(-1) ?? 0,
    set: (at: number) => {
      seekTimes.push(at);
    },
  });
  return { video, sought: seekTimes };
}

describe('with native HLS', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each([
    [41, [41]],
    [0, []],
  ])('starts at %i s and does not seek before the media can play', async (startAt, expected) => {
    const { video, sought } = createElement();
    await attach(video, 'blob:x', startAt, { onFailed: () => undefined });
    for (const name of ['loadstart', 'loadedmetadata', 'loadeddata'])
      video.dispatchEvent(new Event(name));
    expect(sought).toEqual([]);
    for (const name of ['canplay', 'canplay']) video.dispatchEvent(new Event(name));
    expect(sought).toEqual(expected);
  });

  it('reports an error, and nothing after it is detached', async () => {
    const { video } = createElement();
    const failed = vi.fn<() => void>();
    const detach = await attach(video, 'blob:x', 0, { onFailed: failed });
    video.dispatchEvent(new Event('error'));
    detach();
    video.dispatchEvent(new Event('error'));
    expect(failed).toHaveBeenCalledOnce();
  });
});

describe('with MediaSource', () => {
  it.each([
    [0, 0.01],
    [41, 41],
  ])('a start at second %i is configured as %f', (startAt, expected) => {
    expect(beginning(startAt).startPosition).toBe(expected);
  });

  it('finds the first frame of videos whose frames are presented two after they are decoded', () => {
    const twoFrames = 2 / 5;
    expect(beginning(0).maxBufferHole).toBeGreaterThan(twoFrames);
  });
});
