import { afterEach, describe, expect, it, vi } from 'vitest';
import { attach, beginning, createAddress, skipStartGap } from './hls.ts';

const fixed = createAddress('blob:x', () => Promise.reject(new Error('not renewed')));

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
    await attach(video, fixed, startAt, { onFailed: () => undefined });
    for (const name of ['loadstart', 'loadedmetadata', 'loadeddata'])
      video.dispatchEvent(new Event(name));
    expect(sought).toEqual([]);
    for (const name of ['canplay', 'canplay']) video.dispatchEvent(new Event(name));
    expect(sought).toEqual(expected);
  });

  it('reports an error, and nothing after it is detached', async () => {
    const { video } = createElement();
    const failed = vi.fn<() => void>();
    const detach = await attach(video, fixed, 0, { onFailed: failed });
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

  describe('a position before the first frame of its segment', () => {
    const createRanges = (...ranges: [number, number][]): TimeRanges => ({
      length: ranges.length,
      start: (index) => ranges[index]![0],
      end: (index) => ranges[index]![1],
    });
    const segment = { start: 20, end: 30 };
    const first: [number, number] = [20.688, 30.6];

    it.each([
      ['moves to the first frame', 20.067, [first], 20.688],
      ['stays if it is buffered', 20.067, [[0, 30.6]], undefined],
      ['stays if the frame is too far away', 20.067, [[21.2, 30.6]], undefined],
      ['stays if it belongs to a segment still loading', 19.9, [first], undefined],
      ['ignores ranges that lie before it', 20.067, [[0, 10], first], 20.688],
      ['stays if nothing is buffered', 20.067, [], undefined],
    ] as const)('%s', (_name, currentTime, ranges, expected) => {
      const buffered = createRanges(...(ranges as unknown as [number, number][]));
      expect(skipStartGap({ seeking: true, currentTime, buffered }, segment)).toBe(expected);
    });

    it('is left alone while the video is not seeking', () => {
      const video = { seeking: false, currentTime: 20.067, buffered: createRanges(first) };
      expect(skipStartGap(video, segment)).toBeUndefined();
    });
  });
});
