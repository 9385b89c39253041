import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseTime, createClock } from './clock.ts';

afterEach(() => vi.restoreAllMocks());

describe("the server's clock", () => {
  it("advances independently of the device's clock", () => {
    const watch = vi.spyOn(performance, 'now').mockReturnValue(1000);
    vi.spyOn(Date, 'now').mockReturnValue(0);
    const clock = createClock();
    clock.sync(50_000, 1000);
    watch.mockReturnValue(61_000);
    expect(clock.now()).toBe(110_000);
  });

  it('compensates for latency and is refined by a faster response', () => {
    const watch = vi.spyOn(performance, 'now').mockReturnValue(3000);
    const clock = createClock();
    clock.sync(10_000, 1000);
    expect(clock.now()).toBe(11_000);
    watch.mockReturnValue(9000);
    clock.sync(40_000, 9000);
    expect(clock.now()).toBe(40_000);
  });

  it('takes the times of a response that is read later than it arrived', () => {
    vi.spyOn(performance, 'now').mockReturnValue(5000);
    const clock = createClock();
    clock.sync(50_000, 1000, 1200);
    expect(clock.now()).toBe(53_900);
  });

  it('is changed by a slow response only if it contradicts the estimate', () => {
    const watch = vi.spyOn(performance, 'now').mockReturnValue(1000);
    const clock = createClock();
    clock.sync(50_000, 1000);
    // The server stamps it at once; the response takes four seconds.
    watch.mockReturnValue(15_000);
    clock.sync(60_000, 11_000);
    expect(clock.now()).toBe(64_000);
    // The device sleeps for a minute, which also stops `performance.now()`.
    clock.sync(124_000, 15_000);
    expect(clock.now()).toBe(124_000);
  });

  it('parses API times as Asia/Shanghai', () => {
    expect(parseTime('2026-11-22 08:00:00')).toBe(Date.UTC(2026, 10, 22));
  });
});
