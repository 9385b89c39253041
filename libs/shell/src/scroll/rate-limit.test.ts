import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { debounce, debounceWait, throttle, throttleWait } from './rate-limit.ts';
import { scrollTime, scrollToTop } from './scroll-to-top.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it.each([
  ['debounce', debounceWait, 200],
  ['throttle', throttleWait, 16.7],
  ['scrolling', scrollTime, 300],
])('%s takes %d ms by default', (_name, is, should) => expect(is).toBe(should));

describe('debounce', () => {
  it('calls once, with the last arguments of a burst, after the wait', () => {
    const act = vi.fn<(text: string) => void>();
    const later = debounce(act);
    later('一');
    vi.advanceTimersByTime(199);
    later('二');
    vi.advanceTimersByTime(199);
    expect(act).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(act.mock.calls).toEqual([['二']]);
  });

  it('cancel drops the pending call', () => {
    const act = vi.fn<() => void>();
    const later = debounce(act);
    later();
    later.cancel();
    vi.advanceTimersByTime(1000);
    expect(act).not.toHaveBeenCalled();
  });
});

describe('throttle', () => {
  it('calls at once, then at most once per wait, and always runs the last call', () => {
    const act = vi.fn<(value: number) => void>();
    const calm = throttle(act);
    for (const value of [1, 2, 3]) calm(value);
    expect(act.mock.calls).toEqual([[1]]);
    vi.advanceTimersByTime(17);
    expect(act.mock.calls).toEqual([[1], [3]]);
    vi.advanceTimersByTime(100);
    expect(act).toHaveBeenCalledTimes(2);
    calm(4);
    expect(act).toHaveBeenCalledTimes(3);
  });
});

describe('scrollToTop', () => {
  const scrolled = (reduced: boolean) => {
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: reduced } as MediaQueryList);
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(900);
    return vi.spyOn(window, 'scrollTo').mockReturnValue(undefined);
  };

  it('reaches its target after 300 ms, frame by frame', () => {
    const to = scrolled(false);
    scrollToTop(0);
    vi.advanceTimersByTime(290);
    expect(to.mock.calls.length).toBeGreaterThan(10);
    expect(to.mock.lastCall?.[1]).toBeGreaterThan(0);
    vi.advanceTimersByTime(40);
    expect(to.mock.lastCall).toEqual([0, 0]);
  });

  it('jumps at once with reduced motion', () => {
    const to = scrolled(true);
    scrollToTop(0);
    expect(to.mock.calls).toEqual([[0, 0]]);
  });
});
