import { afterEach, describe, expect, it, vi } from 'vitest';
import { momentOf, openClock } from './clock.ts';

afterEach(() => vi.restoreAllMocks());

describe('the server’s clock', () => {
  it('goes on by the stop-watch, whatever the device’s own clock says', () => {
    const watch = vi.spyOn(performance, 'now').mockReturnValue(1000);
    vi.spyOn(Date, 'now').mockReturnValue(0);
    const clock = openClock();
    clock.sync(50_000, 1000);
    watch.mockReturnValue(61_000);
    expect(clock.now()).toBe(110_000);
  });

  it('takes the way there and back into account, and a quicker answer later', () => {
    const watch = vi.spyOn(performance, 'now').mockReturnValue(3000);
    const clock = openClock();
    clock.sync(10_000, 1000);
    expect(clock.now()).toBe(11_000);
    watch.mockReturnValue(9000);
    clock.sync(40_000, 9000);
    expect(clock.now()).toBe(40_000);
  });

  it('is not put off by a slow answer that agrees with a quick one, but by one that does not', () => {
    const watch = vi.spyOn(performance, 'now').mockReturnValue(1000);
    const clock = openClock();
    clock.sync(50_000, 1000);
    // Written at its beginning, and four seconds on its way back.
    watch.mockReturnValue(15_000);
    clock.sync(60_000, 11_000);
    expect(clock.now()).toBe(64_000);
    // The device slept for a minute, and its stop-watch with it.
    clock.sync(124_000, 15_000);
    expect(clock.now()).toBe(124_000);
  });

  it('reads the wire’s moments as those of Asia/Shanghai', () => {
    expect(momentOf('2026-11-22 08:00:00')).toBe(Date.UTC(2026, 10, 22));
  });
});
