import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRefreshingCache } from './refreshing-cache.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Values are counted; `Error` entries of `outcomes` are thrown in their turn. */
function countingCache(outcomes: (number | Error)[]) {
  const cache = createRefreshingCache<number>(
    { fresh: 1000, stale: 9000, max: 10 },
    (value) => value >= 0,
  );
  const make = vi.fn<() => Promise<number>>(async () => {
    const outcome = outcomes.shift() ?? 0;
    if (outcome instanceof Error) throw outcome;
    return outcome;
  });
  return { get: () => cache.get('key', make), make };
}

it('requests at the same time share one call', async () => {
  const { get, make } = countingCache([1]);
  expect(await Promise.all([get(), get()])).toEqual([1, 1]);
  expect(make).toHaveBeenCalledTimes(1);
});

it('a stale value is returned at once, and its successor to later requests', async () => {
  const { get, make } = countingCache([1, 2, 3]);
  await get();
  vi.advanceTimersByTime(1500);
  expect(await Promise.all([get(), get()])).toEqual([1, 1]);
  await vi.waitFor(async () => expect(await get()).toBe(2));
  expect(make).toHaveBeenCalledTimes(2);
});

it('a value that is too old is not returned', async () => {
  const { get } = countingCache([1, 2]);
  await get();
  vi.advanceTimersByTime(10_000);
  expect(await get()).toBe(2);
});

it('a stale value stays while its successor fails, and not for ever', async () => {
  const { get } = countingCache([1, new Error('away'), -1, new Error('still away'), 5]);
  await get();
  for (const age of [2000, 3000]) {
    vi.advanceTimersByTime(age);
    expect(await get()).toBe(1);
    await vi.advanceTimersByTimeAsync(0);
  }
  vi.advanceTimersByTime(5000);
  await expect(get()).rejects.toThrow('still away');
  expect(await get()).toBe(5);
});

it('an unwanted value reaches those who asked and is not cached', async () => {
  const { get } = countingCache([-1, 2]);
  expect(await get()).toBe(-1);
  expect(await get()).toBe(2);
});
