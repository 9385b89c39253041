import Hls from 'hls.js/light';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  atAddress,
  attach,
  beginning,
  createAddress,
  hasDataAhead,
  renewing,
  skipStartGap,
} from './hls.ts';

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

  it('exchanges the address at the same position, then reports an error, and nothing once detached', async () => {
    const { video, sought } = createElement();
    const setSource = vi.spyOn(video, 'src', 'set');
    const failed = vi.fn<() => void>();
    const address = createAddress('/a/index.m3u8', () => Promise.resolve('/b/index.m3u8'));
    const detach = await attach(video, address, 0, { onFailed: failed });
    video.currentTime = 90;
    video.dispatchEvent(new Event('error'));
    await vi.waitFor(() => expect(setSource).toHaveBeenLastCalledWith('/b/index.m3u8'));
    video.dispatchEvent(new Event('canplay'));
    expect(sought).toEqual([90, 90]);
    expect(failed).not.toHaveBeenCalled();
    video.dispatchEvent(new Event('error'));
    await vi.waitFor(() => expect(setSource).toHaveBeenCalledTimes(3));
    video.dispatchEvent(new Event('error'));
    detach();
    video.dispatchEvent(new Event('error'));
    expect(failed).toHaveBeenCalledOnce();
  });

  it.each([
    ['goes on after a pause of nine minutes', 1, { minutes: 9, event: 'play' }],
    ['goes on after a pause of seven minutes', 0, { minutes: 7, event: 'play' }],
    ['has used it for more than three and a half hours', 1, { minutes: 211, event: 'timeupdate' }],
    ['has used it for three hours', 0, { minutes: 180, event: 'timeupdate' }],
  ])('a video that %s exchanges its address %i times', async (_, times, { minutes, event }) => {
    const { video } = createElement();
    const setSource = vi.spyOn(video, 'src', 'set');
    vi.spyOn(video, 'paused', 'get').mockReturnValue(false);
    const address = createAddress('/a/index.m3u8', () => Promise.resolve('/b/index.m3u8'));
    await attach(video, address, 0, { onFailed: () => undefined });
    const readAddress = vi.spyOn(address, 'current');
    const begun = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(begun + minutes * 60_000);
    video.dispatchEvent(new Event(event));
    expect(readAddress).toHaveBeenCalledTimes(times);
    const last = times > 0 ? '/b/index.m3u8' : '/a/index.m3u8';
    await vi.waitFor(() => expect(setSource).toHaveBeenLastCalledWith(last));
  });
});

describe('a signed address', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const open = () => {
    let count = 0;
    const renew = vi.fn<() => Promise<string>>(() => Promise.resolve(`/${(count += 1)}/v.m3u8`));
    return { renew, address: createAddress('/0/v.m3u8', renew) };
  };

  it('is kept while it is young, and renewed once for concurrent requests', async () => {
    vi.useFakeTimers();
    const { address, renew } = open();
    vi.advanceTimersByTime(7 * 60_000);
    expect(await address.current()).toBe('/0/v.m3u8');
    vi.advanceTimersByTime(2 * 60_000);
    expect(await Promise.all([address.current(), address.current()])).toEqual([
      '/1/v.m3u8',
      '/1/v.m3u8',
    ]);
    expect(renew).toHaveBeenCalledOnce();
  });

  it('is renewed after a sleep, during which one of the clocks has stopped', async () => {
    const { address } = open();
    const awake = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(awake + 12 * 3_600_000);
    expect(await address.current()).toBe('/1/v.m3u8');
    vi.spyOn(Date, 'now').mockReturnValue(awake - 86_400_000);
    expect(await address.current(), 'a clock that was set back').toBe('/1/v.m3u8');
    const steady = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(steady + 9 * 60_000);
    expect(await address.current(), 'nine minutes by the other clock').toBe('/2/v.m3u8');
  });

  it('is renewed once it is refused, but not for a refusal of an older one', async () => {
    const { address } = open();
    address.refuse('/0/003.m4s');
    expect(await address.current()).toBe('/1/v.m3u8');
    address.refuse('/0/004.m4s');
    expect(await address.current()).toBe('/1/v.m3u8');
    address.offer('/9/v.m3u8');
    expect(await address.current()).toBe('/9/v.m3u8');
  });

  it('is used on if there is no newer one', async () => {
    const address = createAddress('/0/v.m3u8', () => Promise.reject(new Error('offline')));
    address.refuse();
    expect(await address.current()).toBe('/0/v.m3u8');
  });

  it('names the files of the same video', () => {
    expect(atAddress('/0/003.m4s', '/1/v.m3u8')).toBe('/1/003.m4s');
  });

  it.each([
    [12, true],
    [29.8, false],
    [40, false],
  ])('at second %i of thirty loaded ones more is left: %s', (currentTime, expected) => {
    const buffered = { length: 1, start: () => 0, end: () => 30 } as TimeRanges;
    expect(hasDataAhead({ currentTime, buffered })).toBe(expected);
  });
});

describe('with MediaSource', () => {
  describe('a file', () => {
    const file = '/a/003.m4s';
    /** Requests the file as hls.js does, which knows only its address in the playlist. */
    const open = () => {
      const address = createAddress('/a/index.m3u8', () => Promise.resolve('/b/index.m3u8'));
      const config = renewing(address, Hls.DefaultConfig);
      const request = async () => {
        const xhr = new XMLHttpRequest();
        const opened = vi.spyOn(xhr, 'open').mockReturnValue();
        await config.xhrSetup(xhr, file);
        return opened.mock.calls[0]?.[1];
      };
      const retry = config.fragLoadPolicy.default.errorRetry!;
      const isRepeated = (code: number, count: number) =>
        retry.shouldRetry?.(retry, count, false, { url: file, data: undefined, code }, false);
      return { address, request, isRepeated };
    };

    it('is requested at the newest address', async () => {
      const { address, request } = open();
      expect(await request()).toBe('/a/003.m4s');
      address.offer('/c/index.m3u8');
      expect(await request()).toBe('/c/003.m4s');
    });

    it('that is refused is repeated with a new address, twice at most', async () => {
      const { request, isRepeated } = open();
      await request();
      expect(isRepeated(403, 0)).toBe(true);
      expect(await request()).toBe('/b/003.m4s');
      expect(isRepeated(403, 1)).toBe(true);
      expect(isRepeated(403, 2)).toBe(false);
    });

    it('that fails otherwise keeps its address', async () => {
      const { request, isRepeated } = open();
      await request();
      expect(isRepeated(503, 0)).toBe(false);
      expect(await request()).toBe('/a/003.m4s');
    });
  });

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
